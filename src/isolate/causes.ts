/** From two ends to trigger, patch and proof: which searches are made, and what they mean together. */
import { elements, minus, select, whole } from "../core/configuration.ts";
import { UserError } from "../core/errors.ts";
import type { IsolateNote } from "../core/notes.ts";
import type { Finding, Outcome } from "../core/verdict.ts";
import type { SearchRunner } from "./search-runner.ts";
import { attempted, type Change, type Changes, type ChangeSet } from "./change.ts";
import type { OpenKind } from "./kind.ts";
import type { Mixture } from "./mixture.ts";
import { bisectHistory, type Narrowed } from "./search/history.ts";
import { findPatch, findCure, rewritingIn } from "./search/patch.ts";
import { namesOf, union, within, sameIn, type Gap } from "./search/sets.ts";
import { keptNames } from "./search/names.ts";
import { findTrigger } from "./search/trigger.ts";

export interface CauseOptions {
  readonly kind: OpenKind;
  readonly asking: SearchRunner;
  /** Between the ends; missing where the history comes first. */
  readonly changes?: Changes;
  /** What the bad end has of them. */
  readonly bad?: ChangeSet;
  readonly level: string;
  readonly find: "trigger" | "patch" | "all" | undefined;
  /** Told how many changes are left, after every answer. */
  readonly onLevel: (level: { readonly goal: "trigger"; readonly name: string; readonly changes: number }) => void;
  /** Told of every commit that was tested while the history is bisected. */
  readonly onCommit: (commit: CommitNote) => void;
}

type CommitNote = Omit<Extract<IsolateNote, { readonly type: "commit" }>, "type">;

export interface Causes {
  /** In which the trigger was found, and what of it is the trigger. */
  readonly changes: Changes;
  readonly pair: Gap;
  readonly trigger: ChangeSet;
  /** So many parts of the trigger do it, each without the others; one unless given. */
  readonly causes?: number;
  /** The states of the history between which it lies. */
  readonly range?: Narrowed;
  /** It was to end with the commits. */
  readonly commitsOnly?: boolean;
  readonly patch?: { readonly changes: Changes; readonly chosen: ChangeSet };
  readonly proof: {
    readonly goodPlusPatchFails?: boolean;
    readonly badMinusTriggerPasses?: boolean;
    /** Changes that have to go with the trigger, for they need it. */
    readonly alongside?: readonly Change[];
    readonly remarks: readonly string[];
  };
  /** The bad end without the trigger, where it passes; the bad end as it is. */
  readonly cured?: Mixture;
  readonly stopped?: string;
}

/** Causes that are found one after the other before it is given up. */
const MAX_CAUSES = 8;

export class FindCauses {
  readonly #options: CauseOptions;
  readonly #remarks: string[] = [];
  #stopped: string | undefined;

  constructor(options: CauseOptions) {
    this.#options = options;
  }

  async run(): Promise<Causes> {
    const { kind, level } = this.#options;
    const range = kind.history === undefined ? undefined : await this.#bisect();
    const changes = this.#options.changes ?? (await kind.changes(range));
    const bad = this.#options.bad ?? whole(changes.all);
    const pair =
      this.#stopped === undefined && !(level === "commits" && range !== undefined)
        ? await this.#trigger(changes, { passing: select(whole(changes.all), []), failing: bad })
        : { passing: select(whole(changes.all), []), failing: bad };
    const trigger = minus(pair.failing, pair.passing);
    const first: Causes = { changes, pair, trigger, ...(range !== undefined && { range }), proof: { remarks: [] } };
    if (level === "commits" && range !== undefined) return this.#ended({ ...first, commitsOnly: true });
    if (this.#stopped !== undefined) return this.#ended(first);
    const proved = await this.#proved(first, bad);
    return this.#ended(await this.#patched(proved));
  }

  #ended(found: Causes): Causes {
    return {
      ...found,
      proof: { ...found.proof, remarks: [...this.#remarks] },
      ...(this.#stopped !== undefined && { stopped: this.#stopped }),
    };
  }

  async #bisect(): Promise<Narrowed> {
    const { kind, asking, onCommit } = this.#options;
    const history = kind.history as NonNullable<OpenKind["history"]>;
    let known: Narrowed = { from: 0, to: history.steps.length };
    if (known.to === 1) return known;
    const places = new Map<string, number>();
    const at = async (place: number): Promise<Mixture> => {
      const state = await history.at(place);
      places.set(state.key(), place);
      return state;
    };
    const search = bisectHistory({ steps: history.steps, at });
    const { result, reason } = await asking.of(search, "trigger", ({ key, verdict: { outcome } }) => {
      const place = places.get(key) ?? 0;
      if (place <= known.from || place >= known.to) return;
      if (outcome !== "unresolved") known = outcome === "pass" ? { ...known, from: place } : { ...known, to: place };
      const { id, title } = history.steps[place - 1] as (typeof history.steps)[number];
      onCommit({ id, title, outcome, left: known.to - known.from });
    });
    this.#stopped = reason;
    if (result !== undefined && result.to - result.from > 1)
      this.#remarks.push(
        `${result.to - result.from - 1} commits between ${history.steps[result.from]?.id ?? "the good end"} and ${history.steps[result.to - 1]?.id} could not be tested apart: pare searches all their changes together`,
      );
    return result ?? known;
  }

  async #trigger(changes: Changes, start: Gap): Promise<Gap> {
    const { onLevel } = this.#options;
    let closest = start;
    const onOutcome = (chosen: ChangeSet, outcome: Outcome, level: string): void => {
      if (outcome === "fail" && within(chosen, closest.failing) && within(closest.passing, chosen))
        closest = { ...closest, failing: chosen };
      if (outcome === "pass" && within(closest.passing, chosen) && within(chosen, closest.failing))
        closest = { ...closest, passing: chosen };
      onLevel({ goal: "trigger", name: level, changes: closest.failing.length - closest.passing.length });
    };
    const finest = this.#finest(changes);
    onLevel({
      goal: "trigger",
      name: changes.levels[0]?.name ?? finest,
      changes: start.failing.length - start.passing.length,
    });
    const search = findTrigger({ changes, start, finest });
    const { result, reason } = await this.#options.asking.about(changes, search, { goal: "trigger", onOutcome });
    if (result?.hopeless === true) this.#stopped = "hopeless";
    else if (result === undefined) this.#stopped = reason ?? "stop";
    return result ?? closest;
  }

