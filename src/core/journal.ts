/** Every outcome learnt, by digest: the cache of this run, the memory of the next. */
import type { Finding, Verdict } from "./verdict.ts";

/** A decision of a person that changes the walk: journalled, so that a resumed run takes the same way. */
export interface SkipMark {
  readonly kind: "skip";
  readonly pass: string;
  /** How many tests had been committed when it was made. */
  readonly committed: number;
}

/** Append-only; never evicts. */
export interface Journal {
  recall(key: string): Verdict | undefined;
  record(key: string, finding: Finding): void;
  /** The marks of earlier and of this run, in order. */
  readonly marks: readonly SkipMark[];
  mark(mark: SkipMark): void;
  close(): Promise<void>;
}
