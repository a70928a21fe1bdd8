/** What the searches do with words of 32 bits in their inner loops; all else is in covers.ts. `covered` is as long as the longest row. */
import { ones } from "../covers.ts";

/** How many of `bits` are not in `covered`. */
export const countNew = (bits: Uint32Array, covered: Uint32Array): number => {
  let count = 0;
  for (let at = 0; at < bits.length; at++) {
    const word = (bits[at] as number) & ~(covered[at] as number);
    if (word !== 0) count += ones(word);
  }
  return count;
};

/** A set by those of its words that are not empty: where they are, ascending, and what they hold. */
export interface Words {
  readonly at: Int32Array;
  readonly words: Uint32Array;
}

export const openWords = (bits: Uint32Array): Words => {
  const at = Int32Array.from(bits.keys()).filter((index) => bits[index] !== 0);
  return { at, words: Uint32Array.from(at, (index) => bits[index] as number) };
};

/** How many of `bits` are in the set. */
export const countIn = (bits: Uint32Array, { at, words }: Words): number => {
  let count = 0;
  for (let index = 0; index < at.length; index++) {
    const place = at[index] as number;
    if (place >= bits.length) break;
    const word = (bits[place] as number) & (words[index] as number);
    if (word !== 0) count += ones(word);
  }
  return count;
};

/** The set without `bits`. */
export const without = ({ at, words }: Words, bits: Uint32Array): Words => {
  const rest = words.map((word, index) => word & ~(bits[at[index] as number] ?? 0));
  const isOpen = (_: number, index: number): boolean => rest[index] !== 0;
  return { at: at.filter(isOpen), words: rest.filter(isOpen) };
};

/** Puts `bits` into `covered`. */
export const addBits = (covered: Uint32Array, bits: Uint32Array): void => {
  for (let at = 0; at < bits.length; at++) covered[at] = (covered[at] as number) | (bits[at] as number);
};

export const overlap = (a: Uint32Array, b: Uint32Array): boolean => {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) if (((a[at] as number) & (b[at] as number)) !== 0) return true;
  return false;
};
