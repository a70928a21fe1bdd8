/**
 * dd (Zeller & Hildebrandt 2002) by levels: a passing and a failing mixture close in on each other, first by files, then by functions,
 * hunks and lines. Both directions count as progress; what is unresolved is coupled by its own words, or asked about more finely.
 */
import { numbered } from "../../core/candidates.ts";
import { minus, type Configuration } from "../../core/configuration.ts";
import type { Search, Step } from "../../core/search.ts";
import type { Verdict } from "../../core/verdict.ts";
import { ask, chain, done } from "../../core/words.ts";
import type { Change, Changes, Level } from "../change.ts";
import { groupsIn, union } from "./sets.ts";
import { vocabularyOf, type Vocabulary } from "./words-spoken.ts";

type Chosen = Configuration<Change>;

/** All of the passing one is in the failing one. */
export interface Pair {
  readonly passing: Chosen;
  readonly failing: Chosen;
}

export interface Closest extends Pair {
  /** It was given up: so many in a row could not be told. */
  readonly hopeless: boolean;
}

/** So many unresolved in a row at one level, and nobody should wait any longer. */
const HOPELESS = 200;

export interface TriggerOrder {
  readonly changes: Changes;
  readonly start: Pair;
  /** The last level that is searched. */
  readonly finest: string;
}

/** The two configurations of the start are known and not asked about. */
export const findTrigger = ({ changes, start, finest }: TriggerOrder): Search<Chosen, Closest> => {
  const last = changes.levels.findIndex(({ name }) => name === finest);
  const levels = changes.levels.slice(0, last < 0 ? undefined : last + 1);
  const vocabulary = vocabularyOf(changes.all);
  const down = (pair: Pair, at: number): Search<Chosen, Closest> => {
    const level = levels[at];
    if (level === undefined) return done({ ...pair, hopeless: false });
    return chain(new LevelSearch(changes, level, vocabulary).run(pair), (closest) =>
      closest.hopeless ? done(closest) : down(closest, at + 1),
    );
  };
  return down(start, 0);
};

/** Where a level stands: the groups of the difference, in order, and how many parts it is cut into. */
interface Stage extends Pair {
  readonly groups: readonly Chosen[];
  readonly n: number;
  /** Unresolved answers since the last that was not. */
  readonly inVain: number;
  /** Groups were joined by words: when one is left, it is taken apart again. */
  readonly joined: boolean;
}

/** One question of a stage. */
interface Option {
  readonly candidate: Chosen;
  /** Of the groups: those of the part, when the candidate is the passing end with it (or the failing end without it). */
  readonly part: { readonly from: number; readonly to: number };
  readonly adds: boolean;
}

class LevelSearch {
  readonly #changes: Changes;
  readonly #level: Level;
  readonly #vocabulary: Vocabulary;

  constructor(changes: Changes, level: Level, vocabulary: Vocabulary) {
    this.#changes = changes;
    this.#level = level;
    this.#vocabulary = vocabulary;
  }

  run(pair: Pair): Search<Chosen, Closest> {
    return this.#halve({ ...pair, groups: this.#groups(pair), n: 2, inVain: 0, joined: false });
  }

  #groups({ passing, failing }: Pair): readonly Chosen[] {
    return groupsIn(minus(failing, passing), this.#level.groups);
  }

  #halve(stage: Stage): Search<Chosen, Closest> {
    const { passing, failing, groups, joined, inVain } = stage;
    if (groups.length < 2) {
      // What was joined by words may be more than is needed.
      return joined && this.#groups(stage).length > 1
        ? this.#halve({ ...stage, groups: this.#groups(stage), n: 2, joined: false })
        : done({ passing, failing, hopeless: false });
    }
    return this.#turn({ ...stage, inVain }, optionsOf(stage, this.#changes), 0);
  }

  #turn(stage: Stage, options: readonly Option[], at: number): Search<Chosen, Closest> {
    const option = options[at];
    if (option === undefined) return this.#finer(stage);
    if (stage.inVain >= HOPELESS) return done({ passing: stage.passing, failing: stage.failing, hopeless: true });
    const { from, to } = option.part;
    const others = stage.groups.length - (to - from);
    const step: Step = { phase: this.#level.name, granularity: stage.n, removes: Math.max(others, to - from) };
    return told(option.candidate, step, (verdict) => {
      if (verdict.outcome === "unresolved") return this.#unresolved(stage, { options, at, verdict });
      return this.#halve(closer(stage, option, verdict.outcome));
    });
  }

  #unresolved(
    stage: Stage,
    { options, at, verdict }: { readonly options: readonly Option[]; readonly at: number; readonly verdict: Verdict },
  ): Search<Chosen, Closest> {
    const { candidate } = options[at] as Option;
    const inVain = stage.inVain + 1;
    const groups = this.#coupled(stage, candidate, verdict.reason ?? "");
    if (groups === undefined) return this.#turn({ ...stage, inVain }, options, at + 1);
    return this.#halve({ ...stage, groups, n: Math.min(stage.n, groups.length), inVain, joined: true });
  }

  #finer(stage: Stage): Search<Chosen, Closest> {
    const { passing, failing, groups, n, joined } = stage;
    if (n < groups.length) return this.#halve({ ...stage, n: Math.min(2 * n, groups.length) });
    if (joined && this.#groups(stage).length > groups.length)
      return this.#halve({ ...stage, groups: this.#groups(stage), n: groups.length, joined: false });
    return done({ passing, failing, hopeless: false });
  }

  /** The groups with those joined that the words name, if some of them are in the candidate and others are not. */
  #coupled(stage: Stage, candidate: Chosen, reason: string): readonly Chosen[] | undefined {
    const difference = minus(stage.failing, stage.passing);
    const groupAt = new Map<number, number>();
    stage.groups.forEach((group, number) => {
      for (let r = 0; r < group.bounds.length; r += 2)
        for (let i = group.bounds[r] as number; i < (group.bounds[r + 1] as number); i++) groupAt.set(i, number);
    });
    const has = membership(candidate);
    for (const mentions of this.#vocabulary.spokenOf(reason)) {
      const meant = mentions.filter((place) => groupAt.has(place));
      if (!meant.some(has) || meant.every(has)) continue;
      const numbers = new Set(meant.map((place) => groupAt.get(place) as number));
      if (numbers.size < 2 || (numbers.size === stage.groups.length && difference.length > meant.length)) continue;
      return joinedGroups(this.#changes.all, stage.groups, numbers);
    }
    return undefined;
  }
}

