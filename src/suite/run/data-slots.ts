/** Directories for the data of runs: one for each run that is under way, emptied and used again, so that environments repeat. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../core/maybe.ts";
import { removeTree } from "../../runner/index.ts";
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
        // What cannot be removed goes with the scratch directory, or is noted then; the slot is not used again.
        if (namesIn(path)?.every((name) => removeTree(join(path, name)) === undefined) === true) idle.push(path);
      },
    };
  };
};

/** Nothing where a run has taken the right away. */
const namesIn = (path: string): readonly string[] | undefined => attempt(() => readdirSync(path));
