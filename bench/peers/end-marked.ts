/** Ends what a tool has left behind: processes with this trial's mark in their environment, and no others. */
import { readFileSync, readdirSync } from "node:fs";

/** Goes over the processes until none has the mark: one may have started another meanwhile. */
export const endMarked = (name: string, mark: string): void => {
  for (let rounds = 0; rounds < 5; rounds++) {
    const left = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry) && carries(entry, `${name}=${mark}`));
    if (left.length === 0) return;
    for (const entry of left) signalIfThere(Number(entry), "SIGKILL");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
};

const carries = (process: string, variable: string): boolean => {
  try {
    return readFileSync(`/proc/${process}/environ`, "latin1").split("\0").includes(variable);
  } catch {
    return false; // gone, or another user's
  }
};

/** A process, or with a negative number a group of them; nothing if there is none any more. */
export const signalIfThere = (id: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(id, signal);
  } catch {
    // gone
  }
};
