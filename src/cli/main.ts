#!/usr/bin/env node
/** The command `pare`: this process and its streams, brought to the command that is meant, and its exit code. */
import { setImmediate } from "node:timers/promises";
import { UserError } from "../core/errors.ts";
import { systemError } from "../journals/disk-errors.ts";
import { EXIT, failureOf, printFailure } from "./failure.ts";
import { runTyped, typesJson } from "./run.ts";
import { thisTerminal, type Terminal } from "./terminal.ts";

/** What was printed for others has not reached them: nobody may take it for the whole. */
const lost = (error: NodeJS.ErrnoException): UserError => {
  const why = systemError(error);
  return new UserError(
    "OUTPUT_LOST",
    `Standard output could not be written: ${why instanceof Error ? why.message : ""}`,
    {
      advice: "The files that pare has written are complete. Redirect standard output somewhere else to see all of it.",
    },
  );
};

const ended = async (terminal: Terminal): Promise<number> => {
  const code = await runTyped(process.argv.slice(2), terminal);
  // Streams tell of failures a little later.
  await setImmediate();
  const { failed } = terminal.out;
  return failed === undefined || code !== EXIT.fine ? code : printFailure(failureOf(lost(failed)), terminal, false);
};

/** What still runs so long after the end (a process that nothing can end) is not waited for: the watchdog sees to it. */
const LEFT_MS = 300;

const terminal = thisTerminal();
// What is thrown outside of all that is waited for, such as a process that cannot be started.
process.on("uncaughtException", (error) =>
  process.exit(printFailure(failureOf(error), terminal, typesJson(process.argv.slice(2)))),
);
// A file that grows too large is an error of the write, not the end of this process.
process.on("SIGXFSZ", () => {});
process.exitCode = await ended(terminal);
setTimeout(() => process.exit(), LEFT_MS).unref();
