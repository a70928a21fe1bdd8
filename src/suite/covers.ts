/** Sets of entities: what the effect check does a hundred thousand times, so it works on words of 32 bits and makes few copies. */
import type { Cover, EntityKind, Universe } from "./coverage.ts";

export const ENTITY_KINDS: readonly EntityKind[] = ["statement", "branch", "function"];

export const EMPTY_COVER: Cover = { bits: new Uint32Array(0) };

/** Numbers depend on the order in which names come, so nothing that is printed or decided may depend on them: compare names. */
export const createUniverse = (): Universe => {
  const numbers: Record<EntityKind, Map<string, number>> = {
    statement: new Map(),
    branch: new Map(),
    function: new Map(),
  };
  const kinds: EntityKind[] = [];
  const names: string[] = [];
  const known = (number: number): number => {
    if (number >= 0 && number < names.length) return number;
    throw new RangeError(`There is no entity ${number}: the universe has ${names.length}.`);
  };
  return {
    get size() {
      return names.length;
    },
    number: (kind, name) => {
      const old = numbers[kind].get(name);
      if (old !== undefined) return old;
      const fresh = names.length;
      numbers[kind].set(name, fresh);
      kinds.push(kind);
      names.push(name);
      return fresh;
    },
    kindOf: (number) => kinds[known(number)] as EntityKind,
    nameOf: (number) => names[known(number)] as string,
  };
};

/** The set of these numbers. */
export const coverOf = (numbers: Iterable<number>): Cover => {
  let bits: Uint32Array = new Uint32Array(64);
  let words = 0;
  for (const number of numbers) {
    const word = number >>> 5;
    if (word >= bits.length) bits = longer(bits, word + 1);
    if (word >= words) words = word + 1;
    bits[word] = (bits[word] as number) | (1 << (number & 31));
  }
  return { bits: bits.slice(0, words) };
};

const longer = (bits: Uint32Array, atLeast: number): Uint32Array => {
  const grown = new Uint32Array(Math.max(atLeast, bits.length * 2));
  grown.set(bits);
  return grown;
};

