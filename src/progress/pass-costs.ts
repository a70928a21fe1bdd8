/**
 * What passes have cost in recorded runs: tests at the first visit for each root of a byte, in the order in which the passes have their turns.
 * `npm run bench:estimate -- --fit` prints it anew.
 */
export const COSTS: Readonly<Record<string, number>> = {
  elements: 0.54,
  literals: 0.13,
  gaps: 0,
  names: 0.07,
  "other names": 0.01,
  "bare strings": 0,
  strings: 0,
  arguments: 0,
  definitions: 0.32,
  inline: 0.02,
  hoist: 2.76,
  fillers: 1.23,
  tokens: 2.39,
  brackets: 0.27,
  runs: 1.06,
  postfixes: 0,
  pointers: 0,
  generics: 0,
  qualifiers: 0,
  types: 0.01,
  merge: 0.08,
  twins: 0.13,
  "old parameters": 0,
  characters: 0.88,
  "blocks of 4096": 0,
  "blocks of 512": 0,
  "blocks of 64": 0,
  "blocks of 16": 0.61,
  "blocks of 4": 1.22,
  bytes: 1.29,
  zeroes: 1.15,
  halves: 1.07,
};

/** Passes that ask about every byte: tests for each byte. */
export const COSTS_PER_BYTE: ReadonlySet<string> = new Set(["bytes", "zeroes", "halves"]);
