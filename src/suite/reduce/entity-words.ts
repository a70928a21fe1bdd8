/** Entities as they are kept between sessions and sent between machines, where numbers mean nothing: "kind<TAB>name". */
import type { EntityKind, Universe } from "../coverage.ts";

export const entityWord = (universe: Universe, number: number): string =>
  `${universe.kindOf(number)}\t${universe.nameOf(number)}`;

export const entityNumber = (universe: Universe, word: string): number => {
  const tab = word.indexOf("\t");
  return universe.number(word.slice(0, tab) as EntityKind, word.slice(tab + 1));
};
