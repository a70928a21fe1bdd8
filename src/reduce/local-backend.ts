/** The backend of this machine: its processes, its memory, its cores. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import { localExecutor } from "../executors/local.ts";
import { scriptCommand, scriptFile } from "../oracles/command-line.ts";
import { withAssembler } from "../oracles/assembled.ts";
import { commandOracle } from "../oracles/command.ts";
import { barOf, RESULT_RUNS, type Bar } from "../oracles/flaky.ts";
import { learn } from "../oracles/learn.ts";
import type { ProcessOracle } from "../oracles/oracle.ts";
import { differsOracle, storedDiffers } from "../oracles/sides/differs.ts";
import { learnDiffers } from "../oracles/sides/learn-differs.ts";
import { learnSane } from "../oracles/sides/learn-sane.ts";
import { sideLines } from "../oracles/sides/line.ts";
import { withPasses } from "../oracles/sides/passes.ts";
import { storedSane, withSane } from "../oracles/sides/sane.ts";
import { measureRate } from "../oracles/rate.ts";
import { CALIBRATION_MS, hardLimit, Timeouts } from "../oracles/timeouts.ts";
import type { TrialContext } from "../oracles/trial.ts";
import { defaultJobs } from "../runner/index.ts";
import { shortCutText } from "../runner/launchers/index.ts";
import type { Measured } from "../runs/record.ts";
import type { TestBackend, ExecutorOptions, OpenExecutor, OpenOracle, OpenOracleOptions } from "./backend.ts";
import { strictnessOf, type OracleOptions } from "./options.ts";
import { measuredBy, openTestSpace, processOracle, repeated, storedTest, type ProcessTest } from "./process-test.ts";

const calibrationMs = ({ timeout = "auto" }: OracleOptions): number => (timeout === "auto" ? CALIBRATION_MS : timeout);

const openOracle = async ({ assembler, ...order }: OpenOracleOptions): Promise<OpenOracle> => {
  const source = assembler?.assembled(order.source) ?? order.source;
  const open = await openSeen({ ...order, source });
  return { ...open, oracle: withAssembler(open.oracle, assembler) };
};

const openSeen = async (given: OpenOracleOptions): Promise<OpenOracle> => {
  const { options, subject, emit } = given;
  checkOne(options);
  const { oracle: own, memory, sandbox, keepLauncher, test, repeat, validators = [], sane = false } = options;
  if (own !== undefined && validators.length === 0 && !sane)
    return { oracle: own, learnt: false, runs: 0, close: () => Promise.resolve() };
  const { setting, close } = openTestSpace({
    subject,
    ...(memory !== undefined && { memory }),
    ...(sandbox !== undefined && { sandbox }),
    readable: test === undefined ? [] : [resolve(subject.origin, test)],
    ...(keepLauncher !== undefined && { keepLauncher }),
    onShortCut: (launcher, program) =>
      emit?.({ type: "warning", code: "LAUNCHER", message: shortCutText(launcher, program) }),
  });
  try {
    const opened = await chosen(given, setting);
    const oracle = await sided(given, setting, repeated(opened.oracle, repeat));
    const closeAll = async (): Promise<void> => {
      await oracle.close();
      await close();
    };
    return { ...opened, oracle, close: closeAll };
  } catch (error) {
    await close();
    throw error;
  }
};

/** With what must hold beside the test. */
const sided = async (
  given: OpenOracleOptions,
  setting: TrialContext,
  oracle: ProcessOracle,
): Promise<ProcessOracle> => {
  const { options, subject, source, earlier, signal, emit } = given;
  const { validators = [], oracleServer, sane = false } = options;
  const lines = sideLines(validators, subject);
  const beside = withPasses(oracle, { setting, lines, inTurn: oracleServer !== undefined });
  if (!sane) return beside;
  const { command = [], differs = [], test } = options;
  const script = test === undefined ? "" : readFileSync(scriptFile(scriptCommand(test, subject)), "latin1");
  const known = storedSane(earlier);
  const learnt =
    known ??
    (await learnSane({
      setting,
      original: source,
      texts: [command.join(" "), script, ...differs, ...validators],
      timeout: calibrationMs(options),
      signal,
      warn: (message) => emit?.({ type: "warning", code: "SANE", message }),
    }));
  return withSane(beside, setting, learnt);
};

