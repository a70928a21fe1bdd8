/** Running processes: the contents of this directory. */
import { UserError } from "../core/errors.ts";
import type { Backend } from "./backend.ts";
import { JobList } from "./job-list.ts";
import { loadLibc, type Libc } from "./libc.ts";
import { LocalRunner } from "./local.ts";
import { NativeBackend } from "./native.ts";
import type { ProcessJob, Runner } from "./runner.ts";
import { openScratch, type Scratch } from "./scratch.ts";
import { SpawnBackend } from "./spawn.ts";
import { Watchdog } from "./watchdog.ts";

export { defaultJobs } from "./jobs.ts";
export { discard, removeTree, takeLeft } from "./removal.ts";
export type { ProcessExit, ProcessJob, Runner, Sandbox } from "./runner.ts";
export { checkSandbox } from "./sandbox.ts";
export { openScratch, type Scratch } from "./scratch.ts";

export interface RunnerOptions {
  /** Removed by the watchdog if this process is killed; one of its own unless given. */
  readonly scratch?: Scratch;
  /** How processes are started; by default the environment variable PARE_RUNNER, else the best there is. */
  readonly backend?: "native" | "spawn";
}

/** The same runner for jobs of which something is different. */
export const adjusted = (runner: Runner, change: (job: ProcessJob) => ProcessJob): Runner => ({
  name: runner.name,
  run: (job, signal) => runner.run(change(job), signal),
  close: () => runner.close(),
});

/** Throws a `UserError` (BAD_RUNNER) when what was asked for is unknown or does not work here. */
export const openRunner = (options: RunnerOptions = {}): Runner => {
  const libc = chooseLibc(options.backend ?? process.env["PARE_RUNNER"]);
  const scratch = options.scratch ?? openScratch();
  const common = enter();
  common.watchdog.guard(scratch.path);
  const list = new JobList(scratch.path);
  const release = async (): Promise<void> => {
    list.close();
    if (options.scratch === undefined) scratch.close();
    await leave();
  };
  const backend = libc === undefined ? new SpawnBackend() : common.native(libc);
  return new LocalRunner({ backend, directory: scratch.path, list, release });
};

/** A runner, and the scratch directory of what it runs. */
export interface RunnerSpace {
  readonly runner: Runner;
  readonly scratch: Scratch;
  close(): Promise<void>;
}

/** `root`: where the scratch directory is made; in memory where there is room, unless given. */
export const openRunnerSpace = (root?: string): RunnerSpace => {
  const scratch = openScratch(root);
  const runner = openRunner({ scratch });
  return {
    runner,
    scratch,
    close: async () => {
      await runner.close();
      scratch.close();
    },
  };
};

/** What all runners of this process have in common: one process can adopt its orphans only once. */
interface Shared {
  readonly watchdog: Watchdog;
  native(libc: Libc): Backend;
  close(): Promise<void>;
}

let shared: Shared | undefined;
let users = 0;

const enter = (): Shared => {
  users += 1;
  shared ??= openShared();
  return shared;
};

const leave = async (): Promise<void> => {
  users -= 1;
  if (users > 0) return;
  const last = shared;
  shared = undefined;
  await last?.close();
};

const openShared = (): Shared => {
  const watchdog = new Watchdog();
  let native: NativeBackend | undefined;
  return {
    watchdog,
    native: (libc) => (native ??= new NativeBackend(libc, watchdog.pid)),
    close: async () => {
      native?.close();
      await watchdog.dismiss();
    },
  };
};

/** Nothing: the spawn of Node is to be used. */
const chooseLibc = (wanted: string | undefined): Libc | undefined => {
  if (wanted === "spawn") return undefined;
  if (wanted !== undefined && wanted !== "" && wanted !== "native") {
    throw new UserError("BAD_RUNNER", `There is no way to run processes called "${wanted}".`, {
      advice: "Set PARE_RUNNER to native or spawn, or leave it out.",
    });
  }
  const libc = loadLibc();
  if (typeof libc !== "string") return libc;
  if (wanted !== "native") return undefined;
  throw new UserError("BAD_RUNNER", `PARE_RUNNER=native does not work here: ${libc}.`, {
    advice: "Install pare with its optional dependencies (without --omit=optional), or leave PARE_RUNNER out.",
  });
};
