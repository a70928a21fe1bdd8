/** Entities of one run on their way into a set. */
import type { Cover, EntityKind, Universe } from "../coverage.ts";
import { unionOf } from "../covers.ts";

export interface Gathering {
  statement(file: string, line: number): void;
  branch(file: string, line: number, which: number | string): void;
  /** Adds an entity by its whole name, which need not begin with a file. */
  add(kind: EntityKind, name: string): void;
  function(file: string, name: string): void;
  number(number: number): void;
  isEmpty(): boolean;
  cover(): Cover;
}

export const gather = (universe: Universe): Gathering => {
  let bits: Uint32Array = new Uint32Array((universe.size + 32) >>> 5);
  let isEmpty = true;
  const number = (one: number): void => {
    const word = one >>> 5;
    if (word >= bits.length) {
      const longer = new Uint32Array(Math.max(word + 1, bits.length * 2));
      longer.set(bits);
      bits = longer;
    }
    bits[word] = (bits[word] as number) | (1 << (one & 31));
    isEmpty = false;
  };
  const add = (kind: EntityKind, name: string): void => number(universe.number(kind, name));
  return {
    add,
    number,
    statement: (file, line) => add("statement", `${file}:${line}`),
    branch: (file, line, which) => add("branch", `${file}:${line}:${which}`),
    function: (file, name) => add("function", `${file}:${name}`),
    isEmpty: () => isEmpty,
    cover: () => unionOf([{ bits }]),
  };
};
