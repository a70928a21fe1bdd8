/**
 * `npx tsc`, `npm run check` and their like only find a program, set its environment and start it, which takes longer than many tests.
 * Here the program is started instead, in the same way: the launcher is observed once for each state of the files that it reads.
 */
import { join } from "node:path";
import type { ProcessJob, Runner } from "../runner.ts";
import { compileCache } from "./compile-cache.ts";
import { expectedStart, launcherOf } from "./expected.ts";
import { readFolder } from "./folder.ts";
import { observe, type LauncherStart } from "./observe.ts";

export interface ShortCutOptions {
  /** A folder for observations and caches, which goes with the run; where jobs run below packages, it lies below the same ones. */
  readonly room: string;
  /** Hears once which job is run instead of which. */
  readonly onFound?: (given: ProcessJob, instead: ProcessJob) => void;
}

/** What people are told of it. */
export const shortCutText = (
  { command: [launcher = ""] }: ProcessJob,
  { command: [program = ""] }: ProcessJob,
): string =>
  `Every test starts ${program} itself, as ${launcher} would start it, to save time. --keep-launcher starts ${launcher}.`;

/** The same runner, which starts what launchers would start; whatever is unclear is left to them. */
export const withShortCuts = (runner: Runner, { room, onFound }: ShortCutOptions): Runner => {
  const find = starts(runner, room);
  const cache = compileCache(join(room, "compiled"));
  let isSaid = false;
  return {
    name: runner.name,
    run: async (given, signal) => {
      const job = launcherOf(given.command) === undefined ? undefined : await find(given, signal);
      if (job !== undefined && !isSaid) {
        isSaid = true;
        onFound?.(given, job);
      }
      const used = job ?? given;
      if (!isPackaged(used)) return await runner.run(used, signal);
      try {
        return await runner.run({ ...used, env: cache.added(used.env) }, signal);
      } finally {
        cache.tidy();
      }
    },
    close: () => runner.close(),
  };
};

/** May the program be one of an installed package? Node itself is not: what it compiles is the candidate. */
const isPackaged = ({ command: [program = ""], env }: ProcessJob): boolean =>
  program.includes("/")
    ? program.includes("/node_modules/")
    : program !== "node" && (env["PATH"] ?? "").includes("/node_modules/.bin");

type Find = (job: ProcessJob, signal: AbortSignal) => Promise<ProcessJob | undefined>;

/** The job that a launcher would start. */
const starts = (runner: Runner, room: string): Find => {
  const known = new Map<string, Promise<LauncherStart | undefined>>();
  return async (job, signal) => {
    const folder = readFolder(job.cwd, room);
    const expected = folder && expectedStart(job.command, folder);
    if (expected === undefined || folder === undefined) return undefined;
    const words = job.command.map((word) => word.replaceAll(job.cwd, "\0"));
    const key = JSON.stringify([words, job.env, folder.state]);
    const observed = known.get(key) ?? observe({ runner, job, folder, expected, room }, signal);
    known.set(key, observed);
    try {
      const start = await observed;
      return start && placed(start, job, expected);
    } catch (error) {
      // An observation that was cut short says nothing.
      known.delete(key);
      if (signal.aborted) throw error;
      return undefined;
    }
  };
};

const placed = ({ env, folder }: LauncherStart, job: ProcessJob, command: readonly string[]): ProcessJob => ({
  ...job,
  command,
  env: Object.fromEntries(Object.entries(env).map(([name, text]) => [name, text.replaceAll(folder, job.cwd)])),
});
