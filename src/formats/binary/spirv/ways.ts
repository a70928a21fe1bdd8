/** The ways through functions of SPIR-V: choices and loops that have one way, and blocks that are one. */
import { bodyOf, branching, isChoice, labelOf, targetsOf, tidied, type Body } from "./blocks.ts";
import { behindLoop, completed, joined, joints, once } from "./loops.ts";
import { functionsOf, unfillable, type Instruction, type Module, type Units } from "./module.ts";

/** A change of the block at a place: the label it goes to, or none for a loop that runs once. */
interface Way {
  readonly place: number;
  readonly target?: number;
}

/** Units in the bodies of functions; `without` makes a body of one without some of its units. */
const inBodies = <T>(
  { instructions }: Module,
  unitsOf: (body: Body) => readonly T[],
  without: (body: Body, gone: readonly T[]) => Body,
): Units => {
  const functions = functionsOf(instructions).map((each) => {
    const body = bodyOf(instructions.slice(each.start, each.end));
    return { ...each, body, units: unitsOf(body) };
  });
  return {
    length: functions.reduce((sum, { units }) => sum + units.length, 0),
    without: (gone) => {
      const left: Instruction[] = [];
      let [at, unit] = [0, 0];
      for (const { start, end, body, units } of functions) {
        const taken = units.filter((_, i) => gone[unit + i] === 1);
        left.push(...instructions.slice(at, start));
        left.push(...(taken.length === 0 ? instructions.slice(start, end) : flat(without(body, taken))));
        [at, unit] = [end, unit + units.length];
      }
      return [...left, ...instructions.slice(at)];
    },
  };
};

/** Choices become plain branches, one way or the other; loops are left at once, or run once; what nothing reaches goes. */
export const choices = (module: Module): Units => {
  const poor = unfillable(module.instructions);
  return inBodies(module, waysIn, (body, ways) => changed(body, ways, poor));
};

const waysIn = ({ blocks }: Body): readonly Way[] => {
  const labels = new Set(blocks.map(labelOf));
  return blocks.flatMap((block, place): readonly Way[] => {
    const behind = behindLoop(block);
    if (behind !== 0) return [{ place, target: behind }, ...(once(blocks, place) === undefined ? [] : [{ place }])];
    const targets = isChoice(block) ? [...new Set(targetsOf(block))] : [];
    return targets.filter((target) => labels.has(target)).map((target) => ({ place, target }));
  });
};

const changed = (body: Body, ways: readonly Way[], poor: ReadonlySet<number>): Body => {
  let { blocks } = body;
  for (const { place, target } of ways) {
    const block = blocks[place];
    if (block === undefined) continue;
    if (target === undefined) blocks = once(blocks, place) ?? blocks;
    else if (isChoice(block) || behindLoop(block) === target)
      blocks = blocks.map((each) => (each === block ? branching(each, target) : each));
  }
  return completed(tidied({ ...body, blocks }), body, poor) ?? body;
};

/** Blocks that nothing but the one before leads to become part of it. */
export const straightened = (module: Module): Units => inBodies(module, joints, joined);

const flat = ({ head, blocks, end }: Body): readonly Instruction[] => [
  ...head,
  ...blocks.flatMap((block) => block.instructions),
  ...end,
];
