/** What looks wrong with a suite as a whole, in words. */
import type { Cover } from "./coverage.ts";
import type { MeasuredFile } from "./measure.ts";

const ADVICE =
  "the command may not find what it needs: relative paths are looked up in a scratch directory; use --with or absolute paths";

/** One test alone says nothing about the command. */
export const hintsFor = (tests: readonly MeasuredFile[]): readonly string[] => {
  if (tests.length < 2) return [];
  const first = tests[0] as MeasuredFile;
  if (tests.every(({ failing }) => failing)) return [`every test fails (the first ${first.ending}): ${ADVICE}`];
  if (tests.every(({ all }) => isSame(all, first.all))) return [`all tests cover the same: ${ADVICE}`];
  return [];
};

const isSame = ({ bits: a }: Cover, { bits: b }: Cover): boolean => {
  for (let word = 0; word < Math.max(a.length, b.length); word++) if ((a[word] ?? 0) !== (b[word] ?? 0)) return false;
  return true;
};
