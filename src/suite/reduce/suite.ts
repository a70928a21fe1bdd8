/** Every test of a suite, each as small as its own effect allows: in parallel over tests first. */
import { basename, join, resolve } from "node:path";
import { digest } from "../../core/digest.ts";
import { UserError } from "../../core/errors.ts";
import { PARE_VERSION } from "../../runs/version.ts";
import { modeLimitedBy } from "../../runs/audience.ts";
import { heldInFolders, type HeldFile } from "../../runs/output/guarded-output.ts";
import { runPinned, startRun, type PinnedTest, type RunContext } from "../../runs/run.ts";
import type { ReduceSuiteOptions, SuiteEvent } from "../options.ts";
import { partsOf, settledBy } from "../pinned.ts";
import type { SuiteResult } from "../result.ts";
import type { MeasureLimits } from "../run/measurer.ts";
import { openMeasurer, type OpenMeasurer } from "../run/open.ts";
import { readTests, type TestFile } from "../tests.ts";
import { checkUnit } from "../units.ts";
import { summarize } from "./account.ts";
import { isCheapToStart } from "./start-up.ts";
import { SuiteSession, type SuiteSessionOptions } from "./session.ts";
import type { Worked } from "./work.ts";
import { localBackend, type OpenSuiteBackend, type SuiteBackend } from "./workshop.ts";

/** The limit of a run before anything is known about it. */
export const FIRST_LIMIT_MS = 60_000;

type SuiteContext = RunContext<SuiteEvent>;

/** Tests that cannot be reduced are kept as they are, and it is said why. Throws a `UserError` when that is so for all of them. */
export const reduceSuite = async (
  options: ReduceSuiteOptions,
  backend: SuiteBackend = localBackend,
): Promise<SuiteResult> =>
  await startRun<SuiteEvent, never, SuiteResult>({
    options,
    warning: ({ message: text }) => ({ type: "note", text }),
    work: async (context) => {
      const { unit = "lines", cwd = process.cwd() } = options;
      checkUnit(unit);
      const tests = readTests(options.tests, cwd);
      const output = outputOf(options, tests);
      const places = tests.map(({ name }) => heldInFolders(join(output, name)));
      return await runPinned(
        context,
        () => partsOf(options),
        (test) => reduceOnce({ options, backend, context, tests, output, places, test }),
      );
    },
  }).result;

interface Suite {
  readonly options: ReduceSuiteOptions;
  readonly backend: SuiteBackend;
  readonly context: SuiteContext;
  readonly tests: readonly TestFile[];
  readonly output: string;
  /** The places of the results, in the order of the tests. */
  readonly places: readonly HeldFile[];
  readonly test: PinnedTest;
}

const reduceOnce = async (suite: Suite): Promise<SuiteResult> => {
  const { options, backend, context, tests } = suite;
  const { runs, signal } = context;
  const equipped = await backend({ ...options, onEvent: context.emit });
  let opened: OpenMeasurer | undefined;
  let session: SuiteSession | undefined;
  try {
    opened = await openMeasurer(options, tests, join(runs, "readers"));
    const timeout = options.timeout ?? FIRST_LIMIT_MS;
    await settledBy(suite.test.pins, tests, opened.measurer, { timeout, signal });
    session = new SuiteSession(sessionOptions(suite, opened.identity));
    const limits = { timeout, signal: session.halt.signal };
    return await inSession(suite, { equipped, opened, session, limits });
  } catch (error) {
    if (session?.halt.signal.aborted !== true && !signal.aborted) session?.forgetIfEmpty();
    else if (session?.isEmpty() === false)
      context.emit({ type: "stopped", ...session.doneOf(tests.length), run: session.paths.directory });
    throw error;
  } finally {
    await session?.close();
    await opened?.close();
    await equipped.close();
  }
};

interface OpenSuite {
  readonly equipped: OpenSuiteBackend;
  readonly opened: OpenMeasurer;
  readonly session: SuiteSession;
  readonly limits: MeasureLimits;
}

const inSession = async (suite: Suite, { equipped, opened, session, limits }: OpenSuite): Promise<SuiteResult> => {
  const { options, context, tests, output, places } = suite;
  const { unit = "lines", start = "auto" } = options;
  const { measurer } = opened;
  const run = session.paths.directory;
  const seeded = await session.fixed(async () =>
    start === "auto" ? await isCheapToStart(tests, unit, measurer, limits) : start === "seeded",
  );
  const workshop = await equipped.openWorkshop({ tests, opened, session, seeded, limits });
  try {
    context.emit({ type: "begun", tests: tests.length, jobs: workshop.jobs, run });
    let done = 0;
    const write = (one: Worked, index: number): void => {
      const { name, mode, path } = tests[index] as TestFile;
      session.vouch();
      places[index]?.put(one.bytes, modeLimitedBy([path], join(output, name), mode));
    };
    const worked = await workshop.workAll((one, index) => {
      const { name } = tests[index] as TestFile;
      done++;
      if (one.complete && one.trouble === undefined) write(one, index);
      const { before, after } = one.units;
      context.emit({ type: "reduced", name, done, tests: tests.length, before, after });
    });
    checkSome(worked, tests);
    // Tests that are kept as they are belong to a result; there is none before some test has an effect.
    session.vouch();
    for (const [index, one] of worked.entries()) if (one.trouble !== undefined) write(one, index);
    const result = summarize(worked, { measurer, output, jobs: workshop.jobs, seeded, run });
    session.finish(result.status);
    return { ...result, wallMs: performance.now() - context.startedAt };
  } finally {
    await workshop.close();
  }
};

/** Throws BAD_OUTPUT when results would take the place of tests. */
const outputOf = ({ output, cwd = process.cwd() }: ReduceSuiteOptions, tests: readonly TestFile[]): string => {
  const path = resolve(cwd, output);
  const own = tests.find((test) => test.path === join(path, test.name) || test.path.startsWith(join(path, "/")));
  if (own === undefined) return path;
  throw new UserError("BAD_OUTPUT", `The results would be written among the tests, to ${path}.`, {
    advice: "Give -o another directory: the tests stay as they are.",
  });
};

const sessionOptions = ({ options, context, tests, output, test }: Suite, measurer: unknown): SuiteSessionOptions => {
  const { unit = "lines", verdict = "same", start = "auto", seed = 1, timeout, memory } = options;
  return {
    runs: context.runs,
    name: basename(options.tests[0] ?? "suite"),
    identity: { measurer, unit, verdict, start, seed, timeout, memory, tests: digestOf(tests) },
    version: PARE_VERSION,
    output,
    description: "covers what the test covers",
    bytes: tests.reduce((sum, { size }) => sum + size, 0),
    ...test,
    signal: context.signal,
  };
};

/** Names and contents, without holding them all. */
const digestOf = (tests: readonly TestFile[]): string =>
  digest(tests.map((test) => `${test.name} ${digest(test.bytes())}`).join("\n"));

/** A suite of which no test can be measured is a mistake, not a result. */
const checkSome = (worked: readonly Worked[], tests: readonly TestFile[]): void => {
  if (worked.some(({ trouble }) => trouble === undefined)) return;
  const [first] = worked;
  if (first?.error !== undefined) throw first.error;
  throw new UserError(
    "NO_EFFECT",
    `No test has an effect to keep. The first, ${tests[0]?.name ?? ""}: ${first?.trouble ?? ""}.`,
    { advice: "Run one test by hand with the command as typed; see `pare suite reduce --help` for what readers need." },
  );
};
