/** The test that was learnt from both ends: like the good one, like the bad one, or neither. */
import { unresolved, type Verdict } from "../../core/verdict.ts";
import { holds, isRefined, replacesEnding, type Refinements } from "../../oracles/refinements.ts";
import { endingOf, endingWords, sameEnding, type Ending } from "../../oracles/signature.ts";
import type { Trial } from "../../oracles/trial.ts";
import { outputLines, readingOf, type PlaceTrial, type OutputReading, cut, reasonOf } from "./output-terms.ts";

/** How an end is recognised. */
export interface Looks {
  /** Missing when it hangs, which is the failure then. */
  readonly ending?: Ending;
  /** What this end says and the other does not, and how it is read. */
  readonly says: readonly string[];
  readonly reading: OutputReading;
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
  const readings: readonly OutputReading[] =
    bad.says.length === 0 ? ["crash", "errors", "trouble"] : ["crash", "errors"];
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

const SHOWN_LINES = 3;
const SHOWN_LINE = 100;

/** "exits with 1 and prints: …". */
export const looksWords = ({ ending, says }: Looks): string => {
  const how = ending === undefined ? "does not end" : endingWords(ending);
  const shown = says.slice(0, SHOWN_LINES).map((line) => cut(line, SHOWN_LINE));
  return shown.length === 0 ? how : `${how} and prints: ${shown.join(" · ")}`;
};

interface LooksLesson {
  readonly command: readonly string[];
  readonly refinements: Refinements;
  /** Runs at each end that ended alike; at least one. */
  readonly good: readonly PlaceTrial[];
  readonly bad: readonly PlaceTrial[];
}

/** More would ask for everything that an end says; those that come first are kept. */
const MAX_SAYINGS = 8;
const MAX_USUAL = 200;

/** The first that finds something only this end says is kept. */
const LADDER: readonly OutputReading[] = ["crash", "errors", "named", "trouble", "lines"];

/** Nothing when the ends cannot be told apart. */
export const learnLooks = ({ command, refinements, good, bad }: LooksLesson): EndsTest | undefined => {
  const heard = { good: good.map(outputLines), bad: bad.map(outputLines) };
  const endings = { good: endingIn(good), bad: endingIn(bad) };
  const isSame = sameEnding(endings.good, endings.bad);
  let looks = {
    good: looksOf(endings.good, heard.good, heard.bad, ["lines"]),
    bad: looksOf(endings.bad, heard.bad, heard.good, LADDER),
  };
  if (isSame && looks.good.says.length === 0 && looks.bad.says.length === 0) {
    looks = {
      good: looksOf(endings.good, heard.good, heard.bad, ["exact"]),
      bad: looksOf(endings.bad, heard.bad, heard.good, ["exact"]),
    };
    if (!isRefined(refinements) && looks.good.says.length === 0 && looks.bad.says.length === 0) return undefined;
  }
  const usual = { good: troubles(heard.good), bad: troubles(heard.bad) };
  return { command, refinements, ...looks, usual };
};

const endingIn = ([first]: readonly PlaceTrial[]): Looks["ending"] =>
  first === undefined || first.timedOut ? undefined : endingOf(first);

type Outputs = readonly (readonly string[])[];

/** What all runs of one end say and no run of the other does. */
const looksOf = (ending: Looks["ending"], own: Outputs, other: Outputs, ladder: readonly OutputReading[]): Looks => {
  for (const reading of ladder) {
    const [first = [], ...more] = own.map((lines) => readingOf(lines, reading));
    const steady = more.map((said) => new Set(said));
    const others = new Set(other.flatMap((lines) => readingOf(lines, reading)));
    const says = [...new Set(first)].filter((line) => !others.has(line) && steady.every((said) => said.has(line)));
    if (says.length > 0) return { ...(ending && { ending }), says: says.slice(0, MAX_SAYINGS), reading };
  }
  return { ...(ending && { ending }), says: [], reading: ladder.at(-1) ?? "lines" };
};

const troubles = (outputs: Outputs): readonly string[] => {
  const readings = ["crash", "errors", "trouble"] as const;
  const said = outputs.flatMap((lines) => readings.flatMap((reading) => readingOf(lines, reading)));
  return [...new Set(said)].slice(0, MAX_USUAL);
};
