/** Walks a search with an executor and a journal: the answer of a single worker, at the speed of many. */
import type { Case } from "../core/case.ts";
import type { Claim } from "../core/claim.ts";
import { FlakyError, UserError } from "../core/errors.ts";
import { EVENT_VERSION, type RunEvent, type Stamped, type TestCounts } from "../core/events.ts";
import type { Executor } from "../core/executor.ts";
import type { Journal } from "../core/journal.ts";
import type { Done, Search, Step } from "../core/search.ts";
import { unresolved, type Finding, type Verdict } from "../core/verdict.ts";
import { AheadPace } from "./ahead.ts";
import type { Control, Controls } from "./controls.ts";
import { Flights } from "./flights.ts";
import { Forecast } from "./forecast.ts";
import { foresee } from "./foresee.ts";
import { listen } from "./listen.ts";
import { Ledger } from "./ledger.ts";
import type { AskNode } from "./nodes.ts";
import { Skips } from "./skips.ts";
import { Walk } from "./walk.ts";

export interface DriveOptions<C extends Case, Result> {
  readonly search: Search<C, Result>;
  /** What the search starts from. */
  readonly source: C;
  readonly executor: Executor<C>;
  readonly journal: Journal;
  readonly controls?: Controls;
  readonly signal?: AbortSignal;
  /** In milliseconds. */
  readonly budget?: number;
  /** Counts committed tests. */
  readonly maxTests?: number;
  /** Test the source first, and the result once more at the end; true unless said otherwise. */
  readonly check?: boolean;
  readonly onEvent?: (event: Stamped) => void;
  /** Called with every new best, when its outcome is in the journal. */
  readonly onBest?: (best: C) => void;
}

/** Why a run was stopped before its end. */
export type StopReason = "signal" | "budget" | "max-tests" | "stop";

/** Stopped is a result, not an error. */
export interface Reduction<C extends Case, Result> {
  readonly status: "complete" | "stopped";
  readonly reason?: StopReason;
  readonly result?: Result;
  /** The smallest case known to fail; the result when the search is complete. */
  readonly best: C;
  readonly claims: readonly Claim[];
  /** Passes that were skipped, so that nothing is claimed of them. */
  readonly skipped?: readonly string[];
  readonly tests: TestCounts;
}

/**
 * Outcomes are committed in the order of the tree, never in the order of completion. Throws `NOT_FAILING` when the source does not
 * fail and `FLAKY` when the result does not fail again; rejects with the executor's own error when the machinery breaks.
 */
export const drive = async <C extends Case, Result>(options: DriveOptions<C, Result>): Promise<Reduction<C, Result>> =>
  new Drive(options).run();

/** Looking ahead for more of them would take longer than it saves. */
const MAX_WORKERS = 1024;
/** Answers that are known are followed for so long before signals and timers have their turn, in milliseconds. */
const SLICE_MS = 100;

class Drive<C extends Case, Result> {
  readonly #options: DriveOptions<C, Result>;
  readonly #walk: Walk<C, Result>;
  readonly #flights: Flights<C>;
  readonly #forecast: Forecast<C>;
  readonly #pace: AheadPace;
  readonly #startedAt = performance.now();
  readonly #ledger = new Ledger();
  readonly #stopping = new AbortController();
  #best: C;
  #stopped: StopReason | undefined;
  #skipping: string | undefined;
  #epoch = 0;
  readonly #skips = new Skips();
  #news = false;
  #resting = false;
  #wake: (() => void) | undefined;

  constructor(options: DriveOptions<C, Result>) {
    this.#options = options;
    this.#best = options.source;
    this.#walk = new Walk(options.search);
    const { executor, journal } = options;
    this.#pace = new AheadPace(executor.isVirtual === true);
    const onTested = (ms: number): void => this.#pace.tested(ms);
    this.#flights = new Flights({ executor, journal, onTested, onNews: () => this.#tell() });
    this.#forecast = new Forecast(this.#flights, () => this.#tell());
  }

