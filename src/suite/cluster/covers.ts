/** Sets of entities on their way between machines: bits over a list of names that both have, and names that are new. */
import * as v from "valibot";
import type { Cover, Universe } from "../coverage.ts";
import { coverOf, ENTITY_KINDS, numbersIn, createUniverse, entityNumber, entityWord } from "../covers.ts";

/** As plain data. */
export interface SentCover {
  /** One bit for each name of the list, in base64. */
  readonly bits: string;
  /** What is not in the list: "kind<TAB>name". */
  readonly more?: readonly string[];
}

export interface CoverCodec {
  encode(cover: Cover): SentCover;
  /** Throws an `Error` for what is no set. */
  decode(sent: unknown): Cover;
}

/** The names of a universe, as both sides list them. */
export const namesOf = (universe: Universe): readonly string[] =>
  Array.from({ length: universe.size }, (_, number) => entityWord(universe, number)).toSorted();

export const coverCodec = (universe: Universe, names: readonly string[]): CoverCodec => {
  const numbers = names.map((name) => entityNumber(universe, checked(name)));
  const places = new Map(numbers.map((number, place) => [number, place]));
  return {
    encode: (cover) => {
      const bits = new Uint8Array((numbers.length + 7) >> 3);
      const more: string[] = [];
      for (const number of numbersIn(cover)) {
        const place = places.get(number);
        if (place === undefined) more.push(entityWord(universe, number));
        else bits[place >> 3] = (bits[place >> 3] as number) | (1 << (place & 7));
      }
      return { bits: Buffer.from(bits).toString("base64"), ...(more.length > 0 && { more }) };
    },
    decode: (sent) => {
      if (!v.is(sentCover, sent)) throw new Error("a worker has sent something that is not a set of entities");
      const bits = Buffer.from(sent.bits, "base64");
      const known = numbers.filter((_, place) => (((bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1);
      const more = (sent.more ?? []).map((name) => entityNumber(universe, checked(name)));
      return coverOf([...known, ...more]);
    },
  };
};

const sentCover = v.object({ bits: v.string(), more: v.optional(v.array(v.string())) });

const checked = (name: string): string => {
  if (ENTITY_KINDS.some((kind) => name.startsWith(`${kind}\t`))) return name;
  throw new Error("a worker has sent a name that is not the name of an entity");
};

/** A folder of this or the other machine, and what stands for it in names. */
export type Renaming = readonly [folder: string, name: string];

/** The longest folder counts. */
export const portableUniverse = (renamings: readonly Renaming[]): Universe => {
  const universe = createUniverse();
  const ordered = renamings
    .map(([folder, name]): Renaming => [`${folder}/`, name === "" ? "" : `${name}/`])
    .toSorted(([a], [b]) => b.length - a.length);
  return {
    get size() {
      return universe.size;
    },
    number: (kind, name) => {
      const [folder = "", by = ""] = ordered.find(([start]) => name.startsWith(start)) ?? [];
      return universe.number(kind, by + name.slice(folder.length));
    },
    kindOf: (number) => universe.kindOf(number),
    nameOf: (number) => universe.nameOf(number),
  };
};
