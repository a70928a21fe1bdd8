/** Scratch directories know their owner: those of dead runs are removed by the next one. */
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { statOf } from "./processes.ts";
import { removeTree } from "./removal.ts";

const OWNER = "owner";

/** A directory without an owner is one that is just being made, unless it is older than this (milliseconds). */
const UNFINISHED = 600_000;

export const writeOwner = (directory: string): void => {
  writeFileSync(join(directory, OWNER), `${process.pid} ${statOf(process.pid)?.start ?? ""}\n`);
};

/** Removes the directories `pare-…` of this user in `root` whose owner is dead. Never throws. */
export const removeLeftovers = (root: string): void => {
  try {
    for (const name of readdirSync(root)) if (/^pare-[A-Za-z0-9]{6}$/.test(name)) removeAbandoned(join(root, name));
  } catch {
    // The next run will try again.
  }
};

const removeAbandoned = (path: string): void => {
  try {
    if (isOurs(path) && isAbandoned(path)) removeTree(path);
  } catch {
    // Somebody else has removed it.
  }
};

const isOurs = (path: string): boolean => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.isDirectory() && stat.uid === process.getuid?.();
};

const isAbandoned = (path: string): boolean => {
  let owner: string;
  try {
    owner = readFileSync(join(path, OWNER), "utf8");
  } catch {
    return Date.now() - statSync(path).mtimeMs > UNFINISHED;
  }
  const [pid = "", start = ""] = owner.trim().split(" ");
  return isDead(Number(pid), start);
};

const isDead = (pid: number, start: string): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
  const now = statOf(pid)?.start;
  return now !== undefined && start !== "" && now !== start;
};
