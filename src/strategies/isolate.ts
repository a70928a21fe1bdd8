/** dd as isolation (Zeller & Hildebrandt 2002): a minimal difference between a passing and a failing configuration. */
import { mapped } from "../core/candidates.ts";
import type { Claim } from "../core/claim.ts";
import { minus, type Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import type { Outcome, Verdict } from "../core/verdict.ts";
import { ask, done } from "../core/words.ts";
import { complements, split, subsets } from "./support/partition.ts";

/** Two configurations of one base; all of the passing one is in the failing one. */
export interface Isolated<Delta> {
  readonly passing: Configuration<Delta>;
  readonly failing: Configuration<Delta>;
}

/**
 * Brings a passing and a failing configuration together until their difference is 1-minimal: adding a single delta of
 * it to the one does not pass, removing it from the other does not fail. The two given configurations are not asked
 * about.
 */
export const isolate = <Delta>(
  passing: Configuration<Delta>,
  failing: Configuration<Delta>,
): Search<Configuration<Delta>, Isolated<Delta>> => dd2({ passing, failing }, 2);

const PROVED: readonly Claim[] = [{ property: "1-minimal difference", by: "elements" }];

const dd2 = <Delta>(pair: Isolated<Delta>, n: number): Search<Configuration<Delta>, Isolated<Delta>> => {
  const { passing, failing } = pair;
  const difference = minus(failing, passing);
  if (difference.length < 2) return done(pair, PROVED);
  const chunks = split(difference, n);
  const added = mapped(complements(chunks), (others) => minus(failing, others));
  const removed = mapped(subsets(chunks), (part) => minus(failing, part));
  const about = (phase: string, until: Outcome) => ({
    until: [until],
    step: { phase, granularity: n, removes: difference.length - Math.floor(difference.length / n) },
  });

  return ask(added, about("subset", "fail"), (answers) => {
    if (answers.last?.outcome === "fail") return dd2({ passing, failing: added.at(answers.length - 1) }, 2);
    const whenAdded = answers.list();
    return ask(removed, about("complement", "pass"), (replies) => {
      if (replies.last?.outcome === "pass") return dd2({ passing: removed.at(replies.length - 1), failing }, 2);
      const passes = indexOf(whenAdded, "pass");
      if (passes >= 0) return dd2({ passing: added.at(passes), failing }, Math.max(n - 1, 2));
      const fails = indexOf(replies.list(), "fail");
      if (fails >= 0) return dd2({ passing, failing: removed.at(fails) }, Math.max(n - 1, 2));
      return n < difference.length ? dd2(pair, Math.min(2 * n, difference.length)) : done(pair, PROVED);
    });
  });
};

const indexOf = (verdicts: readonly Verdict[], outcome: Outcome): number =>
  verdicts.findIndex((verdict) => verdict.outcome === outcome);
