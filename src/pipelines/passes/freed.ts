/** What nothing uses any more after a change of another kind: it goes at once, and not by tokens in a later pass. */
import type { Search, Strategy } from "../../core/search.ts";
import type { TestCase } from "../../core/test-case.ts";
import { chain, done, labelled, over } from "../../core/words.ts";
import { dependencesIn } from "../../dependences/dependences.ts";
import { printUnits, type Units } from "../../formats/units.ts";
import type { CutPass, Syntax } from "../../languages/pass.ts";
import { isSame } from "../rounds.ts";
import { beginningOf, configurationOf } from "./kept-units.ts";
import { atOnce, swept } from "./list-search.ts";
import { removing } from "./needs.ts";
import { seeing, type PassContext } from "./seeing.ts";

/** A stage, and after it the units of the pass that have lost their last user to it. */
export const freeing =
  (pass: CutPass, context: PassContext) =>
  (stage: Strategy<TestCase>): Strategy<TestCase> =>
  (source) =>
    chain(stage(source), (result, claims) =>
      isSame(source, result)
        ? done(result, claims)
        : chain(labelled(pass.name, freed(pass, context, { before: source, after: result })), (left) =>
            done(left, isSame(result, left) ? claims : []),
          ),
    );

const freed = (
  pass: CutPass,
  context: PassContext,
  { before, after }: { readonly before: TestCase; readonly after: TestCase },
): Search<TestCase, TestCase> =>
  seeing(before, context, (seen) => {
    const used = usedIn(pass, seen.syntax);
    return seeing(after, context, ({ syntax, render }) => {
      const units = pass.units(syntax);
      const free = freeAmong(syntax, units, used);
      if (free.length === 0) return done(after);
      const write = (kept: Uint8Array): TestCase => render(printUnits(units, configurationOf(kept)).join(""));
      const all = new Uint8Array(units.length).fill(1);
      return chain(over(removing(all, free, atOnce(swept)), write), (kept) =>
        done(kept.includes(0) ? write(kept) : after),
      );
    });
  });

const usesOf = (syntax: Syntax, units: Units): Int32Array =>
  dependencesIn({ ...syntax, units }).usesAmong(new Uint8Array(units.length).fill(1));

/** How the units begin that something else uses. */
const usedIn = (pass: CutPass, syntax: Syntax): ReadonlySet<string> => {
  const units = pass.units(syntax);
  const uses = usesOf(syntax, units);
  const found = new Set<string>();
  for (let unit = 0; unit < units.length; unit++) if ((uses[unit] as number) > 0) found.add(beginningOf(units, unit));
  return found;
};

/** The outermost units that were used and are not, each with all that is in it. */
const freeAmong = (syntax: Syntax, units: Units, used: ReadonlySet<string>): readonly (readonly number[])[] => {
  const uses = usesOf(syntax, units);
  const found: number[][] = [];
  for (let unit = 0; unit < units.length; unit++) {
    if ((uses[unit] as number) > 0 || !used.has(beginningOf(units, unit))) continue;
    const next = units.after[unit] as number;
    found.push(Array.from({ length: next - unit }, (_, index) => unit + index));
    unit = next - 1;
  }
  return found;
};
