/** What a storm has tried and what held: the rows of the table that `npm run storm` prints. */
import type { TestContext } from "vitest";
import { PROMISES, type PromiseName } from "./promises.ts";

export interface Tally {
  readonly promise: PromiseName;
  readonly tried: number;
  readonly held: number;
}

declare module "vitest" {
  interface TaskMeta {
    tallies?: Tally[];
  }
}

/** Notes how often a promise was put to the test, and how often it held. Call it before the expectation that may fail. */
export const tally = (
  { task }: Pick<TestContext, "task">,
  promise: PromiseName,
  figures: Omit<Tally, "promise">,
): void => {
  if (!Object.hasOwn(PROMISES, promise)) throw new Error(`There is no promise ${promise}.`);
  (task.meta.tallies ??= []).push({ promise, ...figures });
};
