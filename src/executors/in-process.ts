/** Predicates of this process, on this thread. */
import type { ValueCase } from "../core/case.ts";
import { unresolved, type Finding, type Verdict } from "../core/verdict.ts";
import { verdictOf, verdictOnThrow, type Predicate, type TesterSettings, type ValueExecutor } from "./value-tester.ts";

/**
 * `jobs` counts once the predicate has been seen to return a promise: synchronous code cannot overlap. A throw is unresolved; a
 * timeout too, but only what waits can time out: synchronous code is ended by nobody (see `threads`). What is neither boolean
 * nor outcome rejects with a `UserError`.
 */
export const inProcess = <T>(predicate: Predicate<T>, settings: TesterSettings = {}): ValueExecutor<T> => {
  const { jobs = 1, timeout } = settings;
  const listeners: (() => void)[] = [];
  let capacity = 1;
  let thrown: { readonly error: unknown } | undefined;

  const sawPromise = (): void => {
    if (capacity === jobs) return;
    capacity = jobs;
    for (const listener of listeners) listener();
  };
  const judge = async (candidate: ValueCase<T>, signal: AbortSignal): Promise<Verdict> => {
    let said: unknown;
    try {
      said = predicate(candidate.value(), { signal });
      if (isPromiseLike(said)) {
        sawPromise();
        said = await said;
      }
    } catch (error) {
      thrown ??= { error };
      return verdictOnThrow(error);
    }
    return verdictOf(said);
  };
  const run = async (candidate: ValueCase<T>, signal: AbortSignal): Promise<Finding> => {
    await breathe();
    const begun = performance.now();
    const verdict = await withTimeout(judge(candidate, signal), timeout);
    return { ...verdict, ms: performance.now() - begun, ...(verdict === TIMEOUT && { evidence: { timedOut: true } }) };
  };
  return {
    get capacity() {
      return capacity;
    },
    get thrown() {
      return thrown;
    },
    onCapacity: (listener) => void listeners.push(listener),
    run,
    close: () => Promise.resolve(),
  };
};

const TIMEOUT: Verdict = Object.freeze(unresolved("timeout"));

const withTimeout = async (judged: Promise<Verdict>, timeout: number | undefined): Promise<Verdict> => {
  if (timeout === undefined) return judged;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Verdict>((resolve) => {
    timer = setTimeout(() => resolve(TIMEOUT), timeout);
  });
  try {
    return await Promise.race([judged, late]);
  } finally {
    clearTimeout(timer);
  }
};

const isPromiseLike = (said: unknown): said is PromiseLike<unknown> =>
  typeof said === "object" && said !== null && "then" in said && typeof said.then === "function";

/** Taken when the module loads, so that tests with false timers cannot hold a run up. */
const soon = typeof setImmediate === "function" ? setImmediate : (task: () => void) => setTimeout(task, 0);

const BREATH_MS = 16;
let breathed = 0;

/** Lets timers, signals and the screen have their turn: a run of synchronous tests would starve them. */
const breathe = async (): Promise<void> => {
  if (performance.now() - breathed < BREATH_MS) return;
  await new Promise<void>((resolve) => {
    soon(resolve);
  });
  breathed = performance.now();
};
