/** `pare suite quick`: quick tests by budget, and whether they are still worth running. */
import { join, relative, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { count, counted, percent, time } from "../../progress/figures.ts";
import { suiteJson, suiteLines } from "../../reporters/suite/closing.ts";
import type { ModeFor } from "../../runs/audience.ts";
import { heldInFolders, type HeldFile } from "../../runs/output/guarded-output.ts";
import { count as sizeOf, unionOf } from "../../suite/covers.ts";
import { hintsFor } from "../../suite/hints.ts";
import { measureSuite, type MeasuredFile, type MeasuredFiles } from "../../suite/measure.ts";
import type { MeasureOptions } from "../../suite/options.ts";
import type { SuiteResult } from "../../suite/result.ts";
import { isListable, quickScript, timedInScript } from "../../suite/quick-times.ts";
import { cutToBudget, TIMINGS } from "../../suite/selection/budget.ts";
import { readArguments } from "../arguments.ts";
import { nearby } from "../../reporters/nearby.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { toldMode } from "../report-mode.ts";
import { measuredJson } from "./measured-json.ts";
import { budgetsOf, measureOptionsOf, type Budget } from "./options.ts";
import { quickFileIn, readQuick, writeQuick, type Quick } from "./quick-file.ts";
import { closingOf, reducing } from "./reduce.ts";
import { inSuite, type Working } from "./screen.ts";
import { resumeCommand } from "../resume-command.ts";
import { cumulated, ordered, troubleLines } from "./select.ts";
import { SUITE_QUICK } from "./usages.ts";

const DIRECTORY = "quick";
/** Below it: where reduced tests go. */
const REDUCED = "tests";
/** A quick test that covers less of what it did has gone stale. */
const STALE = 0.95;

export const runQuick = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const { input, more, settings } = readArguments(SUITE_QUICK, typed, terminal);
  const tests = input === undefined ? [] : [input, ...more];
  const directory = resolve(terminal.directory, settings.output ?? DIRECTORY);
  return await inSuite(settings, terminal, ["suite", "quick", ...typed], async (working) => {
    const options: MeasureOptions = {
      ...measureOptionsOf(tests, settings),
      cwd: terminal.directory,
      signal: working.signal,
      onEvent: working.measuring,
    };
    const order = { options, settings, terminal, directory, working };
    if (settings.check === true) return await check(order);
    if (settings.reduce !== true) return await make(order);
    const result = await reducing({ tests, output: join(directory, REDUCED), settings, terminal, working });
    const isStopped = result.status === "stopped";
    const resume = isStopped ? { resume: resumeCommand(["suite", "quick", ...typed]) } : {};
    const closing = closingOf(result, terminal.directory, settings.verdict);
    const lines = suiteLines({ ...closing, ...resume }, false);
    await working.close(lines, isStopped ? { json: () => suiteJson(closing) } : {});
    return isStopped ? working.stopCode : await make({ ...withReduced(order), names: namesOf(result) });
  });
};

interface QuickOptions {
  readonly options: MeasureOptions;
  readonly settings: Settings;
  readonly terminal: Terminal;
  readonly directory: string;
  readonly working: Working;
  /** The names of the reduced tests; other files may be left from an earlier suite. */
  readonly names?: ReadonlySet<string>;
}

const withReduced = (given: QuickOptions): QuickOptions => ({
  ...given,
  options: { ...given.options, tests: [join(given.directory, REDUCED)] },
});

const namesOf = ({ tests }: SuiteResult): ReadonlySet<string> =>
  new Set(tests.filter(({ sameAs }) => sameAs === undefined).map(({ name }) => name));

const coveredBy = (tests: readonly MeasuredFile[]): number => sizeOf(unionOf(tests.map(({ all }) => all)));

const leastOf = (tests: readonly MeasuredFile[]): number =>
  tests.reduce((least, { ms }) => Math.min(least, ms), Number.POSITIVE_INFINITY);

