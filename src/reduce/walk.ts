/** The search itself, from the original to the result, with everything that watches it. */
import { given } from "../core/maybe.ts";
import type { Stamped, TestCounts } from "../core/events.ts";
import type { Executor } from "../core/executor.ts";
import type { Search } from "../core/search.ts";
import { stoppedBy } from "../core/stopped.ts";
import type { TestCase } from "../core/test-case.ts";
import type { Distrust } from "../cluster/verification.ts";
import type { Finding } from "../core/verdict.ts";
import { watchHeap } from "./heap.ts";
import { drive, type Reduction } from "../driver/search.ts";
import type { Rate } from "../core/rate.ts";
import type { OpenExecutor } from "./backend.ts";
import type { ReduceJob } from "./job.ts";
import { metered } from "./meter.ts";
import { FalseBest, Rechecks } from "./rechecks.ts";
import type { ReduceSession } from "./session.ts";
import { askedAgain } from "./cluster/notes.ts";
import { flakyBest } from "./start/start.ts";

export interface SearchOptions {
  readonly job: ReduceJob;
  readonly search: Search<TestCase, TestCase>;
  readonly session: ReduceSession;
  readonly executor: OpenExecutor;
}

export interface SearchOutcome {
  readonly reduction: Reduction<TestCase, TestCase>;
  /** The result was not tested once more: somebody stopped it. */
  readonly interrupted?: boolean;
  readonly tests: TestCounts;
  /** Why it was stopped, in a user's words. */
  readonly reason: string | undefined;
  readonly committedTimeouts: number;
  readonly rate?: Rate;
  /** The finding of the result's last test; missing when the run was stopped. */
  readonly evidence?: object;
}

/** So many bests may turn out to be luck before nobody trusts the oracle any more. */
const MAX_FALSE_BESTS = 3;
/** What fails more often than that fails sometimes: no luck, but a flaky test. */
const FLAKY_RATE = 0.1;

/** A best that turns out to be luck is revised in the journal, and the tree is walked again. Throws FLAKY for oracles that lie often. */
export const runSearch = async (options: SearchOptions): Promise<SearchOutcome> => {
  const walking: { now?: OneWalk } = {};
  const release = options.executor.verified?.onDistrust((distrust) => {
    withdraw(options, distrust);
    walking.now?.void();
  });
  try {
    return await walkOn(options, walking);
  } finally {
    release?.();
  }
};

/** The answers of a worker that was wrong are forgotten, and asked again where they are needed. */
const withdraw = ({ session, job }: SearchOptions, { worker, name, error }: Distrust): void => {
  try {
    const answers = session.distrust(worker);
    job.context.emit({ type: "worker", change: "asked again", name, message: askedAgain(answers, name) });
    if (error !== undefined) session.fail(error);
  } catch (broken) {
    session.fail(broken);
  }
};

const walkOn = async (search: SearchOptions, walking: { now?: OneWalk }): Promise<SearchOutcome> => {
  const { session, executor, job } = search;
  const { options, original } = job;
  const { emit } = job.context;
  const meter = metered(executor.executor, emit);
  let extra = 0;
  let falseBests = 0;
  const revise = ({ best, rate }: Pick<FalseBest, "best" | "rate">): void => {
    session.revise(best.key(), { outcome: "pass", reason: "luck", ms: 0 });
    emit({ type: "revised", size: best.size, rate });
  };
  for (;;) {
    const walk = new OneWalk(search, meter);
    walking.now = walk;
    const { reduction, falseBest } = await walk.finish();
    session.throwFailure();
    if (walk.isVoid) {
      extra += walk.runs;
      continue;
    }
    if (falseBest !== undefined) {
      falseBests += 1;
      if (
        falseBests > MAX_FALSE_BESTS ||
        falseBest.rate.rate > FLAKY_RATE ||
        falseBest.best.key() === original.source.key()
      )
        throw flakyBest(falseBest.best.size, falseBest.rate);
      revise(falseBest);
      extra += walk.runs;
      continue;
    }
    const done = (more: Partial<SearchOutcome> = {}): SearchOutcome => walk.walked(reduction, { extra, ...more });
    if (session.halt.signal.aborted) return done(reduction.status === "complete" ? INTERRUPTED : {});
    const isOriginal = reduction.best.key() === original.source.key();
    if (options.flaky !== true || executor.verify === undefined) return done(walk.confirmation);
    const verified = await walk.whileRunning(executor.verify(reduction.best, session.halt.signal));
    if (verified === undefined) return done(INTERRUPTED);
    const { holds, rate } = verified;
    extra += rate.runs;
    if (holds || isOriginal) return done({ rate, evidence: { outcome: "fail", rate } });
    revise({ best: reduction.best, rate });
    extra += reduction.tests.run;
  }
};

/** A search that has ended, but whose result could not be tested once more. */
const INTERRUPTED = { interrupted: true } as const;

class OneWalk {
  readonly rechecks: Rechecks;
  readonly #options: SearchOptions;
  /** What the driver runs its tests on. */
  readonly #executor: Executor<TestCase>;
  #committedTimeouts = 0;
  readonly #ending = new AbortController();
  #recalled = false;
  #smallEnough = false;
  #heapIsFull = false;
  #falseBest: FalseBest | undefined;
  /** It went by answers that do not count any more. */
  isVoid = false;
  #reduction: Reduction<TestCase, TestCase> | undefined;
  /** What testing the result once more has shown. */
  confirmation: Partial<SearchOutcome> = {};

