/** What is known of subsets of a test's units: each is run, and seen as a set of entities, one of which is the ending. */
import type { Cover } from "../coverage.ts";
import { EMPTY_COVER, has } from "../covers.ts";

/** Stands for the ending of the test, which some unit may decide. */
export const ENDING = -1;

export interface TrialRun {
  readonly cover: Cover;
  readonly endsAlike: boolean;
}

export const NOTHING_SEEN: TrialRun = { cover: EMPTY_COVER, endsAlike: false };

/** Runs the test with these of its units, by their numbers, ascending. */
export type UnitTrial = (units: readonly number[]) => Promise<TrialRun>;

export const shows = ({ cover, endsAlike }: TrialRun, entity: number): boolean =>
  entity === ENDING ? endsAlike : has(cover, entity);

/** Numbers from `from` up to, not including, `to`. */
export const numbersFrom = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

/** Both, ascending, each once. */
export const merged = (some: Iterable<number>, others: Iterable<number>): readonly number[] =>
  [...new Set([...some, ...others])].toSorted((a, b) => a - b);
