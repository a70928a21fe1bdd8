/** The event stream as JSON lines in a file. */
import { closeSync, openSync, writeSync } from "node:fs";
import { UserError } from "../core/errors.ts";
import { visibleJson } from "../core/visible.ts";

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
    writeAll(file, Buffer.from(waiting));
    waiting = "";
  };
  return {
    write: (event) => {
      waiting += `${visibleJson(JSON.stringify(event))}\n`;
      if (waiting.length >= AT_ONCE || event.type !== "test") flush();
    },
    close: () => {
      flush();
      if (file !== STREAMS[path]) closeSync(file);
    },
  };
};

/** The streams of this process: what went there before is kept, and those that are sockets cannot be opened once more. */
const STREAMS: Readonly<Record<string, number>> = { "/dev/stdout": 1, "/dev/stderr": 2 };

const open = (path: string): number => {
  const stream = STREAMS[path];
  try {
    return openSync(path, stream === undefined ? "w" : "a");
  } catch (error) {
    if (stream !== undefined && codeOf(error) === "ENXIO") return stream;
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError("EVENTS_FILE", `The events cannot be written to ${path}: ${why}`, {
      advice: "Give --events a file in a directory that exists and can be written to.",
      cause: error,
    });
  }
};

const RETRY_MS = 5;

/** Streams of this process may be full for a while. */
const writeAll = (file: number, content: Uint8Array): void => {
  for (let at = 0; at < content.length;)
    try {
      at += writeSync(file, content, at);
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
};

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);
