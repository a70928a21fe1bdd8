/** How probably a question is answered "fail": learnt from the answers of this run, by what questions have in common. */
import type { Step } from "../core/search.ts";

/** An estimate is never taken for certain. */
const LOWEST = 0.01;
const HIGHEST = 0.98;
/** How far one answer moves the weight of each trait. */
const RATE = 0.3;
/** Before anything is known: about one in four. */
const BEGINNING = -1;

/** Logistic regression, answer by answer. Steers look-ahead only, never the walk. */
export class Odds {
  readonly #weights = new Map<string, number>([["", BEGINNING]]);

  learn(traits: readonly string[], fails: boolean): void {
    const error = (fails ? 1 : 0) - this.#estimate(traits);
    for (const trait of traits) this.#weights.set(trait, (this.#weights.get(trait) ?? 0) + RATE * error);
  }

  of(traits: readonly string[]): number {
    return Math.min(HIGHEST, Math.max(LOWEST, this.#estimate(traits)));
  }

  #estimate(traits: readonly string[]): number {
    let sum = 0;
    for (const trait of traits) sum += this.#weights.get(trait) ?? 0;
    return 1 / (1 + Math.exp(-sum));
  }
}

/** What a question has in common with others: being one, its phase and size, its pass, and how much would be left of the best. */
export const traitsOf = ({ phase, pass, removes }: Step, share: number | undefined): readonly string[] => {
  const kind = `${phase}/${removes === undefined ? "" : Math.floor(Math.log2(removes + 1))}`;
  const traits = ["", kind, `${pass}`, `${pass}/${kind}`];
  return share === undefined ? traits : [...traits, `left ${levelOf(share)}`];
};

/** Sizes relative to the best, in few levels. */
const LEVELS = [0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97];

const levelOf = (share: number): number => LEVELS.filter((level) => share >= level).length;
