/** How probably a question is answered "fail": learnt from the answers of this run, by what questions have in common. */
import type { Step } from "../core/search.ts";

/** An estimate is never taken for certain. */
const LOWEST = 0.01;
const HIGHEST = 0.98;
/** How far one answer moves the weight of each trait. */
const RATE = 0.3;
/** Before anything is known: about one in four. */
const BEGINNING = -1;

/** What is taken into account: names of what a question has in common with others, and the log-odds that are known by other means. */
export interface QuestionTraits {
  readonly names: readonly string[];
  readonly logit: number;
}

/** Logistic regression, answer by answer. Steers look-ahead only, never the walk. */
export class Odds {
  readonly #weights = new Map<string, number>([["", BEGINNING]]);

  learn(traits: QuestionTraits, fails: boolean): void {
    const error = (fails ? 1 : 0) - this.#estimate(traits);
    for (const name of traits.names) this.#weights.set(name, (this.#weights.get(name) ?? 0) + RATE * error);
  }

  of(traits: QuestionTraits): number {
    return Math.min(HIGHEST, Math.max(LOWEST, this.#estimate(traits)));
  }

  #estimate({ names, logit }: QuestionTraits): number {
    let sum = logit;
    for (const name of names) sum += this.#weights.get(name) ?? 0;
    return 1 / (1 + Math.exp(-sum));
  }
}

interface QuestionFacts {
  /** How much would be left of the best. */
  readonly share: number | undefined;
  /** How probably it can go, by what is known of a list. */
  readonly chance: number | undefined;
  /** How probable it is said to be from the beginning. */
  readonly likely: number | undefined;
  /** How many answers in a row were not "fail". */
  readonly quiet: number;
}

/** A question has in common with others its phase and size, its pass, how much would be left, and for how long nothing has gone. */
export const traitsOf = (step: Step, { share, chance, likely, quiet }: QuestionFacts): QuestionTraits => {
  const { phase, pass } = step;
  const kind = `${phase}/${levelOfSize(step.removes)}`;
  const since = `quiet ${Math.min(MAX_QUIET, levelOfSize(quiet) as number)}`;
  if (chance !== undefined) {
    const logit = logitOf(Math.min(0.995, Math.max(0.005, chance)));
    return { names: [`${phase} ${Math.round(logit)}`, `list ${pass}`, `list ${kind}`, since], logit };
  }
  const own = [kind, `${pass}`, `${pass}/${kind}`, since];
  if (likely !== undefined) return { names: own, logit: logitOf(likely) };
  const left = share === undefined ? [] : [`left ${levelOf(share)}`];
  return { names: ["", ...own, ...left], logit: 0 };
};

const MAX_QUIET = 6;

const logitOf = (chance: number): number => Math.log(chance / (1 - chance));

/** By powers of two. */
const levelOfSize = (size: number | undefined): number | "" =>
  size === undefined ? "" : Math.floor(Math.log2(size + 1));

/** Sizes relative to the best, in few levels. */
const LEVELS = [0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.97];

const levelOf = (share: number): number => LEVELS.filter((level) => share >= level).length;
