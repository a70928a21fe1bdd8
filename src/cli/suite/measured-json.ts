/** The part of `--json` that all commands have that measure suites and reduce nothing. */
import { count, countByKind, unionOf } from "../../suite/covers.ts";
import type { Universe } from "../../suite/coverage.ts";
import type { MeasuredFile, RunCounts } from "../../suite/measure.ts";
import type { BeforeAfter } from "../../suite/result.ts";

export interface MeasuredChange {
  readonly universe: Universe;
  /** The tests there are, and those that are left of them. */
  readonly before: readonly MeasuredFile[];
  readonly after: readonly MeasuredFile[];
  readonly counts: RunCounts;
}

export interface MeasuredJson {
  /** Tests: they are taken or left as a whole. */
  readonly units: BeforeAfter;
  readonly runMs: BeforeAfter;
  readonly covered: Readonly<Record<"effect" | "statements" | "branches" | "functions", BeforeAfter>>;
  readonly tests: RunCounts & { readonly recalled: number; readonly wasted: number };
}

export const measuredJson = ({ universe, before, after, counts }: MeasuredChange): MeasuredJson => {
  const [all, left] = [figuresOf(before, universe), figuresOf(after, universe)];
  const pair = (of: (figures: Figures) => number): BeforeAfter => ({ before: of(all), after: of(left) });
  const { run, fail, pass, unresolved, timeouts } = counts;
  return {
    units: pair(({ tests }) => tests),
    runMs: pair(({ ms }) => ms),
    covered: {
      effect: pair(({ effect }) => effect),
      statements: pair(({ statement }) => statement),
      branches: pair(({ branch }) => branch),
      functions: pair((figures) => figures.function),
    },
    // Nothing is searched, so nothing is known before or thrown away.
    tests: { run, recalled: 0, wasted: 0, fail, pass, unresolved, timeouts },
  };
};

type Figures = ReturnType<typeof figuresOf>;

const figuresOf = (tests: readonly MeasuredFile[], universe: Universe) => ({
  tests: tests.length,
  ms: Math.round(tests.reduce((sum, { ms }) => sum + ms, 0) * 10) / 10,
  effect: count(unionOf(tests.map(({ cover }) => cover))),
  ...countByKind(universe, unionOf(tests.map(({ all }) => all))),
});
