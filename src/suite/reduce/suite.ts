/** Every test of a suite, each as small as its own effect allows: in parallel over tests first. */
import { basename, join, resolve } from "node:path";
import { digest } from "../../core/digest.ts";
import { UserError } from "../../core/errors.ts";
import { PARE_VERSION } from "../../reduce/version.ts";
import { modeLimitedBy } from "../../runs/audience.ts";
import { heldInFolders, type HeldFile } from "../../runs/guarded-output.ts";
import type { Pins } from "../../runs/pins.ts";
import { elsewhereNote, runsDirectoryOf } from "../../runs/place.ts";
import type { ReduceSuiteOptions } from "../options.ts";
import { settledBy, withPins } from "../pinned.ts";
import type { SuiteResult } from "../result.ts";
import { openMeasurer, type OpenMeasurer } from "../run/open.ts";
import { readTests, type TestFile } from "../tests.ts";
import { checkUnit } from "../units/index.ts";
import { summarize } from "./account.ts";
import { isCheapToStart } from "./start-up.ts";
import { SuiteSession } from "./session.ts";
import type { Worked } from "./work.ts";
import { localBackend, type SuiteBackend, type Workshop } from "./workshop.ts";

/** Of a run before anything is known about it. */
export const FIRST_LIMIT_MS = 60_000;

/** Tests that cannot be reduced are kept as they are, and it is said why. Throws a `UserError` when that is so for all of them. */
export const reduceSuite = async (
  options: ReduceSuiteOptions,
  backend: SuiteBackend = localBackend,
): Promise<SuiteResult> => {
  const { unit = "lines", cwd = process.cwd() } = options;
  checkUnit(unit);
  const tests = readTests(options.tests, cwd);
  const output = outputOf(options, tests);
  const places = tests.map(({ name }) => heldInFolders(join(output, name)));
  return await withPins(options, (pins, isFirst) => {
    const fresh = isFirst && options.fresh === true;
    return reduceOnce({ ...options, fresh }, backend, { tests, output, places, pins });
  });
};

interface Suite {
  readonly tests: readonly TestFile[];
  readonly output: string;
  /** Of the results, in the order of the tests. */
  readonly places: readonly HeldFile[];
  readonly pins: Pins;
}

const reduceOnce = async (
  options: ReduceSuiteOptions,
  backend: SuiteBackend,
  { tests, output, places, pins }: Suite,
): Promise<SuiteResult> => {
  const startedAt = performance.now();
  const { unit = "lines", cwd = process.cwd() } = options;
  const halt = new AbortController();
  const signal = AbortSignal.any([halt.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const runs = runsDirectoryOf(cwd, options.runsDirectory);
  const elsewhere = elsewhereNote(cwd, runs, options.runsDirectory);
  if (elsewhere !== undefined) options.onEvent?.({ type: "note", text: elsewhere });
  const equipped = await backend(options);
  let opened: OpenMeasurer | undefined;
  let session: SuiteSession | undefined;
  let workshop: Workshop | undefined;
  try {
    opened = await openMeasurer(options, tests, join(runs, "readers"));
    const { measurer } = opened;
    const limits = { timeout: options.timeout ?? FIRST_LIMIT_MS, signal };
    await settledBy(pins, tests, measurer, limits);
    const about = { tests, output, runs, pins, identity: opened.identity };
    session = new SuiteSession(sessionOrder(options, about), () => halt.abort());
    session.watch();
    const { start = "auto" } = options;
    const seeded = await session.fixed(async () =>
      start === "auto" ? await isCheapToStart(tests, unit, measurer, limits) : start === "seeded",
    );
    workshop = await equipped.openWorkshop({ tests, opened, session, seeded, limits });
    options.onEvent?.({ type: "begun", tests: tests.length, jobs: workshop.jobs, run: session.paths.directory });
    let done = 0;
    const write = (one: Worked, index: number): void => {
      const { name, mode, path } = tests[index] as TestFile;
      session?.vouch();
      places[index]?.put(one.bytes, modeLimitedBy([path], join(output, name), mode));
    };
    const worked = await workshop.workAll((one, index) => {
      const { name } = tests[index] as TestFile;
      done++;
      if (one.complete && one.trouble === undefined) write(one, index);
      const { before, after } = one.units;
      options.onEvent?.({ type: "reduced", name, done, tests: tests.length, before, after });
    });
    checkSome(worked, tests);
    // Tests that are kept as they are belong to a result; there is none before some test has an effect.
    session.vouch();
    for (const [index, one] of worked.entries()) if (one.trouble !== undefined) write(one, index);
    const result = summarize(worked, { measurer, output, jobs: workshop.jobs, seeded, run: session.paths.directory });
    session.finish(result.status);
    return { ...result, wallMs: performance.now() - startedAt };
  } catch (error) {
    if (!signal.aborted) session?.forgetIfEmpty();
    else if (session?.isEmpty() === false)
      options.onEvent?.({ type: "stopped", ...session.doneOf(tests.length), run: session.paths.directory });
    throw error;
  } finally {
    await workshop?.close();
    session?.close();
    await opened?.close();
    await equipped.close();
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

interface SessionAbout {
  readonly tests: readonly TestFile[];
  readonly output: string;
  readonly runs: string;
  readonly identity: unknown;
  readonly pins: Pins;
}

const sessionOrder = (options: ReduceSuiteOptions, { tests, output, runs, identity, pins }: SessionAbout) => {
  const { unit = "lines", verdict = "same", start = "auto", seed = 1, timeout, memory, fresh = false } = options;
  return {
    runs,
    name: basename(options.tests[0] ?? "suite"),
    identity: { measurer: identity, unit, verdict, start, seed, timeout, memory, tests: digestOf(tests) },
    version: PARE_VERSION,
    fresh,
    output,
    description: "covers what the test covers",
    bytes: tests.reduce((sum, { size }) => sum + size, 0),
    pins,
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
    `No test has an effect that could be kept. The first, ${tests[0]?.name ?? ""}: ${first?.trouble ?? ""}.`,
    { advice: "Run one test by hand with the command as typed; see `pare suite reduce --help` for what readers need." },
  );
};
