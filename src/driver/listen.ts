/** What a search listens to while it lasts: the signal, the budget, the controls and the executor. */
import type { Case } from "../core/case.ts";
import type { Executor } from "../core/executor.ts";
import { MAX_TIMER_MS, stoppedBy, type StopCause } from "../core/stopped.ts";
import type { Control, Controls } from "./controls.ts";

export interface ListenOptions<C extends Case> {
  readonly signal?: AbortSignal;
  readonly budget?: number;
  readonly controls?: Controls;
  readonly executor: Executor<C>;
}

export interface Listener {
  readonly stop: (cause: StopCause) => void;
  readonly obey: (control: Control) => void;
  /** The executor has more or less room. */
  readonly tell: () => void;
}

/** Returns what ends it. */
export const listen = <C extends Case>(sources: ListenOptions<C>, { stop, obey, tell }: Listener): (() => void) => {
  const { signal, budget = Number.POSITIVE_INFINITY, controls, executor } = sources;
  const abort = (): void => stop(stoppedBy(signal as AbortSignal).why);
  if (signal?.aborted === true) abort();
  signal?.addEventListener("abort", abort);
  const timer = budget > MAX_TIMER_MS ? undefined : setTimeout(() => stop("budget"), budget);
  const unsubscribeControls = controls?.listen(obey);
  const unsubscribeCapacity = executor.onCapacity(tell);
  return () => {
    unsubscribeCapacity();
    signal?.removeEventListener("abort", abort);
    clearTimeout(timer);
    unsubscribeControls?.();
  };
};
