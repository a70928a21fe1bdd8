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
    const { directory } = await run([..."strace -f -qq -s 4096 -e trace=%file,%process -o".split(" "), log]);
    return readTrace(readFileSync(log, "utf8"), directory);
  } finally {
    scratch.close();
  }
};

const OPENS: ReadonlySet<string> = new Set(["open", "openat", "openat2", "execve", "execveat"]);
const STARTS = /^\d+\s+execve(?:at)?\(/;
const CALL = /^\d+\s+(\w+)\(.*?"((?:[^"\\]|\\.)*)".*\)\s*= (-?\d+)(?: (\w+))?/;
/** Another process has got in between: how it ended is told later, without the path. */
const UNFINISHED = /^\d+\s+(\w+)\(.*?"((?:[^"\\]|\\.)*)".*<unfinished \.\.\.>$/;
const FORK = /^(\d+)\s+(?:<\.\.\. )?(?:clone3?|v?fork)\b.*= (\d+)\s*$/gm;

/** Relative paths are meant from `directory`: a process that changes its directory, and its children, are followed. */
export const readTrace = (log: string, directory: string): Opened => {
  const found = new Set<string>();
  const opened = new Set<string>();
  const absent = new Set<string>();
  const folders = new Map<string, string>();
  const parents = new Map(Array.from(log.matchAll(FORK), ([, parent = "", child = ""]) => [child, parent]));
  const folderOf = (process: string): string => {
    let at: string | undefined = process;
    // Numbers of processes come again, so that there may be a circle.
    for (let steps = 0; steps <= parents.size && at !== undefined && !folders.has(at); steps++) at = parents.get(at);
    return folders.get(at ?? "") ?? directory;
  };
  for (const line of log.split("\n")) {
    const finished = CALL.exec(line);
    const [, call = "", path = "", result = "0", error] = finished ?? UNFINISHED.exec(line) ?? [];
    if (path === "") continue;
    const [process = ""] = line.split(" ");
    const full = resolve(folderOf(process), path);
    const isThere = Number(result) >= 0;
    if (isThere && OPENS.has(call)) opened.add(full);
    if (finished === null) continue;
    if (call === "chdir" && isThere) folders.set(process, full);
    if (isThere) found.add(full);
    else if (error === "ENOENT") absent.add(full);
  }
  const started = log.split("\n").filter((line) => STARTS.test(line));
  return {
    found: [...found],
    started: started.slice(1),
    opened: [...opened],
    absent: [...absent].filter((path) => !found.has(path)),
    directory,
  };
};
