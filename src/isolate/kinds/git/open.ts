/** Two revisions of a repository, or a revision and the working tree: commits first, then what they changed. */
import { digest } from "../../../core/digest.ts";
import { UserError } from "../../../core/errors.ts";
import { foldersAbove } from "../../../core/test-case.ts";
import type { Change } from "../../change.ts";
import type { KindOptions, OpenKind } from "../../kind.ts";
import type { GitEnds } from "./plan.ts";
import { makersFor, type Maker } from "./explain.ts";
import { openPlan, type Plan } from "./plan.ts";
import { openWorktree } from "./place.ts";
import { linesIn } from "./old-lines.ts";
import { SUBMODULE } from "./entries.ts";
import { stateWithout } from "./without.ts";
import { entryKey } from "../../mixture.ts";
import { treeChanges } from "../../trees/changes.ts";

export const openGit = async (options: KindOptions<GitEnds>): Promise<OpenKind> =>
  openKind(options, await openPlan(options));

interface Range {
  readonly from: number;
  readonly to: number;
}

const openKind = (options: KindOptions, plan: Plan): OpenKind => {
  const { repository, route, states, listed, conversions, helpers, working } = plan;
  const last = plan.commits.length - 1;
  /** The state before each change: lines that it takes away are counted there. */
  const befores = new WeakMap<Change, number>();
  const said = new Set<string>();
  const note = (text: string): void => {
    if (!said.has(text)) options.note(text);
    said.add(text);
  };
  for (const text of plan.notes) note(text);

  const changes: OpenKind["changes"] = async (range = { from: 0, to: last }) => {
    const [from, to] = await Promise.all([states.at(range.from), states.at(range.to)]);
    if (from.mixture.key() === to.mixture.key()) throw sameEnds(plan);
    const found = await treeChanges({ ...(await states.trees(from, to)), level: options.level });
    const noted = (some: readonly Change[]): readonly Change[] => {
      for (const change of some) befores.set(change, range.from);
      return some;
    };
    noted(found.all);
    return {
      ...found,
      shown: (chosen) => noted(found.shown?.(chosen) ?? chosen),
      ends: { good: from.mixture, bad: to.mixture },
    };
  };

  const explain: OpenKind["explain"] = async (found, at = last) => {
    const to = await states.at(at);
    // Back in time, the changes were made by the commits that are taken back.
    const isBack = route?.isBackwards === true && !to.isWorking;
    const makers = new Map<Change, Maker>();
    for (const before of new Set(found.map((change) => befores.get(change) ?? 0))) {
      const some = found.filter((change) => (befores.get(change) ?? 0) === before);
      const from = await states.at(before);
      const between = isBack ? { from: to, to: from } : { from, to };
      const made = await makersFor(repository.git, states, between, isBack ? some.map(turned) : some);
      for (const [i, change] of some.entries()) makers.set(change, made[i] ?? {});
    }
    return found.map((change) => ({ ...change, ...makers.get(change) }));
  };

  return {
    name: "git",
    identity: {
      good: plan.commits[0],
      bad: plan.commits[last],
      route: route === undefined ? "none" : digest(plan.commits.join(" ")),
      working: working && [...working].map(([path, entry]) => [path, entry === undefined ? null : entryKey(entry)]),
      helpers: [...helpers].map(([path, entry]) => [path, entryKey(entry)]),
      prefix: repository.prefix,
      only: options.only,
      skip: options.skip,
    },
    titles: plan.titles,
    ...(route !== undefined && {
      history: {
        steps: plan.steps,
        at: async (steps: number) => (await states.at(steps)).mixture,
      },
    }),
    changes,
    base: states.base,
    isOwn: (path) =>
      states.base(path) !== undefined ||
      helpers.has(path) ||
      foldersAbove(path).some((folder) => states.base(folder)?.kind === "submodule"),
    openPlace: async (directory) => {
      const converted = [...listed.keys()].filter((path) => conversions.isConverted(path));
      await states.fetchBase(converted);
      return openWorktree({
        repository,
        directory,
        commit: plan.commits[0] as string,
        base: (path) => states.base(path) ?? helpers.get(path),
        converted,
        helpers,
        submodules: [...listed].flatMap(([path, { mode, oid }]) => (mode === SUBMODULE ? [[path, oid] as const] : [])),
        extras: plan.extras,
        onMissing: (path, commit) =>
          note(
            `the submodule ${path} is empty in the tests: its commit ${commit.slice(0, 7)} is not at hand (git submodule update --init)`,
          ),
      });
    },
    without: async (range: Range, found) => {
      const [from, to, bad] = await Promise.all([states.at(range.from), states.at(range.to), states.at(last)]);
      return stateWithout(states, { from, to, bad }, found);
    },
    explain,
    close: () => Promise.resolve(),
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
    ...(text !== undefined && { old: text }),
    ...(old !== undefined && { new: old }),
    span: { file, from: line - 1, to: line - 1 + linesIn(old) },
  };
};

const sameEnds = ({ titles }: Plan): UserError =>
  new UserError(
    "SAME_ENDS",
    `Nothing differs between ${titles.good} and ${titles.bad} (as far as --only and --skip allow).`,
    {
      advice: "Give a revision that works as --good and one that fails as --bad.",
    },
  );
