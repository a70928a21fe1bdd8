/** A small program of the system that is run to its end: what it prints is kept whole. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";

export interface Collected {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Rejects with what kept it from starting. */
export const collect = (child: ChildProcessWithoutNullStreams, input: string | Uint8Array = ""): Promise<Collected> =>
  new Promise((resolve, reject) => {
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on("data", (piece: Buffer) => output.push(piece));
    child.stderr.on("data", (piece: Buffer) => errors.push(piece));
    // It may end without reading to the end of what it is given.
    child.stdin.on("error", () => {});
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ code, stdout: Buffer.concat(output), stderr: Buffer.concat(errors).toString() });
    });
    child.stdin.end(input);
  });
