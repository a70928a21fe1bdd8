/**
 * Names before what is done with them: all that are new are added, and none is taken away. Mostly neither changes anything, and
 * then no mixture lacks a name that one of the ends declares.
 */
import { minus, select, whole } from "../../core/configuration.ts";
import type { Search, Step } from "../../core/search.ts";
import { done } from "../../core/words.ts";
import type { Changes, ChangeSet } from "../change.ts";
import type { AfterRewriting } from "./rewriting.ts";
import { union } from "./sets.ts";
import { told } from "./told.ts";

export const takeNames = (changes: Changes, pair: AfterRewriting): Search<ChangeSet, AfterRewriting> => {
  const { all, added = NONE, removed = NONE } = changes;
  const among = ({ passing, failing }: AfterRewriting, range: typeof NONE): ChangeSet => {
    const difference = minus(failing, passing);
    return minus(difference, minus(difference, select(whole(all), range.from < range.to ? [range] : [])));
  };
  const keep = (from: AfterRewriting): Search<ChangeSet, AfterRewriting> => {
    const old = among(from, removed);
    const candidate = minus(from.failing, old);
    if (old.length === 0 || minus(candidate, from.passing).length === 0) return done(from);
    return told(candidate, stepOf(candidate), ({ outcome }) => {
      if (outcome === "unresolved") return done(from);
      return done(outcome === "fail" ? { ...from, failing: candidate } : { ...from, passing: candidate });
    });
  };
  const own = among(pair, added);
  const candidate = union(all, [pair.passing, pair.carried, own]);
  if (own.length === 0 || minus(pair.failing, candidate).length === 0) return keep(pair);
  return told(candidate, stepOf(candidate), ({ outcome }) => {
    if (outcome === "pass") return keep({ ...pair, passing: candidate, carried: minus(pair.carried, candidate) });
    if (outcome === "fail") return done({ ...pair, failing: candidate });
    return keep({ ...pair, carried: union(all, [pair.carried, own]) });
  });
};

const NONE = { from: 0, to: 0 };

const stepOf = ({ base, length }: ChangeSet): Step => ({ phase: "names", removes: base.length - length });

/** Where the ends differ everywhere: the bad end without the trigger, with the names that it took away. Taking that apart has no end. */
export const keptNames = (
  { all, added = NONE, removed = NONE }: Changes,
  bad: ChangeSet,
  trigger: ChangeSet,
): ChangeSet | undefined => {
  if (added.from === added.to && removed.from === removed.to) return undefined;
  const names = select(whole(all), removed.from === removed.to ? [] : [removed]);
  return minus(minus(bad, trigger), names);
};
