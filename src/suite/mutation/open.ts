/** What suites find, beside what they cover: mutants killed, faults shown. */
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { defaultJobs, openRunnerSpace } from "../../runner/index.ts";
import type { NamedSuite } from "../measure.ts";
import { summarizeKills, killsByTest, type KillSummary } from "./kills.ts";
import type { MeasureOptions } from "../options.ts";
import { FIRST_LIMIT_MS } from "../reduce/suite.ts";
import type { MeasuredTest } from "../selection/tables.ts";
import { runMutants, type MutationOptions } from "./run.ts";
import { sourcesIn } from "./sources.ts";
import { faultsIn, readVersions, type Faults } from "./versions.ts";
import type { RunSetting } from "../run/laid-run.ts";

export interface FindingOptions {
  readonly mutants?: MutationOptions;
  /** A file with one version a line, the oldest first. */
  readonly versions?: string;
  readonly onFinding?: (what: "mutants" | "versions", done: number, of: number) => void;
}

export interface MutantsFound {
  /** All that can be made of the sources. */
  readonly possible: number;
  /** Drawn, but not built: they count for nobody. */
  readonly refused: number;
  /** Tests that print something else every time. */
  readonly unsteady: readonly string[];
  /** Tests that end otherwise every time: they do not count. */
  readonly leftOut: readonly string[];
  /** One a suite, compared with the first. */
  readonly suites: readonly KillSummary[];
}

export interface FaultsFound {
  readonly suite: string;
  readonly failing: number;
  readonly distinct: number;
  readonly unfixed: number;
}

export interface Findings {
  readonly mutants?: MutantsFound;
  readonly faults?: readonly FaultsFound[];
  /** The tests of a suite, with what they find. */
  readonly tests: (suite: number) => readonly MeasuredTest[];
}

type FindingContext = Omit<MeasureOptions, "tests"> & FindingOptions;

/** Throws what `findFaults` would throw without running anything: a suite may take hours to be measured before it. */
export const checkFindings = (suites: readonly string[], options: FindingContext): void => {
  const { mutants, versions, command = [], cwd = process.cwd() } = options;
  if (mutants === undefined && versions === undefined) return;
  if (options.inProcess !== undefined)
    throw new UserError("BAD_USAGE", "Mutants and versions are run by a command, not in process.", {
      advice:
        "Write the command that runs one test after --, and read coverage with --cover; or leave out --mutants and --versions.",
    });
  const origin = resolve(cwd);
  if (versions !== undefined) readVersions(versions, { command, origin });
  if (mutants !== undefined) sourcesIn(origin, mutants.source, pathsOf(suites, origin));
};

const pathsOf = (suites: readonly string[], origin: string): ReadonlySet<string> =>
  new Set(suites.map((name) => resolve(origin, name)));

/** Nothing is run unless something is asked for. `checkFindings` has found nothing wrong. */
export const findFaults = async (
  suites: readonly NamedSuite[],
  options: FindingContext,
  seed: number,
): Promise<Findings> => {
  const { mutants, versions } = options;
  if (mutants === undefined && versions === undefined) return { tests: (suite) => (suites[suite] as NamedSuite).tests };
  const { cwd = process.cwd(), command = [], extraFiles = [], stdin = false, memory } = options;
  const origin = resolve(cwd);
  const { runner, scratch, close } = openRunnerSpace(tmpdir());
  try {
    const setting: RunSetting = {
      command,
      origin,
      extraFiles: extraFiles.map((path) => resolve(origin, path)),
      stdin,
      runner,
      scratch,
      ...(memory !== undefined && { memory }),
    };
    const faults = versions === undefined ? undefined : await showFaults(suites, setting, { ...options, versions });
    const mutation = mutants && (await killMutants(suites, setting, { ...options, mutants, seed }));
    return findingsOf(suites, faults, mutation);
  } finally {
    await close();
  }
};

const showFaults = async (
  suites: readonly NamedSuite[],
  setting: RunSetting,
  { versions, jobs = defaultJobs(), signal = never(), onFinding }: FindingContext & { readonly versions: string },
): Promise<readonly Faults[]> => {
  const list = readVersions(versions, setting);
  const onTest = (done: number, of: number): void => onFinding?.("versions", done, of);
  const faults: Faults[] = [];
  for (const { tests } of suites)
    faults.push(await faultsIn(tests, { ...setting, versions: list, jobs, signal, onTest }));
  return faults;
};

interface KillOptions extends FindingContext {
  readonly mutants: MutationOptions;
  readonly seed: number;
}

const killMutants = (
  suites: readonly NamedSuite[],
  setting: RunSetting,
  { mutants, seed, onFinding, jobs = defaultJobs(), signal = never(), timeout = FIRST_LIMIT_MS }: KillOptions,
): ReturnType<typeof runMutants> =>
  runMutants({
    ...setting,
    ...mutants,
    command: mutants.command ?? setting.command,
    suites: suites.map(({ name, tests }) => ({ name, tests: tests.map(({ file }) => file) })),
    skipped: pathsOf(namesOf(suites), setting.origin),
    seed,
    timeout,
    jobs,
    signal,
    onMutant: (done, of) => onFinding?.("mutants", done, of),
  });

const namesOf = (suites: readonly NamedSuite[]): readonly string[] => suites.map(({ name }) => name);

const never = (): AbortSignal => new AbortController().signal;

const findingsOf = (
  suites: readonly NamedSuite[],
  faults: readonly Faults[] | undefined,
  mutation: Awaited<ReturnType<typeof runMutants>> | undefined,
): Findings => {
  const kills = mutation && suites.map(({ name }) => killsByTest(mutation.runs, name));
  return {
    ...(mutation && {
      mutants: {
        possible: mutation.possible,
        refused: mutation.runs.filter(({ built }) => !built).length,
        unsteady: mutation.unsteady,
        leftOut: mutation.leftOut,
        suites: summarizeKills(mutation.runs, namesOf(suites)),
      },
    }),
    ...(faults && {
      faults: faults.map(({ distinct, unfixed }, index): FaultsFound => {
        const { name, tests } = suites[index] as NamedSuite;
        return { suite: name, failing: tests.filter(({ failing }) => failing).length, distinct, unfixed };
      }),
    }),
    tests: (suite) =>
      (suites[suite] as NamedSuite).tests.map((test): MeasuredTest => {
        const fault = faults?.[suite]?.fixes.get(test.name);
        return {
          ...test,
          ...(kills && { kills: kills[suite]?.get(test.name) ?? [] }),
          ...(fault !== undefined && { fault }),
        };
      }),
  };
};
