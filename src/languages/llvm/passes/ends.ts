/** Values that come from outside or go there: then nothing before or behind them is needed. */
import type { CoupledPass, Edit, RewritePass } from "../../pass.ts";
import type { FlowBlock, FunctionModel, Line } from "../functions.ts";
import { textOf } from "../types.ts";
import { plainFunctions } from "./signatures.ts";
import { cutOf, seenIn, swap, type ParsedModule } from "./seen.ts";

/** By name of a value: its type, as those that use it say it. */
const typesIn = ({ tokens, blocks }: FunctionModel): ReadonlyMap<string, string> => {
  const types = new Map<string, string>();
  for (const { lines } of blocks)
    for (const { reading } of lines)
      for (const { role, type, from, to } of reading.operands)
        if (role === "value" && to === from + 1) types.set(tokens[from]?.text ?? "", textOf(tokens, type));
  return types;
};

interface Value {
  readonly f: FunctionModel;
  readonly block: FlowBlock;
  readonly line: Line;
  readonly name: string;
  readonly type: string;
}

/** Values that functions could take or return, of functions whose type may change. */
const valuesIn = (seen: ParsedModule): readonly Value[] => {
  const plain = new Set(plainFunctions(seen).map(({ item }) => item.name));
  return seen.functions.flatMap((f) => {
    if (!plain.has(f.item.name)) return [];
    const types = typesIn(f);
    return f.blocks.flatMap((block) =>
      block.lines.flatMap((line) => {
        const name = line.name ?? "";
        const type = types.get(name) ?? "";
        const isFit = type !== "" && !/^(?:token|metadata)$/.test(type) && line !== block.terminator;
        return isFit ? [{ f, block, line, name, type }] : [];
      }),
    );
  });
};

export const taken: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "taken values",
  about: "turns values into parameters",
  rewrites: (syntax) => {
    const seen = seenIn(syntax);
    return valuesIn(seen).map(({ f, line, name, type }): readonly Edit[] => {
      const start = seen.tokens[f.signature.open]?.end ?? 0;
      return [{ start, end: start, text: `${type} ${name}, ` }, cutOf(seen, line.instruction)];
    });
  },
};

export const given: CoupledPass = {
  kind: "coupled",
  name: "returned values",
  about: "returns a value right after it is computed",
  changes: (syntax) => {
    const seen = seenIn(syntax);
    return valuesIn(seen).flatMap(({ f, block, line, name, type }): readonly (readonly Edit[])[] => {
      const { tokens, signature } = f;
      const last = block.lines.at(-1);
      const next = block.lines[block.lines.indexOf(line) + 1];
      // A broken block may end without a terminator.
      if (last === undefined || next === undefined) return [];
      const rest = { from: next.instruction.from, to: last.instruction.to };
      const end = `ret ${type} ${name}`;
      if (textOf(tokens, rest) === end) return [];
      return [[swap(seen, signature.returns, type), swap(seen, rest, end)]];
    });
  },
};

/** What does nothing but make its value. */
const QUIET =
  /^(?:add|sub|mul|[us]div|[us]rem|shl|[al]shr|and|or|xor|f(?:add|sub|mul|div|rem|neg)|[if]cmp|phi|select|freeze|load|alloca|getelementptr|(?:extract|insert)(?:element|value)|shufflevector|trunc|[sz]ext|fp(?:trunc|ext)|fpto[us]i|[us]itofp|ptrto\w+|inttoptr|bitcast|addrspacecast)$/;

export const dead: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "dead values",
  about: "deletes instructions whose value nothing uses",
  rewrites: (syntax) => {
    const seen = seenIn(syntax);
    return seen.functions.flatMap((f) => deadLines(f).map(({ instruction }) => [cutOf(seen, instruction)]));
  },
};

/** Also those that only such use. */
const deadLines = ({ tokens, blocks }: FunctionModel): readonly Line[] => {
  const makers = new Map<string, Line>();
  const lines = blocks.flatMap((block) => block.lines);
  for (const line of lines)
    if (line.name !== undefined && QUIET.test(line.instruction.opcode)) makers.set(line.name, line);
  const needed = new Set(lines.filter(({ name }) => name === undefined || !makers.has(name)));
  for (const { instruction } of needed)
    for (let at = instruction.at + 1; at < instruction.to; at++) {
      const maker = makers.get(tokens[at]?.text ?? "");
      if (maker !== undefined) needed.add(maker);
    }
  return lines.filter((line) => !needed.has(line));
};
