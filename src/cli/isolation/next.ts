/** What can be done with the answer, as lines to copy. */
import { type Ends, pairOf } from "../../isolate/kinds/index.ts";
import type { PatchFile } from "../../isolate/output/patch-files.ts";
import type { IsolateResult } from "../../isolate/result.ts";
import { quote } from "../../oracles/command-line.ts";
import type { NextStep } from "../../reporters/isolate/closing.ts";
import { existsSync, lstatSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { attempt } from "../../core/maybe.ts";
import { archiveStem, isArchive, topFolder, unpackLine } from "../../isolate/kinds/folders/archive.ts";
import { gitNow } from "../../isolate/kinds/git/run.ts";
import { nearby } from "../../reporters/nearby.ts";

export interface Circumstances {
  readonly ends: Ends;
  readonly patches: readonly PatchFile[];
  readonly directory: string;
  /** Behind `pare isolate`. */
  readonly typed: readonly string[];
}

const MAX_EXCEPTIONS = 3;

export const nextSteps = (result: IsolateResult, about: Circumstances): readonly NextStep[] => {
  const { trigger, proof, status } = result;
  const of = (name: PatchFile["name"]): PatchFile | undefined => about.patches.find((patch) => patch.name === name);
  const context = { ...about, commits: result.commits };
  const culprit = of("culprit");
  const revert = of("revert");
  const steps = [
    ...(culprit === undefined || proof.goodPlusPatchFails !== true
      ? []
      : [{ line: applying(culprit, "good", context), purpose: "makes the good end fail" }]),
    ...(revert === undefined || proof.badMinusTriggerPasses !== true
      ? []
      : [{ line: applying(revert, "bad", context), purpose: "makes the bad end work" }]),
  ];
  // Where the bad end works without them, no other cause is left to ask for.
  if (status === "stopped" || trigger.length === 0 || proof.badMinusTriggerPasses === true) return steps;
  const exceptions = trigger.slice(0, MAX_EXCEPTIONS).flatMap(({ id }) => ["--except", id]);
  return [
    ...steps,
    ...(trigger.length > MAX_EXCEPTIONS
      ? []
      : [{ line: againWith(about.typed, exceptions), purpose: "is there a second cause?" }]),
    ...(proof.badMinusTriggerPasses === false
      ? [{ line: againWith(about.typed, ["--find", "all"]), purpose: "looks for every cause" }]
      : []),
  ];
};

/** The same command with more flags: in front of the command that is run. */
export const againWith = (typed: readonly string[], more: readonly string[]): string => {
  const at = typed.includes("--") ? typed.indexOf("--") : typed.length;
  const own = withoutRepeated(typed.slice(0, at), more);
  return ["pare", "isolate", ...own, ...more, ...typed.slice(at)].map(quote).join(" ");
};

/** Starting over once is enough, and a flag that is given anew replaces the old one. */
const withoutRepeated = (own: readonly string[], more: readonly string[]): readonly string[] => {
  const again = more.includes("--find") ? own.indexOf("--find") : -1;
  return own.filter((word, index) => word !== "--fresh" && (again < 0 || (index !== again && index !== again + 1)));
};

interface PatchContext {
  readonly ends: Ends;
  readonly commits: IsolateResult["commits"];
  /** Where the line is typed. */
  readonly directory: string;
}

const applying = (patch: PatchFile, end: "good" | "bad", context: PatchContext): string => {
  const { ends, directory } = context;
  const pair = pairOf(ends);
  if (pair === undefined) return inRepository(patch.path, context.commits?.[end], directory);
  const typed = pair[end === "good" ? 0 : 1];
  const there = resolve(directory, typed);
  if (isArchive(typed)) return unpackedFirst(patch, typed, context);
  if (statSync(there, { throwIfNoEntry: false })?.isDirectory() === true) return inFolder(patch, typed, directory);
  if (patch.onlyGit.length === 0) return `patch ${quote(typed)} < ${quote(nearby(directory, patch.path))}`;
  // Only git can apply it, and only under the name that the patch has for it.
  const copy = `cp ${quote(typed)} "$d"/${quote(patch.onlyGit[0] as string)}`;
  return `d=$(mktemp -d) && ${copy} && git -C "$d" apply ${quote(patch.path)} && ls "$d"/*`;
};

/** A repository that the folder is a part of is not looked for: paths of the patch begin in the folder. */
const inFolder = (patch: PatchFile, folder: string, directory: string): string => {
  if (patch.onlyGit.length === 0) return `patch -p1 -d ${quote(folder)} < ${quote(nearby(directory, patch.path))}`;
  const above = dirname(resolve(directory, folder));
  return `GIT_CEILING_DIRECTORIES=${quote(above)} git -C ${quote(folder)} apply ${quote(patch.path)}`;
};

const unpackedFirst = (patch: PatchFile, archive: string, { directory }: PatchContext): string => {
  const folder = `${archiveStem(archive)}.patched`;
  const inside = join(folder, topFolder(resolve(directory, archive)) ?? "");
  return `${unpackLine(quote(archive), quote(folder))} && ${inFolder(patch, inside, directory)}`;
};

/** On what is checked out if that is the end; else the end is checked out first, beside it where changes are in the way. */
const inRepository = (patch: string, commit: string | undefined, directory: string): string => {
  const top = topOf(directory);
  // Paths in the patch begin at the top of the repository: below it, git would pass over what lies elsewhere.
  const apply =
    top === undefined || top === directory
      ? `git apply ${quote(nearby(directory, patch))}`
      : `git -C ${quote(top)} apply ${quote(patch)}`;
  if (commit === undefined) return apply;
  const git = (...words: readonly string[]): string | undefined => ask(top ?? directory, words);
  if (git("rev-parse", "HEAD") === commit && git("apply", "--check", patch) !== undefined) return apply;
  const revision = commit.slice(0, 10);
  const isFree =
    top !== undefined &&
    git("status", "--porcelain", "--untracked-files=no") === "" &&
    git("diff-tree", "-r", "-z", "--no-renames", "--name-only", "--diff-filter=A", "HEAD", commit)
      ?.split("\0")
      .every((path) => path === "" || !isTaken(join(top, path))) === true;
  if (isFree) return `git checkout -q ${revision} && ${apply}`;
  const beside = quote(relative(directory, `${top ?? directory}-${revision}`));
  return `git worktree add -q --detach ${beside} ${revision} && git -C ${beside} apply ${quote(patch)}`;
};

/** Does something lie there that git does not know, or a file where a folder should be? */
const isTaken = (path: string): boolean =>
  attempt(() => lstatSync(path, { throwIfNoEntry: false }) !== undefined) ?? true;

/** `undefined` where git says no. */
const ask = (directory: string, words: readonly string[]): string | undefined =>
  attempt(() => gitNow(directory, words).toString().trimEnd());

const topOf = (directory: string): string | undefined => {
  for (let at = directory; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return undefined;
  }
};
