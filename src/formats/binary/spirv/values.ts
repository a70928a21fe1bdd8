/** Values of SPIR-V in the place of others: an operand, or what was there before, for what is computed from it. */
import { functionsOf, made, OP, type Instruction, type Module, type Units } from "./module.ts";

/** By opcode: from which word on the operands are numbers; the place of a single one is negative. */
const NUMBERS: Readonly<Record<number, number>> = {
  12: -4,
  54: -3,
  59: -3,
  61: 4,
  62: 3,
  63: 3,
  79: 5,
  81: 4,
  82: 5,
  87: -5,
  88: -5,
  89: -6,
  90: -6,
  91: -5,
  92: -5,
  93: -6,
  94: -6,
  95: -5,
  96: -6,
  97: -6,
  98: -5,
  99: -4,
  246: 3,
  247: 2,
  250: 4,
  251: 3,
};
/** Of the others nobody here knows which of their words are numbers. */
const LAST_KNOWN = 255;
/** Only in the block where it is made. */
const SAMPLED_IMAGE = 86;

const isNumber = (opcode: number, place: number): boolean => {
  const first = NUMBERS[opcode];
  return first !== undefined && (first < 0 ? place === -first : place >= first);
};

/** The instruction with other ids among its operands. */
export const renamed = (instruction: Instruction, ids: ReadonlyMap<number, number>): Instruction => {
  const { opcode, words, result } = instruction;
  if (!words.some((word, place) => place > 0 && ids.has(word))) return instruction;
  const own = words
    .slice(1)
    .map((word, at) => (word === result || isNumber(opcode, at + 1) ? word : (ids.get(word) ?? word)));
  return made(opcode, ...own);
};

interface Exchange {
  readonly id: number;
  readonly by: number;
}

/** In one function: each value, and those of its type that are known where it is made. */
const exchangesIn = (
  instructions: readonly Instruction[],
  typeOf: ReadonlyMap<number, number>,
): readonly Exchange[] => {
  const found: Exchange[] = [];
  const latest = new Map<number, number>();
  let isFirst = true;
  for (const { opcode, words, result, type } of instructions) {
    if (opcode === OP.label) {
      if (!isFirst) latest.clear();
      isFirst = false;
    }
    if (type === 0 || opcode === OP.function || opcode === SAMPLED_IMAGE) continue;
    if (opcode !== OP.functionParameter) {
      const operand = words.find((word, at) => at > 2 && !isNumber(opcode, at) && typeOf.get(word) === type);
      if (operand !== undefined && opcode !== OP.phi) found.push({ id: result, by: operand });
      const before = latest.get(type);
      if (before !== undefined && before !== operand) found.push({ id: result, by: before });
    }
    if (!latest.has(type) || opcode !== OP.undef) latest.set(type, result);
  }
  return found;
};

/** Each value gives way to an operand of its type, or to the one before it in its block. */
export const values = ({ instructions }: Module): Units => {
  const typeOf = new Map(
    instructions.flatMap(({ opcode, result, type }) => (opcode === OP.function ? [] : [[result, type] as const])),
  );
  const opaque = new Set(instructions.filter(({ opcode }) => opcode > LAST_KNOWN).flatMap(({ words }) => words));
  const exchanges = functionsOf(instructions)
    .flatMap(({ start, end }) => exchangesIn(instructions.slice(start, end), typeOf))
    .filter(({ id }) => !opaque.has(id));
  return {
    length: exchanges.length,
    without: (gone) => {
      const ids = new Map<number, number>();
      for (const [unit, { id, by }] of exchanges.entries())
        if (gone[unit] === 1 && !ids.has(id)) ids.set(id, ids.get(by) ?? by);
      const first = instructions.findIndex(({ opcode }) => opcode === OP.function);
      return instructions.flatMap((each, at) => (ids.has(each.result) ? [] : [at < first ? each : renamed(each, ids)]));
    },
  };
};
