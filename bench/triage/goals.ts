/** What the bench wants of each figure, and whether it has it. */
import type { Score } from "./score.ts";

export interface Goal {
  readonly what: string;
  readonly wanted: string;
  readonly is: string;
  readonly isMet: boolean;
}

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

const LEAST_FOUND = 0.95;
const MOST_EXTRA = 0.05;
const MOST_MISPLACED = 0.02;

/** Of one program. */
export const bucketGoals = (
  name: string,
  { bugs, found, extra, buckets, misplaced, files }: Score,
): readonly Goal[] => [
  {
    what: `${name}: bugs with a bucket of their own`,
    wanted: "at least 95 %",
    is: percent(found, bugs),
    isMet: found >= LEAST_FOUND * bugs,
  },
  {
    what: `${name}: extra buckets`,
    wanted: "at most 5 %",
    is: percent(extra, buckets),
    isMet: extra <= MOST_EXTRA * buckets,
  },
  {
    what: `${name}: files in a bucket of another bug`,
    wanted: "at most 2 %",
    is: percent(misplaced, files),
    isMet: misplaced <= MOST_MISPLACED * files,
  },
];

export const atMost = (what: string, most: number, is: number, unit = ""): Goal => ({
  what,
  wanted: `at most ${most}${unit}`,
  is: `${Number(is.toFixed(3))}${unit}`,
  isMet: is <= most,
});

export const atLeast = (what: string, least: number, is: number): Goal => ({
  what,
  wanted: `at least ${least}`,
  is: `${Number(is.toFixed(3))}`,
  isMet: is >= least,
});

export const goalRows = (goals: readonly Goal[]): readonly (readonly string[])[] =>
  goals.map(({ what, wanted, is, isMet }) => [what, wanted, is, isMet ? "yes" : "no"]);
