/** An executor whose answers come from workers that may be wrong. */
import type { Case } from "../core/case.ts";
import type { UserError } from "../core/errors.ts";
import type { Executor } from "../core/executor.ts";
import type { Finding } from "../core/verdict.ts";

/** Nothing that rests on the word of this worker counts any more. */
export interface Distrust {
  readonly worker: string;
  /** For people. */
  readonly name: string;
  /** Nobody is left who could be asked. */
  readonly error?: UserError;
}

export interface VerifiedExecutor<C extends Case> extends Executor<C> {
  settle(candidate: C, signal: AbortSignal): Promise<Finding>;
  /** Some answers are asked for a second time. */
  readonly isVerifying: boolean;
  /** What holds after somebody else was asked than who vouches for it; the second answer where that cannot be told. */
  confirm(candidate: C, known: Finding, signal: AbortSignal): Promise<Finding>;
  /** Returns what ends the telling. */
  onDistrust(listener: (distrust: Distrust) => void): () => void;
}
