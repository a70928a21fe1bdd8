/** The event stream as JSON lines in a file. */
import { closeSync, openSync, writeSync } from "node:fs";
import { UserError } from "../core/errors.ts";

export interface EventFile {
  write(event: { readonly type: string; readonly version: number; readonly ms: number }): void;
  close(): void;
}

const AT_ONCE = 64 * 1024;

/** Throws a `UserError` when the file cannot be written. Lines are whole at any time the file is read after `close`. */
export const eventFile = (path: string): EventFile => {
  const file = open(path);
  let waiting = "";
  const flush = (): void => {
    if (waiting !== "") writeSync(file, waiting);
    waiting = "";
  };
  return {
    write: (event) => {
      waiting += `${JSON.stringify(event)}\n`;
      if (waiting.length >= AT_ONCE || event.type !== "test") flush();
    },
    close: () => {
      flush();
      closeSync(file);
    },
  };
};

const open = (path: string): number => {
  try {
    return openSync(path, "w");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError("EVENTS_FILE", `The events cannot be written to ${path}: ${why}`, {
      advice: "Give --events a file in a directory that exists and can be written to.",
      cause: error,
    });
  }
};
