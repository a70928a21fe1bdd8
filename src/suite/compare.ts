/** Suites side by side: what they cover, cost and find. */
import { join, relative, resolve } from "node:path";
import { runsDirectoryOf } from "../runs/place.ts";
import type { Cover, EntityKind, Universe } from "./coverage.ts";
import { difference, numbersIn, unionOf } from "./covers.ts";
import { measureFiles, type MeasuredFile, type MeasuredFiles, type NamedSuite } from "./measure.ts";
import type { MeasureOptions } from "./options.ts";
import { openMeasurer, type OpenMeasurer } from "./run/open.ts";
import { hintsFor } from "./hints.ts";
import {
  checkFindings,
  findFaults,
  type FaultsFound,
  type FindingOptions,
  type MutantsFound,
} from "./mutation/open.ts";
import { cutToBudget, TIMINGS } from "./selection/budget.ts";
import { budgetTable, wholeTable, type MeasuredSuite, type MeasuredTest, type SuiteTable } from "./selection/tables.ts";
import { readFileSync, statSync } from "node:fs";
import { UserError } from "../core/errors.ts";
import { distinctTests, type NamedTests } from "./mutation/baseline.ts";
import { readTests, type TestFile } from "./tests.ts";

export interface CompareOptions extends Omit<MeasureOptions, "tests">, FindingOptions {
  /** Directories, or lists of files as `suite quick` writes them. The first is compared with. */
  readonly suites: readonly string[];
  /** In milliseconds; the time of the quickest suite unless given. */
  readonly budgets?: readonly number[];
  readonly seed?: number;
}

export interface SuiteComparison {
  readonly universe: Universe;
  readonly suites: readonly NamedSuite[];
  /** Whole suites first, with the tests that the first suite begins with for as long as each quicker one takes; then at equal budgets. */
  readonly tables: readonly SuiteTable[];
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

export const compareSuites = async (options: CompareOptions): Promise<SuiteComparison> => {
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

const lostIn = (
  { universe, tests }: MeasuredFiles,
  other: MeasuredFiles,
): SuiteComparison["lost"][number]["entities"] =>
  numbersIn(difference(allIn(tests), allIn(other.tests)))
    .map((number) => ({ kind: universe.kindOf(number), name: universe.nameOf(number) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));

/** A directory or file, or a list as `suite quick` writes it, which names files from where pare was started; they stay in its order. */
const testsOf = (name: string, cwd: string): readonly TestFile[] => {
  const list = resolve(cwd, name);
  if (!name.endsWith(".txt") || statSync(list, { throwIfNoEntry: false })?.isFile() !== true)
    return readTests([name], cwd);
  const lines = readFileSync(list, "utf8")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  if (lines.length === 0)
    throw new UserError("EMPTY_SUITE", `${name} lists no tests.`, {
      advice: "Name a directory of tests, or a list with one path a line.",
    });
  // Base names need not differ: tests of a list are called by their paths.
  const listed = lines.flatMap((line) => {
    if (statSync(resolve(cwd, line), { throwIfNoEntry: false }) === undefined)
      throw new UserError("NO_INPUT", `${name} lists ${line}, which does not exist.`, {
        advice: "Make the list again, or start pare where it was made: its paths are relative to that directory.",
      });
    return readTests([line], cwd);
  });
  const byPath = new Map(listed.map((test) => [test.path, { ...test, name: relative(cwd, test.path) }]));
  return [...byPath.values()];
};

/** A test that several suites have takes as long in each: else the time of the day would tell equal suites apart. */
const measureSuites = async (
  suites: readonly NamedTests[],
  opened: OpenMeasurer,
  options: MeasureOptions,
): Promise<readonly NamedSuite[]> => {
  const distinct = distinctTests(suites);
  const files = distinct.map(({ file, places }) => ({ ...file, name: `${places[0]?.suite}/${file.name}` }));
  const { universe, tests, troubles, counts } = await measureFiles(files, opened, options, { times: TIMINGS });
  const measured = new Map(tests.map((test) => [test.name, test]));
  const why = new Map(troubles);
  const keys = new Map(
    distinct.flatMap(({ places }, index) =>
      places.map(({ suite, name }) => [placeKey(suite, name), files[index]?.name ?? ""] as const),
    ),
  );
  return suites.map(({ name, tests: own }): NamedSuite => {
    const keyOf = (file: TestFile): string => keys.get(placeKey(name, file.name)) ?? "";
    const bad = own.flatMap((file) => {
      const reason = why.get(keyOf(file));
      return reason === undefined ? [] : [[file.name, reason] as const];
    });
    const good = own.flatMap((file): MeasuredFile[] => {
      const test = measured.get(keyOf(file));
      return test === undefined ? [] : [{ ...test, file, name: file.name }];
    });
    if (good.length > 0) return { name, universe, tests: good, troubles: bad, counts };
    const [first] = bad;
    throw new UserError("NO_EFFECT", `No test of ${name} can be measured. The first, ${first?.[0]}: ${first?.[1]}.`, {
      advice: "Run one test by hand with the command as typed.",
    });
  });
};

const placeKey = (suite: string, name: string): string => `${suite}\0${name}`;
