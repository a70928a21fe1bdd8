/** Entities of one run on their way into a set. */
import type { Cover, EntityKind, Universe } from "../coverage.ts";
import { coverOf } from "../covers.ts";

export interface Gathering {
  statement(file: string, line: number): void;
  branch(file: string, line: number, which: number | string): void;
  /** For names that are not made of a file and something else too. */
  add(kind: EntityKind, name: string): void;
  function(file: string, name: string): void;
  number(number: number): void;
  readonly size: number;
  cover(): Cover;
}

export const gather = (universe: Universe): Gathering => {
  const numbers = new Set<number>();
  const add = (kind: EntityKind, name: string): void => {
    numbers.add(universe.number(kind, name));
  };
  return {
    add,
    statement: (file, line) => add("statement", `${file}:${line}`),
    branch: (file, line, which) => add("branch", `${file}:${line}:${which}`),
    function: (file, name) => add("function", `${file}:${name}`),
    number: (number) => {
      numbers.add(number);
    },
    get size() {
      return numbers.size;
    },
    cover: () => coverOf(numbers),
  };
};