  /** Does the bad end pass without the trigger? If it still fails, there is another cause, and that is looked for, too. */
  async #proved(found: Causes, bad: ChangeSet): Promise<Causes> {
    const { find } = this.#options;
    const causes: ChangeSet[] = [];
    let { trigger } = found;
    let { pair } = found;
    for (let turn = 0; turn < MAX_CAUSES && this.#stopped === undefined; turn++) {
      if (turn > 0 && (await this.#isCause(found, bad, trigger))) {
        this.#remarks.push(`the bad end passes without ${namesOf(trigger)} alone: the others show it only in mixtures`);
        return await this.#needed({ ...found, pair }, bad, [trigger]);
      }
      causes.push(trigger);
      const all = union(found.changes.all, causes);
      const without = await this.#without(found, bad, all);
      if (without === undefined) return await this.#curedWith({ ...found, trigger: all }, bad, "it cannot be made");
      const checked = await this.#check(without);
      if (checked === undefined) return { ...found, trigger: all };
      const { outcome, reason } = checked;
      if (outcome === "pass") return await this.#needed({ ...found, trigger: all }, bad, causes);
      if (outcome === "unresolved") return await this.#curedWith({ ...found, trigger: all }, bad, reason ?? "");
      if (turn === 0 && find === "trigger") {
        this.#remarks.push("the bad end still fails without it: there is another cause (--find all looks for it)");
        return { ...found, proof: { badMinusTriggerPasses: false, remarks: [] } };
      }
      if (found.range !== undefined && found.range.from > 0) return await this.#otherCommits(found);
      this.#remarks.push(`the bad end still fails without ${namesOf(all)}: there is another cause`);
      const rest = minus(bad, all);
      pair = await this.#trigger(found.changes, { passing: select(whole(found.changes.all), []), failing: rest });
      trigger = minus(pair.failing, pair.passing);
    }
    const all = union(found.changes.all, [...causes, trigger]);
    return { ...found, trigger: all, proof: { badMinusTriggerPasses: false, remarks: [] } };
  }

  /** A later answer may be all there is to it: what was found before showed the failure for another reason. */
  async #isCause(found: Causes, bad: ChangeSet, trigger: ChangeSet): Promise<boolean> {
    const without = await this.#without(found, bad, trigger);
    return without !== undefined && (await this.#check(without))?.outcome === "pass";
  }

