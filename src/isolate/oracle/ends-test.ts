/** The test that was learnt from both ends: like the good one, like the bad one, or neither. */
import { unresolved, type Verdict } from "../../core/verdict.ts";
import { holds, isRefined, replacesEnding, type Refinements } from "../../oracles/refinements.ts";
import { endingOf, endingWords, type Ending } from "../../oracles/signature.ts";
import type { Trial } from "../../oracles/trial.ts";
import { cut, reasonOf } from "./reason.ts";
import { outputLines, readingOf, type PlaceTrial, type Reading } from "./output-terms.ts";

/** How an end is recognised. */
export interface Looks {
  /** Missing when it hangs, which is the failure then. */
  readonly ending?: Ending;
  /** What this end says and the other does not, and how it is read. */
  readonly says: readonly string[];
  readonly reading: Reading;
}

/** Everything that decides, as plain data: a run stores it and is resumed with it. */
export interface EndsTest {
  readonly command: readonly string[];
  /** Checked by `checkRefinements`. */
  readonly refinements: Refinements;
  readonly good: Looks;
  readonly bad: Looks;
  /** Lines of trouble that the good end says, and the bad one: they explain nothing. */
  readonly usual: { readonly good: readonly string[]; readonly bad: readonly string[] };
}

export const judgeEnds = (test: EndsTest, trial: PlaceTrial): Verdict => {
  const { refinements } = test;
  if (trial.timedOut && refinements.hang === undefined) return unresolved("timeout");
  const lines = outputLines(trial);
  const isSaid = isRefined(refinements);
  if (isSaid ? isRefinedBad(test, trial) : isBad(test, trial, lines)) return { outcome: "fail" };
  if (isSaid ? isRefinedGood(test, trial, lines) : isGood(test, trial, lines)) return { outcome: "pass" };
  if (trial.timedOut) return unresolved("timeout");
  return unresolved(reasonOf(trial, new Set(test.usual.good)));
};

const holdsFor = (refinements: Refinements, trial: PlaceTrial): boolean =>
  holds(refinements, { ...trial, directory: "" } satisfies Trial).outcome === "fail";

/** The user has said what counts; the ending that was learnt stays unless one was named. */
const isRefinedBad = ({ refinements, bad }: EndsTest, trial: PlaceTrial): boolean => {
  return (replacesEnding(refinements) || sameEnding(bad.ending, endingOf(trial))) && holdsFor(refinements, trial);
};

const isRefinedGood = (test: EndsTest, trial: PlaceTrial, lines: readonly string[]): boolean => {
  if (holdsFor(test.refinements, trial)) return false;
  return endsWell(test.good) ? sameEnding(test.good.ending, endingOf(trial)) : isGood(test, trial, lines);
};

const endsWell = ({ ending }: Looks): boolean => ending !== undefined && "code" in ending && ending.code === 0;

const isBad = (test: EndsTest, trial: PlaceTrial, lines: readonly string[]): boolean => {
  const { good, bad } = test;
  if (!sameEnding(bad.ending, endingOf(trial)) || !saysAll(bad, lines)) return false;
  if (sameEnding(good.ending, bad.ending) && saysAny(good, lines)) return false;
  return bad.reading === "crash" || bad.reading === "errors" || !isForeign(test, lines);
};

const isGood = ({ good, bad }: EndsTest, trial: PlaceTrial, lines: readonly string[]): boolean => {
  if (!sameEnding(good.ending, endingOf(trial))) return false;
  if (endsWell(good) && !sameEnding(good.ending, bad.ending)) return true;
  return saysAll(good, lines) && !saysAny(bad, lines);
};

/**
 * Whether it dies of something that the bad end knows nothing of: where that end says little about its failure, another one would
 * pass for it. Where it says nothing at all, any line that speaks of trouble is suspicious.
 */
const isForeign = ({ bad, usual }: EndsTest, lines: readonly string[]): boolean => {
  const known = new Set([...usual.bad, ...usual.good]);
  const readings: readonly Reading[] = bad.says.length === 0 ? ["crash", "errors", "trouble"] : ["crash", "errors"];
  return readings.some((reading) => readingOf(lines, reading).some((said) => !known.has(said)));
};

const saysAll = ({ says, reading }: Looks, lines: readonly string[]): boolean => {
  if (says.length === 0) return true;
  const said = new Set(readingOf(lines, reading));
  return says.every((line) => said.has(line));
};

const saysAny = ({ says, reading }: Looks, lines: readonly string[]): boolean => {
  if (says.length === 0) return false;
  const said = new Set(readingOf(lines, reading));
  return says.some((line) => said.has(line));
};

export const sameEnding = (one: Ending | undefined, other: Ending | undefined): boolean =>
  one === undefined || other === undefined
    ? one === other
    : "code" in one
      ? "code" in other && one.code === other.code
      : "signal" in other && one.signal === other.signal;

const SHOWN_LINES = 3;
const SHOWN_LINE = 100;

/** "exits with 1 and prints: …". */
export const looksWords = ({ ending, says }: Looks): string => {
  const how = ending === undefined ? "does not end" : endingWords(ending);
  const shown = says.slice(0, SHOWN_LINES).map((line) => cut(line, SHOWN_LINE));
  return shown.length === 0 ? how : `${how} and prints: ${shown.join(" · ")}`;
};
