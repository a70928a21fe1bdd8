/** The repository pare was started in. */
import { basename, resolve } from "node:path";
import { UserError } from "../../../core/errors.ts";
import { nearest } from "../../../pipelines/list-strategy.ts";
import { gitIn, type Git } from "./run.ts";

export interface Repository {
  /** Called at the top of the checkout, or in the repository itself when it has none. */
  readonly git: Git;
  /** The top of the checkout; nothing for a bare repository. */
  readonly top: string | undefined;
  /** Where the objects are: of the main repository when this is a linked worktree. */
  readonly common: string;
  /** Where pare was started, below the top: "" or "packages/a". */
  readonly prefix: string;
  /** What its directory is called. */
  readonly name: string;
  readonly isShallow: boolean;
}

/** Throws a `UserError` where there is none, or where git does not open it. */
export const openRepository = async (origin: string, signal?: AbortSignal): Promise<Repository> => {
  const here = gitIn(origin, [], signal);
  const [described, top, prefix] = await Promise.all([
    here.text(["rev-parse", "--is-shallow-repository", "--git-common-dir"]),
    here.maybe(["rev-parse", "--show-toplevel"]),
    here.maybe(["rev-parse", "--show-prefix"]),
  ]);
  // A path may have line ends, too.
  const end = described.indexOf("\n");
  const common = resolve(origin, described.slice(end + 1));
  return {
    git: top === undefined ? here : gitIn(top, [], signal),
    top,
    common,
    prefix: top === undefined ? "" : (prefix ?? "").replace(/\/$/, ""),
    name: basename(top ?? common).replace(/(?<=.)\.git$/, ""),
    isShallow: described.slice(0, end) === "true",
  };
};

/** The name of the commit that is meant. Throws a `UserError` that names the near ones. */
export const commitOf = async ({ git, isShallow }: Repository, revision: string): Promise<string> => {
  const commit = revision.startsWith("-")
    ? undefined
    : await git.maybe(["rev-parse", "--verify", "--quiet", `${revision}^{commit}`]);
  if (commit !== undefined && commit !== "") return commit;
  const names = (await git.text(["for-each-ref", "--format=%(refname:short)"])).split("\n").filter(Boolean);
  const near = nearest(revision, names);
  const hint = near === undefined ? "" : ` Did you mean ${JSON.stringify(near)}?`;
  throw new UserError(
    "UNKNOWN_REVISION",
    `There is no commit called ${JSON.stringify(revision)} in this repository.${hint}`,
    {
      advice: isShallow
        ? "The clone is shallow, so most of the history is missing: git fetch --unshallow --tags, then run again."
        : "Give a tag, a branch or a commit: `git tag` and `git log --oneline` list them; `git fetch --tags` fetches those of the remote.",
    },
  );
};

export interface Route {
  /** The commit of the good end: the merge base where the user's own lies on another branch. */
  readonly good: string;
  /** The commits after it, in order; the last one is the bad end's. */
  readonly commits: readonly string[];
  readonly titles: readonly string[];
  /** Back in time: the bad end is older, each step takes a commit back. */
  readonly isBackwards: boolean;
  /** The good end is not the one that was asked for. */
  readonly isMergeBase: boolean;
}

/** Along the first parents. Throws a `UserError` when the two have no history in common. */
export const routeBetween = async (repository: Repository, good: string, bad: string): Promise<Route> => {
  if (good === bad) return { good, commits: [], titles: [], isBackwards: false, isMergeBase: false };
  const base = await repository.git.maybe(["merge-base", good, bad]);
  if (base === undefined || base === "") throw noCommonHistory(repository);
  if (base === bad) return backwards(repository, good, bad);
  const listed = await log(repository, `${base}..${bad}`, ["--reverse"]);
  return {
    good: base,
    commits: listed.map(({ commit }) => commit),
    titles: listed.map(({ subject }) => subject),
    isBackwards: false,
    isMergeBase: base !== good,
  };
};

const backwards = async (repository: Repository, good: string, bad: string): Promise<Route> => {
  const undone = await log(repository, `${bad}..${good}`, []);
  return {
    good,
    commits: [...undone.slice(1).map(({ commit }) => commit), bad],
    titles: undone.map(({ subject }) => `before: ${subject}`),
    isBackwards: true,
    isMergeBase: false,
  };
};

interface LoggedCommit {
  readonly commit: string;
  readonly subject: string;
}

const log = async (
  { git }: Repository,
  range: string,
  options: readonly string[],
): Promise<readonly LoggedCommit[]> => {
  const words = ["log", "-z", "--first-parent", "--no-show-signature", "--encoding=UTF-8", "--format=%H %s"];
  return (await git.parts([...words, ...options, range, "--"])).map((line) => {
    const space = line.indexOf(" ");
    return { commit: line.slice(0, space), subject: line.slice(space + 1) };
  });
};

const noCommonHistory = ({ isShallow }: Repository): UserError =>
  new UserError("NO_COMMON_HISTORY", "The good and the bad revision have no commit in common.", {
    advice: isShallow
      ? "The clone is shallow: git fetch --unshallow, then run again. Without history: add --level hunks, or give two directories: pare isolate GOOD BAD -- COMMAND {}."
      : "Their files can be compared without history: add --level hunks, or give two directories: pare isolate GOOD BAD -- COMMAND {}.",
  });
