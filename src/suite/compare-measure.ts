/** The suites of a comparison: their tests, each measured once however many suites have it. */
import { readFileSync, statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import { measureFiles, type MeasuredFile, type MeasuredFiles } from "./measure.ts";
import { distinctTests, type NamedTests } from "./mutation/baseline.ts";
import type { MeasureOptions } from "./options.ts";
import type { OpenMeasurer } from "./run/open.ts";
import { TIMINGS } from "./selection/budget.ts";
import { readTests, type TestFile } from "./tests.ts";

/** Its counts are those of all suites together: a test that several have is run once. */
export type NamedSuite = MeasuredFiles & { readonly name: string };

/** A directory or file, or a list as `suite quick` writes it, which names files from where pare was started; they stay in its order. */
export const testsOf = (name: string, cwd: string): readonly TestFile[] => {
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
      throw new UserError("NO_INPUT", `There is no ${line}, which ${name} lists.`, {
        advice: "Make the list again, or start pare where it was made: its paths are relative to that directory.",
      });
    return readTests([line], cwd);
  });
  const byPath = new Map(listed.map((test) => [test.path, { ...test, name: relative(cwd, test.path) }]));
  return [...byPath.values()];
};

/** A test that several suites have takes as long in each: else the time of the day would tell equal suites apart. */
export const measureSuites = async (
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
