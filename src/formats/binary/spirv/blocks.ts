/** Functions of SPIR-V as blocks: branches that get one target, blocks that nothing reaches any more, and what φs say of both. */
import { made, OP, type Instruction } from "./module.ts";

export interface Block {
  /** From its label to its terminator. */
  readonly instructions: readonly Instruction[];
}

export const labelOf = ({ instructions }: Block): number => instructions[0]?.result ?? 0;

/** What stands before the first block, the blocks, and the end. */
export interface Body {
  readonly head: readonly Instruction[];
  readonly blocks: readonly Block[];
  readonly end: readonly Instruction[];
}

export const bodyOf = (instructions: readonly Instruction[]): Body => {
  const starts = instructions.flatMap(({ opcode }, i) => (opcode === OP.label ? [i] : []));
  const first = starts[0] ?? instructions.length - 1;
  return {
    head: instructions.slice(0, first),
    blocks: starts.map((start, i) => ({ instructions: instructions.slice(start, starts[i + 1] ?? -1) })),
    end: instructions.slice(-1),
  };
};

const isMerge = ({ opcode }: Instruction): boolean => opcode === OP.selectionMerge || opcode === OP.loopMerge;

/** Where a block may go to. */
export const targetsOf = ({ instructions }: Block): readonly number[] => {
  const last = instructions.at(-1);
  if (last?.opcode === OP.branch) return [last.words[1] ?? 0];
  if (last?.opcode === OP.branchConditional) return last.words.slice(2, 4);
  // The literals of a switch lie between its labels: those that are no labels are left out by whoever asks.
  return last?.opcode === OP.switch ? last.words.slice(2) : [];
};

/** Has the block a choice that a plain branch can take the place of? Loops keep theirs: they must come back. */
export const isChoice = ({ instructions }: Block): boolean => {
  const last = instructions.at(-1)?.opcode;
  return instructions.at(-2)?.opcode === OP.selectionMerge && (last === OP.branchConditional || last === OP.switch);
};

/** The block, with one way to go on. */
export const branching = ({ instructions }: Block, target: number): Block => ({
  instructions: [...instructions.slice(0, -2), made(OP.branch, target)],
});

/** Without blocks that nothing reaches, but those that a merge names; φs tell of the blocks that are left before them. */
export const tidied = (body: Body): Body => {
  const byLabel = new Map(body.blocks.map((block) => [labelOf(block), block]));
  const reached = reachedFrom(body.blocks[0], byLabel);
  const back = new Map<number, number>();
  const named = new Set<number>();
  for (const block of body.blocks) {
    if (!reached.has(labelOf(block))) continue;
    const merge = block.instructions.find(isMerge);
    for (const label of merge?.words.slice(1, merge.opcode === OP.loopMerge ? 3 : 2) ?? []) named.add(label);
    if (merge?.opcode === OP.loopMerge) back.set(merge.words[2] ?? 0, labelOf(block));
  }
  const blocks = body.blocks.flatMap((block): readonly Block[] => {
    const label = labelOf(block);
    if (reached.has(label)) return [block];
    return named.has(label) ? [idle(block, back.get(label))] : [];
  });
  return { ...body, blocks: withPhis(blocks) };
};

const reachedFrom = (first: Block | undefined, byLabel: ReadonlyMap<number, Block>): ReadonlySet<number> => {
  const reached = new Set<number>();
  const waiting = first === undefined ? [] : [first];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (reached.has(labelOf(block))) continue;
    reached.add(labelOf(block));
    for (const target of targetsOf(block)) {
      const next = byLabel.get(target);
      if (next !== undefined) waiting.push(next);
    }
  }
  return reached;
};

/** A block that only a merge names: what continues a loop goes back to it. */
const idle = ({ instructions }: Block, header: number | undefined): Block => ({
  instructions: [...instructions.slice(0, 1), header === undefined ? made(OP.unreachable) : made(OP.branch, header)],
});

const withPhis = (blocks: readonly Block[]): readonly Block[] => {
  const before = new Map<number, Set<number>>();
  for (const block of blocks)
    for (const target of targetsOf(block)) before.set(target, (before.get(target) ?? new Set()).add(labelOf(block)));
  return blocks.map((block) => ({
    instructions: block.instructions.map((each) =>
      each.opcode === OP.phi ? phiOf(each, before.get(labelOf(block)) ?? new Set()) : each,
    ),
  }));
};

/** What comes from a block that does nothing any more, but goes on here, is the φ itself. */
const phiOf = (phi: Instruction, before: ReadonlySet<number>): Instruction => {
  const kept: number[] = [];
  const found = new Set<number>();
  for (let at = 3; at + 1 < phi.words.length; at += 2) {
    const [value = 0, from = 0] = phi.words.slice(at, at + 2);
    if (!before.has(from)) continue;
    found.add(from);
    kept.push(value, from);
  }
  for (const from of before) if (!found.has(from)) kept.push(phi.result, from);
  return made(OP.phi, phi.type, phi.result, ...kept);
};