const make = async (given: QuickOptions): Promise<number> => {
  const { options, settings, terminal, directory, working, names } = given;
  const startedAt = performance.now();
  const budgets = budgetsOf(settings.budgets ?? "30s,5m");
  const places = placesIn(directory, budgets);
  const suite = await measured(given);
  const order = ordered(suite, settings.by ?? "dst/s");
  const all = coveredBy(suite.tests);
  const made = budgets.map((budget) => {
    const { kept, ms } = cutToBudget(order, budget.ms);
    if (kept.length === 0)
      throw new UserError(
        "BUDGET",
        `No test fits into ${budget.name}: the quickest takes ${time(leastOf(suite.tests))}.`,
        {
          advice: "Give a longer --budget, or reduce the tests first: pare suite reduce.",
        },
      );
    write(places, budget, kept, terminal.directory, options);
    return {
      quick: {
        name: budget.name,
        budgetMs: budget.ms,
        ms,
        tests: kept.map(({ name }) => name),
        covered: coveredBy(kept),
      },
      kept,
    };
  });
  const quick = made.map((one): Quick => one.quick);
  const paths = suite.tests.map(({ file }) => file.path);
  writeQuick(places.quick, { reduced: names !== undefined, quick }, toldMode(paths, directory, terminal.directory));
  await working.close(
    [
      ...quick.map((one) => quickLine(one, { suite, all, directory, terminal })),
      firstLine(order, suite),
      ...troubleLines(suite),
      ...hintsFor(suite.tests).map((hint) => `note: ${hint}`),
    ],
    {
      json: () =>
        JSON.stringify({
          status: "complete",
          cases: suite.tests.length,
          ...measuredJson({ ...suite, before: suite.tests, after: longest(made.map(({ kept }) => kept)) }),
          quick: quick.map(({ tests, ...one }) => ({ ...one, tests: tests.length })),
          leftOut: suite.troubles.map(([name, why]) => ({ name, why })),
          wallMs: Math.round(performance.now() - startedAt),
        }),
    },
  );
  return 0;
};

/** The quick test with the most tests: what there is at best. */
const longest = (lists: readonly (readonly MeasuredFile[])[]): readonly MeasuredFile[] =>
  lists.reduce((most, list) => (list.length > most.length ? list : most), []);

/** Tests that a list cannot name are left out before anything is made of them. */
const listable = (suite: MeasuredFiles, origin: string): MeasuredFiles => {
  const isNamed = ({ file }: MeasuredFile): boolean => isListable(relative(origin, file.path));
  const why = "a list with one path per line cannot contain it";
  const tests = suite.tests.filter(isNamed);
  if (tests.length > 0) {
    const others = suite.tests.filter((test) => !isNamed(test)).map(({ name }) => [JSON.stringify(name), why] as const);
    return { ...suite, tests, troubles: [...suite.troubles, ...others] };
  }
  throw new UserError("BAD_NAMES", "No test has a path that a list with one path per line can contain.", {
    advice: "Give tests names without line breaks.",
  });
};

/** Times must hold when the script runs the tests, one behind the other and without a reader. */
const measured = async ({ options, terminal, working, names }: QuickOptions): Promise<MeasuredFiles> => {
  const { command, stdin = false, extraFiles = [] } = options;
  const { directory: origin } = terminal;
  const { signal } = working;
  const measuring = { times: TIMINGS, ...(names !== undefined && { names }) };
  if (command === undefined || options.inProcess !== undefined)
    return listable(await measureSuite(options, { ...measuring, alone: true }), origin);
  const suite = listable(await measureSuite(options, measuring), origin);
  const timed = await timedInScript(suite.tests, { command, stdin, extraFiles, origin, signal });
  const counts = { ...suite.counts, run: suite.counts.run + timed.runs };
  return { ...suite, tests: timed.tests, counts };
};

interface QuickSummary {
  readonly suite: MeasuredFiles;
  readonly all: number;
  readonly directory: string;
  readonly terminal: Terminal;
}

