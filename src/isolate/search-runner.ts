/** Searches of an isolation on an executor, one after the other: counted, watched, stopped. */
import { given } from "../core/maybe.ts";
import type { Configuration } from "../core/configuration.ts";
import type { Stamped, TestCounts } from "../core/events.ts";
import type { Executor } from "../core/executor.ts";
import type { Journal } from "../core/journal.ts";
import type { Search } from "../core/search.ts";
import { stoppedBy, type StopCause } from "../core/stopped.ts";
import type { Finding, Outcome } from "../core/verdict.ts";
import { over } from "../core/words.ts";
import { drive, type StopReason } from "../driver/search.ts";
import type { Change, Changes } from "./change.ts";
import { mixture, type Mixture } from "./mixture.ts";

type Goal = "trigger" | "patch";

export interface SearchRunnerOptions {
  readonly executor: Executor<Mixture>;
  readonly journal: Journal;
  readonly signal: AbortSignal;
  readonly maxTests?: number;
  readonly onEvent: (event: Stamped) => void;
}

interface LevelCount {
  readonly goal: Goal;
  readonly name: string;
  readonly changes: number;
  tests: number;
  unresolved: number;
}

/** What a search came to; without a result when it was stopped. */
export interface CauseOutcome<Result> {
  readonly result?: Result;
  readonly reason?: StopReason;
}

export class SearchRunner {
  readonly #options: SearchRunnerOptions;
  readonly #questions = { trigger: new Set<string>(), patch: new Set<string>() };
  readonly #reasons = new Map<string, number>();
  readonly #levels: LevelCount[] = [];
  readonly #totals = { run: 0, recalled: 0, wasted: 0, fail: 0, pass: 0, unresolved: 0 };
  #committed = 0;

  constructor(options: SearchRunnerOptions) {
    this.#options = options;
  }

  /** Questions that a search has asked, each counted once; what could not be written down was no test. */
  get searchTests(): { readonly trigger: number; readonly patch: number } {
    const { trigger, patch } = this.#questions;
    const onlyPatch = [...patch].filter((key) => !trigger.has(key)).length;
    return { trigger: trigger.size, patch: onlyPatch };
  }

  /** Why it was stopped, if so. */
  get stopped(): StopCause | undefined {
    const { signal } = this.#options;
    return signal.aborted ? stoppedBy(signal).why : undefined;
  }

  get tests(): TestCounts {
    return { ...this.#totals };
  }

  get levels(): readonly LevelCount[] {
    return this.#levels;
  }

  /** The most frequent first. */
  get reasons(): readonly { readonly reason: string; readonly count: number }[] {
    return [...this.#reasons]
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
  }

  /** A search about configurations of changes. `onOutcome` is told every committed answer, in order. */
  async about<Result>(
    changes: Changes,
    search: Search<Configuration<Change>, Result>,
    how: { readonly goal: Goal; onOutcome?(chosen: Configuration<Change>, outcome: Outcome, level: string): void },
  ): Promise<CauseOutcome<Result>> {
    const byKey = new Map<string, Configuration<Change>>();
    const mixed = (chosen: Configuration<Change>): Mixture => {
      const made = changes.mix(chosen);
      byKey.set(made.key(), chosen);
      return made;
    };
    return await this.of(over(search, mixed), how.goal, (event) => {
      const chosen = byKey.get(event.key);
      if (chosen !== undefined) how.onOutcome?.(chosen, event.verdict.outcome, event.step.phase);
    });
  }

  /** A search about mixtures. */
  async of<Result>(
    search: Search<Mixture, Result>,
    goal: Goal,
    onTest: (event: Extract<Stamped, { type: "test" }>) => void = () => undefined,
  ): Promise<CauseOutcome<Result>> {
    const { executor, journal, signal, maxTests, onEvent } = this.#options;
    const { result, reason, tests } = await drive<Mixture, Result>({
      search,
      source: mixture(Number.MAX_SAFE_INTEGER, {}),
      executor,
      journal,
      signal,
      check: false,
      ...(maxTests !== undefined && { maxTests: Math.max(0, maxTests - this.#committed) }),
      onEvent: (event) => {
        if (event.type !== "test") return;
        this.#count(goal, event);
        onEvent(event);
        onTest(event);
      },
    });
    this.#add(tests);
    return { ...given({ result, reason }) };
  }

  /** One test for itself, alone, under the limits that decide: a check, no question of a search. Nothing when it was stopped. */
  async check(candidate: Mixture): Promise<Finding | undefined> {
    const { executor, signal } = this.#options;
    if (signal.aborted) return undefined;
    try {
      const finding = await (executor.settle?.(candidate, signal) ?? executor.run(candidate, signal));
      this.#totals.run += 1;
      return finding;
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  #count(goal: Goal, { key, verdict, provenance, step }: Extract<Stamped, { type: "test" }>): void {
    this.#committed += 1;
    const isTest = provenance === "run" || provenance === "recalled";
    const isNew = isTest && !this.#questions.trigger.has(key) && !this.#questions.patch.has(key);
    if (isTest) this.#questions[goal].add(key);
    const level = this.#levelOf(goal, step.phase, step.removes ?? 0);
    if (isNew) level.tests += 1;
    if (verdict.outcome !== "unresolved") return;
    if (isNew) level.unresolved += 1;
    const reason = verdict.reason ?? "no reason was given";
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
  }

  #levelOf(goal: Goal, name: string, changes: number): LevelCount {
    const last = this.#levels.at(-1);
    if (last?.goal === goal && last.name === name) return last;
    const level = { goal, name, changes, tests: 0, unresolved: 0 };
    this.#levels.push(level);
    return level;
  }

  #add(tests: TestCounts): void {
    for (const name of Object.keys(this.#totals) as Exclude<keyof TestCounts, "answered">[])
      this.#totals[name] += tests[name];
  }
}
