/** The equipment of this machine: its processes, its memory, its cores. */
import { resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import { localExecutor } from "../executors/local.ts";
import { commandOracle, type CommandTest } from "../oracles/command.ts";
import { barOf, RESULT_RUNS, withFlaky } from "../oracles/flaky.ts";
import { learn } from "../oracles/learn.ts";
import type { ProcessOracle } from "../oracles/oracle.ts";
import { measureRate } from "../oracles/rate.ts";
import { scriptOracle } from "../oracles/script.ts";
import { serverOracle } from "../oracles/server.ts";
import { CALIBRATION_MS, hardLimit, Timeouts } from "../oracles/timeouts.ts";
import type { Setting } from "../oracles/trial.ts";
import { withRepeats } from "../oracles/with-repeats.ts";
import { checkSandbox, defaultJobs, openRunner, openScratch, sandboxed, type Runner } from "../runner/index.ts";
import type { Equipment, ExecutorOrder, OpenExecutor, OpenOracle, OracleOrder } from "./equipment.ts";
import type { OracleOptions } from "./options.ts";

const calibrationMs = ({ timeout = "auto" }: OracleOptions): number => (timeout === "auto" ? CALIBRATION_MS : timeout);

const openOracle = async (order: OracleOrder): Promise<OpenOracle> => {
  const { options, subject } = order;
  checkOne(options);
  if (options.oracle !== undefined)
    return { oracle: options.oracle, learnt: false, runs: 0, close: () => Promise.resolve() };
  if (options.sandbox === true) checkSandbox();
  const scratch = openScratch();
  const runner = openRunner({ scratch });
  const close = async (): Promise<void> => {
    await runner.close();
    scratch.close();
  };
  const { memory } = options;
  const used = options.sandbox === true ? inSandbox(runner, order) : runner;
  try {
    const opened = await chosen(order, { subject, runner: used, scratch, ...(memory !== undefined && { memory }) });
    const { oracle } = opened;
    const closeAll = async (): Promise<void> => {
      await oracle.close();
      await close();
    };
    return { ...opened, oracle: repeated(oracle, options), close: closeAll };
  } catch (error) {
    await close();
    throw error;
  }
};

type Chosen = Omit<OpenOracle, "close">;

const chosen = async (order: OracleOrder, setting: Setting): Promise<Chosen> => {
  const { test, command, oracleServer } = order.options;
  if (command !== undefined) return await learntCommand(order, setting, command);
  if (test !== undefined) return { oracle: scriptOracle(setting, test), learnt: false, runs: 0 };
  return { oracle: serverOracle({ ...setting, command: oracleServer as string }), learnt: false, runs: 0 };
};

const learntCommand = async (order: OracleOrder, setting: Setting, command: readonly string[]): Promise<Chosen> => {
  const { options, source, signal } = order;
  const known = storedTest(order.earlier);
  if (known !== undefined) return { oracle: commandOracle(setting, known), learnt: false, runs: 0 };
  const { refine: refinements = {}, flaky = false } = options;
  const timeout = calibrationMs(options);
  const { test, runs, advice } = await learn({
    setting,
    command,
    refinements,
    original: source,
    timeout,
    flaky,
    signal,
  });
  const oracle = commandOracle(setting, test);
  return { oracle, learnt: true, runs, ...(advice !== undefined && { advice }) };
};

/** The test in the identity of an earlier oracle, repeated or not. */
const storedTest = (identity: unknown): CommandTest | undefined => {
  const { kind, of, command, signature, refinements } = (identity ?? {}) as Partial<CommandTest> & {
    readonly kind?: string;
    readonly of?: unknown;
  };
  if (kind === "repeats") return storedTest(of);
  if (kind !== "command" || command === undefined || signature === undefined || refinements === undefined)
    return undefined;
  return { command, signature, refinements };
};

const repeated = (oracle: ProcessOracle, { repeat = 1 }: OracleOptions): ProcessOracle =>
  repeat > 1 ? withRepeats(oracle, repeat) : oracle;

/** Every command in a sandbox that can write to nothing but its working directory. */
const inSandbox = (runner: Runner, { subject, options }: OracleOrder): Runner => {
  const script = options.test === undefined ? [] : [resolve(subject.origin, options.test)];
  const readable = [subject.origin, ...subject.beside, ...script];
  return {
    name: runner.name,
    run: (job, signal) =>
      runner.run({ ...job, command: sandboxed(job.command, { scratch: job.cwd, readable }) }, signal),
    close: () => runner.close(),
  };
};

const openExecutor = ({ oracle, options, jobs, samples, measured }: ExecutorOrder): OpenExecutor => {
  const timeouts = new Timeouts(samples, measured.hardMs);
  if (options.flaky !== true) return { executor: localExecutor({ oracle: kept(oracle), jobs, timeouts }) };
  const bar = barOf(measured.rate);
  return {
    executor: localExecutor({ oracle: withFlaky(kept(oracle), bar), jobs, timeouts }),
    async verify(candidate, signal) {
      const run = async (): Promise<boolean> =>
        (await oracle.test(candidate, { timeout: measured.hardMs }, signal)).outcome === "fail";
      const rate = await measureRate(run, RESULT_RUNS);
      return { holds: rate.rate > (bar.good + bar.bad) / 2, rate };
    },
  };
};

/** The executor comes and goes; the oracle is closed by who opened it. */
const kept = (oracle: ProcessOracle): ProcessOracle => ({
  words: oracle.words,
  identity: oracle.identity,
  repeatLine: (path, candidate) => oracle.repeatLine(path, candidate),
  test: (candidate, terms, signal) => oracle.test(candidate, terms, signal),
  close: () => Promise.resolve(),
});

const checkOne = ({ test, command, oracleServer, oracle }: OracleOptions): void => {
  const given = [test, command, oracleServer, oracle].filter((each) => each !== undefined);
  if (given.length === 1) return;
  throw new UserError("USAGE", given.length === 0 ? "It was not said what counts." : "It was said twice what counts.", {
    advice: "Give one of --test SCRIPT, -- COMMAND ARG... and --oracle-server COMMAND.",
  });
};

export const localEquipment: Equipment = {
  openOracle,
  calibrationMs,
  hardMs: ({ timeout = "auto" }, samples) => (timeout === "auto" ? hardLimit(samples) : timeout),
  openExecutor,
  defaultJobs,
};