/** The question about one candidate, with all three outcomes. */
const told = <Result>(
  candidate: Chosen,
  step: Step,
  next: (verdict: Verdict) => Search<Chosen, Result>,
): Search<Chosen, Result> =>
  ask(
    numbered(1, () => candidate),
    { until: ["fail", "pass"], step },
    (answers) => next(answers.last as Verdict),
  );

const membership = ({ bounds }: Chosen): ((place: number) => boolean) => {
  const ranges = Array.from({ length: bounds.length / 2 }, (_, r) => [bounds[2 * r], bounds[2 * r + 1]] as const);
  return (place) => ranges.some(([from = 0, to = 0]) => from <= place && place < to);
};

/** The joined group stands where the first of its members stood. */
const joinedGroups = (
  base: readonly Change[],
  groups: readonly Chosen[],
  numbers: ReadonlySet<number>,
): readonly Chosen[] => {
  const first = Math.min(...numbers);
  const one = union(
    base,
    groups.filter((_, number) => numbers.has(number)),
  );
  return groups.flatMap((group, number) => (number === first ? [one] : numbers.has(number) ? [] : [group]));
};

/** Parts of about equal weight, one after the other: bounds of each in the list of groups. */
const parts = (groups: readonly Chosen[], n: number): readonly { readonly from: number; readonly to: number }[] => {
  const total = groups.reduce((sum, { length }) => sum + length, 0);
  const bounds: { from: number; to: number }[] = [];
  let from = 0;
  let weight = 0;
  for (let part = 0; part < n; part++) {
    const latest = groups.length - (n - part - 1);
    const wanted = (total * (part + 1)) / n;
    let to = from + 1;
    weight += (groups[from] as Chosen).length;
    for (let next = groups[to]; to < latest && next !== undefined; next = groups[to]) {
      // The group that crosses the mark goes where the cut is nearer to it.
      if (part < n - 1 && weight + next.length / 2 > wanted) break;
      weight += next.length;
      to++;
    }
    bounds.push({ from, to });
    from = to;
  }
  return bounds;
};

/** With two parts, adding the one is leaving out the other. */
const optionsOf = (stage: Stage, { all }: Changes): readonly Option[] => {
  const { passing, failing, groups, n } = stage;
  const halves = parts(groups, Math.min(n, groups.length));
  return halves.flatMap((part): readonly Option[] => {
    const chosen = union(all, groups.slice(part.from, part.to));
    const added: Option = { candidate: union(all, [passing, chosen]), part, adds: true };
    return halves.length === 2 ? [added] : [added, { candidate: minus(failing, chosen), part, adds: false }];
  });
};

const closer = (stage: Stage, { candidate, part, adds }: Option, outcome: "pass" | "fail"): Stage => {
  const own = stage.groups.slice(part.from, part.to);
  const others = stage.groups.filter((_, number) => number < part.from || number >= part.to);
  const pair: Pair = outcome === "fail" ? { ...stage, failing: candidate } : { ...stage, passing: candidate };
  // Adding a part that fails, and leaving out one without which it passes, leave nothing but that part.
  const isOwn = adds === (outcome === "fail");
  return {
    ...stage,
    ...pair,
    groups: isOwn ? own : others,
    n: isOwn ? 2 : Math.max(stage.n - 1, 2),
    inVain: 0,
  };
};