  constructor(options: SearchOptions, metering: Executor<TestCase>) {
    this.#options = options;
    this.#executor = metering;
    const { executor, session, job } = options;
    const onFalseBest = (error: unknown): void => {
      if (!(error instanceof FalseBest)) return session.fail(error);
      this.#falseBest ??= error;
      this.#ending.abort();
    };
    this.rechecks = new Rechecks(
      {
        executor: executor.executor,
        signal: session.halt.signal,
        emit: job.context.emit,
        confirmation: (best) => this.#confirmation(best),
        onFalseBest,
        isVoid: () => this.isVoid,
      },
      job.original.source.size,
    );
  }

  /** The search, and its result tested once more unless it is the original of a run that was stopped. */
  async finish(): Promise<{
    readonly reduction: Reduction<TestCase, TestCase>;
    readonly falseBest: FalseBest | undefined;
  }> {
    const { session, job } = this.#options;
    const { options, original } = job;
    const reduction = await this.#run();
    this.#reduction = reduction;
    const isOver = session.halt.signal.aborted || options.flaky === true;
    const isUntouched = reduction.best.key() === original.source.key() && reduction.status === "stopped";
    if (this.#falseBest === undefined && !this.isVoid && !isOver && !isUntouched)
      try {
        this.confirmation = await this.#confirmed(reduction);
      } catch (error) {
        if (!(error instanceof FalseBest)) throw error;
        this.#falseBest = error;
      }
    return { reduction, falseBest: this.#falseBest };
  }

  void(): void {
    this.isVoid = true;
    this.#ending.abort();
  }

  #confirmation(best: TestCase): (() => Promise<Finding>) | undefined {
    const { session, executor } = this.#options;
    const { verified } = executor;
    const key = best.key();
    const by = session.vouchers(key);
    if (verified?.isVerifying !== true || by.length !== 1) return undefined;
    return async () => {
      // Many are under way at once: each has a signal of its own to listen to.
      const signal = AbortSignal.any([session.halt.signal]);
      const finding = await verified.confirm(best, { outcome: "fail", ms: 0, by }, signal);
      if (finding.outcome === "fail") session.addVoucher(key, finding);
      return finding;
    };
  }

  /** Oracle executions. */
  get runs(): number {
    return (this.#reduction?.tests.run ?? 0) + this.rechecks.runs;
  }

  async #run(): Promise<Reduction<TestCase, TestCase>> {
    const { job, search, session } = this.#options;
    const { original } = job;
    const { controls, maxTests } = job.options;
    const { signal } = session.halt;
    const end = (): void => this.#ending.abort(signal.reason);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
    this.#watchSize(original.source);
    const unwatch = watchHeap(() => {
      this.#heapIsFull = true;
      this.#ending.abort();
    });
    try {
      return await drive<TestCase, TestCase>({
        search,
        source: original.source,
        executor: this.#executor,
        journal: session.guarded(),
        signal: this.#ending.signal,
        check: false,
        ...given({ controls, maxTests }),
        onBest: (best) => this.#take(best),
        onEvent: (event) => this.#see(event),
      });
    } finally {
      unwatch();
      signal.removeEventListener("abort", end);
      await this.rechecks.settled();
    }
  }

  /** The result once more, without the journal. */
  async #confirmed({ best }: Reduction<TestCase, TestCase>): Promise<Partial<SearchOutcome>> {
    const finding = await this.whileRunning(this.rechecks.final(best));
    return finding === undefined ? INTERRUPTED : { evidence: finding };
  }

  /** `undefined` when the run was stopped meanwhile. */
  async whileRunning<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      if (this.#options.session.halt.signal.aborted) return undefined;
      throw error;
    }
  }

  get #ownReason(): "until-size" | "memory" | undefined {
    return this.#smallEnough ? "until-size" : this.#heapIsFull ? "memory" : undefined;
  }

  walked(
    reduction: Reduction<TestCase, TestCase>,
    { extra, ...more }: Partial<SearchOutcome> & { readonly extra: number },
  ): SearchOutcome {
    const { tests } = reduction;
    const interrupted = more.interrupted === true;
    const { why } = stoppedBy(this.#options.session.halt.signal);
    return {
      reduction: interrupted ? { ...reduction, status: "stopped", reason: why, claims: [] } : reduction,
      tests: { ...tests, run: tests.run + this.rechecks.runs + extra },
      reason: interrupted ? why : (this.#ownReason ?? reduction.reason),
      committedTimeouts: this.#committedTimeouts,
      ...more,
    };
  }

  #take(best: TestCase): void {
    const { session, job } = this.#options;
    session.take(best);
    job.options.onBest?.(best);
    if (job.options.flaky !== true) this.rechecks.consider(best, this.#recalled);
    this.#watchSize(best);
  }

  #watchSize({ size }: TestCase): void {
    if (size > (this.#options.job.options.untilSize ?? -1)) return;
    this.#smallEnough = true;
    this.#ending.abort();
  }

  #see(event: Stamped): void {
    if (event.type === "test") {
      this.#recalled = event.provenance === "recalled";
      if (event.verdict.reason === "timeout") this.#committedTimeouts++;
    }
    const { pass, startedAt } = this.#options.job.context;
    pass({ ...event, ms: performance.now() - startedAt });
  }
}
