/** The way from the good commit to the bad one. */
import { UserError } from "../../../core/errors.ts";
import type { Repository } from "./repository.ts";

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

interface Logged {
  readonly commit: string;
  readonly subject: string;
}

const log = async ({ git }: Repository, range: string, options: readonly string[]): Promise<readonly Logged[]> => {
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
