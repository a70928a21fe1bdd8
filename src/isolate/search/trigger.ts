/**
 * dd (Zeller & Hildebrandt 2002) by levels: a passing and a failing mixture close in on each other, first by files, then by functions,
 * hunks and lines. Both directions count as progress; what is unresolved is coupled by its own words, or asked about more finely.
 */
import { keeps, minus, select } from "../../core/configuration.ts";
import type { Search, Step } from "../../core/search.ts";
import type { Verdict } from "../../core/verdict.ts";
import { chain, done } from "../../core/words.ts";
import type { Change, Changes, ChangeSet, Level } from "../change.ts";
import { groupsIn, hasOneOf, union, type Gap } from "./sets.ts";
import { vocabularyOf, type NameIndex } from "./mentioned-names.ts";
import { takeNames } from "./names.ts";
import { told } from "./told.ts";
import { takeRewriting, type AfterRewriting } from "./rewriting.ts";

export interface Closest extends Gap {
  /** It was given up: so many in a row could not be told. */
  readonly hopeless: boolean;
}

/** So many unresolved in a row at one level, and nobody should wait any longer. */
const HOPELESS = 200;

export interface TriggerOptions {
  readonly changes: Changes;
  readonly start: Gap;
  /** The last level that is searched. */
  readonly finest: string;
}

/** The two configurations of the start are known and not asked about. */
export const findTrigger = ({ changes, start, finest }: TriggerOptions): Search<ChangeSet, Closest> => {
  const last = changes.levels.findIndex(({ name }) => name === finest);
  const levels = changes.levels.slice(0, last < 0 ? undefined : last + 1);
  const vocabulary = vocabularyOf(changes.all);
  const down = (pair: Coupled, at: number): Search<ChangeSet, Closest> => {
    const level = levels[at];
    if (level === undefined) return again(pair);
    const isFinest = at === levels.length - 1;
    return chain(new LevelSearch({ changes, level, vocabulary, isFinest }).run(pair), (closest) =>
      closest.hopeless ? done(closest) : down(closest, at + 1),
    );
  };
  /** What was carried all the way is taken apart at last. */
  const again = ({ carried, ...pair }: Coupled): Search<ChangeSet, Closest> =>
    minus(carried, pair.passing).length === 0
      ? done({ passing: pair.passing, failing: pair.failing, hopeless: false })
      : down({ ...pair, carried: select(carried, []) }, 0);
  return chain(takeRewriting(changes, start), (rewritten) =>
    chain(takeNames(changes, rewritten), (pair) => down({ ...pair, couplings: [] }, 0)),
  );
};

/** With what unresolved runs have said: changes that belong together, by their places. */
interface Coupled extends AfterRewriting {
  readonly couplings: readonly (readonly number[])[];
}

/** Where a level stands: the groups of the difference, in order, and how many parts it is cut into. */
interface LevelState extends Coupled {
  readonly groups: readonly ChangeSet[];
  readonly n: number;
  /** Unresolved answers since the last that was not. */
  readonly inVain: number;
  /** What was joined has been taken apart for good: its words are not listened to any more. */
  readonly apart: boolean;
}

interface LevelOptions {
  readonly changes: Changes;
  readonly level: Level;
  readonly vocabulary: NameIndex;
  /** Groups that were joined are taken apart only here: finer levels do so anyway. */
  readonly isFinest: boolean;
}

/** So few groups are taken apart one by one: what is only defined can be added without harm. */
const MAX_SINGLE = 6;

const MAX_JOINED = 8;

/** One question of a stage. */
interface Option {
  readonly candidate: ChangeSet;
  /** The groups of the part that the candidate adds to the passing end (or takes from the failing end). */
  readonly part: { readonly from: number; readonly to: number };
  readonly adds: boolean;
}

class LevelSearch {
  readonly #options: LevelOptions;
  /** Found out for the first difference; later ones are parts of it. */
  #known: Int32Array | undefined;

  constructor(options: LevelOptions) {
    this.#options = options;
  }

  run(pair: Coupled): Search<ChangeSet, Closest & Coupled> {
    return this.#halve({ ...pair, groups: this.#joined(pair), n: 2, inVain: 0, apart: false });
  }

  /** The groups of the difference as the level has them. */
  #groups({ passing, failing, carried }: AfterRewriting): readonly ChangeSet[] {
    const difference = minus(minus(failing, passing), carried);
    const { level } = this.#options;
    this.#known ??= level.groupsFor?.(difference) ?? level.groups;
    return groupsIn(difference, this.#known);
  }

  /** The same, with those joined that belong together. */
  #joined(pair: Coupled): readonly ChangeSet[] {
    let groups = this.#groups(pair);
    for (const places of pair.couplings) {
      const numbers = numbersOf(groups, places);
      if (numbers.size > 1) groups = joinedGroups(this.#options.changes.all, groups, numbers);
    }
    return groups;
  }

