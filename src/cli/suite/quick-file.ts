/** quick.json: what is known of quick tests when they were made. */
import { join } from "node:path";
import * as v from "valibot";
import { readRegular } from "../../journals/regular-file.ts";
import { UserError } from "../../core/errors.ts";
import type { ModeFor } from "../../runs/audience.ts";
import type { HeldFile } from "../../runs/output/guarded-output.ts";

const NAME = "quick.json";

const quickSchema = v.object({
  name: v.string(),
  budgetMs: v.number(),
  ms: v.number(),
  tests: v.array(v.string()),
  /** Entities, when it was made. */
  covered: v.number(),
});

const fileSchema = v.object({
  /** The tests are those below its directory. */
  reduced: v.optional(v.boolean()),
  quick: v.array(quickSchema),
});

/** What quick.json says. */
export type QuickFile = Readonly<v.InferOutput<typeof fileSchema>>;
/** What it says of each quick test. */
export type Quick = Readonly<v.InferOutput<typeof quickSchema>>;

export const quickFileIn = (directory: string): string => join(directory, NAME);

export const writeQuick = (place: HeldFile, { reduced = false, quick }: QuickFile, mode: ModeFor): void =>
  place.put(`${JSON.stringify({ version: 1, ...(reduced && { reduced }), quick }, undefined, 2)}\n`, mode);

/** Throws NO_QUICK when there is none, or it is something else. */
export const readQuick = (directory: string): QuickFile => {
  try {
    return v.parse(fileSchema, JSON.parse(readRegular(join(directory, NAME))));
  } catch (cause) {
    throw new UserError("NO_QUICK", `There are no quick tests in ${directory}.`, {
      advice: "Make them first: pare suite quick TESTS --budget 30s,5m -o DIR …",
      cause,
    });
  }
};
