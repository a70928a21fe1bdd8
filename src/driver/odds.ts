/** How probably a question is answered "fail": the running rate of its phase at its size. */
import type { Step } from "../core/search.ts";

/** The rate is never taken for certain. */
const LOWEST = 0.05;
const HIGHEST = 0.95;
/** How much a new outcome weighs against the past. */
const WEIGHT = 0.1;

/** Steers look-ahead only, never the walk: it may depend on timing. */
export class Odds {
  readonly #rates = new Map<string, number>();

  learn(step: Step, fails: boolean): void {
    const kind = kindOf(step);
    const rate = this.#rates.get(kind) ?? 0.5;
    this.#rates.set(kind, rate + WEIGHT * ((fails ? 1 : 0) - rate));
  }

  of(step: Step): number {
    return Math.min(HIGHEST, Math.max(LOWEST, this.#rates.get(kindOf(step)) ?? 0.5));
  }
}

/** Questions that remove about as much are alike: sizes are compared by their order of magnitude. */
const kindOf = (step: Step): string => {
  const magnitude = step.removes === undefined ? "" : Math.floor(Math.log2(step.removes + 1));
  return `${step.pass ?? ""}/${step.phase}/${magnitude}`;
};
