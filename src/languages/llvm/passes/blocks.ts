/** Blocks, and the ways between them. */
import type { CutPass, Edit, EditPass, RewritePass } from "../../pass.ts";
import type { Operand } from "../cursor.ts";
import { targetsOf, type FlowBlock, type FunctionModel, type Line } from "../functions.ts";
import type { Span } from "../module.ts";
import { dominatorsOf } from "../repair/dominators.ts";
import { returning } from "../repair/flow.ts";
import { predecessorsOf } from "../repair/phis.ts";
import { textOf } from "../types.ts";
import { cutOf, seenIn, swap, unitsOf, type ParsedModule } from "./seen.ts";

/** All between its label and the next one. */
const contentOf = ({ lines }: FlowBlock): Span | undefined => {
  const [first, last] = [lines[0], lines.at(-1)];
  return first && last && { from: first.instruction.from, to: last.instruction.to };
};

const spanOf = (block: FlowBlock): Span => {
  const { label } = block.block;
  const content = contentOf(block) ?? { from: label, to: label + 1 };
  return label < 0 ? content : { from: label, to: content.to };
};

/** Is it what it would be without its content? */
const isBare = (f: FunctionModel, place: number): boolean => {
  const block = f.blocks[place] as FlowBlock;
  const next = f.blocks[place + 1];
  const content = contentOf(block);
  const bare = next === undefined ? returning(f) : `br label ${next.name}`;
  return content === undefined || textOf(f.tokens, content) === bare.replaceAll(/, /g, ",");
};

export const blocks: CutPass = {
  kind: "cuts",
  name: "blocks",
  about: "empties blocks, so that they lead to the next one",
  unit: "blocks",
  units: (syntax) => {
    const seen = seenIn(syntax);
    return unitsOf(
      seen,
      seen.functions.flatMap((f) =>
        f.blocks.flatMap((block, place) => (isBare(f, place) ? [] : (contentOf(block) ?? []))),
      ),
    );
  },
};

const isUsed = ({ tokens, body }: FunctionModel, name: string): boolean =>
  tokens.slice(body.open, body.close).some(({ text }) => text === name);

/** Labels of first blocks that nothing names. */
export const labels: CutPass = {
  kind: "cuts",
  name: "labels",
  about: "deletes the labels of first blocks",
  unit: "labels",
  units: (syntax) => {
    const seen = seenIn(syntax);
    return unitsOf(
      seen,
      seen.functions.flatMap((f) => {
        const [first] = f.blocks;
        const label = first?.block.label ?? -1;
        return first === undefined || label < 0 || isUsed(f, first.name) ? [] : [{ from: label, to: label + 1 }];
      }),
    );
  },
};

export const unreachable: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "unreachable",
  about: "deletes blocks that nothing leads to",
  rewrites: (syntax) => {
    const seen = seenIn(syntax);
    return seen.functions.flatMap((f) => {
      const { isReachable } = dominatorsOf(
        f.blocks.map((block) => targetsOf(f, block).flatMap((name) => f.index.get(name) ?? [])),
      );
      return f.blocks.flatMap((block, place) => (isReachable(place) ? [] : [[cutOf(seen, spanOf(block))]]));
    });
  },
};

export const paths: RewritePass = {
  kind: "rewrites",
  filtered: false,
  name: "paths",
  about: "joins blocks that follow each other, and skips those that only lead to others",
  rewrites: (syntax) => {
    const seen = seenIn(syntax);
    return seen.functions.flatMap((f) => {
      const joints = jointsIn(f);
      const joined = new Set(joints.flatMap((place) => [place, place + 1]));
      return [...joints.map((place) => [jointAt(seen, f, place)]), ...detours(seen, f, joined)];
    });
  },
};

