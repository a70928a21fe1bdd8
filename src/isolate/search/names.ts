/**
 * Names before what is done with them: all that are new are added, and none is taken away. Mostly neither changes anything, and
 * then no mixture lacks a name that one of the ends declares.
 */
import { numbered } from "../../core/candidates.ts";
import { minus, select, whole } from "../../core/configuration.ts";
import type { Search } from "../../core/search.ts";
import type { Verdict } from "../../core/verdict.ts";
import { ask, done } from "../../core/words.ts";
import type { Changes, ChangeSet } from "../change.ts";
import type { AfterRewriting } from "./rewriting.ts";
import { union } from "./sets.ts";

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
    return told(candidate, ({ outcome }) => {
      if (outcome === "unresolved") return done(from);
      return done(outcome === "fail" ? { ...from, failing: candidate } : { ...from, passing: candidate });
    });
  };
  const own = among(pair, added);
  const candidate = union(all, [pair.passing, pair.carried, own]);
  if (own.length === 0 || minus(pair.failing, candidate).length === 0) return keep(pair);
  return told(candidate, ({ outcome }) => {
    if (outcome === "pass") return keep({ ...pair, passing: candidate, carried: minus(pair.carried, candidate) });
    if (outcome === "fail") return done({ ...pair, failing: candidate });
    return keep({ ...pair, carried: union(all, [pair.carried, own]) });
  });
};

const NONE = { from: 0, to: 0 };

const told = <Result>(
  candidate: ChangeSet,
  next: (verdict: Verdict) => Search<ChangeSet, Result>,
): Search<ChangeSet, Result> =>
  ask(
    numbered(1, () => candidate),
    { until: ["fail", "pass"], step: { phase: "names", removes: candidate.base.length - candidate.length } },
    (answers) => next(answers.last as Verdict),
  );
