/** What has to be known of a repository before anything is tested. */
import { join, relative, resolve } from "node:path";
import { UserError } from "../../../core/errors.ts";
import type { KindOptions } from "../../kind.ts";
import type { Entry } from "../../mixture.ts";
import { selects } from "../../trees/globs.ts";
import { openBlobs } from "./blobs.ts";
import { entriesOf, entryOnDisk, type TreeItem, openConversions, type Conversions } from "./entries.ts";
import { findExtras, type Extras, sortUntracked, type Untracked } from "./extras.ts";
import { commitOf, openRepository, type Repository, routeBetween, type Route } from "./repository.ts";
import type { Git } from "./run.ts";
import { openStates, type States } from "./states.ts";
import { listTree, untrackedPaths, workingChanges } from "./tree.ts";

export interface GitEnds {
  readonly git?: { readonly good: string; /** The working tree unless given. */ readonly bad?: string };
}

export interface Plan {
  readonly repository: Repository;
  /** Missing where the history is not asked for. */
  readonly route: Route | undefined;
  /** The commit of each state; 0 is the good end. */
  readonly commits: readonly string[];
  readonly steps: readonly { readonly id: string; readonly title: string }[];
  readonly titles: { readonly good: string; readonly bad: string };
  readonly states: States;
  /** The good end. */
  readonly listed: ReadonlyMap<string, TreeItem>;
  readonly conversions: Conversions;
  /** What the working tree has otherwise than its commit, if it is the bad end and has something. */
  readonly working: ReadonlyMap<string, Entry | undefined> | undefined;
  /** Untracked files that the command names: they are in every place. */
  readonly helpers: ReadonlyMap<string, Entry>;
  readonly extras: Extras;
  /** For the user. */
  readonly notes: readonly string[];
}

export const openPlan = async (options: KindOptions<GitEnds>): Promise<Plan> => {
  const asked = options.ends.git ?? { good: "HEAD" };
  const repository = await openRepository(options.origin, options.signal);
  const { git, top } = repository;
  if (top === undefined && asked.bad === undefined) throw noWorkingTree();
  const wanted = await commitOf(repository, asked.good);
  const bad = await commitOf(repository, asked.bad ?? "HEAD");
  const usesHistory = options.level === "auto" || options.level === "commits";
  const route = usesHistory ? await routeBetween(repository, wanted, bad) : undefined;
  const good = route?.good ?? wanted;

  const [blobs, conversions, listed] = [
    openBlobs(git.directory),
    await openConversions(git),
    await listTree(git, good),
  ];
  await conversions.learn(listed.keys());
  const entries = entriesOf(blobs, (path) => conversions.isConverted(path));
  const untracked = sortUntracked(top, top === undefined ? [] : await untrackedPaths(git), {
    areChanges: asked.bad === undefined,
    named: namedIn(options, top),
  });
  const changed =
    asked.bad === undefined
      ? await workingChanges(git, bad, untracked.changes, async (differing) => {
          await conversions.learn(differing.keys());
          await blobs.fetch([...differing].flatMap(([path, { from }]) => (from && entries.blobOf(path, from)) ?? []));
          return entries;
        })
      : undefined;
  const working = changed?.size ? changed : undefined;
  if (good === bad && working === undefined) throw sameCommit(asked.good, asked.bad);

  const { commits, steps } = wayOf({ good, bad, route, hasWorking: working !== undefined });
  const learn = (paths: Iterable<string>): Promise<void> => conversions.learn(paths);
  const isMeant = selects(options);
  const states = openStates({ git, good, listed, commits, working, blobs, entries, learn, isMeant });
  const last = await states.at(commits.length - 1);
  const taken = foldersAndPaths([...listed.keys(), ...last.mixture.entries.keys()]);
  const extras =
    top === undefined
      ? NO_EXTRAS
      : await apartFrom(git, await findExtras(git, untracked.beside, (path) => taken.has(path)), `${good}..${bad}`);
  const titles = {
    good: route?.isMergeBase === true ? `the merge base of ${asked.good} (${short(good)})` : titleOf(asked.good, good),
    bad: asked.bad === undefined && working !== undefined ? "the working tree" : titleOf(asked.bad ?? "HEAD", bad),
  };
  const helpers = helpersAt(top, untracked.helpers, taken);
  const notes = notesOn(asked.good, { route, untracked, extras, good });
  return { repository, route, commits, steps, titles, states, listed, conversions, working, helpers, extras, notes };
};

