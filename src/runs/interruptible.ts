/** Work that may be stopped at any moment: by a signal, by a person, at the end of its time. */
import { UserError } from "../core/errors.ts";
import { MAX_TIMER_MS, Stopped, stoppedBy } from "../core/stopped.ts";
import type { Controls } from "../driver/controls.ts";

export interface StopOptions {
  readonly signal?: AbortSignal;
  readonly controls?: Controls;
  /** In milliseconds. */
  readonly budget?: number;
  /** When the budget began, by `performance.now()`. */
  readonly startedAt: number;
}

/** The signal that `work` is given is aborted with a `Stopped`. What breaks then, other than a user's mistake, is told as that. */
export const interruptible = async <T>(ends: StopOptions, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const { signal, controls, budget = Number.POSITIVE_INFINITY, startedAt } = ends;
  const stop = new AbortController();
  const abort = (): void => stop.abort(stoppedBy(signal as AbortSignal));
  if (signal?.aborted === true) abort();
  signal?.addEventListener("abort", abort);
  const unsubscribe = controls?.listen((control) => control === "stop" && stop.abort(new Stopped("stop")));
  const left = Math.max(0, budget - (performance.now() - startedAt));
  const timer = left > MAX_TIMER_MS ? undefined : setTimeout(() => stop.abort(new Stopped("budget")), left);
  try {
    return await work(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted || error instanceof UserError) throw error;
    throw stop.signal.reason;
  } finally {
    clearTimeout(timer);
    unsubscribe?.();
    signal?.removeEventListener("abort", abort);
  }
};

/** Between two pieces of work that let nothing else happen: timers and signals have their turn. Throws when the run was stopped. */
export const breathe = async (signal: AbortSignal): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal.throwIfAborted();
};

/** What could not be closed so long after the stop, in milliseconds, ends with this process. */
const CLOSING_MS = 700;

/** Waits until something is closed, but not for long once the run was stopped: a process may be one that nothing can end. */
export const closing = async (work: Promise<void>, signal: AbortSignal): Promise<void> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort: (() => void) | undefined;
  const late = new Promise<void>((resolve) => {
    abort = () => {
      timer = setTimeout(resolve, Math.max(0, stoppedBy(signal).at + CLOSING_MS - performance.now()));
    };
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    if (abort !== undefined) signal.removeEventListener("abort", abort);
  }
};
