/** Copies of a program's directory, one for each mutant that is worked on at a time; each is built once before its first mutant. */
import {
  constants,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "../../core/errors.ts";
import { environment, textOf } from "../../oracles/trial.ts";
import type { ProcessExit, Runner } from "../../runner/index.ts";
import { applyMutant, type Mutant } from "./mutant.ts";
import { isLeftOut, sourceText } from "./sources.ts";

export interface CopySetting {
  /** The program's directory. */
  readonly origin: string;
  /** Absolute paths that no program needs: the suites, which may be large. */
  readonly skipped: ReadonlySet<string>;
  /** The command of a shell that builds the program, run in the copy. */
  readonly build: string;
  readonly runner: Runner;
  readonly signal: AbortSignal;
}

export interface Copy {
  readonly path: string;
  /** False if the mutant does not build. The source is as it was when `work` has ended; the program is not. */
  withMutant(mutant: Mutant, work: () => Promise<void>): Promise<boolean>;
}

/** A mutant may send a compiler astray; the program itself may take this long. */
const BUILD_LIMIT_MS = 30 * 60_000;
/** A mutant that takes so many times what the program takes does not build. */
const SLOWER = 20;
const MIN_LIMIT_MS = 60_000;
const KEEP_BYTES = 16 * 1024;
/** Files that are written within less may seem to be of the same time. */
const TICK_MS = 20;

/** Throws a `UserError` (NO_BUILD) when the program itself does not build. */
export const openCopy = async (path: string, setting: CopySetting): Promise<Copy> => {
  copyProgram(setting, path);
  const first = await build(path, setting, BUILD_LIMIT_MS);
  if (first.code !== 0)
    throw new UserError("NO_BUILD", `The program does not build in a copy of its directory: ${reason(first)}`, {
      advice:
        "--build is run by sh in a copy of the directory that pare was started in: name no file by an absolute path.",
    });
  const limit = Math.max(MIN_LIMIT_MS, first.ms * SLOWER);
  return {
    path,
    withMutant: async (mutant, work) => {
      const file = join(path, mutant.path);
      const bytes = readFileSync(file);
      const { text, encoding } = sourceText(bytes);
      try {
        writeFileSync(file, applyMutant(text, mutant), encoding);
        const { code } = await build(path, setting, limit);
        if (code !== 0) return false;
        await work();
        return true;
      } finally {
        // Newer than what was built of the mutant, or that would be taken for built.
        await sleep(TICK_MS);
        writeFileSync(file, bytes);
      }
    },
  };
};

const build = (path: string, { build: line, runner, signal }: CopySetting, timeout: number): Promise<ProcessExit> =>
  runner.run({ command: ["sh", "-c", line], cwd: path, env: environment(path), timeout, keep: KEEP_BYTES }, signal);

const reason = ({ stderr, stdout, code, signal, timedOut }: ProcessExit): string => {
  const said = (textOf(stderr).trim() || textOf(stdout).trim()).split("\n").slice(-3).join(" / ");
  const how = timedOut ? "it does not end" : signal === undefined ? `exit code ${code}` : signal;
  return said === "" ? `${how}.` : `${how}, ${said}`;
};

/**
 * With times of change, so that what was built stays built. Packages are linked: they are large, and nobody changes them. A folder that the copy
 * itself is in (temporary files can lie below the program's directory) is left out.
 */
const copyProgram = ({ origin, skipped }: CopySetting, to: string): void => {
  mkdirSync(to, { recursive: true });
  const isCopied = (from: string, into: string): boolean => {
    const name = basename(from);
    if (isLeftOut(name) || skipped.has(from)) return false;
    const stats = lstatSync(from);
    if (name !== "node_modules") return stats.isFile() || stats.isDirectory() || stats.isSymbolicLink();
    symlinkSync(from, into);
    return false;
  };
  for (const name of readdirSync(origin)) {
    const from = join(origin, name);
    if (to.startsWith(join(from, "/"))) continue;
    cpSync(from, join(to, name), {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
      filter: isCopied,
    });
  }
};
