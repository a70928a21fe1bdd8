/** Which test goes to the cluster when, and how: whole while many wait, as single candidates of the last ones. */
import type { ClusterRun } from "../../cluster/run.ts";
import type { SuiteJobs } from "../options.ts";
import type { Share } from "../reduce/shares.ts";
import type { Worked } from "../reduce/work.ts";

export interface ScheduleOptions {
  readonly run: ClusterRun;
  /** By their numbers, in the order in which they are begun. */
  readonly tests: readonly number[];
  /** Something is known of the test that would be lost on a worker. */
  readonly isBegun: (test: number) => boolean;
  /** All of the work on a test, on one slot. Nothing when it has to be searched from here. */
  readonly whole: (test: number, signal: AbortSignal) => Promise<(() => Worked) | undefined>;
  /** The work on a test, with as many slots as its share says. */
  readonly search: (test: number, share: Share, signal: AbortSignal) => Promise<Worked>;
  readonly onWorked: (worked: Worked, test: number) => void;
  readonly signal: AbortSignal;
}

/** How long a test has been worked on as a whole before idle slots search it, too, in milliseconds. */
const SHARE_AFTER_MS = 1000;
const LOOK_INTERVAL_MS = 250;
/** A search makes little use of more slots: what is left goes to another test. */
const MAX_SLOTS = 8;

interface UnderWay {
  readonly test: number;
  readonly startedAt: number;
  readonly controller: AbortController;
  /** It is worked on as a whole; it is searched from here. Both, in a race. */
  isWhole: boolean;
  isSearched: boolean;
}

export class Schedule {
  readonly #options: ScheduleOptions;
  readonly #waiting: number[];
  readonly #under = new Set<UnderWay>();
  readonly #listeners = new Set<() => void>();
  readonly #results = new Map<number, Worked>();
  readonly #counts = { whole: 0, raced: 0 };
  #attempts = 0;
  #broken: { readonly error: unknown } | undefined;
  #end: (() => void) | undefined;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.#waiting = options.tests.toReversed();
  }

  get counts(): Omit<SuiteJobs, "single"> {
    return this.#counts;
  }

  /** By the numbers of the tests. The first error ends it, when what is under way has ended. */
  async all(): Promise<ReadonlyMap<number, Worked>> {
    const { run, signal } = this.#options;
    const release = run.onCapacity(() => this.#step());
    const timer = setInterval(() => this.#step(), LOOK_INTERVAL_MS);
    const abort = (): void => this.#break(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    try {
      await new Promise<void>((resolve) => {
        this.#end = resolve;
        if (signal.aborted) abort();
        this.#step();
      });
    } finally {
      release();
      clearInterval(timer);
      signal.removeEventListener("abort", abort);
    }
    if (this.#broken !== undefined) throw this.#broken.error;
    return this.#results;
  }

  get #wholes(): number {
    return [...this.#under].filter(({ isWhole }) => isWhole).length;
  }

  get #searches(): number {
    return [...this.#under].filter(({ isSearched }) => isSearched).length;
  }

  /** What a search has: one slot while tests wait, and all that there are in the end. */
  get #share(): number {
    if (this.#waiting.length > 0) return 1;
    const left = this.#options.run.capacity - this.#wholes;
    return Math.max(1, Math.floor(left / Math.max(1, this.#searches)));
  }

  #step(): void {
    const { run, isBegun } = this.#options;
    const { slots } = run.figures();
    while (this.#broken === undefined && this.#waiting.length > 0 && this.#wholes + this.#searches < slots) {
      const isMany = this.#waiting.length > slots;
      const test = this.#waiting.pop() as number;
      void this.#do(test, isMany && !isBegun(test));
    }
    if (this.#waiting.length === 0 && this.#broken === undefined) this.#race(slots);
    for (const listener of this.#listeners) listener();
    if (this.#attempts === 0 && (this.#waiting.length === 0 || this.#broken !== undefined)) this.#end?.();
  }

  /** Idle slots search what a single one has been at for a while: who comes first has won. The answers are the same. */
  #race(slots: number): void {
    const now = performance.now();
    for (const under of this.#under) {
      const room = (slots - this.#wholes) / (this.#searches + 1);
      if (room < 1 || (this.#searches > 0 && room < MAX_SLOTS)) return;
      if (under.isSearched || now - under.startedAt < SHARE_AFTER_MS) continue;
      this.#counts.raced++;
      void this.#search(under);
    }
  }

  async #do(test: number, isWhole: boolean): Promise<void> {
    const under: UnderWay = {
      test,
      startedAt: performance.now(),
      controller: new AbortController(),
      isWhole,
      isSearched: false,
    };
    this.#under.add(under);
    if (!isWhole) return await this.#search(under);
    this.#counts.whole++;
    await this.#try(under, async () => {
      const worked = await this.#options.whole(test, under.controller.signal);
      under.isWhole = false;
      if (worked !== undefined) return worked;
      if (!under.isSearched) void this.#search(under);
      return undefined;
    });
  }

  async #search(under: UnderWay): Promise<void> {
    under.isSearched = true;
    const shareNow = (): number => this.#share;
    const share: Share = {
      get share() {
        return shareNow();
      },
      listen: (listener) => {
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
      },
    };
    await this.#try(under, async () => {
      const worked = await this.#options.search(under.test, share, under.controller.signal);
      return () => worked;
    });
  }

  /** The first that has an answer ends the other, which is not heard any more. */
  async #try(under: UnderWay, attempt: () => Promise<(() => Worked) | undefined>): Promise<void> {
    this.#attempts++;
    try {
      const answer = await attempt();
      if (answer === undefined || !this.#under.has(under)) return;
      this.#under.delete(under);
      under.controller.abort(new Error("somebody else was faster"));
      const worked = answer();
      this.#results.set(under.test, worked);
      this.#options.onWorked(worked, under.test);
    } catch (error) {
      if (!this.#under.delete(under)) return;
      this.#break(error);
    } finally {
      this.#attempts--;
      this.#step();
    }
  }

  #break(error: unknown): void {
    this.#broken ??= { error };
    for (const { controller } of this.#under) controller.abort(error);
    this.#step();
  }
}
