/** What comes of an isolation. */
import { elements, type Configuration } from "../core/configuration.ts";
import type { TestCounts } from "../core/events.ts";
import type { SearchRunner } from "./search-runner.ts";
import type { Change, Changes } from "./change.ts";
import type { Causes } from "./causes.ts";
import type { Advice, Explained, OpenKind } from "./kind.ts";
import { type Entry, entryKey, type Mixture } from "./mixture.ts";

/** A path in two states, for patches. */
export interface PathChange {
  readonly path: string;
  readonly from: Entry | undefined;
  readonly to: Entry | undefined;
}

/** Which changes cause the failure, the proof, and what it cost. */
export interface IsolateResult {
  readonly status: "complete" | "stopped";
  /** Why it was stopped: "signal", "budget", "max-tests", "hopeless" (too many unresolved in a row). */
  readonly reason?: string;
  readonly kind: string;
  readonly titles: { readonly good: string; readonly bad: string };
  /** Where the ends are commits; without a bad one, that is the working tree. */
  readonly commits?: OpenKind["commits"];
  /** How the ends are recognised, in words. */
  readonly words: { readonly good: string; readonly bad: string };
  /** Changes between the ends, as people count them (hunks, flags, packages, …). */
  readonly changes: number;
  /** The files these are in, where they are in files. */
  readonly changedFiles?: number;
  /** What makes the failure appear, given `context`; as people see them (lines of one hunk are one entry). */
  readonly trigger: readonly Explained[];
  /** So many parts of the trigger do it, each without the others, and the patch has them all; one unless given. */
  readonly causes?: number;
  /** A set of changes that fails on top of the good end and from which nothing can be left out; it has the trigger. Missing when it was not asked for. */
  readonly patch?: readonly Explained[];
  readonly proof: {
    /** Missing where it could not be tested. */
    readonly goodPlusPatchFails?: boolean;
    readonly badMinusTriggerPasses?: boolean;
    /** Changes that have to go with the trigger when it is taken from the bad end, for they need it. */
    readonly alongside?: readonly Explained[];
    /** Why one of them is missing or does not hold, in words. */
    readonly remarks: readonly string[];
  };
  /** Good end to good end with the patch; bad end to bad end without the trigger. Empty for kinds without files. */
  readonly files: { readonly culprit: readonly PathChange[]; readonly revert: readonly PathChange[] };
  readonly advice: Advice;
  readonly tests: TestCounts;
  readonly searchTests: { readonly trigger: number; readonly patch: number };
  /** How the search went, level by level. */
  readonly levels: readonly {
    readonly goal: "trigger" | "patch";
    readonly name: string;
    readonly changes: number;
    readonly tests: number;
    readonly unresolved: number;
  }[];
  /** Why candidates could not be told, the most frequent first. */
  readonly unresolvedReasons: readonly { readonly reason: string; readonly count: number }[];
  readonly wallMs: number;
  /** The run directory. */
  readonly run: string;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

interface ResultOptions {
  readonly kind: OpenKind;
  readonly found: Causes;
  readonly asking: SearchRunner;
  readonly bad: Mixture;
  readonly words: IsolateResult["words"];
  readonly endRuns: number;
  readonly warnings: IsolateResult["warnings"];
  readonly run: string;
  readonly wallMs: number;
}

export const resultOf = async (options: ResultOptions): Promise<IsolateResult> => {
  const { kind, found, asking, bad, words, endRuns, warnings, run, wallMs } = options;
  const { changes, trigger, range, patch, proof, cured, stopped } = found;
  const shownTrigger = found.commitsOnly === true ? commitsIn(kind, found) : shown(changes, trigger);
  const shownPatch = patch === undefined ? undefined : shown(patch.changes, patch.chosen);
  // Nobody waits for more than what was found once it was stopped.
  const isHurried = found.commitsOnly === true || asking.stopped !== undefined;
  const explain = async (list: readonly Explained[]): Promise<readonly Explained[]> =>
    isHurried ? list : ((await kind.explain?.(list, range?.to)) ?? list);
  const { tests } = asking;
  return {
    status: stopped === undefined ? "complete" : "stopped",
    ...(stopped !== undefined && { reason: stopped }),
    kind: kind.name,
    titles: kind.titles,
    ...(kind.commits !== undefined && { commits: kind.commits }),
    words,
    changes: (patch?.changes ?? changes).counted ?? (patch?.changes ?? changes).all.length,
    trigger: await explain(shownTrigger),
    ...(found.causes !== undefined && { causes: found.causes }),
    ...(shownPatch !== undefined && { patch: await explain(shownPatch) }),
    proof,
    files: {
      culprit: patch === undefined ? [] : pathsBetween(kind, undefined, patch.changes.mix(patch.chosen)),
      revert: cured === undefined ? [] : pathsBetween(kind, bad, cured),
    },
    advice: (await kind.advice?.({ trigger: shownTrigger, patch: shownPatch ?? [] })) ?? { files: [], lines: [] },
    tests: { ...tests, run: tests.run + endRuns },
    searchTests: asking.searchTests,
    levels: asking.levels,
    unresolvedReasons: asking.reasons,
    wallMs,
    run,
    warnings,
  };
};

/** The commits of the range, as changes. */
const commitsIn = ({ history }: OpenKind, { range }: Causes): readonly Explained[] =>
  (history?.steps ?? [])
    .slice(range?.from, range?.to)
    .map(({ id, title }) => ({ id, commit: id, message: title, what: "commit" }));

const shown = (changes: Changes, chosen: Configuration<Change>): readonly Change[] => {
  const list = elements(chosen);
  return changes.shown?.(list) ?? list;
};

/** What two states do not have in common; the good end where none is given. It is read now: what the run has stored goes with its end. */
const pathsBetween = (kind: OpenKind, from: Mixture | undefined, to: Mixture): readonly PathChange[] => {
  const { base } = kind;
  if (base === undefined) return [];
  const stateIn = (state: Mixture | undefined, path: string): PathChange["from"] =>
    state?.entries.has(path) === true ? state.entries.get(path) : base.call(kind, path);
  const paths = new Set([...(from?.entries.keys() ?? []), ...to.entries.keys()]);
  return [...paths]
    .toSorted()
    .map((path) => ({ path, from: stateIn(from, path), to: stateIn(to, path) }))
    .filter(({ from: one, to: other }) => one !== other && (one && entryKey(one)) !== (other && entryKey(other)))
    .map((change) => ({ ...change, from: held(change.from), to: held(change.to) }));
};

const held = (entry: Entry | undefined): Entry | undefined => {
  if (entry?.kind !== "file") return entry;
  const bytes = entry.bytes();
  return { ...entry, bytes: () => bytes };
};