  /** The lines have other causes in other commits: the bad end does not pass without them. */
  async #otherCommits(found: Causes): Promise<Causes> {
    this.#remarks.push(
      "the bad end still fails without it: a later commit has another cause (ask again with --good set to the commit that was found)",
    );
    return { ...found, proof: { badMinusTriggerPasses: false, remarks: [] } };
  }

  /** Drops causes without which the bad end would pass all the same. */
  async #needed(found: Causes, bad: ChangeSet, causes: readonly ChangeSet[]): Promise<Causes> {
    let kept = [...causes];
    for (const cause of causes.length > 1 ? causes : []) {
      const others = kept.filter((each) => each !== cause);
      const rest = union(found.changes.all, others);
      if (others.length === 0) continue;
      const without = attempted(found.changes, minus(bad, rest));
      const checked = without && (await this.#check(without));
      if (checked?.outcome === "pass") kept = others;
    }
    const trigger = union(found.changes.all, kept);
    const cured = await this.#without(found, bad, trigger);
    return {
      ...found,
      trigger,
      ...(kept.length > 1 && { causes: kept.length }),
      ...(cured !== undefined && { cured }),
      proof: { badMinusTriggerPasses: true, remarks: [] },
    };
  }

  /** The bad end without the trigger alone cannot be told: others depend on it. What has to go with it is looked for. */
  async #curedWith(found: Causes, bad: ChangeSet, reason: string): Promise<Causes> {
    const { changes, range } = found;
    const inconclusive = (): Causes => {
      this.#remarks.push(`pare cannot tell whether the bad end works without the trigger alone (${reason})`);
      return found;
    };
    if (range !== undefined && (range.to < (this.#options.kind.history?.steps.length ?? 0) || range.from > 0))
      return inconclusive();
    const kept = keptNames(changes, bad, found.trigger);
    const mixed = kept && attempted(changes, kept);
    if (mixed !== undefined && (await this.#check(mixed))?.outcome === "pass") {
      this.#remarks.push("the bad end works without the trigger if it keeps the names that it took away");
      return { ...found, cured: mixed, proof: { badMinusTriggerPasses: true, remarks: [] } };
    }
    if (kept !== undefined) return inconclusive();
    const search = findCure({ changes, bad, trigger: found.trigger, finest: this.#finest(changes) });
    const { result, reason: stopped } = await this.#options.asking.about(changes, search, { goal: "patch" });
    if (result === undefined) this.#stopped = stopped ?? "stop";
    const without = result && attempted(changes, minus(bad, result));
    if (result === undefined || without === undefined) return inconclusive();
    if ((await this.#check(without))?.outcome !== "pass") return inconclusive();
    const others = elements(minus(result, found.trigger));
    const alongside = changes.shown?.(others) ?? others;
    return { ...found, cured: without, proof: { badMinusTriggerPasses: true, alongside, remarks: [] } };
  }

  /** The bad end of the whole isolation without the trigger. */
  async #without(found: Causes, bad: ChangeSet, trigger: ChangeSet): Promise<Mixture | undefined> {
    const { kind } = this.#options;
    const { range, changes } = found;
    const isWhole = range === undefined || (range.from === 0 && range.to === kind.history?.steps.length);
    // Of such a list only beginnings can be made: the one that ends before the trigger.
    if (changes.ordered === true) return changes.mix(found.pair.passing);
    if (isWhole) return attempted(changes, minus(bad, trigger));
    const without = await kind.without?.(range, elements(trigger));
    if (without === undefined)
      this.#remarks.push("later changes overlap it, so that the bad end without it cannot be made");
    return without;
  }

  async #patched(found: Causes): Promise<Causes> {
    const { find, kind, asking } = this.#options;
    if (find === "trigger" || this.#stopped !== undefined) return found;
    const { range } = found;
    const isWhole = range === undefined || range.from === 0;
    const changes = isWhole ? found.changes : await kind.changes({ from: 0, to: range.to });
    const trigger = isWhole ? found.trigger : sameIn(changes, elements(found.trigger));
    const failing = isWhole ? union(changes.all, [found.pair.failing, trigger]) : whole(changes.all);
    // Only beginnings of such a list can be tested: the shortest that fails is the patch.
    if (changes.ordered === true) return { ...found, patch: { changes, chosen: found.pair.failing } };
    const pair: Gap = { passing: minus(failing, trigger), failing };
    const search = findPatch({ changes, pair, finest: this.#finest(changes) });
    const { result, reason } = await asking.about(changes, search, { goal: "patch" });
    if (result === undefined) {
      this.#stopped = reason ?? "stop";
      return found;
    }
    const rewriting = rewritingIn(changes, minus(result, trigger)).length;
    if (rewriting > 0)
      this.#remarks.push(
        `the patch has all the rewriting that it needs (${rewriting} edits): pare did not take it apart`,
      );
    const checked = await this.#check(changes.mix(result));
    const proof = { ...found.proof, ...(checked && { goodPlusPatchFails: checked.outcome === "fail" }) };
    return { ...found, patch: { changes, chosen: result }, proof };
  }

  /** Nothing when it was stopped: then nothing else is asked either. */
  async #check(candidate: Mixture): Promise<Finding | undefined> {
    const finding = await this.#options.asking.check(candidate);
    if (finding === undefined) this.#stopped = this.#options.asking.stopped ?? "signal";
    return finding;
  }

  #finest(changes: Changes): string {
    const { level } = this.#options;
    const wanted = level === "auto" || level === "commits" ? (changes.finest ?? changes.levels.at(-1)?.name) : level;
    if (changes.levels.some(({ name }) => name === wanted)) return wanted as string;
    const names = changes.levels.map(({ name }) => name).join(", ");
    throw new UserError("NO_LEVEL", `There is no level ${level} here.`, { advice: `The levels are ${names}.` });
  }
}