interface WayOptions {
  readonly good: string;
  readonly bad: string;
  readonly route: Route | undefined;
  readonly hasWorking: boolean;
}

/** The commit of each state, and the steps between them. */
const wayOf = ({ good, bad, route, hasWorking }: WayOptions): Pick<Plan, "commits" | "steps"> => {
  const commits = [good, ...(route?.commits ?? (good === bad ? [] : [bad]))];
  if (hasWorking && (route !== undefined || commits.length === 1)) commits.push(bad);
  const steps = commits
    .slice(1)
    .map((commit, i) =>
      hasWorking && i === commits.length - 2
        ? { id: "working tree", title: "what is not committed yet" }
        : { id: short(commit), title: route?.titles[i] ?? "" },
    );
  return { commits, steps };
};

/** Folders in which a commit on the way has something of its own are not linked: it would have to be written there. */
const apartFrom = async (git: Git, { packages, linked, copied, left }: Extras, range: string): Promise<Extras> => {
  if (packages.length + linked.length === 0) return { packages, linked, copied, left };
  const isTouched = async (paths: readonly string[]): Promise<boolean> =>
    (await git.text(["rev-list", "-1", range, "--", ...paths])) !== "";
  if (!(await isTouched([...packages, ...linked]))) return { packages, linked, copied, left };
  const touched = new Set<string>();
  for (const path of [...packages, ...linked]) if (await isTouched([path])) touched.add(path);
  const free = (paths: readonly string[]): readonly string[] => paths.filter((path) => !touched.has(path));
  return { packages: free(packages), linked: free(linked), copied, left: [...left, ...touched] };
};

const NO_EXTRAS: Extras = { packages: [], linked: [], copied: [], left: [] };

const short = (commit: string): string => commit.slice(0, 10);

const titleOf = (revision: string, commit: string): string =>
  commit.startsWith(revision) ? short(commit) : `${revision} (${short(commit)})`;

/** The paths that words of the command stand for. */
const namedIn = ({ command = [], origin }: KindOptions, top: string | undefined): ReadonlySet<string> =>
  new Set(top === undefined ? [] : command.map((word) => relative(top, resolve(origin, word))));

const helpersAt = (
  top: string | undefined,
  paths: readonly string[],
  taken: ReadonlySet<string>,
): ReadonlyMap<string, Entry> => {
  const found = new Map<string, Entry>();
  for (const path of paths) {
    const entry = top === undefined || taken.has(path) ? undefined : entryOnDisk(join(top, path));
    if (entry !== undefined) found.set(path, entry);
  }
  return found;
};

const foldersAndPaths = (paths: Iterable<string>): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const path of paths) {
    found.add(path);
    for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
      const folder = path.slice(0, slash);
      if (found.has(folder)) break;
      found.add(folder);
    }
  }
  return found;
};

interface Remarkable {
  readonly route: Route | undefined;
  readonly untracked: Untracked;
  readonly extras: Extras;
  readonly good: string;
}

const notesOn = (asked: string, { route, untracked, extras, good }: Remarkable): readonly string[] => {
  const notes: string[] = [];
  if (route?.isMergeBase === true)
    notes.push(
      `${asked} is on another branch: the commit where the two part, ${short(good)}, is taken for the good end`,
    );
  if (route?.isBackwards === true)
    notes.push("the bad end is older than the good one: its history is followed backwards");
  if (untracked.helpers.length > 0)
    notes.push(`not tracked but named by the command, so it is part of every test: ${listOf(untracked.helpers)}`);
  const left = [...untracked.left, ...extras.left];
  if (left.length > 0)
    notes.push(`too large to be copied, or in the way of the history, so it is missing in the tests: ${listOf(left)}`);
  return notes;
};

const listOf = (paths: readonly string[]): string =>
  paths.length > 5 ? `${paths.slice(0, 5).join(", ")} and ${paths.length - 5} more` : paths.join(", ");

const noWorkingTree = (): UserError =>
  new UserError("NO_WORKING_TREE", "This repository has no working tree, so it cannot be the bad end.", {
    advice: "Give the revision that fails: --bad REVISION.",
  });

const sameCommit = (good: string, bad: string | undefined): UserError =>
  bad === undefined
    ? new UserError("SAME_ENDS", `${good} is checked out, and the working tree has no changes.`, {
        advice: "Give an older revision that works as --good.",
      })
    : new UserError("SAME_ENDS", `${good} and ${bad} are the same commit.`, {
        advice: "Give a revision that works as --good and one that fails as --bad.",
      });
