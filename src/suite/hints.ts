/** What looks wrong with a suite as a whole, in words. */
import type { Cover } from "./coverage.ts";
import { sameCover } from "./covers.ts";

const ADVICE =
  "the command may not find what it needs: relative paths are resolved in a scratch directory; use --with or absolute paths";

/** What is looked at. */
interface SeenTest {
  readonly all: Cover;
  readonly ending: string;
  readonly failing: boolean;
}

/** How a test ends that finds nothing wrong. */
const PASSES: ReadonlySet<string> = new Set(["exits with 0", "returns"]);

export const isFailing = (ending: string): boolean => !PASSES.has(ending);

/** One test alone says nothing about the command. */
export const hintsFor = (tests: readonly SeenTest[]): readonly string[] => {
  if (tests.length < 2) return [];
  const first = tests[0] as SeenTest;
  if (tests.every(({ failing }) => failing)) return [`every test fails (the first ${first.ending}): ${ADVICE}`];
  if (tests.every(({ all }) => sameCover(all, first.all))) return [`all tests cover the same: ${ADVICE}`];
  return [];
};
