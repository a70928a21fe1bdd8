/** What is printed and returned when something goes wrong. */
import { UserError } from "../core/errors.ts";
import { systemError } from "../journals/disk-errors.ts";
import { paint } from "../reporters/paint.ts";
import { annotation } from "../reporters/github.ts";
import { isInActions, type Terminal } from "./terminal.ts";

/** The exit codes of the command line. */
export const EXIT = {
  fine: 0,
  broken: 1,
  usage: 2,
  notFailing: 3,
  flaky: 4,
  changed: 5,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

/** What they mean, for people: the table of the man page and of docs/guide/command-line.md. */
export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  fine: "there is a result; a run that reached a limit (--budget, --max-tests, --until-size) has one, too",
  broken: "an error (no space, no memory, an internal error); pare isolate: no change was found",
  usage: "wrong usage: a flag, a file or a command is wrong, and nothing was run",
  notFailing: "the original does not fail, or everything fails: there is nothing to reduce or to compare",
  flaky: "the test is not reliable: the same input fails only sometimes",
  changed: "the test or the output was changed by somebody else during the run",
  hungUp: "stopped because the terminal was closed (SIGHUP); the same command resumes",
  interrupted: "stopped by Ctrl-C (SIGINT) or by the stop button; the same command resumes",
  terminated: "stopped by SIGTERM; the same command resumes",
};

/** Which exit code stands for which code of a `UserError`; those that are not here are wrong usage. */
const EXIT_OF: Readonly<Record<string, number>> = {
  NOT_FAILING: EXIT.notFailing,
  NOTHING_LEARNT: EXIT.notFailing,
  TRIVIAL: EXIT.notFailing,
  SAME_ENDS: EXIT.notFailing,
  SAME_OUTCOME: EXIT.notFailing,
  BOTH_FAIL: EXIT.notFailing,
  NEITHER_FAILS: EXIT.notFailing,
  SWAPPED_ENDS: EXIT.notFailing,
  CANNOT_TELL: EXIT.notFailing,
  BUILD_FAILS: EXIT.notFailing,
  FLAKY: EXIT.flaky,
  OUTPUT_CHANGED: EXIT.changed,
  TEST_CHANGED: EXIT.changed,
  NO_SPACE: EXIT.broken,
  NO_MEMORY: EXIT.broken,
  TOO_FEW_FILES: EXIT.broken,
  GONE: EXIT.broken,
  SYSTEM: EXIT.broken,
  OUTPUT_LOST: EXIT.broken,
  DISK_FAILED: EXIT.broken,
  NO_PROCESSES: EXIT.broken,
  NO_SCRATCH: EXIT.broken,
  INSTALL_FAILED: EXIT.broken,
  GIT_FAILED: EXIT.broken,
  WRITES_PACKAGES: EXIT.broken,
  NO_CLUSTER: EXIT.broken,
  NO_STORE: EXIT.broken,
  NO_ROOM: EXIT.broken,
  CLUSTER_CLOSED: EXIT.broken,
  WORKER_BROKEN: EXIT.broken,
};

export interface Failure {
  readonly exit: number;
  readonly code: string;
  readonly message: string;
  readonly advice: string;
  /** For errors that nobody expected. */
  readonly stack?: string;
}

export const failureOf = (thrown: unknown): Failure => {
  const error = systemError(thrown);
  if (error instanceof UserError)
    return { exit: EXIT_OF[error.code] ?? EXIT.usage, code: error.code, message: error.message, advice: error.advice };
  const message = error instanceof Error ? error.message : String(error);
  return {
    exit: EXIT.broken,
    code: "INTERNAL",
    message,
    advice: `This is a bug in pare. Please report it with the lines above and the command
that you ran.`,
    stack: error instanceof Error ? (error.stack ?? message) : message,
  };
};

/** Prints a failure: words on standard error, with --json also the object that ends standard output. Returns the exit code. */
export const printFailure = (failure: Failure, terminal: Terminal, json: boolean): number => {
  const { exit, code, message, advice, stack } = failure;
  const { red } = paint(terminal.err.isTerminal && (terminal.environment["NO_COLOR"] ?? "") === "");
  terminal.err.write(`${red("pare:")} ${stack ?? message}\n${advice}\n`);
  if (isInActions(terminal.environment))
    terminal.err.write(annotation("error", `pare: ${code}`, `${message}\n${advice}`));
  if (json) terminal.out.json(JSON.stringify({ status: "error", code, message, advice }));
  return exit;
};
