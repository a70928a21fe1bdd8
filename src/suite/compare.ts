/** Suites side by side: what they cover, cost and find. */
import { join } from "node:path";
import { runsDirectoryOf } from "../runs/place.ts";
import { measureSuites, type NamedSuite, testsOf } from "./compare-measure.ts";
import type { Cover, EntityKind, Universe } from "./coverage.ts";
import { difference, numbersIn, unionOf } from "./covers.ts";
import type { MeasuredFile, MeasuredFiles } from "./measure.ts";
import type { MeasureOptions } from "./options.ts";
import { openMeasurer } from "./run/open.ts";
import { hintsFor } from "./hints.ts";
import {
  checkFindings,
  findFaults,
  type FaultsFound,
  type FindingOptions,
  type MutantsFound,
} from "./mutation/open.ts";
import { cutToBudget } from "./selection/budget.ts";
import { budgetTable, wholeTable, type MeasuredSuite, type MeasuredTest, type Table } from "./selection/tables.ts";

export interface CompareOptions extends Omit<MeasureOptions, "tests">, FindingOptions {
  /** Directories, or lists of files as `suite quick` writes them. The first is compared with. */
  readonly suites: readonly string[];
  /** In milliseconds; the time of the quickest suite unless given. */
  readonly budgets?: readonly number[];
  readonly seed?: number;
}

export interface Comparison {
  readonly universe: Universe;
  readonly suites: readonly NamedSuite[];
  /** Whole suites first, with the tests that the first suite begins with for as long as each quicker one takes; then at equal budgets. */
  readonly tables: readonly Table[];
  /** What the first suite covers and the others do not, by suite. */
  readonly lost: readonly {
    readonly suite: string;
    readonly entities: readonly { readonly kind: EntityKind; readonly name: string }[];
  }[];
  readonly mutants?: MutantsFound;
  readonly faults?: readonly FaultsFound[];
  /** What looks wrong with the suites. */
  readonly hints: readonly string[];
}

/** Repetitions, as in the paper. */
const REPETITIONS = 30;

export const compareSuites = async (options: CompareOptions): Promise<Comparison> => {
  const { suites: typed, cwd = process.cwd(), seed = 1 } = options;
  const files = typed.map((name) => ({ name, tests: testsOf(name, cwd) }));
  checkFindings(typed, options);
  const measure: MeasureOptions = { ...options, tests: typed };
  const storage = join(runsDirectoryOf(cwd, options.runsDirectory), "readers");
  const opened = await openMeasurer(
    measure,
    files.flatMap(({ tests }) => tests),
    storage,
  );
  try {
    const suites = await measureSuites(files, opened, measure);
    const { universe } = opened.measurer;
    const found = await findFaults(suites, options, seed);
    const rows = suites.map(({ name, tests }, suite): MeasuredSuite => {
      const known = found.tests(suite);
      return { name, tests: tests.map(({ all }, index) => ({ ...(known[index] as MeasuredTest), cover: all })) };
    });
    const seeds = Array.from({ length: REPETITIONS }, (_, index) => seed + index);
    const budgets = options.budgets ?? [Math.min(...suites.map(timeOf)) * 1.0001];
    return {
      universe,
      suites,
      tables: [
        wholeTable([...rows, ...prefixesOf(rows)], universe),
        // At equal time nothing is kept free: the budget is a measured time, not a promise.
        ...budgets.map((ms) => budgetTable(rows, ms, { universe, seeds, cut: { headRoom: 0 } })),
      ],
      lost: suites
        .slice(1)
        .map((suite) => ({ suite: suite.name, entities: lostIn(suites[0] as MeasuredFiles, suite) })),
      ...(found.mutants && { mutants: found.mutants }),
      ...(found.faults && { faults: found.faults }),
      hints: suites.flatMap(({ name, tests }) => hintsFor(tests).map((hint) => `${name}: ${hint}`)),
    };
  } finally {
    await opened.close();
  }
};

/** What one would get in the time of a quicker suite without any choice: the first tests of the first suite. */
const prefixesOf = (rows: readonly MeasuredSuite[]): readonly MeasuredSuite[] => {
  const [first, ...others] = rows as [MeasuredSuite, ...MeasuredSuite[]];
  return others.flatMap((other): readonly MeasuredSuite[] => {
    const { kept } = cutToBudget(first.tests, timeOf(other), { headRoom: 0, fill: false });
    if (kept.length === 0 || kept.length === first.tests.length) return [];
    return [{ name: `${first.name}, ${kept.length} first, for ${other.name}`, tests: kept }];
  });
};

const timeOf = ({ tests }: { readonly tests: readonly { readonly ms: number }[] }): number =>
  tests.reduce((sum, { ms }) => sum + ms, 0);

const allIn = (tests: readonly MeasuredFile[]): Cover => unionOf(tests.map((test) => test.all));

const lostIn = ({ universe, tests }: MeasuredFiles, other: MeasuredFiles) => {
  return numbersIn(difference(allIn(tests), allIn(other.tests)))
    .map((number) => ({ kind: universe.kindOf(number), name: universe.nameOf(number) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
};