  #done({ passing, failing, couplings, carried }: LevelState, hopeless = false): Search<ChangeSet, Closest & Coupled> {
    return done({ passing, failing, couplings, carried, hopeless });
  }

  #halve(stage: LevelState): Search<ChangeSet, Closest & Coupled> {
    if (stage.groups.length < 2) return this.#apart(stage) ?? this.#done(stage);
    return this.#turn(stage, optionsOf(stage, this.#options.changes), 0);
  }

  /** What was joined by words may be more than is needed. */
  #apart(stage: LevelState): Search<ChangeSet, Closest & Coupled> | undefined {
    const groups = this.#groups(stage);
    if (!this.#options.isFinest || stage.apart || groups.length <= stage.groups.length) return undefined;
    return this.#halve({ ...stage, groups, n: groups.length <= MAX_SINGLE ? groups.length : 2, apart: true });
  }

  #turn(stage: LevelState, options: readonly Option[], at: number): Search<ChangeSet, Closest & Coupled> {
    const option = options[at];
    if (option === undefined) return this.#finer(stage);
    if (stage.inVain >= HOPELESS) return this.#done(stage, true);
    const { from, to } = option.part;
    const others = stage.groups.length - (to - from);
    const step: Step = {
      phase: this.#options.level.name,
      granularity: stage.n,
      removes: Math.max(others, to - from),
    };
    return told(option.candidate, step, (verdict) => {
      if (verdict.outcome === "unresolved") return this.#unresolved(stage, { options, at, verdict });
      return this.#halve(closer(stage, option, verdict.outcome));
    });
  }

  #unresolved(
    stage: LevelState,
    { options, at, verdict }: { readonly options: readonly Option[]; readonly at: number; readonly verdict: Verdict },
  ): Search<ChangeSet, Closest & Coupled> {
    const { candidate } = options[at] as Option;
    const inVain = stage.inVain + 1;
    const coupling = stage.apart ? undefined : this.#coupling(stage, candidate, verdict.reason ?? "");
    if (coupling === undefined) return this.#turn({ ...stage, inVain }, options, at + 1);
    const numbers = numbersOf(stage.groups, coupling);
    const groups = joinedGroups(this.#options.changes.all, stage.groups, numbers);
    const couplings = [...stage.couplings, coupling];
    return this.#halve({ ...stage, groups, n: Math.min(stage.n, Math.max(groups.length, 2)), inVain, couplings });
  }

  #finer(stage: LevelState): Search<ChangeSet, Closest & Coupled> {
    const { groups, n } = stage;
    if (n < groups.length) return this.#halve({ ...stage, n: Math.min(2 * n, groups.length) });
    return this.#apart(stage) ?? this.#done(stage);
  }

  /** Where both ends have all names, no mixture lacks one: a word that many have is about something else. */
  get #mostJoined(): number {
    const { added = { from: 0, to: 0 } } = this.#options.changes;
    return added.from < added.to ? MAX_JOINED : Number.POSITIVE_INFINITY;
  }

  /** Changes that the words name, if some of them are in the candidate and others are not. */
  #coupling({ groups }: LevelState, candidate: ChangeSet, reason: string): readonly number[] | undefined {
    const has = membership(candidate);
    const isOpen = membership(union(this.#options.changes.all, groups));
    return this.#options.vocabulary.spokenOf(reason).find((mentions) => {
      const numbers = numbersOf(groups, mentions);
      const meant = mentions.filter(isOpen);
      return numbers.size > 1 && numbers.size <= this.#mostJoined && meant.some(has) && !meant.every(has);
    });
  }
}

/** The groups that have one of the places, which are in order. */
const numbersOf = (groups: readonly ChangeSet[], places: readonly number[]): ReadonlySet<number> =>
  new Set(groups.flatMap((group, number) => (hasOneOf(group, places) ? [number] : [])));

const membership =
  (chosen: ChangeSet): ((place: number) => boolean) =>
  (place) =>
    keeps(chosen, place);

/** The joined group stands where the first of its members stood. */
const joinedGroups = (
  base: readonly Change[],
  groups: readonly ChangeSet[],
  numbers: ReadonlySet<number>,
): readonly ChangeSet[] => {
  const [first] = numbers;
  const one = union(
    base,
    groups.filter((_, number) => numbers.has(number)),
  );
  return groups.flatMap((group, number) => (number === first ? [one] : numbers.has(number) ? [] : [group]));
};

/** Parts of about equal weight, one after the other: bounds of each in the list of groups. */
const parts = (groups: readonly ChangeSet[], n: number): readonly { readonly from: number; readonly to: number }[] => {
  const total = groups.reduce((sum, { length }) => sum + length, 0);
  const bounds: { from: number; to: number }[] = [];
  let from = 0;
  let weight = 0;
  for (let part = 0; part < n; part++) {
    const latest = groups.length - (n - part - 1);
    const wanted = (total * (part + 1)) / n;
    let to = from + 1;
    weight += (groups[from] as ChangeSet).length;
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
const optionsOf = (stage: LevelState, { all }: Changes): readonly Option[] => {
  const { passing, failing, carried, groups, n } = stage;
  const halves = parts(groups, Math.min(n, groups.length));
  return halves.flatMap((part): readonly Option[] => {
    const chosen = union(all, groups.slice(part.from, part.to));
    const added: Option = { candidate: union(all, [passing, carried, chosen]), part, adds: true };
    return halves.length === 2 ? [added] : [added, { candidate: minus(failing, chosen), part, adds: false }];
  });
};

const closer = (stage: LevelState, { candidate, part, adds }: Option, outcome: "pass" | "fail"): LevelState => {
  const own = stage.groups.slice(part.from, part.to);
  const others = stage.groups.filter((_, number) => number < part.from || number >= part.to);
  const pair: Gap = outcome === "fail" ? { ...stage, failing: candidate } : { ...stage, passing: candidate };
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
