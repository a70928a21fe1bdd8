/** Tests ahead of the walk: as many as workers are free, as long as finding them takes little time against running them. */
import type { Case } from "../core/case.ts";
import { ahead } from "../core/candidates.ts";
import { needsNoTest, type Flights } from "./flights.ts";
import type { AskNode } from "./nodes.ts";

/** How many questions look-ahead considers for each free worker before it gives up. */
const MAX_CONSIDERED = 64;
/** Whatever else waits has its turn after so long; where nothing was found by then, after so much longer nothing more is looked for. */
const SLICE_MS = 25;
const MAX_MS = 100;

/** Prospects below this are not worth a test: with a thousand workers nearly all of their tests would be in vain, and in the way. */
const NEGLIGIBLE = 2e-3;
/** What comes with this probability is worth a test in any case. */
const CONSIDERABLE = 0.25;
/** What counts of the figures so far when there are new ones. */
const MEMORY = 0.95;

/** What look-ahead takes, against what tests take. Where tests take none of our time, nothing is in a hurry. */
export class AheadPace {
  readonly #isVirtual: boolean;
  #spentMs = 0;
  #found = 0;
  #testMs = 0;
  #tests = 0;

  constructor(isVirtual: boolean) {
    this.#isVirtual = isVirtual;
  }

  /** How probable a question must be: a test that is reached one time in n saves an n-th of its time, and finding it takes some. */
  get least(): number {
    if (this.#isVirtual || this.#found === 0 || this.#testMs === 0) return NEGLIGIBLE;
    const cost = (this.#spentMs / this.#found) * (this.#tests / this.#testMs);
    return Math.min(CONSIDERABLE, Math.max(NEGLIGIBLE, cost));
  }

  tested(ms: number): void {
    this.#testMs = this.#testMs * MEMORY + ms;
    this.#tests = this.#tests * MEMORY + 1;
  }

  /** Starts tests of what is foreseen; false if it is to go on when others had their turn. */
  start<C extends Case>(flights: Flights<C>, foreseen: Iterable<AskNode<C>>, most: number): boolean {
    return ahead(() => this.#start(flights, foreseen, most));
  }

  #start<C extends Case>(flights: Flights<C>, foreseen: Iterable<AskNode<C>>, most: number): boolean {
    const from = performance.now();
    let free = most;
    let patience = MAX_CONSIDERED * (free + 1);
    let isLate = false;
    for (const node of foreseen) {
      if (--patience < 0) break;
      const task = flights.prepare(node);
      // What was given up, though it is asked all the same, is started like another: that adopts it.
      const isNeeded = !needsNoTest(task) || task.flight?.orphan === true;
      if (isNeeded && flights.start(task) && --free === 0) break;
      if (this.#isVirtual) continue;
      const ms = performance.now() - from;
      isLate = ms > SLICE_MS && free < most;
      if (isLate || ms > MAX_MS) break;
    }
    this.#spentMs = this.#spentMs * MEMORY + performance.now() - from;
    this.#found = this.#found * MEMORY + (most - free);
    return !isLate;
  }
}
