/** Trust in the oracle is renewed: bests are tested once more, each time the size has halved. */
import type { Executor } from "../core/executor.ts";
import type { TestCase } from "../core/test-case.ts";
import type { Finding } from "../core/verdict.ts";
import type { Rate } from "../core/rate.ts";
import { rateOf } from "../oracles/rate.ts";
import type { ReduceNote } from "../core/notes.ts";

/** Runs of a best that did not fail again: enough to say how often it does. */
const MEASURED = 20;

/** The oracle was caught: this candidate failed when it was found, and does not any more, or not always. */
export class FalseBest extends Error {
  override readonly name = "FalseBest";
  readonly best: TestCase;
  readonly rate: Rate;

  constructor(best: TestCase, rate: Rate) {
    super("the oracle lies");
    this.best = best;
    this.rate = rate;
  }
}

export interface RecheckOptions {
  readonly executor: Executor<TestCase>;
  readonly signal: AbortSignal;
  readonly emit: (note: ReduceNote) => void;
  /** The test that confirms a best for which only one worker vouches; nothing where there is nothing to confirm. */
  readonly confirmation: (best: TestCase) => (() => Promise<Finding>) | undefined;
  /** Called with a `FalseBest` when the oracle was caught, or with what broke. */
  readonly onFalseBest: (error: unknown) => void;
  /** The search is begun anew for another reason: what did not fail is asked again anyway. */
  readonly isVoid: () => boolean;
}

export class Rechecks {
  readonly #options: RecheckOptions;
  #last: number;
  readonly #underWay = new Set<Promise<void>>();
  #runs = 0;

  constructor(options: RecheckOptions, size: number) {
    this.#options = options;
    this.#last = size;
  }

  /** Oracle executions. */
  get runs(): number {
    return this.#runs;
  }

  /**
   * Side by side with the search, one at a time. What an earlier session has found is not tested again. All that one worker alone
   * vouches for is confirmed.
   */
  consider(best: TestCase, recalled: boolean): void {
    const { executor, signal, confirmation } = this.#options;
    const isDue = 2 * best.size <= this.#last && this.#underWay.size === 0;
    if (isDue) this.#last = best.size;
    const test = confirmation(best) ?? (isDue && !recalled ? () => executor.run(best, signal) : undefined);
    if (test === undefined) return;
    const check = this.#check(best, test)
      .catch((error: unknown) => {
        if (!signal.aborted) this.#options.onFalseBest(error);
      })
      .finally(() => this.#underWay.delete(check));
    this.#underWay.add(check);
  }

  /** Until those under way have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** The result once more, alone, under the limits that decide. Throws a `FalseBest`. */
  async final(best: TestCase): Promise<Finding> {
    const { executor, signal } = this.#options;
    const finding = await this.#run(() => executor.settle?.(best, signal) ?? executor.run(best, signal), best);
    if (finding.outcome !== "fail" && !this.#options.isVoid()) throw await this.#measure(best);
    return finding;
  }

  async #check(best: TestCase, test: () => Promise<Finding>): Promise<void> {
    const finding = await this.#run(test, best);
    // An adaptive limit decides nothing.
    if (finding.provisional === true || finding.outcome === "fail" || this.#options.isVoid()) return;
    throw await this.#measure(best);
  }

  async #run(test: () => Promise<Finding>, { size }: TestCase): Promise<Finding> {
    this.#runs++;
    const finding = await test();
    this.#options.emit({ type: "recheck", size, outcome: finding.outcome });
    return finding;
  }

  async #measure(best: TestCase): Promise<FalseBest> {
    const { executor, signal } = this.#options;
    let shown = 0;
    for (let run = 1; run < MEASURED; run++) {
      this.#runs++;
      const { outcome } = await executor.run(best, signal);
      if (outcome === "fail") shown++;
    }
    return new FalseBest(best, rateOf(shown, MEASURED));
  }
}
