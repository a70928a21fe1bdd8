/** Whether the first test does on a worker what it does where the run was started: in words where not. */
import type { Universe } from "../coverage.ts";
import { count, difference, intersection, numbersIn, union } from "../covers.ts";
import type { Calibration } from "../reduce/calibrate.ts";
import { endsAlike } from "../reduce/effect.ts";
import type { CoverCodec } from "./covers.ts";
import type { SuiteKit } from "./kit.ts";

export interface FitnessOptions {
  readonly body: Pick<SuiteKit, "expected" | "verdict" | "sent">;
  readonly codec: CoverCodec;
  readonly universe: Universe;
}

/** What only some runs cover, here or there, does not count. */
export const objectionTo = (found: Calibration, { body, codec, universe }: FitnessOptions): string | undefined => {
  const { expected, verdict, sent } = body;
  const { name, ending, trouble } = expected;
  const said = (what: string): string => `${what}. ${sentWords(sent)}`;
  if (trouble !== undefined) return undefined;
  if (found.trouble !== undefined) return said(`${name} cannot be measured here: ${found.trouble.replace(/\.$/, "")}`);
  if (!endsAlike({ ending, anyVerdict: verdict === "any" }, found.ending))
    return said(`${name} does not end here as it does there: it ${found.ending} here, and ${ending} there`);
  const steady = codec.decode(expected.steady);
  const nameOf = (number: number | undefined): string =>
    number === undefined ? "" : `${universe.kindOf(number)} ${universe.nameOf(number)}`;
  const here = intersection(steady, union(found.steady, found.unsteady));
  const [missing] = numbersIn(difference(steady, here));
  if (missing !== undefined)
    return said(
      `${name} covers ${count(here)} of the ${count(steady)} entities here that it covers there: not ${nameOf(missing)}, for one`,
    );
  const more = difference(found.steady, union(steady, codec.decode(expected.unsteady)));
  const [first] = numbersIn(more);
  if (first === undefined) return undefined;
  const many = count(more) === 1 ? "1 entity" : `${count(more)} entities`;
  return said(`${name} covers ${many} here that it does not cover there: ${nameOf(first)}, for one`);
};

const sentWords = (sent: readonly string[]): string =>
  sent.length === 0
    ? "Nothing was sent along: the program has to be installed here"
    : `What was sent along: ${sent.join(", ")}; all else has to be installed here`;
