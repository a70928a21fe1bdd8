/** Removing what tests have made. What cannot be removed is noted for a warning: it is never a reason to lose a result. */
import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync, readFileSync, readdirSync, realpathSync, rmSync, rmdirSync, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { attempt } from "../core/maybe.ts";

/** Something that is still there, and why. */
export interface Leftover {
  readonly path: string;
  readonly why: string;
}

/** Whatever lies there, also what a test has made unreadable for its own user. Answers the first thing that is still there. */
export const removeTree = (path: string): Leftover | undefined => {
  const mounted = mountIn(path);
  // To go into it would empty another file system, or another directory of this one.
  if (mounted !== undefined) return { path: mounted, why: "something is mounted there" };
  if (removed(path) || removedByProgram(path)) return undefined;
  unlock(path);
  return removedByProgram(path) ? undefined : remaining(path);
};

/** It goes on after what it cannot remove, and no path is too long for it. */
const removedByProgram = (path: string): boolean =>
  spawnSync("rm", ["-rf", "--", path], { stdio: "ignore" }).status === 0;

const noted = new Map<string, Leftover>();

/** Removes it for good; what cannot be removed is noted. */
export const discard = (path: string): void => {
  const left = removeTree(path);
  if (left !== undefined) noted.set(path, left);
};

/** One sentence about all that was noted since it was last asked for; nothing is there mostly. */
export const takeLeft = (): string | undefined => {
  const [first, ...others] = noted.values();
  noted.clear();
  if (first === undefined) return undefined;
  const more = others.length === 0 ? "" : `, and something in ${others.length} other directories`;
  return `pare cannot remove what a test has left: ${first.path} (${first.why})${more}. The result is not affected; remove it by hand.`;
};

const removed = (path: string): boolean => {
  try {
    rmSync(path, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
};

const unlock = (directory: string): void => {
  try {
    if (!lstatSync(directory).isDirectory()) return;
    chmodSync(directory, 0o700);
    for (const name of readdirSync(directory)) unlock(join(directory, name));
  } catch {
    // Not ours, or gone: removing it will say so.
  }
};

const remaining = (path: string): Leftover | undefined => {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  const [name] = namesIn(path);
  const inside = name === undefined ? undefined : remaining(join(path, name));
  return inside ?? reasonFor(path);
};

/** By trying once more. */
const reasonFor = (path: string): Leftover | undefined => {
  try {
    if (lstatSync(path).isDirectory()) rmdirSync(path);
    else unlinkSync(path);
    return undefined;
  } catch (error) {
    return { path, why: WORDS[(error as NodeJS.ErrnoException).code ?? ""] ?? String(error) };
  }
};

const WORDS: Readonly<Record<string, string>> = {
  EPERM: "not permitted",
  EACCES: "permission denied",
  EBUSY: "in use",
  EROFS: "read-only",
};

const namesIn = (path: string): readonly string[] =>
  attempt(() => (lstatSync(path).isDirectory() ? readdirSync(path) : [])) ?? [];

const mountIn = (path: string): string | undefined => {
  try {
    // A link itself is removed, not what it leads to.
    const real = join(realpathSync(dirname(path)), basename(path));
    return mountPoints().find((point) => point === real || point.startsWith(`${real}/`));
  } catch {
    // Gone, or no Linux.
    return undefined;
  }
};

const mountPoints = (): readonly string[] =>
  readFileSync("/proc/self/mountinfo", "utf8")
    .split("\n")
    .map((line) => (line.split(" ")[4] ?? "").replaceAll(/\\([0-7]{3})/g, (_, code: string) => unescaped(code)));

const unescaped = (octal: string): string => String.fromCodePoint(Number.parseInt(octal, 8));