const quickLine = (
  { name, budgetMs, ms, tests, covered }: Quick,
  { suite, all, directory, terminal }: QuickSummary,
): string => {
  const path = `${nearby(terminal.directory, directory)}/${name}`;
  if (tests.length < suite.tests.length)
    return `${path}  ${counted(tests.length, "test")} of ${count(suite.tests.length)}, ${time(ms)}: ${percent(covered, all)} of what the suite covers`;
  const room = Math.floor((budgetMs * 0.9 * tests.length) / Math.max(ms, 0.001));
  return `${path}  the whole suite takes ${time(ms)}: about ${count(room)} such tests fit into ${name}; generate more`;
};

/** "first 4 tests give 98.6 % of the statements in 0.05 s". */
const firstLine = (order: readonly MeasuredFile[], suite: MeasuredFiles): string => {
  const rows = cumulated(order, suite);
  const all = rows.at(-1)?.covered ?? 0;
  const at = rows.findIndex(({ covered }) => covered >= all * 0.98);
  const row = rows[at];
  return row === undefined
    ? ""
    : `the first ${counted(at + 1, "test")} of ${rows.length} cover ${percent(row.covered, all)} of what the order is by, in ${time(row.ms)} of ${time(rows.at(-1)?.ms ?? 0)}`;
};

/** What is written, held while the suite is measured. */
interface HeldOutputs {
  readonly directory: string;
  /** By budget. */
  readonly lists: ReadonlyMap<string, HeldFile>;
  readonly scripts: ReadonlyMap<string, HeldFile>;
  readonly quick: HeldFile;
}

const placesIn = (directory: string, budgets: readonly Budget[]): HeldOutputs => {
  const held = (ending: string): ReadonlyMap<string, HeldFile> =>
    new Map(budgets.map(({ name }) => [name, heldInFolders(join(directory, `${name}.${ending}`))]));
  return { directory, lists: held("txt"), scripts: held("sh"), quick: heldInFolders(quickFileIn(directory)) };
};

/** A list of paths from where pare was started, and a script that runs them there. */
const write = (
  { directory, lists, scripts }: HeldOutputs,
  { name }: Budget,
  kept: readonly MeasuredFile[],
  origin: string,
  options: MeasureOptions,
): void => {
  const paths = kept.map(({ file }) => relative(origin, file.path));
  const modeOf = (most: number): ModeFor => toldMode(paths, directory, origin, most);
  lists.get(name)?.put(paths.map((path) => `${path}\n`).join(""), modeOf(0o666));
  const { command = [], stdin = false } = options;
  if (command.length === 0) return;
  const script = quickScript({ name, origin: relative(directory, origin), command, stdin });
  scripts.get(name)?.put(script, modeOf(0o777));
};

const check = async (options: QuickOptions): Promise<number> => {
  const startedAt = performance.now();
  const { terminal, directory, working } = options;
  const { quick: known, reduced = false } = readQuick(directory);
  const suite = await measureSuite((reduced ? withReduced(options) : options).options, { times: 1 });
  const byName = new Map(suite.tests.map((test) => [test.name, test]));
  const found = known.map((quick) => {
    const tests = quick.tests.flatMap((name) => byName.get(name) ?? []);
    const covered = coveredBy(tests);
    return {
      tests,
      said: {
        name: quick.name,
        before: quick.covered,
        after: covered,
        missing: quick.tests.length - tests.length,
        stale: covered < STALE * quick.covered,
      },
    };
  });
  const isStale = found.some(({ said }) => said.stale);
  await working.close(
    found.map(
      ({ said: { name, before, after, missing, stale } }) =>
        `${nearby(terminal.directory, directory)}/${name}  covers ${count(after)}, ${count(before)} when it was made${missing > 0 ? `; ${counted(missing, "test")} cannot be measured` : ""}: ${stale ? "stale, make it again" : "fine"}`,
    ),
    {
      json: () =>
        JSON.stringify({
          status: isStale ? "stale" : "complete",
          cases: suite.tests.length,
          ...measuredJson({ ...suite, before: suite.tests, after: longest(found.map(({ tests }) => tests)) }),
          quick: found.map(({ said }) => said),
          wallMs: Math.round(performance.now() - startedAt),
        }),
    },
  );
  return isStale ? 1 : 0;
};