export const has = ({ bits }: Cover, number: number): boolean =>
  (((bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;

/** The numbers in a set, ascending. */
export const numbersIn = ({ bits }: Cover): readonly number[] => {
  const numbers: number[] = [];
  for (const [at, word] of bits.entries())
    for (let rest = word; rest !== 0; rest &= rest - 1) numbers.push(at * 32 + lowest(rest));
  return numbers;
};

const lowest = (word: number): number => 31 - Math.clz32(word & -word);

export const unionOf = (covers: Iterable<Cover>): Cover => {
  let sum: Uint32Array = new Uint32Array(0);
  for (const { bits } of covers) {
    if (bits.length > sum.length) sum = longer(sum, bits.length);
    for (let at = 0; at < bits.length; at++) sum[at] = (sum[at] as number) | (bits[at] as number);
  }
  return { bits: trimmed(sum) };
};

export const union = (a: Cover, b: Cover): Cover => unionOf([a, b]);

export const intersection = (a: Cover, b: Cover): Cover => {
  const bits = new Uint32Array(Math.min(a.bits.length, b.bits.length));
  for (let at = 0; at < bits.length; at++) bits[at] = (a.bits[at] as number) & (b.bits[at] as number);
  return { bits: trimmed(bits) };
};

/** What is in the first and not in the second. */
export const difference = (a: Cover, b: Cover): Cover => {
  const bits = a.bits.slice();
  const shared = Math.min(bits.length, b.bits.length);
  for (let at = 0; at < shared; at++) bits[at] = (bits[at] as number) & ~(b.bits[at] as number);
  return { bits: trimmed(bits) };
};

/** Sets that are equal have equal bits: no zero words at the end. */
const trimmed = (bits: Uint32Array): Uint32Array => {
  let words = bits.length;
  while (words > 0 && bits[words - 1] === 0) words--;
  return words === bits.length ? bits : bits.slice(0, words);
};

/** The first entity of `part` that `whole` lacks; nothing if it has them all. */
export const firstMissing = (whole: Cover, part: Cover): number | undefined => {
  const [have, want] = [whole.bits, part.bits];
  const shared = Math.min(have.length, want.length);
  for (let at = 0; at < shared; at++) {
    const lacking = (want[at] as number) & ~(have[at] as number);
    if (lacking !== 0) return at * 32 + lowest(lacking);
  }
  for (let at = shared; at < want.length; at++) if (want[at] !== 0) return at * 32 + lowest(want[at] as number);
  return undefined;
};

export const isSuperset = (whole: Cover, part: Cover): boolean => firstMissing(whole, part) === undefined;

export const sameCover = (a: Cover, b: Cover): boolean => isSuperset(a, b) && isSuperset(b, a);

export const count = ({ bits }: Cover): number => {
  let sum = 0;
  for (let at = 0; at < bits.length; at++) sum += ones(bits[at] as number);
  return sum;
};

/** How many bits of a word are set. */
export const ones = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

export const countByKind = (universe: Universe, cover: Cover): Readonly<Record<EntityKind, number>> => {
  const masks = kindMasks(universe);
  const of = (kind: EntityKind): number => {
    const mask = masks[kind];
    const words = Math.min(mask.length, cover.bits.length);
    let sum = 0;
    for (let at = 0; at < words; at++) sum += ones((mask[at] as number) & (cover.bits[at] as number));
    return sum;
  };
  return { statement: of("statement"), branch: of("branch"), function: of("function") };
};

/** All entities of the universe that are of a kind, for `intersection`. */
export const allOf = (universe: Universe, kind: EntityKind): Cover => ({ bits: kindMasks(universe)[kind] });

type Masks = Record<EntityKind, Uint32Array>;

const masksOf = new WeakMap<Universe, { done: number; masks: Masks }>();

const none = (): Uint32Array => new Uint32Array(0);

/** Which entities are of which kind; the universe only grows, so only what is new is looked at. */
const kindMasks = (universe: Universe): Masks => {
  const entry = masksOf.get(universe) ?? { done: 0, masks: { statement: none(), branch: none(), function: none() } };
  masksOf.set(universe, entry);
  if (entry.done === universe.size) return entry.masks;
  const words = (universe.size + 31) >>> 5;
  for (const kind of ENTITY_KINDS)
    if (entry.masks[kind].length < words) entry.masks[kind] = longer(entry.masks[kind], words);
  for (; entry.done < universe.size; entry.done++) {
    const mask = entry.masks[universe.kindOf(entry.done)];
    mask[entry.done >>> 5] = (mask[entry.done >>> 5] as number) | (1 << (entry.done & 31));
  }
  return entry.masks;
};

interface CoverFilter {
  /** Only entities with such names (`--cover-only`). */
  readonly only?: RegExp;
  /** None with such names (`--ignore-cover`). */
  readonly ignore?: RegExp;
  readonly kinds?: readonly EntityKind[];
}

/** Takes the entities out of a set that are not asked for. Every name is looked at once, however many sets there are. */
export const coverFilter = (universe: Universe, { only, ignore, kinds }: CoverFilter): ((cover: Cover) => Cover) => {
  let mask: Uint32Array = new Uint32Array(0);
  let done = 0;
  const isAsked = (number: number): boolean => {
    const name = universe.nameOf(number);
    return (
      (kinds?.includes(universe.kindOf(number)) ?? true) &&
      (only === undefined || matches(only, name)) &&
      (ignore === undefined || !matches(ignore, name))
    );
  };
  return (cover) => {
    if (cover.bits.length * 32 > done && done < universe.size) {
      mask = mask.length * 32 < universe.size ? longer(mask, (universe.size + 31) >>> 5) : mask;
      for (; done < universe.size; done++)
        if (isAsked(done)) mask[done >>> 5] = (mask[done >>> 5] as number) | (1 << (done & 31));
    }
    return intersection(cover, { bits: mask });
  };
};

/** Whatever the flags of the expression, the same answer for the same name. */
const matches = (pattern: RegExp, name: string): boolean => {
  pattern.lastIndex = 0;
  return pattern.test(name);
};

export const entityWord = (universe: Universe, number: number): string =>
  `${universe.kindOf(number)}\t${universe.nameOf(number)}`;

export const entityNumber = (universe: Universe, word: string): number => {
  const tab = word.indexOf("\t");
  return universe.number(word.slice(0, tab) as EntityKind, word.slice(tab + 1));
};
