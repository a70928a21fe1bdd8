/**
 * The self-contained patch: changes that fail on top of the good end, with the trigger among them, and none of which can be left out.
 * What unresolved runs speak of is added first (a name that is not defined is defined by some change); what then is still missing is
 * found by bisection, one change after the other; at the end nothing that can go stays.
 */
import { numbered } from "../../core/candidates.ts";
import { minus, select, whole, type Configuration } from "../../core/configuration.ts";
import type { Search, Step, Answers } from "../../core/search.ts";
import type { Verdict, Outcome } from "../../core/verdict.ts";
import { ask, chain, done, over } from "../../core/words.ts";
import { gbs } from "../../strategies/gbs.ts";
import type { Change, Changes, ChangeSet } from "../change.ts";
import { vocabularyOf } from "./mentioned-names.ts";
import { groupsIn, hasOneOf, union, type Gap } from "./sets.ts";

export interface PatchOptions {
  readonly changes: Changes;
  /** The trigger is what the failing one has and the passing one does not. */
  readonly pair: Gap;
  readonly finest: string;
}

/** So many changes are found one by one; when more are needed, the rest is minimised as a list. */
const ONE_BY_ONE = 10;
/** So many times the words of a run are followed. */
const FOLLOWED = 8;

/** Rewriting that the trigger needs is part of the patch as a whole, with all names that are new: it is not taken apart. */
export const findPatch = (options: PatchOptions): Search<ChangeSet, ChangeSet> => {
  const { changes, pair, finest } = options;
  const trigger = minus(pair.failing, pair.passing);
  const pool = pair.passing;
  const rewriting = rewritingIn(changes, pool);
  const search = new PatchSearch(changes, trigger, finest);
  if (rewriting.length === 0) return search.run(pool);
  const wider = new PatchSearch(changes, union(changes.all, [trigger, rewriting]), finest);
  return search.alone(trigger, ({ outcome }) =>
    outcome === "fail" ? done(trigger) : wider.run(minus(pool, rewriting)),
  );
};

/** What a selection has of the rewriting, and of what only adds names. */
export const rewritingIn = ({ all, rewriting = 0, added }: Changes, chosen: ChangeSet): ChangeSet => {
  const to = Math.max(rewriting, added?.to ?? 0);
  return minus(chosen, minus(chosen, select(whole(all), to === 0 ? [] : [{ from: 0, to }])));
};

class PatchSearch {
  readonly #changes: Changes;
  readonly #trigger: ChangeSet;
  readonly #levels: readonly Int32Array[];
  readonly #spokenOf: (text: string) => readonly (readonly number[])[];

  constructor(changes: Changes, trigger: ChangeSet, finest: string) {
    this.#changes = changes;
    this.#trigger = trigger;
    const last = changes.levels.findIndex(({ name }) => name === finest);
    this.#levels = changes.levels.slice(0, last < 0 ? undefined : last + 1).map(({ groups }) => groups);
    const vocabulary = vocabularyOf(changes.all);
    this.#spokenOf = (text) => vocabulary.spokenOf(text);
  }

  /** The trigger fails together with the whole pool. */
  run(pool: ChangeSet): Search<ChangeSet, ChangeSet> {
    return this.#follow(this.#trigger, pool, 0);
  }

  alone(candidate: ChangeSet, next: (verdict: Verdict) => Search<ChangeSet, ChangeSet>): Search<ChangeSet, ChangeSet> {
    return this.#told(candidate, "alone", next);
  }

