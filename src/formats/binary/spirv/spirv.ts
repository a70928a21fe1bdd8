/** SPIR-V: functions and their bodies, choices, instructions, what they declare, names. Whatever goes, the module stays one for spirv-val. */
import type { Container } from "../container.ts";
import { stage, type Deltas } from "../stage.ts";
import {
  functionsOf,
  isSpirv,
  made,
  moduleOf,
  OP,
  printModule,
  unfillable,
  usesOf,
  type Instruction,
  type Module,
  type Units,
} from "./module.ts";
import { parameters } from "./parameters.ts";
import { values } from "./values.ts";
import { choices, straightened } from "./ways.ts";

/** What says something about an id, and goes with it: names and decorations. */
const ABOUT: ReadonlySet<number> = new Set([5, 6, 71, 72, 332, 5632, 5633]);
/** For people and debuggers alone: sources, names, lines. */
const DEBUG: ReadonlySet<number> = new Set([2, 3, 4, 5, 6, 7, 8, 317, 330]);
/** Decorations that nothing needs: relaxed precision, no contraction, flat and the like stay. */
const LOOSE_DECORATIONS: ReadonlySet<number> = new Set([0, 42]);
/** Instructions without a result that a function can do without: stores, copies, barriers, writes, atomic stores, lines. */
const EFFECTS: ReadonlySet<number> = new Set([0, 8, 62, 63, 99, 224, 225, 228, 317]);
const DECLARED = [
  [11, 11],
  [19, 38],
  [41, 46],
  [48, 52],
  [59, 59],
] as const;

const isDeclaration = ({ opcode }: Instruction): boolean =>
  DECLARED.some(([from, to]) => opcode >= from && opcode <= to);

/** By id: how often it may be used; what is only about an id does not use it. */
const countUses = (instructions: readonly Instruction[]): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const each of instructions) if (!ABOUT.has(each.opcode)) count(counts, each, 1);
  return counts;
};

const count = (counts: Map<number, number>, instruction: Instruction, by: number): void => {
  for (const id of usesOf(instruction)) counts.set(id, (counts.get(id) ?? 0) + by);
};

/** Without what is about ids that are not defined any more; interfaces of entry points name only what there is. */
const consistent = (instructions: readonly Instruction[]): readonly Instruction[] => {
  const defined = new Set(instructions.map(({ result }) => result));
  return instructions.flatMap((each) => {
    if (ABOUT.has(each.opcode) && !defined.has(each.words[1] ?? 0)) return [];
    return [each.opcode === OP.entryPoint ? entryPoint(each, defined) : each];
  });
};

const entryPoint = (instruction: Instruction, defined: ReadonlySet<number>): Instruction => {
  const { words } = instruction;
  let end = 3;
  while (end < words.length && (words[end] as number) >>> 24 !== 0) end++;
  const kept = words.slice(end + 1).filter((id) => defined.has(id));
  return end + 1 + kept.length === words.length
    ? instruction
    : made(OP.entryPoint, ...words.slice(1, end + 1), ...kept);
};

/** A list of deltas over the instructions of a module; what it is without any of them is what it was. */
const deltas = (bytes: Uint8Array, unitsOf: (module: Module) => Units): Deltas => {
  const module = moduleOf(bytes);
  if (module === undefined) return { length: 0, print: () => [bytes] };
  const { length, without } = unitsOf(module);
  const print = (gone: Uint8Array): Uint8Array => {
    const printed = printModule(module, consistent(without(gone)));
    return printed.length > bytes.length ? bytes : printed;
  };
  return { length, print: (gone) => [gone.includes(1) ? print(gone) : bytes] };
};

/** Instructions by their units, deleted where nothing uses them any more; an `instead` takes the place of what is still used. */
const deleting = (
  instructions: readonly Instruction[],
  isGone: (index: number) => boolean,
  instead: (instruction: Instruction) => Instruction | undefined = () => undefined,
): readonly Instruction[] => {
  const counts = countUses(instructions);
  const left: Instruction[] = [];
  for (let index = instructions.length - 1; index >= 0; index--) {
    const each = instructions[index] as Instruction;
    const isFree = isGone(index) && (each.result === 0 || (counts.get(each.result) ?? 0) === 0);
    const other = isGone(index) && !isFree ? instead(each) : undefined;
    if (isFree || other !== undefined) count(counts, each, -1);
    if (other !== undefined) count(counts, other, 1);
    if (!isFree) left.push(other ?? each);
  }
  return left.toReversed();
};

const selected = (
  instructions: readonly Instruction[],
  isUnit: (instruction: Instruction, index: number) => boolean,
  instead?: (instruction: Instruction) => Instruction | undefined,
): Units => {
  const units = new Map(instructions.flatMap((each, i) => (isUnit(each, i) ? [i] : [])).map((i, unit) => [i, unit]));
  const isGone = (gone: Uint8Array) => (index: number) => gone[units.get(index) ?? -1] === 1;
  return { length: units.size, without: (gone) => deleting(instructions, isGone(gone), instead) };
};

