/** quick.json: what is known of quick tests when they were made. */
import { join } from "node:path";
import { readRegular } from "../../journals/regular-file.ts";
import { UserError } from "../../core/errors.ts";
import type { ModeFor } from "../../runs/audience.ts";
import type { HeldFile } from "../../runs/output/guarded-output.ts";

const NAME = "quick.json";

/** What quick.json says. */
export interface QuickFile {
  /** The tests are those below its directory. */
  readonly reduced?: boolean;
  readonly quick: readonly Quick[];
}

/** What it says of each quick test. */
export interface Quick {
  readonly name: string;
  readonly budgetMs: number;
  readonly ms: number;
  readonly tests: readonly string[];
  /** Entities, when it was made. */
  readonly covered: number;
}

export const quickFileIn = (directory: string): string => join(directory, NAME);

export const writeQuick = (place: HeldFile, { reduced = false, quick }: QuickFile, mode: ModeFor): void =>
  place.put(`${JSON.stringify({ version: 1, ...(reduced && { reduced }), quick }, undefined, 2)}\n`, mode);

/** Throws NO_QUICK when there is none, or it is something else. */
export const readQuick = (directory: string): QuickFile => {
  const refuse = (cause?: unknown): UserError =>
    new UserError("NO_QUICK", `There are no quick tests in ${directory}.`, {
      advice: "Make them first: pare suite quick TESTS --budget 30s,5m -o DIR …",
      cause,
    });
  let read: unknown;
  try {
    read = JSON.parse(readRegular(join(directory, NAME)));
  } catch (error) {
    throw refuse(error);
  }
  if (!isQuickFile(read)) throw refuse();
  return read;
};

const isQuickFile = (read: unknown): read is QuickFile => {
  const { quick } = (read ?? {}) as { readonly quick?: unknown };
  return Array.isArray(quick) && quick.every(isQuick);
};

const isQuick = (one: unknown): one is Quick => {
  const { name, tests, covered } = (one ?? {}) as Partial<Record<keyof Quick, unknown>>;
  return typeof name === "string" && Array.isArray(tests) && typeof covered === "number";
};
