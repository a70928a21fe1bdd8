/** What look-ahead goes by: what is known, how questions will probably be answered, and what would tell more about it. */
import type { Case } from "../core/case.ts";
import type { Verdict } from "../core/verdict.ts";
import type { Flights } from "./flights.ts";
import type { Outlook } from "./foresee.ts";
import type { AskNode } from "./nodes.ts";
import { Odds, traitsOf, type QuestionTraits } from "./odds.ts";
import { Soundings } from "./soundings.ts";

export class Forecast<C extends Case> {
  readonly soundings: Soundings<C>;
  readonly #odds = new Odds();
  readonly #flights: Flights<C>;
  readonly #onArrival: () => void;
  /** Answers since the last success. */
  #quiet = 0;

  constructor(flights: Flights<C>, onArrival: () => void) {
    this.#flights = flights;
    this.#onArrival = onArrival;
    this.soundings = new Soundings((node) => this.#known(node));
  }

  /** As it is now, with this best; another epoch begins when answers do not count any more. */
  outlook(best: C, { epoch, workers }: Pick<Outlook<C>, "epoch" | "workers">): Outlook<C> {
    return {
      known: (node) => this.#known(node),
      odds: (node) => this.#odds.of(this.#traits(node, this.#flights.task(node).candidate, best)),
      soundings: (stretch) => this.soundings.wanted(stretch),
      onArrival: this.#onArrival,
      epoch,
      workers,
    };
  }

  /** The walk has come to an answer. */
  learn(node: AskNode<C>, fails: boolean, { candidate, best }: { candidate: C | undefined; best: C }): void {
    this.#odds.learn(this.#traits(node, candidate, best), fails);
    this.#quiet = fails ? 0 : this.#quiet + 1;
    if (node.ask.stretch !== undefined) this.soundings.learn(node.ask.stretch, fails);
  }

  #known(node: AskNode<C>): { readonly verdict: Verdict; readonly provisional: boolean } | undefined {
    const { verdict, provisional, isUnchecked = false } = this.#flights.task(node);
    if (verdict !== undefined) return { verdict, provisional: isUnchecked };
    return provisional && { verdict: provisional, provisional: true };
  }

  #traits({ ask: { step, stretch, likely } }: AskNode<C>, candidate: C | undefined, best: C): QuestionTraits {
    const chance = stretch && this.soundings.chance(stretch);
    return traitsOf(step, { share: candidate && candidate.size / best.size, chance, likely, quiet: this.#quiet });
  }
}
