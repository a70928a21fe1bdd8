/** Where oracles run and how many at once. */
import type { Case } from "./case.ts";
import type { Finding } from "./verdict.ts";

/** The interestingness test. */
export type Oracle<C extends Case> = (candidate: C, signal: AbortSignal) => Promise<Finding>;

/** Where tests run, and how many at once. */
export interface Executor<C extends Case> {
  /** How many tests make sense at once, now. */
  readonly capacity: number;
  /** Tests take none of our time: their clock is only thought of. */
  readonly isVirtual?: boolean;
  /** Calls back whenever `capacity` has changed, for workers come and go; returns what ends that. */
  onCapacity(listener: () => void): () => void;
  /** Rejects only when the machinery breaks; what it does after `signal` aborts is of no interest to anybody. */
  run(candidate: C, signal: AbortSignal): Promise<Finding>;
  /** Runs a candidate while nothing else does, under the limits that decide: one whose finding was provisional, source and result. */
  settle?(candidate: C, signal: AbortSignal): Promise<Finding>;
  close(): Promise<void>;
}