/** Blocks that lead to the next alone, which nothing else leads to. */
const jointsIn = (f: FunctionModel): readonly number[] => {
  const before = predecessorsOf(f);
  return f.blocks.flatMap((block, place) => {
    const next = f.blocks[place + 1];
    if (next === undefined || next.block.label < 0 || next.lines[0]?.instruction.opcode === "phi") return [];
    const isAlone = block.terminator?.instruction.opcode === "br" && targetsOf(f, block).length === 1;
    return isAlone && before.get(next.name)?.length === 1 && before.get(next.name)?.[0] === block.name ? [place] : [];
  });
};

const jointAt = (seen: ParsedModule, { blocks: all }: FunctionModel, place: number): Edit => {
  const from = all[place]?.terminator?.instruction.from ?? 0;
  return cutOf(seen, { from, to: (all[place + 1]?.block.label ?? from) + 1 });
};

/** Blocks that do nothing but lead to another one: those before them lead there themselves. */
const detours = (seen: ParsedModule, f: FunctionModel, joined: ReadonlySet<number>): readonly (readonly Edit[])[] => {
  const { tokens, blocks: all, index } = f;
  const isDetour = (place: number): boolean => {
    const block = all[place];
    if (place === 0 || block === undefined || block.block.label < 0 || joined.has(place)) return false;
    const [target, ...others] = targetsOf(f, block);
    return (
      block.lines.length === 1 &&
      block.terminator?.instruction.opcode === "br" &&
      others.length === 0 &&
      target !== block.name
    );
  };
  const before = predecessorsOf(f);
  return all.flatMap((block, place) => {
    const target = isDetour(place) ? all[index.get(targetsOf(f, block)[0] ?? "") ?? -1] : undefined;
    const sources = before.get(block.name) ?? [];
    // In a row of them, the first goes before the others.
    if (target === undefined || sources.length === 0 || sources.some((name) => isDetour(index.get(name) ?? 0)))
      return [];
    const named = (role: Operand["role"], among: readonly Line[]): readonly Operand[] =>
      among.flatMap(({ reading }) =>
        reading.operands.filter((each) => each.role === role && tokens[each.from]?.text === block.name),
      );
    const uses = named(
      "label",
      all.flatMap(({ terminator }) => terminator ?? []),
    );
    const [source, ...others] = sources;
    const entries = others.length === 0 ? named("block", target.lines) : [];
    return [
      [
        cutOf(seen, spanOf(block)),
        ...uses.map((each) => swap(seen, each, target.name)),
        ...entries.map((each) => swap(seen, each, source ?? "")),
      ],
    ];
  });
};

export const branches: EditPass = {
  kind: "edits",
  filtered: true,
  name: "ways",
  about: "keeps one target of a branch, and deletes cases of a switch",
  edits: (syntax, from) => {
    const seen = seenIn(syntax);
    return seen.functions
      .flatMap((f) => f.blocks.flatMap((block) => waysOf(seen, f, block)))
      .filter(({ start }) => start >= from);
  },
};

const waysOf = (seen: ParsedModule, f: FunctionModel, block: FlowBlock): readonly Edit[] => {
  const { terminator } = block;
  if (terminator === undefined) return [];
  const { instruction, reading } = terminator;
  const targets = targetsOf(f, block);
  const { opcode, from } = instruction;
  const span = { from, to: reading.end };
  const shorter = [...new Set(targets)].map((name) => swap(seen, span, `br label ${name}`));
  if (opcode === "br" && targets.length === 2) return shorter;
  if (/^(?:switch|indirectbr|callbr)$/.test(opcode))
    return [...shorter, ...(opcode === "switch" ? casesOf(seen, block) : [])];
  const unwind = reading.operands.findLast(({ role }) => role === "label");
  // Where unwinding leads nowhere, it is a call.
  return opcode === "invoke" && unwind !== undefined ? [swap(seen, unwind, "%-")] : [];
};

const casesOf = (seen: ParsedModule, { terminator }: FlowBlock): readonly Edit[] => {
  const [, , ...cases] = terminator?.reading.operands ?? [];
  return cases.flatMap(({ role, to }, place) => {
    const value = cases[place - 1];
    return role === "label" && value !== undefined ? [cutOf(seen, { from: value.type.from, to })] : [];
  });
};
