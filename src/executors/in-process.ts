/** Predicates of this process, on this thread. */
import type { ValueCase } from "../core/case.ts";
import { Listeners } from "../core/listeners.ts";
import { unresolved, type Finding, type Verdict } from "../core/verdict.ts";
import { Slots } from "./slots.ts";
import { verdictOf, verdictOnThrow, type Predicate, type TesterSettings, type ValueExecutor } from "./value-tester.ts";

/**
 * `jobs` counts once the predicate has been seen to return a promise: synchronous code cannot overlap. A throw is unresolved; a
 * timeout too, but only what waits can time out: synchronous code is ended by nobody (see `threads`). What is neither boolean
 * nor outcome rejects with a `UserError`.
 *
 * @example
 * ```ts
 * const executor = inProcess((list: number[]) => list.includes(3));
 * const { outcome } = await executor.run(listCase([1, 2, 3]), new AbortController().signal);
 * ```
 */
export const inProcess = <T>(predicate: Predicate<T>, settings: TesterSettings = {}): ValueExecutor<T> =>
  new InProcess(predicate, settings);

const TIMEOUT: Verdict = Object.freeze(unresolved("timeout"));

/** A predicate that nobody waits for any more keeps its place so long, unless it has taken longer before. */
const MIN_TIMEOUT_MS = 1000;

class InProcess<T> implements ValueExecutor<T> {
  readonly #predicate: Predicate<T>;
  readonly #settings: TesterSettings;
  readonly #slots = new Slots(1);
  readonly #listeners = new Listeners();
  #longest = 0;
  #thrown: { readonly error: unknown } | undefined;

  constructor(predicate: Predicate<T>, settings: TesterSettings) {
    this.#predicate = predicate;
    this.#settings = settings;
  }

  get capacity(): number {
    return this.#slots.capacity;
  }

  get thrown(): { readonly error: unknown } | undefined {
    return this.#thrown;
  }

  onCapacity(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Among others, a test may have run out of time because of them: that is not final. */
  async run(candidate: ValueCase<T>, signal: AbortSignal): Promise<Finding> {
    const finding = await this.#test(candidate, signal);
    return finding.evidence?.timedOut === true && this.capacity > 1 ? { ...finding, provisional: true } : finding;
  }

  async settle(candidate: ValueCase<T>, signal: AbortSignal): Promise<Finding> {
    await this.#slots.empty();
    return this.#test(candidate, signal);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #test(candidate: ValueCase<T>, signal: AbortSignal): Promise<Finding> {
    await breathe();
    const leave = await this.#slots.take();
    if (signal.aborted) {
      leave();
      return { ...unresolved("aborted"), ms: 0 };
    }
    const startedAt = performance.now();
    const judged = this.#judge(candidate, signal);
    this.#hold(judged, signal, leave);
    const verdict = await withTimeout(judged, this.#settings.timeout);
    const timedOut = verdict === TIMEOUT;
    if (timedOut) leave();
    return { ...verdict, ms: performance.now() - startedAt, ...(timedOut && { evidence: { timedOut } }) };
  }

  /** The place is given back when the predicate has ended; one that nobody waits for and that does not end loses it. */
  #hold(judged: Promise<unknown>, signal: AbortSignal, leave: () => void): void {
    const startedAt = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const abandon = (): void => {
      timer = setTimeout(leave, Math.max(MIN_TIMEOUT_MS, 2 * this.#longest));
    };
    signal.addEventListener("abort", abandon, { once: true });
    const ended = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abandon);
      this.#longest = Math.max(this.#longest, performance.now() - startedAt);
      leave();
    };
    judged.then(ended, ended);
  }

  async #judge(candidate: ValueCase<T>, signal: AbortSignal): Promise<Verdict> {
    let said: unknown;
    try {
      said = this.#predicate(candidate.value(), { signal });
      if (isPromiseLike(said)) {
        this.#sawPromise();
        said = await said;
      }
    } catch (error) {
      this.#thrown ??= { error };
      return verdictOnThrow(error);
    }
    return verdictOf(said);
  }

  #sawPromise(): void {
    const { jobs = 1 } = this.#settings;
    if (this.#slots.capacity === jobs) return;
    this.#slots.capacity = jobs;
    this.#listeners.tell();
  }
}

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
  ((typeof said === "object" && said !== null) || typeof said === "function") &&
  "then" in said &&
  typeof said.then === "function";

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
