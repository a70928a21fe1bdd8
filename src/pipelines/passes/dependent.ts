/** Cuts with regard to names: users go before what they use, and parts that had to stay are not asked about twice. */
import type { Search } from "../../core/search.ts";
import type { TestCase } from "../../core/test-case.ts";
import { chain, done, over } from "../../core/words.ts";
import { dependencesIn, type Dependences } from "../../dependences/dependences.ts";
import { printUnits, type Units } from "../../formats/units.ts";
import type { CutPass } from "../../languages/pass.ts";
import { bundlesOf } from "./bundles.ts";
import { beginningOf, configurationOf } from "./kept-units.ts";
import { inOrder, type Delta, type KeptMarks } from "./needs.ts";
import { seeingElse, type PassContext } from "./seeing.ts";

/** A text, and which of its parts have stayed so far. */
export interface Reached {
  readonly current: TestCase;
  readonly settled: Settled;
}

export const beginningWith = (current: TestCase): Reached => ({ current, settled: new Map() });

/** By how units begin. */
type Settled = ReadonlyMap<string, Stayed>;

/** How many of them had to stay, and by how much of what was left each was used at least. Until less does, they will not go. */
interface Stayed {
  readonly count: number;
  readonly uses: number;
}

export const dependently =
  (pass: CutPass, context: PassContext) =>
  (reached: Reached): Search<TestCase, Reached> => {
    const { current, settled } = reached;
    return seeingElse(current, { ...context, otherwise: reached }, ({ syntax, render }) => {
      const units = pass.units(syntax);
      if (units.length === 0) return done(reached);
      const all = new Uint8Array(units.length).fill(1);
      const work: Work = { units, ...dependencesIn({ ...syntax, units }), settled };
      const write = (kept: KeptMarks): TestCase => render(printUnits(units, configurationOf(kept)).join(""));
      const bundles = (deltas: readonly Delta[]): Int32Array => bundlesOf(work, deltas);
      const search = inOrder({ ...work, after: units.after, bundlesOf: bundles }, stillSettled(work, all));
      return chain(over(search, write), (kept) =>
        done({
          current: kept.includes(0) ? write(kept) : current,
          settled: new Map([...settled, ...stayed(work, kept)]),
        }),
      );
    });
  };

const stayed = ({ units, usesAmong }: Work, kept: KeptMarks): Settled => {
  const uses = usesAmong(kept);
  const found = new Map<string, Stayed>();
  for (let unit = 0; unit < units.length; unit++) {
    if (kept[unit] === 0) continue;
    const beginning = beginningOf(units, unit);
    const known = found.get(beginning) ?? { count: 0, uses: Number.POSITIVE_INFINITY };
    found.set(beginning, { count: known.count + 1, uses: Math.min(known.uses, uses[unit] as number) });
  }
  return found;
};

/** A part that is so much of the text is worth a question in any case. */
const MIN_SHARE = 0.04;

/** Those that nothing which has gone since could have set free. */
const stillSettled = (work: Work, kept: KeptMarks): ReadonlySet<number> => {
  const { units, settled, usesAmong } = work;
  const found = new Set<number>();
  if (settled.size === 0) return found;
  const uses = usesAmong(kept);
  const now = stayed(work, kept);
  for (let unit = 0; unit < units.length; unit++) {
    const beginning = beginningOf(units, unit);
    const then = settled.get(beginning);
    if (then === undefined || then.count < (now.get(beginning)?.count ?? 0)) continue;
    const share = ((units.end[unit] as number) - (units.start[unit] as number)) / units.text.length;
    if (share < MIN_SHARE && (uses[unit] as number) >= then.uses) found.add(unit);
  }
  return found;
};

interface Work extends Dependences {
  readonly units: Units;
  readonly settled: Settled;
}
