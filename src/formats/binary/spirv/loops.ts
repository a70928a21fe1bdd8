/** Loops of SPIR-V that are left at once or run once, and blocks that are one. */
import { labelOf, targetsOf, type Block, type Body } from "./blocks.ts";
import { made, OP, usesOf, type Instruction } from "./module.ts";
import { renamed } from "./values.ts";

const loopMerge = ({ instructions }: Block): Instruction | undefined => {
  const merge = instructions.at(-2);
  return merge?.opcode === OP.loopMerge ? merge : undefined;
};

/** The label behind a loop; 0 if the block begins none. */
export const behindLoop = (block: Block): number => loopMerge(block)?.words[1] ?? 0;

const ending = ({ instructions }: Block, ...last: readonly Instruction[]): Block => ({
  instructions: [...instructions.slice(0, -1), ...last],
});

/**
 * The blocks, with a loop that does not come back: what came back goes on behind it. The way out becomes a choice. Nothing
 * where there are more ways out, or to what continues it.
 */
export const once = (blocks: readonly Block[], place: number): readonly Block[] | undefined => {
  const head = blocks[place] as Block;
  const [, behind = 0, continuing = 0] = loopMerge(head)?.words ?? [];
  const start = labelOf(head);
  const to = (label: number): readonly Block[] => blocks.filter((block) => targetsOf(block).includes(label));
  const coming = to(start).filter((block) => isBehind(blocks, { block, start: continuing, end: start }));
  const leaving = to(behind).filter((block) => !coming.includes(block));
  if (behind === 0 || coming.length !== 1 || leaving.length > 1) return undefined;
  if (continuing !== start && to(continuing).length !== 1) return undefined;
  const choice = made(OP.selectionMerge, behind, 0);
  return blocks.map((block) => {
    const last = block.instructions.at(-1) as Instruction;
    const isLeaving = leaving.includes(block) && last.opcode !== OP.branch;
    if (block === head) {
      const plain = { instructions: [...block.instructions.slice(0, -2), last] };
      if (coming.includes(block)) return ending(plain, made(OP.branch, behind));
      return isLeaving ? ending(plain, choice, last) : plain;
    }
    if (coming.includes(block)) return ending(block, made(OP.branch, behind));
    return isLeaving && block.instructions.at(-2)?.opcode !== OP.selectionMerge ? ending(block, choice, last) : block;
  });
};

/** Does the way from the label lead to the block, without the end? */
const isBehind = (
  blocks: readonly Block[],
  { block, start, end }: { readonly block: Block; readonly start: number; readonly end: number },
): boolean => {
  const seen = new Set<number>();
  const waiting = [start];
  for (let label = waiting.pop(); label !== undefined; label = waiting.pop()) {
    if (seen.has(label)) continue;
    seen.add(label);
    const found = blocks.find((each) => labelOf(each) === label);
    if (found === block) return true;
    if (found !== undefined) waiting.push(...targetsOf(found).filter((each) => each !== end));
  }
  return false;
};

/** What is used and no longer there is undefined; nothing where there is no undefined value of its type. */
export const completed = (body: Body, before: Body, poor: ReadonlySet<number>): Body | undefined => {
  const left = body.blocks.flatMap(({ instructions }) => instructions);
  const there = new Set(left.map(({ result }) => result));
  const used = new Set(left.flatMap((each) => usesOf(each)));
  const lost = before.blocks
    .flatMap(({ instructions }) => instructions)
    .filter(({ type, result }) => type !== 0 && used.has(result) && !there.has(result));
  if (lost.some(({ type }) => poor.has(type))) return undefined;
  const [first, ...others] = body.blocks;
  if (lost.length === 0 || first === undefined) return body;
  const at = first.instructions.findIndex(({ opcode }) => opcode !== OP.label && opcode !== OP.variable);
  const undefinedValues = lost.map(({ type, result }) => made(OP.undef, type, result));
  const instructions = [...first.instructions.slice(0, at), ...undefinedValues, ...first.instructions.slice(at)];
  return { ...body, blocks: [{ instructions }, ...others] };
};

/** The places of blocks that only the block before them leads to, and that no merge names. */
export const joints = ({ blocks }: Body): readonly number[] => {
  const named = new Map<number, number>();
  const count = (label: number): void => void named.set(label, (named.get(label) ?? 0) + 1);
  for (const block of blocks) {
    for (const target of targetsOf(block)) count(target);
    const merge = block.instructions.at(-2);
    if (merge?.opcode === OP.selectionMerge || merge?.opcode === OP.loopMerge) merge.words.slice(1, 3).forEach(count);
  }
  return blocks.flatMap((block, place) => {
    const next = blocks[place + 1];
    const last = block.instructions.at(-1);
    const isPlain = last?.opcode === OP.branch && loopMerge(block) === undefined;
    if (!isPlain || next === undefined || last.words[1] !== labelOf(next) || named.get(labelOf(next)) !== 1) return [];
    return next.instructions[1]?.opcode === OP.phi ? [] : [place + 1];
  });
};

/** The blocks at some places become part of those before them. */
export const joined = (body: Body, places: readonly number[]): Body => {
  const ids = new Map<number, number>();
  const blocks: Block[] = [];
  for (const [place, block] of body.blocks.entries()) {
    const before = blocks.at(-1);
    if (!places.includes(place) || before === undefined) {
      blocks.push(block);
      continue;
    }
    ids.set(labelOf(block), labelOf(before));
    blocks[blocks.length - 1] = { instructions: [...before.instructions.slice(0, -1), ...block.instructions.slice(1)] };
  }
  return {
    ...body,
    blocks: blocks.map(({ instructions }) => ({ instructions: instructions.map((each) => renamed(each, ids)) })),
  };
};
