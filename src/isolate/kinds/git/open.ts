/** Two revisions of a repository, or a revision and the working tree: commits first, then what they changed. */
import { given } from "../../../core/maybe.ts";
import type { Range } from "../../../core/configuration.ts";
import { digest } from "../../../core/digest.ts";
import { UserError } from "../../../core/errors.ts";
import { foldersAbove } from "../../../core/test-case.ts";
import type { Change, Changes } from "../../change.ts";
import type { Explained, KindOptions, OpenKind } from "../../kind.ts";
import type { GitEnds } from "./plan.ts";
import { makersFor, type Maker } from "./explain.ts";
import { openPlan, type Plan } from "./plan.ts";
import { openWorktree } from "./place.ts";
import { SUBMODULE } from "./entries.ts";
import { stateWithout, linesIn } from "./without.ts";
import { entryKey, type Entry, type Mixture } from "../../mixture.ts";
import type { Place } from "../../place.ts";
import { treeChanges } from "../../trees/changes.ts";

export const openGit = async (options: KindOptions<GitEnds>): Promise<OpenKind> =>
  new OpenGit(options, await openPlan(options));

class OpenGit implements OpenKind {
  readonly name = "git";
  readonly identity: unknown;
  readonly titles: OpenKind["titles"];
  readonly commits: NonNullable<OpenKind["commits"]>;
  readonly history?: NonNullable<OpenKind["history"]>;
  readonly #options: KindOptions;
  readonly #plan: Plan;
  readonly #last: number;
  /** The state before each change: lines that it takes away are counted there. */
  readonly #befores = new WeakMap<Change, number>();
  readonly #notes = new Set<string>();

  constructor(options: KindOptions, plan: Plan) {
    this.#options = options;
    this.#plan = plan;
    this.#last = plan.commits.length - 1;
    this.identity = identityOf(options, plan);
    this.titles = plan.titles;
    const { [0]: good = "", [this.#last]: bad } = plan.commits;
    this.commits = { good, ...(plan.working === undefined && bad !== undefined && { bad }) };
    if (plan.route !== undefined)
      this.history = { steps: plan.steps, at: async (steps) => (await plan.states.at(steps)).mixture };
    for (const text of plan.notes) this.#note(text);
  }

  async changes(range: Range = { from: 0, to: this.#last }): Promise<Changes> {
    const { states } = this.#plan;
    const [from, to] = await Promise.all([states.at(range.from), states.at(range.to)]);
    if (from.mixture.key() === to.mixture.key()) throw sameEnds(this.#plan);
    const found = await treeChanges({ ...(await states.trees(from, to)), level: this.#options.level });
    const noted = (some: readonly Change[]): readonly Change[] => {
      for (const change of some) this.#befores.set(change, range.from);
      return some;
    };
    noted(found.all);
    return {
      ...found,
      shown: (chosen) => noted(found.shown?.(chosen) ?? chosen),
      ends: { good: from.mixture, bad: to.mixture },
    };
  }

  base(path: string): Entry | undefined {
    return this.#plan.states.base(path);
  }

  isOwn(path: string): boolean {
    return (
      this.base(path) !== undefined ||
      this.#plan.helpers.has(path) ||
      foldersAbove(path).some((folder) => this.base(folder)?.kind === "submodule")
    );
  }

  async openPlace(directory: string): Promise<Place> {
    const { repository, states, listed, conversions, helpers, commits, extras } = this.#plan;
    const converted = [...listed.keys()].filter((path) => conversions.isConverted(path));
    await states.fetchBase(converted);
    return openWorktree({
      repository,
      directory,
      commit: commits[0] as string,
      base: (path) => states.base(path) ?? helpers.get(path),
      converted,
      helpers,
      submodules: [...listed].flatMap(([path, { mode, oid }]) => (mode === SUBMODULE ? [[path, oid] as const] : [])),
      extras,
      onMissing: (path, commit) =>
        this.#note(
          `the submodule ${path} is empty in the tests: its commit ${commit.slice(0, 7)} is not at hand (git submodule update --init)`,
        ),
    });
  }

  async without(range: Range, found: readonly Change[]): Promise<Mixture | undefined> {
    const { states } = this.#plan;
    const [from, to, bad] = await Promise.all([states.at(range.from), states.at(range.to), states.at(this.#last)]);
    return stateWithout(states, { from, to, bad }, found);
  }

  async explain(found: readonly Change[], at: number = this.#last): Promise<readonly Explained[]> {
    const { repository, route, states } = this.#plan;
    const to = await states.at(at);
    // Back in time, the changes were made by the commits that are taken back.
    const isBack = route?.isBackwards === true && !to.isWorking;
    const makers = new Map<Change, Maker>();
    const before = (change: Change): number => this.#befores.get(change) ?? 0;
    for (const start of new Set(found.map(before))) {
      const some = found.filter((change) => before(change) === start);
      const from = await states.at(start);
      const between = isBack ? { from: to, to: from } : { from, to };
      const made = await makersFor(repository.git, states, between, isBack ? some.map(turned) : some);
      for (const [i, change] of some.entries()) makers.set(change, made[i] ?? {});
    }
    return found.map((change) => ({ ...change, ...makers.get(change) }));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Each note is given once. */
  #note(text: string): void {
    if (!this.#notes.has(text)) this.#options.note(text);
    this.#notes.add(text);
  }
}

const identityOf = ({ only, skip }: KindOptions, plan: Plan): unknown => {
  const { commits, route, working, helpers, repository } = plan;
  return {
    good: commits[0],
    bad: commits.at(-1),
    route: route === undefined ? "none" : digest(commits.join(" ")),
    working: working && [...working].map(([path, entry]) => [path, entry === undefined ? null : entryKey(entry)]),
    helpers: [...helpers].map(([path, entry]) => [path, entryKey(entry)]),
    prefix: repository.prefix,
    only,
    skip,
  };
};

/** As the way forward has it: what comes goes, and what goes comes. */
const turned = (change: Change): Change => {
  const { file = "", line = 1, old, new: text, span, what } = change;
  if (what === "added" || what === "deleted") return { ...change, what: what === "added" ? "deleted" : "added" };
  if (what !== undefined || span === undefined) return change;
  return {
    id: change.id,
    file: span.file,
    line: span.from + 1,
    ...given({ old: text, new: old }),
    span: { file, from: line - 1, to: line - 1 + linesIn(old) },
  };
};

const sameEnds = ({ titles }: Plan): UserError =>
  new UserError(
    "SAME_ENDS",
    `${titles.good} and ${titles.bad} do not differ in the paths that --only and --skip select.`,
    {
      advice: "Give a revision that works as --good and one that fails as --bad.",
    },
  );
