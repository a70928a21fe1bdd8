/** Trust in the oracle is renewed: bests are tested once more, each time the size has halved. */
import type { Executor } from "../core/executor.ts";
import type { TestCase } from "../core/test-case.ts";
import type { Finding } from "../core/verdict.ts";
import type { Rate } from "../core/rate.ts";
import { rateOf } from "../oracles/rate.ts";
import type { ReduceNote } from "./events.ts";

/** Runs of a best that did not fail again: enough to say how often it does. */
const MEASURED = 20;

/** The oracle was caught: this candidate failed when it was found, and does not any more, or not always. */
export class Lie extends Error {
  override readonly name = "Lie";
  readonly best: TestCase;
  readonly rate: Rate;

  constructor(best: TestCase, rate: Rate) {
    super("the oracle lies");
    this.best = best;
    this.rate = rate;
  }
}

export interface RecheckOrder {
  readonly executor: Executor<TestCase>;
  readonly signal: AbortSignal;
  readonly emit: (note: ReduceNote) => void;
  /** Called with a `Lie` when the oracle was caught, or with what broke. */
  readonly onLie: (error: unknown) => void;
}

export class Rechecks {
  readonly #order: RecheckOrder;
  #last: number;
  #underWay: Promise<void> | undefined;
  #runs = 0;

  constructor(order: RecheckOrder, size: number) {
    this.#order = order;
    this.#last = size;
  }

  /** Oracle executions. */
  get runs(): number {
    return this.#runs;
  }

  /** Side by side with the search, one at a time. What an earlier session has found is not tested again. */
  consider(best: TestCase, recalled: boolean): void {
    if (2 * best.size > this.#last || this.#underWay !== undefined) return;
    this.#last = best.size;
    if (recalled) return;
    this.#underWay = this.#check(best)
      .catch((error: unknown) => {
        if (!this.#order.signal.aborted) this.#order.onLie(error);
      })
      .finally(() => {
        this.#underWay = undefined;
      });
  }

  /** Until the one under way has ended. */
  async settled(): Promise<void> {
    await this.#underWay;
  }

  /** The result once more, alone, under the limits that decide. Throws a `Lie`. */
  async final(best: TestCase): Promise<Finding> {
    const { executor, signal } = this.#order;
    const finding = await this.#run(() => executor.settle?.(best, signal) ?? executor.run(best, signal), best);
    if (finding.outcome !== "fail") throw await this.#measure(best);
    return finding;
  }

  async #check(best: TestCase): Promise<void> {
    const { executor, signal } = this.#order;
    const finding = await this.#run(() => executor.run(best, signal), best);
    // An adaptive limit decides nothing.
    if (finding.provisional === true || finding.outcome === "fail") return;
    throw await this.#measure(best);
  }

  async #run(test: () => Promise<Finding>, { size }: TestCase): Promise<Finding> {
    this.#runs++;
    const finding = await test();
    this.#order.emit({ type: "recheck", size, outcome: finding.outcome });
    return finding;
  }

  async #measure(best: TestCase): Promise<Lie> {
    const { executor, signal } = this.#order;
    let shown = 0;
    for (let run = 1; run < MEASURED; run++) {
      this.#runs++;
      const { outcome } = await executor.run(best, signal);
      if (outcome === "fail") shown++;
    }
    return new Lie(best, rateOf(shown, MEASURED));
  }
}