/** Functions that no entry point names; calls of them have an undefined value. */
const wholeFunctions = ({ instructions }: Module): Units => {
  const entries = new Set(instructions.filter(({ opcode }) => opcode === OP.entryPoint).map(({ words }) => words[2]));
  const poor = unfillable(instructions);
  const isVoid = new Set(instructions.filter(({ opcode }) => opcode === OP.typeVoid).map(({ result }) => result));
  const needed = new Set(
    instructions
      .filter(({ opcode, type }) => opcode === OP.functionCall && poor.has(type) && !isVoid.has(type))
      .map(({ words }) => words[3]),
  );
  const functions = functionsOf(instructions).filter(({ start }) => {
    const id = instructions[start]?.result;
    return !entries.has(id) && !needed.has(id);
  });
  return {
    length: functions.length,
    without: (gone) => {
      const dropped = functions.filter((_, unit) => gone[unit] === 1);
      const isDropped = new Uint8Array(instructions.length);
      for (const { start, end } of dropped) isDropped.fill(1, start, end);
      const ids = new Set(dropped.map(({ start }) => instructions[start]?.result));
      return instructions.flatMap((each, index) => {
        if (isDropped[index] === 1) return [];
        if (each.opcode !== OP.functionCall || !ids.has(each.words[3])) return [each];
        return isVoid.has(each.type) ? [] : [made(OP.undef, each.type, each.result)];
      });
    },
  };
};

/** Instructions in functions: what is still used is undefined. */
const instructionsIn = ({ instructions }: Module): Units => {
  const first = instructions.findIndex(({ opcode }) => opcode === OP.function);
  const poor = unfillable(instructions);
  const fixed = new Set<number>([OP.function, OP.functionParameter, OP.label, OP.phi]);
  return selected(
    instructions,
    ({ opcode, result }, index) =>
      first >= 0 && index > first && !fixed.has(opcode) && (result !== 0 || EFFECTS.has(opcode)),
    ({ opcode, type, result }) =>
      poor.has(type) || opcode === OP.undef || opcode === OP.variable ? undefined : made(OP.undef, type, result),
  );
};

const declarations = ({ instructions }: Module): Units => {
  const first = instructions.findIndex(({ opcode }) => opcode === OP.function);
  const interfaces = instructions.filter(({ opcode }) => opcode === OP.entryPoint);
  const { length, without } = selected(
    instructions.filter(({ opcode }) => opcode !== OP.entryPoint),
    (each, index) =>
      (isDeclaration(each) && (first < 0 || index < first - interfaces.length)) ||
      (each.opcode === 71 && LOOSE_DECORATIONS.has(each.words[2] ?? -1)),
  );
  const place = instructions.findIndex(({ opcode }) => opcode === OP.entryPoint);
  const entered = new Set(interfaces.map(({ words }) => words[2] ?? 0));
  return {
    length,
    without: (gone) => {
      const left = without(gone);
      const at =
        place < 0
          ? 0
          : Math.max(
              0,
              left.findIndex((each) => !BEFORE_ENTRIES.has(each.opcode)),
            );
      return entered.size === 0 ? left : [...left.slice(0, at), ...interfaces, ...left.slice(at)];
    },
  };
};

/** Capabilities, extensions, imports, the memory model. */
const BEFORE_ENTRIES: ReadonlySet<number> = new Set([17, 10, 11, 14]);

const names = ({ instructions }: Module): Units => selected(instructions, ({ opcode }) => DEBUG.has(opcode));

/** Instructions to which any value of a type is as good as another: calls, stores, compositions, φs, returns, arithmetic. */
const COMPUTING: ReadonlySet<number> = new Set([57, 62, 80, 245, 254]);
const isComputing = ({ opcode }: Instruction): boolean => COMPUTING.has(opcode) || (opcode >= 126 && opcode <= 205);

/** Constants become 0 where no array is as long as they say, and no part is chosen by them. */
const constants = ({ instructions }: Module): Units => {
  const choosing = new Set(
    instructions.filter((each) => !ABOUT.has(each.opcode) && !isComputing(each)).flatMap(usesOf),
  );
  const isUnit = ({ opcode, result, words }: Instruction): boolean =>
    opcode === OP.constant && !choosing.has(result) && words.slice(3).some((word) => word !== 0);
  const units = new Map(instructions.filter(isUnit).map((each, unit) => [each, unit]));
  return {
    length: units.size,
    without: (gone) =>
      instructions.map((each) =>
        gone[units.get(each) ?? -1] === 1
          ? made(OP.constant, each.type, each.result, ...each.words.slice(3).map(() => 0))
          : each,
      ),
  };
};

export const spirv: Container = {
  name: "spirv",
  recognises: isSpirv,
  isRigid: true,
  isSealed: (bytes) => moduleOf(bytes) !== undefined,
  stages: [
    stage("spirv names", (bytes) => deltas(bytes, names)),
    stage("spirv functions", (bytes) => deltas(bytes, wholeFunctions)),
    stage("spirv choices", (bytes) => deltas(bytes, choices)),
    stage("spirv instructions", (bytes) => deltas(bytes, instructionsIn)),
    stage("spirv values", (bytes) => deltas(bytes, values)),
    stage("spirv parameters", (bytes) => deltas(bytes, parameters)),
    stage("spirv blocks", (bytes) => deltas(bytes, straightened)),
    stage("spirv declarations", (bytes) => deltas(bytes, declarations)),
    stage("spirv constants", (bytes) => deltas(bytes, constants)),
  ],
  contents: () => [],
};
