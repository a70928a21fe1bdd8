/** Learns from runs at both ends how each is recognised. */
import { isRefined, type Refinements } from "../../oracles/refinements.ts";
import { endingOf } from "../../oracles/signature.ts";
import { sameEnding, type EndsTest, type Looks } from "./ends-test.ts";
import { outputLines, readingOf, type PlaceTrial, type Reading } from "./output-terms.ts";

export interface LooksLesson {
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
const LADDER: readonly Reading[] = ["crash", "errors", "named", "trouble", "lines"];

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
const looksOf = (ending: Looks["ending"], own: Outputs, other: Outputs, ladder: readonly Reading[]): Looks => {
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