type OracleParts = Omit<OpenOracle, "close">;

const chosen = async (options: OpenOracleOptions, setting: TrialContext): Promise<OracleParts> => {
  const { test, command, oracleServer, differs, oracle } = options.options;
  if (oracle !== undefined) return { oracle, learnt: false, runs: 0 };
  if (command !== undefined) return await learntCommand(options, setting, command);
  if (differs !== undefined) return await learntDiffers(options, setting, differs);
  const given: ProcessTest =
    test === undefined ? { kind: "server", command: oracleServer as string } : { kind: "script", script: test };
  return { oracle: processOracle(setting, given), learnt: false, runs: 0 };
};

const learntCommand = async (
  given: OpenOracleOptions,
  setting: TrialContext,
  command: readonly string[],
): Promise<OracleParts> => {
  const { options, source, signal } = given;
  const known = storedTest(given.earlier);
  if (known !== undefined) return { oracle: commandOracle(setting, known), learnt: false, runs: 0 };
  const { refine: refinements = {}, flaky = false } = options;
  const timeout = calibrationMs(options);
  const { test, trials, advice } = await learn({
    setting,
    command,
    refinements,
    original: source,
    timeout,
    flaky,
    strictness: strictnessOf(options),
    signal,
  });
  const oracle = commandOracle(setting, test);
  return { oracle, learnt: true, runs: trials.length, ...(advice !== undefined && { advice }) };
};

const learntDiffers = async (
  { options, subject, source, signal, earlier }: OpenOracleOptions,
  setting: TrialContext,
  differs: readonly [a: string, b: string],
): Promise<OracleParts> => {
  const known = storedDiffers(earlier);
  if (known !== undefined) return { oracle: differsOracle(setting, known), learnt: false, runs: 0 };
  const lines = sideLines(differs, subject) as readonly [string, string];
  const { test, runs } = await learnDiffers({
    setting,
    lines,
    original: source,
    timeout: calibrationMs(options),
    strictness: strictnessOf(options),
    signal,
  });
  return { oracle: differsOracle(setting, test), learnt: true, runs };
};

const openExecutor = ({ oracle, options, jobs, samples, measured }: ExecutorOptions): OpenExecutor => {
  const timeouts = new Timeouts(samples, measured.hardMs);
  if (options.flaky !== true) return { executor: localExecutor({ oracle: kept(oracle), jobs, timeouts }) };
  const bar = barOf(measured.rate);
  return {
    executor: localExecutor({ oracle: measuredBy(kept(oracle), bar), jobs, timeouts }),
    verify: measuredHere(oracle, bar, measured),
  };
};

/** Measures candidates anew, on this machine. */
export const measuredHere =
  (oracle: ProcessOracle, bar: Bar, { hardMs }: Measured): NonNullable<OpenExecutor["verify"]> =>
  async (candidate, signal) => {
    const run = async (): Promise<boolean> =>
      (await oracle.test(candidate, { timeout: hardMs }, signal)).outcome === "fail";
    const rate = await measureRate(run, RESULT_RUNS);
    return { holds: rate.rate > (bar.good + bar.bad) / 2, rate };
  };

/** The executor comes and goes; the oracle is closed by who opened it. */
const kept = (oracle: ProcessOracle): ProcessOracle => ({
  description: oracle.description,
  identity: oracle.identity,
  repeatLine: (path, candidate) => oracle.repeatLine(path, candidate),
  test: (candidate, terms, signal) => oracle.test(candidate, terms, signal),
  close: () => Promise.resolve(),
});

const checkOne = ({ test, command, oracleServer, differs, oracle }: OracleOptions): void => {
  const given = [test, command, oracleServer, differs, oracle].filter((each) => each !== undefined);
  if (given.length === 1) return;
  throw new UserError("USAGE", given.length === 0 ? "No test was given." : "More than one test was given.", {
    advice: "Give one of --test SCRIPT, -- COMMAND ARG..., --differs A B and --oracle-server COMMAND.",
  });
};

export const localBackend: TestBackend = {
  openOracle,
  calibrationMs,
  hardMs: ({ timeout = "auto" }, samples) => (timeout === "auto" ? hardLimit(samples) : timeout),
  openExecutor,
  testsHere: true,
  defaultJobs,
};
