/** SPIR-V as instructions: what each defines, and what it may use. Which words are ids is not known of all: any word that could be one counts as a use. */

/** One instruction; words 0 is its opcode and length. */
export interface Instruction {
  readonly opcode: number;
  readonly words: readonly number[];
  /** The id it defines, 0 for none, and the type of that. */
  readonly result: number;
  readonly type: number;
}

export interface Module {
  /** The five words before the instructions. */
  readonly head: readonly number[];
  readonly instructions: readonly Instruction[];
  readonly isSwapped: boolean;
}

/** What could go from a module, and the module without it. */
export interface Units {
  readonly length: number;
  without(gone: Uint8Array): readonly Instruction[];
}

const MAGIC = 0x07230203;
const HEAD = 5;

export const OP = {
  undef: 1,
  entryPoint: 15,
  typeVoid: 19,
  constant: 43,
  function: 54,
  functionParameter: 55,
  functionEnd: 56,
  functionCall: 57,
  variable: 59,
  phi: 245,
  loopMerge: 246,
  selectionMerge: 247,
  label: 248,
  branch: 249,
  branchConditional: 250,
  switch: 251,
  return: 253,
  returnValue: 254,
  unreachable: 255,
} as const;

/** Opcodes, from and to, with a type and a result. */
const TYPED: readonly (readonly [number, number])[] = [
  [1, 1],
  [12, 12],
  [41, 46],
  [48, 52],
  [54, 55],
  [57, 57],
  [59, 61],
  [65, 70],
  [77, 84],
  [86, 98],
  [100, 107],
  [109, 124],
  [126, 152],
  [154, 191],
  [194, 205],
  [207, 215],
  [227, 227],
  [229, 242],
  [245, 245],
  [400, 403],
];
/** The same with a result alone. */
const BARE: readonly (readonly [number, number])[] = [
  [7, 7],
  [11, 11],
  [19, 38],
  [73, 73],
  [248, 248],
];

const isIn = (ranges: readonly (readonly [number, number])[], opcode: number): boolean =>
  ranges.some(([from, to]) => opcode >= from && opcode <= to);

export const isSpirv = (bytes: Uint8Array): boolean => {
  if (bytes.length < 4 * HEAD || bytes.length % 4 !== 0) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return view.getUint32(0, true) === MAGIC || view.getUint32(0, false) === MAGIC;
};

/** `undefined` where the lengths of instructions do not add up. */
export const moduleOf = (bytes: Uint8Array): Module | undefined => {
  if (!isSpirv(bytes)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isLittle = view.getUint32(0, true) === MAGIC;
  const words = Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(4 * i, isLittle));
  const instructions: Instruction[] = [];
  for (let at = HEAD; at < words.length;) {
    const length = (words[at] as number) >>> 16;
    if (length === 0 || at + length > words.length) return undefined;
    instructions.push(instructionOf(words.slice(at, at + length)));
    at += length;
  }
  return { head: words.slice(0, HEAD), instructions, isSwapped: !isLittle };
};

const instructionOf = (words: readonly number[]): Instruction => {
  const opcode = (words[0] as number) & 0xffff;
  const isTyped = isIn(TYPED, opcode);
  const place = isTyped ? 2 : isIn(BARE, opcode) ? 1 : 0;
  return { opcode, words, result: place === 0 ? 0 : (words[place] ?? 0), type: isTyped ? (words[1] ?? 0) : 0 };
};

export const made = (opcode: number, ...operands: readonly number[]): Instruction =>
  instructionOf([(((operands.length + 1) << 16) | opcode) >>> 0, ...operands]);

/** By opcode: how many words from the first operand on may be ids, where the rest are numbers; the place of a number among ids, if negative. */
const IDS: Readonly<Record<number, number>> = {
  14: 0,
  16: 1,
  17: 0,
  21: 0,
  22: 0,
  23: 1,
  24: 1,
  43: 0,
  50: 0,
  12: -1,
  32: -1,
  59: -1,
};

/** The words that may be ids, without the result. */
export const usesOf = ({ opcode, words, result, type }: Instruction): readonly number[] => {
  const operands = words.slice(result === 0 ? 1 : type === 0 ? 2 : 3);
  const ids = IDS[opcode] ?? operands.length;
  const numbered = opcode === 12 ? 1 : 0;
  const own = ids < 0 ? operands.filter((_, place) => place !== numbered) : operands.slice(0, ids);
  return type === 0 ? own : [type, ...own];
};

/** The bound is as large as the largest id asks for; what has not changed keeps it. */
export const printModule = ({ head, isSwapped }: Module, instructions: readonly Instruction[]): Uint8Array => {
  const bound = instructions.reduce((most, { result }) => Math.max(most, result + 1), 1);
  const words = [...head.slice(0, 3), bound, ...head.slice(4), ...instructions.flatMap((each) => each.words)];
  const bytes = new Uint8Array(4 * words.length);
  const view = new DataView(bytes.buffer);
  for (const [i, word] of words.entries()) view.setUint32(4 * i, word, !isSwapped);
  return bytes;
};

interface Span {
  readonly start: number;
  readonly end: number;
}

/** From each OpFunction to its end. */
export const functionsOf = (instructions: readonly Instruction[]): readonly Span[] => {
  const found: Span[] = [];
  let start = -1;
  for (const [index, { opcode }] of instructions.entries()) {
    if (opcode === OP.function) start = index;
    if (opcode !== OP.functionEnd || start < 0) continue;
    found.push({ start, end: index + 1 });
    start = -1;
  }
  return found;
};

/** Types of which there is no undefined value: void, pointers and what only pointers lead to. */
export const unfillable = (instructions: readonly Instruction[]): ReadonlySet<number> =>
  new Set(
    instructions
      .filter(({ opcode }) => (opcode === 19 || (opcode >= 25 && opcode <= 27) || opcode > 30) && opcode < 39)
      .map(({ result }) => result),
  );
