/** What can be done with the answer, as lines to copy. */
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pairOf, type Ends } from "../../isolate/kinds/index.ts";
import type { PatchFile } from "../../isolate/output/patch-files.ts";
import type { IsolateResult } from "../../isolate/result.ts";
import { quote } from "../../oracles/command-line.ts";
import { nearby } from "../../reporters/nearby.ts";
import type { NextStep } from "../../reporters/isolate/closing.ts";

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
  const culprit = of("culprit");
  const revert = of("revert");
  const steps = [
    ...(culprit === undefined || proof.goodPlusPatchFails !== true
      ? []
      : [{ line: applying(culprit, 0, about), purpose: "makes the good end fail" }]),
    ...(revert === undefined || proof.badMinusTriggerPasses !== true
      ? []
      : [{ line: applying(revert, 1, about), purpose: "makes the bad end work" }]),
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

const applying = (patch: PatchFile, end: 0 | 1, { ends, directory }: Circumstances): string => {
  const path = quote(nearby(directory, patch.path));
  const pair = pairOf(ends);
  if (pair === undefined) return inRepository(patch.path, directory);
  const there = resolve(directory, pair[end]);
  const isDirectory = statSync(there, { throwIfNoEntry: false })?.isDirectory() === true;
  if (patch.onlyGit.length > 0) return `git apply ${path}`;
  if (isDirectory) return `patch -p1 -d ${quote(pair[end])} < ${path}`;
  // What lies in an archive has no path yet.
  return /\.(?:tar|tgz|zip|tar\.\w+)$/.test(pair[end]) ? `patch -p1 < ${path}` : `patch ${quote(pair[end])} < ${path}`;
};

/** Paths in the patch begin at the top of the repository: below it, git would pass over what lies elsewhere. */
const inRepository = (patch: string, directory: string): string => {
  const top = topOf(directory);
  return top === undefined || top === directory
    ? `git apply ${quote(nearby(directory, patch))}`
    : `git -C ${quote(top)} apply ${quote(patch)}`;
};

const topOf = (directory: string): string | undefined => {
  for (let at = directory; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return undefined;
  }
};
