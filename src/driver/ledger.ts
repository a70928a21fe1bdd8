/** What came of the tests of a run, in numbers. */
import type { Provenance, TestCounts } from "../core/events.ts";
import type { Outcome } from "../core/verdict.ts";

export class Ledger {
  readonly #outcomes: Record<Outcome, number> = { fail: 0, pass: 0, unresolved: 0 };
  readonly #provenances: Record<Provenance, number> = { run: 0, recalled: 0, skipped: 0, unrenderable: 0 };
  #checks = 0;
  #committed = 0;

  /** How many tests were committed. */
  get committed(): number {
    return this.#committed;
  }

  /** Returns the number of the test. */
  commit(outcome: Outcome, provenance: Provenance): number {
    this.#outcomes[outcome]++;
    this.#provenances[provenance]++;
    return ++this.#committed;
  }

  /** A run that is no answer to a question. */
  check(): void {
    this.#checks++;
  }

  /** `run` is how many were started. */
  counts(run: number): TestCounts {
    const { run: answered, recalled } = this.#provenances;
    return { run, recalled, wasted: run - answered - this.#checks, answered, ...this.#outcomes };
  }
}
