/**
 * What tests need of the machine: `test.skipIf(lacks("gcc"))`, `describe.skipIf(without("root", isRoot))`.
 * A program that can be installed must be there; only what no installation mends makes a test go away, and says so.
 */
import { canInstall, isThere, programs } from "../../scripts/programs.mjs";

/** Whether a program is missing where nobody can install it; where somebody can, its absence is an error. */
export const lacks = (...names: readonly string[]): boolean => {
  const unknown = names.filter((name) => !Object.hasOwn(programs, name));
  if (unknown.length > 0) throw new Error(`scripts/programs.mjs does not list ${unknown.join(", ")}.`);
  const missing = names.filter((name) => !isThere(name));
  if (missing.length > 0 && canInstall())
    throw new Error(`${missing.join(", ")} must be installed: run node scripts/setup.mjs --tests`);
  return missing.length > 0;
};

/** What no installation mends, and why. */
const OBSTACLES = {
  Debian: "programs are installed on Debian and its kin only",
  Linux: "the test is about a feature of Linux",
  root: "the test makes files of other users",
  mounts: "mounting a small file system is not permitted",
  sandbox: "the kernel does not permit sandboxes",
  tracing: "processes may not be traced",
  "a limit of processes": "no group of processes can be limited",
  "network namespaces": "no network can be made",
  "a library before libc": "this system loads no library before libc",
  "the whole storm": "STORM_CASE has chosen one case",
} as const;

export type Obstacle = keyof typeof OBSTACLES;

/** Whether a test must be skipped for lack of something that cannot be installed. */
export const without = (obstacle: Obstacle, isGiven: boolean): boolean => {
  if (!isGiven) process.stderr.write(`Skipped for lack of ${obstacle}: ${OBSTACLES[obstacle]}.\n`);
  return !isGiven;
};
