/** From what was found to what is told. */
import { elements, type Configuration } from "../core/configuration.ts";
import type { Asking } from "./asking.ts";
import type { Change, Changes } from "./change.ts";
import type { Found } from "./finding.ts";
import type { Explained, OpenKind } from "./kind.ts";
import { entryKey, type Entry, type Mixture } from "./mixture.ts";
import type { IsolateResult, PathChange } from "./result.ts";

export interface ResultOptions {
  readonly kind: OpenKind;
  readonly found: Found;
  readonly asking: Asking;
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
const commitsIn = ({ history }: OpenKind, { range }: Found): readonly Explained[] =>
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
