/** Directories for the data of runs: one for each run that is under way, emptied and used again, so that environments repeat. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Scratch } from "../../runner/scratch.ts";

export interface DataSlot {
  readonly path: string;
  /** Emptied for the next run. */
  giveBack(): void;
}

export const dataSlots = (scratch: Scratch): (() => DataSlot) => {
  const idle: string[] = [];
  return () => {
    const path = idle.pop() ?? scratch.directory([]).path;
    return {
      path,
      giveBack: () => {
        try {
          for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true, force: true });
          idle.push(path);
        } catch {
          // What the run has made of it cannot be removed now; it goes with the scratch directory.
        }
      },
    };
  };
};
