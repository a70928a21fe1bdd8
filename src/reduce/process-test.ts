/** Tests that are processes, from what is known of them to an oracle: the same on this machine and on the workers of a cluster. */
import { type Bar, withRepeats } from "../oracles/flaky.ts";
import { withFlaky } from "../oracles/flaky.ts";
import { commandOracle, type CommandTest } from "../oracles/command.ts";
import type { ProcessOracle, Subject } from "../oracles/oracle.ts";
import { scriptOracle } from "../oracles/script.ts";
import { serverOracle } from "../oracles/server.ts";
import { differsOracle, type DiffersTest } from "../oracles/sides/differs.ts";
import { Forks } from "../oracles/symbols/forks.ts";
import { Symbols } from "../oracles/symbols/index.ts";
import type { TrialContext } from "../oracles/trial.ts";
import { adjusted, checkSandbox, openRunnerSpace, type Runner } from "../runner/index.ts";
import { withShortCuts, type ShortCutOptions } from "../runner/launchers/index.ts";

/** What decides, as plain data. */
export type ProcessTest =
  | { readonly kind: "script"; readonly script: string }
  | ({ readonly kind: "command" } & CommandTest)
  | ({ readonly kind: "differs" } & DiffersTest)
  /** For sh. */
  | { readonly kind: "server"; readonly command: string };

export const processOracle = (setting: TrialContext, test: ProcessTest): ProcessOracle => {
  if (test.kind === "script") return scriptOracle(setting, test.script);
  if (test.kind === "server") return serverOracle({ ...setting, command: test.command });
  if (test.kind === "differs") {
    const { kind: _, ...differs } = test;
    return differsOracle(setting, differs);
  }
  const { command, signature, refinements } = test;
  return commandOracle(setting, { command, signature, refinements });
};

/** How many runs make one verdict. */
export const repeated = (oracle: ProcessOracle, repeat = 1): ProcessOracle =>
  repeat > 1 ? withRepeats(oracle, repeat) : oracle;

export const measuredBy = (oracle: ProcessOracle, bar: Bar | undefined): ProcessOracle =>
  bar === undefined ? oracle : withFlaky(oracle, bar);

export interface TestSpaceOptions {
  readonly subject: Subject;
  readonly memory?: number;
  readonly sandbox?: boolean;
  /** What a sandbox has to show besides the origin and what lies beside the candidate, by absolute paths. */
  readonly readable?: readonly string[];
  /** Launchers are started for every test. */
  readonly keepLauncher?: boolean;
  readonly onShortCut?: ShortCutOptions["onFound"];
}

/** A runner and a scratch directory. */
export interface TestSpace {
  readonly setting: TrialContext;
  close(): Promise<void>;
}

/** Throws a `UserError` where there can be no sandbox. */
export const openTestSpace = (options: TestSpaceOptions): TestSpace => {
  const { subject, memory, sandbox = false, readable = [], keepLauncher = false, onShortCut } = options;
  if (sandbox) checkSandbox();
  const { runner: plain, scratch, close } = openRunnerSpace();
  const symbols = new Symbols(sandbox ? undefined : new Forks(plain, scratch));
  const shortCuts = { room: scratch.path, ...(onShortCut !== undefined && { onFound: onShortCut }) };
  const runner = keepLauncher ? plain : withShortCuts(plain, shortCuts);
  const used = sandbox ? inSandbox(runner, [subject.origin, ...subject.extraFiles, ...readable]) : runner;
  return {
    setting: { subject, runner: used, scratch, reports: symbols, ...(memory !== undefined && { memory }) },
    close: async () => {
      await symbols.close();
      await close();
    },
  };
};

/** Every command in a sandbox that can write to nothing but its working directory. */
const inSandbox = (runner: Runner, readable: readonly string[]): Runner =>
  adjusted(runner, (job) => ({ ...job, sandbox: { scratch: job.cwd, readable } }));

/** The test in the identity of an oracle, repeated or not. */
export const storedTest = (identity: unknown): CommandTest | undefined => {
  const { kind, of, command, signature, refinements } = (identity ?? {}) as Partial<CommandTest> & {
    readonly kind?: string;
    readonly of?: unknown;
  };
  if (kind === "repeats" || kind === "passes" || kind === "sane") return storedTest(of);
  if (kind !== "command" || command === undefined || signature === undefined || refinements === undefined)
    return undefined;
  return { command, signature, refinements };
};
