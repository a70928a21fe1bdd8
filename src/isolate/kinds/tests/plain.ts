/** Any program that takes names of tests and runs them in their order: the ends decide how the victim's outcome is recognised. */
import type { Selection, Test } from "./runner.ts";

export const plainTest = (line: string): Test => ({ id: line, name: line });

const idsOf = (tests: readonly Test[]): readonly string[] => tests.map(({ id }) => id);

export const plainSelection: Selection = {
  choose: (tests) => ({ words: idsOf(tests) }),
  shown: idsOf,
};
