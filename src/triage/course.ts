/** How far the reduction of a bug may go, and how far it has come. */
import { counted } from "../progress/figures.ts";
import { bugBar, bugSizes } from "../progress/triage.ts";
import type { Bucket, BugWitness } from "./bucket.ts";

/** Each test of a hang that shows it takes as long as its limit. */
const HANG_BUDGET_MS = 60_000;

export const budgetOf = ({ symptom }: Bucket, given = Number.POSITIVE_INFINITY): number =>
  symptom.kind === "hang" ? Math.min(given, HANG_BUDGET_MS) : given;

const BAR = 20;

/** "#3  ███░░░  54 → 11 bytes, 40 tests" */
export const rowOf = (id: number, { before, bytes, tests, complete }: NonNullable<Bucket["reduced"]>): string => {
  const sizes = { before, now: bytes.length };
  const unit = bytes.length === 1 ? "byte" : "bytes";
  return `#${id}  ${bugBar(sizes, BAR)}  ${bugSizes(sizes)} ${unit}, ${counted(tests, "test")}${complete ? "" : ", not finished"}`;
};

/** How far a bug's reduction has come, or that of its second input. */
export interface Course {
  readonly bucket: Bucket;
  readonly witness: BugWitness;
  readonly isSecond: boolean;
  /** Tests, at most. */
  readonly limit: number;
  /** Committed tests, of the latest turn. */
  tests: number;
  ms: number;
  isOver: boolean;
}
