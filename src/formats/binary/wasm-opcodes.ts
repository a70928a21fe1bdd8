/** What stands behind each opcode of WebAssembly (core 2.0 with SIMD, threads, exceptions, tail calls and garbage collection). */

/**
 * Immediates, one letter each: indices of (t)ypes, (f)unctions, (T)ables, (m)emories, (g)lobals, (e)lements, (d)ata, e(x)ceptions; (l) any
 * other number, (s) a signed one; (M) alignment and offset; (b)lock type; (h)eap type; (1), (4), (8) and (v): 1, 4, 8 and 16 bytes; (V)alue types,
 * (L)abels and (C)atches: several.
 */
type Immediates = string;

/** From, to, immediates; a prefix is the byte before. */
type Row = readonly [from: number, to: number, immediates: Immediates];

const PLAIN: readonly Row[] = [
  [0x00, 0x01, ""],
  [0x02, 0x04, "b"],
  [0x05, 0x05, ""],
  [0x06, 0x06, "b"],
  [0x07, 0x08, "x"],
  [0x09, 0x09, "l"],
  [0x0a, 0x0b, ""],
  [0x0c, 0x0d, "l"],
  [0x0e, 0x0e, "Ll"],
  [0x0f, 0x0f, ""],
  [0x10, 0x10, "f"],
  [0x11, 0x11, "tT"],
  [0x12, 0x12, "f"],
  [0x13, 0x13, "tT"],
  [0x14, 0x15, "t"],
  [0x18, 0x18, "l"],
  [0x19, 0x1b, ""],
  [0x1c, 0x1c, "V"],
  [0x1f, 0x1f, "bC"],
  [0x20, 0x22, "l"],
  [0x23, 0x24, "g"],
  [0x25, 0x26, "T"],
  [0x28, 0x3e, "M"],
  [0x3f, 0x40, "m"],
  [0x41, 0x42, "s"],
  [0x43, 0x43, "4"],
  [0x44, 0x44, "8"],
  [0x45, 0xc4, ""],
  [0xd0, 0xd0, "h"],
  [0xd1, 0xd1, ""],
  [0xd2, 0xd2, "f"],
  [0xd3, 0xd4, ""],
  [0xd5, 0xd6, "l"],
];

const GC: readonly Row[] = [
  [0, 1, "t"],
  [2, 5, "tl"],
  [6, 7, "t"],
  [8, 8, "tl"],
  [9, 9, "td"],
  [10, 10, "te"],
  [11, 14, "t"],
  [15, 15, ""],
  [16, 16, "t"],
  [17, 17, "tt"],
  [18, 18, "td"],
  [19, 19, "te"],
  [20, 23, "h"],
  [24, 25, "1lhh"],
  [26, 30, ""],
];

const BULK: readonly Row[] = [
  [0, 7, ""],
  [8, 8, "dm"],
  [9, 9, "d"],
  [10, 10, "mm"],
  [11, 11, "m"],
  [12, 12, "eT"],
  [13, 13, "e"],
  [14, 14, "TT"],
  [15, 17, "T"],
];

const SIMD: readonly Row[] = [
  [0, 11, "M"],
  [12, 13, "v"],
  [14, 20, ""],
  [21, 34, "1"],
  [35, 83, ""],
  [84, 91, "M1"],
  [92, 93, "M"],
  [94, 275, ""],
];

const THREADS: readonly Row[] = [
  [0, 2, "M"],
  [3, 3, "1"],
  [16, 78, "M"],
];

const tableOf = (rows: readonly Row[]): ReadonlyMap<number, Immediates> =>
  new Map(
    rows.flatMap(([from, to, immediates]) =>
      Array.from({ length: to - from + 1 }, (_, i) => [from + i, immediates] as const),
    ),
  );

/** By opcode. */
export const OPCODES: ReadonlyMap<number, Immediates> = tableOf(PLAIN);

/** By the byte before, then by the number behind it. */
export const PREFIXED: ReadonlyMap<number, ReadonlyMap<number, Immediates>> = new Map([
  [0xfb, tableOf(GC)],
  [0xfc, tableOf(BULK)],
  [0xfd, tableOf(SIMD)],
  [0xfe, tableOf(THREADS)],
]);

export const UNREACHABLE = 0x00;
export const ELSE = 0x05;
const END = 0x0b;

/** Block, loop, if, try, try_table: what an end belongs to. */
export const isBlock = (opcode: number): boolean =>
  (opcode >= 0x02 && opcode <= 0x04) || opcode === 0x06 || opcode === 0x1f;
/** Delegate ends a try as an end does. */
export const isEnd = (opcode: number): boolean => opcode === END || opcode === 0x18;