  /** `needed` together with the whole pool fails; does it by itself? */
  #follow(needed: ChangeSet, pool: ChangeSet, turn: number): Search<ChangeSet, ChangeSet> {
    if (pool.length === 0) return this.#minimal(needed);
    return this.#told(needed, "alone", ({ outcome, reason }) => {
      if (outcome === "fail") return this.#minimal(needed);
      const more = outcome === "unresolved" && turn < FOLLOWED ? this.#spoken(pool, reason ?? "") : undefined;
      if (more === undefined) return this.#bisect(needed, pool, 0);
      return this.#follow(union(this.#base, [needed, more]), minus(pool, more), turn + 1);
    });
  }

  /** The smallest beginning of the pool that fails with what is needed: its last group is needed, too. */
  #bisect(needed: ChangeSet, pool: ChangeSet, found: number): Search<ChangeSet, ChangeSet> {
    if (found >= ONE_BY_ONE) return this.#minimal(union(this.#base, [needed, pool]));
    const groups = groupsIn(pool, this.#finest);
    const coarse = this.#levels.map((level) => boundariesOf(groups, level));
    const upTo = (count: number): ChangeSet => union(this.#base, groups.slice(0, count));
    const close = (low: number, high: number): Search<ChangeSet, ChangeSet> => {
      if (high - low === 1) {
        const wider = union(this.#base, [needed, groups[high - 1] as ChangeSet]);
        const rest = upTo(high - 1);
        if (rest.length === 0) return this.#minimal(wider);
        return this.#told(wider, "alone", ({ outcome }) =>
          outcome === "fail" ? this.#minimal(wider) : this.#bisect(wider, rest, found + 1),
        );
      }
      const middle = niceCut(coarse, low, high);
      return this.#told(union(this.#base, [needed, upTo(middle)]), "prefix", ({ outcome }) =>
        outcome === "fail" ? close(low, middle) : close(middle, high),
      );
    };
    return close(0, groups.length);
  }

  /** By levels, so that whole files go at once. The trigger stays. */
  #minimal(set: ChangeSet): Search<ChangeSet, ChangeSet> {
    const down = (others: ChangeSet, at: number): Search<ChangeSet, ChangeSet> => {
      const own = this.#changes.levels[at];
      const level = this.#levels[at] && (own?.groupsFor?.(others) ?? this.#levels[at]);
      if (level === undefined || others.length === 0) return done(union(this.#base, [this.#trigger, others]));
      const groups = groupsIn(others, level);
      const isFinest = at === this.#levels.length - 1;
      // A level that has as many groups as the next one would ask the same.
      if (!isFinest && groups.length === groupsIn(others, this.#levels[at + 1] as Int32Array).length)
        return down(others, at + 1);
      const taken = (chosen: Configuration<ChangeSet>): ChangeSet =>
        union(this.#base, [this.#trigger, ...listOf(chosen)]);
      return chain(over(gbs(whole(groups)), taken), (kept) => {
        const left = union(this.#base, listOf(kept));
        // One group is never asked about by a list strategy: without any, it would be the trigger alone.
        if (kept.length > 1 || !isFinest) return down(left, at + 1);
        return this.#told(this.#trigger, "alone", ({ outcome }) =>
          done(outcome === "fail" ? this.#trigger : union(this.#base, [this.#trigger, left])),
        );
      });
    };
    return down(minus(set, this.#trigger), 0);
  }

  /** What of the pool a message speaks of, with whole groups of the finest level. */
  #spoken(pool: ChangeSet, reason: string): ChangeSet | undefined {
    const groups = groupsIn(pool, this.#finest);
    for (const mentions of this.#spokenOf(reason)) {
      const hit = groups.filter((group) => hasOneOf(group, mentions));
      if (hit.length > 0) return union(this.#base, hit);
    }
    return undefined;
  }

  #told(
    candidate: ChangeSet,
    phase: string,
    next: (verdict: Verdict) => Search<ChangeSet, ChangeSet>,
  ): Search<ChangeSet, ChangeSet> {
    const step: Step = { phase, removes: this.#changes.all.length - candidate.length };
    return ask(
      numbered(1, () => candidate),
      { until: ["fail", "pass"], step },
      (answers) => next(answers.last as Verdict),
    );
  }

  get #base(): readonly Change[] {
    return this.#changes.all;
  }

  get #finest(): Int32Array {
    return this.#levels.at(-1) as Int32Array;
  }
}

const listOf = ({ base, bounds }: Configuration<ChangeSet>): readonly ChangeSet[] =>
  Array.from({ length: bounds.length / 2 }, (_, r) => base.slice(bounds[2 * r], bounds[2 * r + 1])).flat();

/** Which places between groups are borders of a level. */
const boundariesOf = (groups: readonly ChangeSet[], level: Int32Array): readonly boolean[] =>
  groups.map((group, at) => {
    const before = groups[at - 1];
    return before === undefined || level[before.bounds[0] as number] !== level[group.bounds[0] as number];
  });

/** The place nearest to the middle that is a border of the coarsest level which has one in the middle half. */
const niceCut = (levels: readonly (readonly boolean[])[], low: number, high: number): number => {
  const middle = (low + high) >> 1;
  const reach = (high - low) >> 2;
  for (const borders of levels)
    for (let away = 0; away <= reach; away++)
      for (const place of [middle - away, middle + away])
        if (place > low && place < high && borders[place] === true) return place;
  return middle;
};

interface FixOptions {
  readonly changes: Changes;
  /** All changes of the bad end; without any of them it passes. */
  readonly bad: ChangeSet;
  readonly trigger: ChangeSet;
  readonly finest: string;
}

/** The bad end without the result passes; the result has the trigger, and nothing else of it can stay away. */
export const findCure = ({ changes, bad, trigger, finest }: FixOptions): Search<ChangeSet, ChangeSet> => {
  const taken = findPatch({ changes, pair: { passing: minus(bad, trigger), failing: bad }, finest });
  return over(mirrored(taken), (chosen) => minus(bad, chosen));
};

const OTHER: Readonly<Record<Outcome, Outcome>> = { fail: "pass", pass: "fail", unresolved: "unresolved" };

/** The same search, in which passing is what failing was. */
const mirrored = <Input, Result>(search: Search<Input, Result>): Search<Input, Result> => {
  switch (search.kind) {
    case "done":
      return search;
    case "ask":
      return {
        ...search,
        until: search.until.map((outcome) => OTHER[outcome]),
        next: (answers: Answers) => mirrored(search.next(swapped(answers))),
      };
    case "then":
      return {
        kind: "then",
        search: mirrored(search.search),
        next: (result, claims) => mirrored(search.next(result, claims)),
      };
    case "together":
    case "later":
      throw new Error(`the search for a patch has no ${search.kind}`);
  }
};

const other = (verdict: Verdict): Verdict => ({ ...verdict, outcome: OTHER[verdict.outcome] });

const swapped = (answers: Answers): Answers => ({
  length: answers.length,
  last: answers.last && other(answers.last),
  list: () => answers.list().map(other),
});