  async run(): Promise<Reduction<C, Result>> {
    const release = listen(this.#options, {
      stop: (reason) => this.#stop(reason),
      obey: (control) => this.#obey(control),
      tell: () => this.#tell(),
    });
    try {
      this.#emit({ type: "start", size: this.#options.source.size });
      if (this.#options.controls?.paused === true) this.#emit({ type: "control", control: "pause" });
      while (this.#options.controls?.paused === true && this.#stopped === undefined) await this.#somethingNew();
      if (this.#options.check !== false) await this.#checkSource();
      let end: Done<Result> | undefined;
      while (this.#stopped === undefined && (end = this.#commit()) === undefined) {
        if (!this.#resting) this.#schedule();
        await this.#somethingNew();
      }
      this.#flights.abortAll();
      return await this.#finish(end);
    } finally {
      this.#flights.abortAll();
      release();
    }
  }

  /** Follows the tree as far as answers are known; returns its end when it comes there. */
  #commit(): Done<Result> | undefined {
    const startedAt = performance.now();
    const isWatched = this.#options.signal !== undefined || this.#options.budget !== undefined;
    for (this.#resting = false; ;) {
      const position = this.#walk.current();
      if (position.kind === "done") return position;
      if (position.kind === "postponed") return void (position.onArrival = () => this.#tell());
      if (this.#ledger.committed >= (this.#options.maxTests ?? Number.POSITIVE_INFINITY)) this.#stop("max-tests");
      if (this.#stopped !== undefined) return undefined;
      this.#readMarks(position);
      const verdict = this.#skipping === undefined ? this.#answer(position) : this.#skipOver(position);
      if (verdict === undefined) return undefined;
      this.#record(position, verdict);
      this.#walk.answer(verdict);
      if (isWatched && performance.now() - startedAt > SLICE_MS) return this.#rest();
    }
  }

  #rest(): undefined {
    this.#resting = true;
    setTimeout(() => this.#tell(), 0);
    return undefined;
  }

  /** The task takes the verdict too, for look-ahead comes by it again. */
  #skipOver(position: AskNode<C>): Verdict {
    this.#skips.add(passOf(position));
    return (this.#flights.task(position).verdict = unresolved("skipped"));
  }

  #answer(position: AskNode<C>): Verdict | undefined {
    const { broken, verdict } = this.#flights.prepareSurely(position);
    if (broken !== undefined) throw broken;
    return verdict;
  }

  #record(position: AskNode<C>, verdict: Verdict): void {
    const task = this.#flights.task(position);
    const { step } = position.ask;
    const { candidate, provenance: found } = this.#flights.commit(task);
    const provenance = this.#skipping === undefined ? found : "skipped";
    const number = this.#ledger.commit(verdict.outcome, provenance);
    const fails = verdict.outcome === "fail";
    if (provenance !== "skipped") this.#forecast.learn(position, fails, { candidate, best: this.#best });
    const size = candidate?.size ?? 0;
    const key = candidate?.key() ?? "";
    this.#emit({ type: "test", number, step, verdict, provenance, size, key });
    if (!fails || candidate === undefined || size > this.#best.size) return;
    if (key !== this.#best.key()) this.#skips.onBest();
    this.#best = candidate;
    this.#options.onBest?.(candidate);
    this.#emit({ type: "best", number, size, key });
  }

  /** Gives idle workers the questions that are most probably asked next. */
  #schedule(): void {
    if (this.#stopped !== undefined || this.#options.controls?.paused === true) return;
    if (this.#settles()) return;
    const outlook = this.#walk.outlook();
    this.#flights.markOrphans(outlook, this.#epoch, this.#forecast.soundings);
    const workers = Math.min(this.#options.executor.capacity, MAX_WORKERS);
    const free = workers - this.#flights.live;
    const forecast = this.#forecast.outlook(this.#best, { epoch: this.#epoch, workers });
    const foreseen = foresee(outlook, forecast, this.#pace.least);
    if (free > 0 && !this.#pace.start(this.#flights, foreseen, free)) setTimeout(() => this.#tell(), 0);
    this.#flights.abortOrphans();
  }

  /** The open question has a provisional answer: it is settled alone, once everything else has ended. */
  #settles(): boolean {
    const position = this.#walk.current();
    if (position.kind !== "ask") return false;
    const task = this.#flights.task(position);
    if (task.provisional === undefined || task.verdict !== undefined) return false;
    if (this.#flights.idle) this.#flights.settle(task);
    return true;
  }

  async #checkSource(): Promise<void> {
    const { source, journal } = this.#options;
    const finding = await this.#alone(source);
    if (finding === undefined) return;
    if (finding.outcome === "fail") return journal.record(source.key(), finding);
    const why = finding.reason === undefined ? "" : ` (${finding.reason})`;
    throw new UserError("NOT_FAILING", `The original does not fail: its test is answered "${finding.outcome}"${why}.`, {
      advice:
        "Check that the test is true for the original itself: true, or the outcome fail, means that the failure shows.",
    });
  }

  async #finish(end: Done<Result> | undefined): Promise<Reduction<C, Result>> {
    if (end !== undefined && isCase(end.result)) this.#best = end.result as unknown as C;
    if (end !== undefined && this.#options.check !== false) await this.#checkBest();
    const proved = end === undefined ? { claims: [] } : this.#skips.left(end.claims);
    const status = end === undefined ? "stopped" : "complete";
    const reason = end === undefined ? this.#stopped : undefined;
    const why = reason === undefined ? {} : { reason };
    const tests = this.#ledger.counts(this.#flights.started);
    this.#emit({ type: "end", status, ...why, ...proved, tests, size: this.#best.size });
    return { status, ...why, ...(end === undefined ? {} : { result: end.result }), best: this.#best, ...proved, tests };
  }

  async #checkBest(): Promise<void> {
    const finding = await this.#alone(this.#best);
    if (finding === undefined || finding.outcome === "fail") return;
    const said = `The result failed when it was found and is answered "${finding.outcome}" now.`;
    throw new FlakyError(said, this.#best);
  }

  /** The finding of a case that runs while nothing else does; `undefined` when the run is stopped meanwhile. */
  async #alone(candidate: C): Promise<Finding | undefined> {
    const { signal } = this.#stopping;
    if (signal.aborted) return undefined;
    this.#ledger.check();
    const stopped = new Promise<undefined>((resolve) =>
      signal.addEventListener("abort", () => resolve(undefined), { once: true }),
    );
    return await Promise.race([this.#flights.alone(candidate, signal), stopped]);
  }

  /** Skips that an earlier run has journalled are taken at the same place again. */
  #readMarks(position: AskNode<C>): void {
    if (this.#skipping !== undefined && this.#skipping !== passOf(position)) this.#skipping = undefined;
    for (const mark of this.#options.journal.marks)
      if (mark.committed === this.#ledger.committed && mark.pass === passOf(position)) this.#skip(mark.pass);
  }

  /** Other answers count from now on: what look-ahead has found with the old ones is void. */
  #skip(pass: string): void {
    this.#skipping = pass;
    this.#epoch++;
  }

  #obey(control: Control): void {
    const position = this.#walk.current();
    const pass = control === "skip" && position.kind === "ask" ? passOf(position) : undefined;
    if (control === "stop") this.#stop("stop");
    if (pass !== undefined) {
      this.#options.journal.mark({ kind: "skip", pass, committed: this.#ledger.committed });
      this.#skip(pass);
    }
    this.#emit({ type: "control", control, ...(pass === undefined ? {} : { pass }) });
    this.#tell();
  }

  #stop(reason: StopReason): void {
    this.#stopped ??= reason;
    this.#stopping.abort();
    this.#tell();
  }

  #tell(): void {
    this.#news = true;
    this.#wake?.();
  }

  /** Everything that happens at one instant is seen together. */
  async #somethingNew(): Promise<void> {
    if (!this.#news) await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#news = false;
    this.#wake = undefined;
  }

  #emit(event: RunEvent): void {
    this.#options.onEvent?.({ ...event, version: EVENT_VERSION, ms: performance.now() - this.#startedAt });
  }
}

const passOf = ({ ask: { step } }: { readonly ask: { readonly step: Step } }): string => step.pass ?? step.phase;

const isCase = (result: unknown): result is Case =>
  typeof result === "object" && result !== null && "key" in result && typeof result.key === "function";
