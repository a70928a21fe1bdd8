/**
 * Rewriting before anything else: the same few edits everywhere. Mostly they change nothing, and one test says so. Where the good end
 * does not work with them, what its words name is taken along; where that does not help, the rewriting is part of every mixture.
 */
import { minus, select, whole } from "../../core/configuration.ts";
import type { Search, Step } from "../../core/search.ts";
import { done } from "../../core/words.ts";
import type { Changes, ChangeSet } from "../change.ts";
import { vocabularyOf } from "./mentioned-names.ts";
import { groupsIn, hasOneOf, union, type Gap } from "./sets.ts";
import { told } from "./told.ts";

/** So many times the words of a run are followed. */
const FOLLOWED = 6;

export interface AfterRewriting extends Gap {
  /** What is in every mixture, though it is not known to pass. */
  readonly carried: ChangeSet;
}

/** Asked about before the levels. */
export const takeRewriting = (changes: Changes, start: Gap): Search<ChangeSet, AfterRewriting> => {
  const { all, levels, rewriting = 0, added } = changes;
  const nothing = select(whole(all), []);
  const difference = minus(start.failing, start.passing);
  const first = levels.find(({ name }) => name === "rewriting");
  if (rewriting === 0 || first === undefined) return done({ ...start, carried: nothing });
  const rest = minus(difference, select(whole(all), [{ from: 0, to: rewriting }]));
  const sorts = groupsIn(minus(difference, rest), first.groups);
  // Both sorts, or only other names and numbers.
  const tried = sorts.length > 1 ? [union(all, sorts), sorts[0] as ChangeSet] : sorts;
  const names = minus(
    rest,
    minus(rest, select(whole(all), added !== undefined && added.from < added.to ? [added] : [])),
  );
  if (rest.length === 0 || tried.length === 0) return done({ ...start, carried: nothing });
  const spoken = followed(changes);

  const take = (turn: number, taken: ChangeSet, follows: number): Search<ChangeSet, AfterRewriting> => {
    const candidate = union(all, [start.passing, taken]);
    return told(candidate, stepOf(candidate), ({ outcome, reason = "" }) => {
      if (outcome === "pass") return done(carrying({ ...start, passing: candidate }));
      if (outcome === "fail") return done({ ...start, failing: candidate, carried: nothing });
      const isFirst = follows === FOLLOWED && minus(names, taken).length > 0;
      const more = isFirst ? names : follows > 0 ? spoken(minus(rest, taken), reason) : undefined;
      if (more !== undefined) return take(turn, union(all, [taken, more]), follows - 1);
      const next = tried[turn + 1];
      return next === undefined ? done(carrying(start)) : take(turn + 1, next, 0);
    });
  };
  const carrying = (pair: Gap): AfterRewriting => ({
    ...pair,
    carried: minus(tried[0] as ChangeSet, pair.passing),
  });
  return take(0, tried[0] as ChangeSet, FOLLOWED);
};

/** What of the rest a message speaks of, with whole hunks. */
const followed = ({ all, levels }: Changes): ((rest: ChangeSet, reason: string) => ChangeSet | undefined) => {
  const vocabulary = vocabularyOf(all);
  const hunks = levels.find(({ name }) => name === "hunks") ?? levels.at(-1);
  return (rest, reason) => {
    const groups = groupsIn(rest, hunks?.groups ?? new Int32Array(0));
    for (const mentions of vocabulary.spokenOf(reason)) {
      const hit = groups.filter((group) => hasOneOf(group, mentions));
      if (hit.length > 0) return union(all, hit);
    }
    return undefined;
  };
};

const stepOf = ({ base, length }: ChangeSet): Step => ({ phase: "rewriting", removes: base.length - length });
