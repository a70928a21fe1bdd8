/** Asks a program something before the search: which options it has, which tests there are. */
import { execFile } from "node:child_process";
import { UserError } from "../../core/errors.ts";

export interface Said {
  /** Undefined when a signal ended it. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Asking {
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly environment?: Readonly<Record<string, string>>;
}

const MOST_OUTPUT = 256 * 1024 * 1024;

/** What it says, however it ends. Throws a `UserError` when there is no such program. */
export const askProgram = (words: readonly string[], { cwd, signal, environment }: Asking): Promise<Said> =>
  new Promise((resolve, reject) => {
    const [program = "", ...rest] = words;
    const child = execFile(
      program,
      rest,
      { cwd, signal, env: { ...process.env, ...environment }, maxBuffer: MOST_OUTPUT, encoding: "utf8" },
      (error, stdout, stderr) => {
        if (error === null) resolve({ code: 0, stdout, stderr });
        else if (typeof error.code === "number") resolve({ code: error.code, stdout, stderr });
        else if (isMissing(error.code)) reject(missing(program, error));
        else if (error.name === "AbortError") reject(error);
        else resolve({ code: undefined, stdout, stderr });
      },
    );
    child.stdin?.end();
  });

const isMissing = (code: unknown): boolean => code === "ENOENT" || code === "EACCES";

const missing = (program: string, cause: unknown): UserError =>
  new UserError("NO_PROGRAM", `The program ${program} cannot be started here.`, {
    advice: "Install it, or name it by its path.",
    cause,
  });
