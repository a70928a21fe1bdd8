/** Instructions and their operands. */
import type { CoupledPass, CutPass, Edit, RewritePass } from "../../pass.ts";
import type { Operand } from "../cursor.ts";
import type { FunctionModel, Line } from "../functions.ts";
import { TERMINATORS } from "../module.ts";
import { textOf, zeroOf } from "../types.ts";
import { cutOf, seenIn, swap, unitsOf, type ParsedModule } from "./seen.ts";

const plainLines = ({ blocks }: FunctionModel): readonly Line[] =>
  blocks.flatMap(({ lines }) => lines.filter(({ instruction: { opcode } }) => !TERMINATORS.has(opcode)));

export const skeletons: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "skeletons",
  about: "keeps only the branches of functions",
  rewrites: (syntax) => {
    const seen = seenIn(syntax);
    return seen.functions
      .map((f) => plainLines(f).map(({ instruction }) => cutOf(seen, instruction)))
      .filter(({ length }) => length > 0);
  },
};

export const instructions: CutPass = {
  kind: "cuts",
  name: "instructions",
  about: "deletes instructions; zero replaces their uses",
  unit: "instructions",
  units: (syntax) => {
    const seen = seenIn(syntax);
    return unitsOf(
      seen,
      seen.functions.flatMap((f) => plainLines(f).map(({ instruction }) => instruction)),
    );
  },
};

export const operands: RewritePass = {
  kind: "rewrites",
  filtered: true,
  name: "operands",
  about: "replaces operands by zero",
  rewrites: (syntax) => {
    const seen = seenIn(syntax);
    return seen.functions.flatMap((f) =>
      f.blocks.flatMap(({ lines }) =>
        lines.flatMap(({ reading }) => reading.operands.flatMap((operand) => zeroed(seen, operand))),
      ),
    );
  },
};

const zeroed = (seen: ParsedModule, operand: Operand): readonly (readonly Edit[])[] => {
  if (operand.role !== "value") return [];
  const type = textOf(seen.tokens, operand.type);
  const text = textOf(seen.tokens, operand);
  const zero = zeroOf(type);
  if (type === "" || /^(?:token|metadata)$/.test(type) || text === zero || /^(?:undef|poison)$/.test(text)) return [];
  return [[swap(seen, operand, zero)]];
};

export const stands: CoupledPass = {
  kind: "coupled",
  name: "stands",
  about: "replaces an instruction by one of its operands of the same type",
  changes: (syntax) => {
    const seen = seenIn(syntax);
    return seen.functions.flatMap((f) => plainLines(f).flatMap((line) => standIns(seen, f, line)));
  },
};

/** An instruction whose result has the type of its first operand, by a guess: that of the uses says it. */
const standIns = (
  seen: ParsedModule,
  f: FunctionModel,
  { instruction, reading, name }: Line,
): readonly (readonly Edit[])[] => {
  const { tokens } = seen;
  if (name === undefined) return [];
  const uses = f.blocks.flatMap(({ lines }) =>
    lines.flatMap((line) =>
      line.reading.operands.filter(
        (each) => each.role === "value" && each.to === each.from + 1 && tokens[each.from]?.text === name,
      ),
    ),
  );
  const [use] = uses;
  if (use === undefined) return [];
  const type = textOf(tokens, use.type);
  const texts = reading.operands.flatMap((each) =>
    each.role === "value" && textOf(tokens, each.type) === type && tokens[each.from]?.text.startsWith("%")
      ? [textOf(tokens, each)]
      : [],
  );
  return [...new Set(texts)]
    .filter((text) => text !== name)
    .map((text) => [
      cutOf(seen, instruction),
      ...uses
        .filter(({ from }) => from < instruction.from || from >= instruction.to)
        .map((each) => swap(seen, each, text)),
    ]);
};
