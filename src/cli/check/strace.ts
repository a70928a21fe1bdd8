/** Which files a run looked for, as strace tells, where it is installed. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Trial } from "../../oracles/trial.ts";
import { openScratch } from "../../runner/index.ts";
import type { Opened } from "./missing.ts";

/** Installed, and allowed to trace: in some containers it is not. */
export const canTrace = (): boolean =>
  spawnSync("strace", ["-o", "/dev/null", "/bin/true"], { stdio: "ignore" }).status === 0;

/** Runs something under strace and reads what it looked for. */
export const traced = async (run: (under: readonly string[]) => Promise<Trial>): Promise<Opened> => {
  const scratch = openScratch();
  const log = join(scratch.path, "log");
  try {
    const { directory } = await run([..."strace -f -qq -s 4096 -e trace=%file -o".split(" "), log]);
    return readTrace(readFileSync(log, "utf8"), directory);
  } finally {
    scratch.close();
  }
};

const CALL = /^\d+\s+(\w+)\(.*?"((?:[^"\\]|\\.)*)".*\)\s*= (-?\d+)(?: (\w+))?/;

/** Relative paths are meant from `directory`: a process that changes its directory is followed by `chdir`. */
export const readTrace = (log: string, directory: string): Opened => {
  const found = new Set<string>();
  const absent = new Set<string>();
  const folders = new Map<string, string>();
  for (const line of log.split("\n")) {
    const [, call = "", path = "", result = "", error] = CALL.exec(line) ?? [];
    if (path === "") continue;
    const [process = ""] = line.split(" ");
    const full = resolve(folders.get(process) ?? directory, path);
    if (call === "chdir" && result === "0") folders.set(process, full);
    if (Number(result) >= 0) found.add(full);
    else if (error === "ENOENT") absent.add(full);
  }
  return { found: [...found], absent: [...absent].filter((path) => !found.has(path)), directory };
};
