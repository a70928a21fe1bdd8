/** Reading /proc: which processes there are, whose they are. Where there is no /proc, there is nothing to see. */
import { closeSync, openSync, readFileSync, readSync, readdirSync } from "node:fs";
import { attempt } from "../core/maybe.ts";

export interface ProcessStat {
  /** "Z" and "X" are dead. */
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  /** In clock ticks since the machine was started: with the pid, the identity of a process. */
  readonly start: string;
}

const allProcesses = (): readonly number[] => numbersIn("/proc");

const numbersIn = (directory: string): readonly number[] =>
  attempt(() =>
    readdirSync(directory)
      .filter((name) => name.charCodeAt(0) >= 48 && name.charCodeAt(0) <= 57)
      .map(Number),
  ) ?? [];

/** From its state on. The name of the program, before it, stands in brackets and may hold anything. */
const fieldsOf = (pid: number | "self"): readonly string[] => {
  const text = readProc(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
};

/** The session of this process; empty where nobody tells. */
export const ownSession = (): string => fieldsOf("self")[3] ?? "";

/** Whether this process has a terminal that its children could read from. Yes where nobody tells. */
export const hasTerminal = (): boolean => fieldsOf("self")[4] !== "0";

/** Nothing when it does not exist. */
export const statOf = (pid: number): ProcessStat | undefined => {
  const fields = fieldsOf(pid);
  const [state = "", parent = "", group = ""] = fields;
  return state === "" ? undefined : { state, parent: Number(parent), group: Number(group), start: fields[19] ?? "" };
};

/** The environment it was started with; empty for what is dead or not ours to read. */
export const environmentOf = (pid: number): string => readProc(`/proc/${pid}/environ`);

/** Those that its first thread has started and not lost. */
export const childrenOf = (pid: number): readonly number[] => childrenOfTask(pid, pid);

/** Those that any of its threads has started and not lost. */
export const allChildrenOf = (pid: number): readonly number[] =>
  numbersIn(`/proc/${pid}/task`).flatMap((task) => childrenOfTask(pid, task));

const childrenOfTask = (pid: number, task: number): readonly number[] =>
  readProc(`/proc/${pid}/task/${task}/children`).split(" ").filter(Boolean).map(Number);

/** These and their children and theirs, parents first. */
export const withDescendants = (pids: readonly number[]): readonly number[] => {
  const all = new Set(pids);
  // A set goes through what is added on the way, too.
  for (const pid of all) for (const child of allChildrenOf(pid)) all.add(child);
  return [...all];
};

/** Living processes that carry the mark. `since`: only what was started after that process, itself included. */
export const processesMarked = (mark: string, since?: number): readonly number[] =>
  allProcesses().filter((pid) => isSince(pid, since) && environmentOf(pid).includes(mark));

export const livingInGroup = (group: number): readonly number[] =>
  allProcesses().filter((pid) => {
    const stat = statOf(pid);
    return stat !== undefined && stat.group === group && stat.state !== "Z" && stat.state !== "X";
  });

/** Process ids are given in ascending order until they start again from below: then every process is looked at. */
const isSince = (pid: number, since: number | undefined): boolean => {
  if (since === undefined || pid >= since) return true;
  return Number(readProc("/proc/loadavg").trim().split(" ").at(-1)) < since;
};

const chunk = Buffer.allocUnsafeSlow(65_536);

const readProc = (path: string): string => {
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch {
    return "";
  }
  try {
    const bytes = readSync(fd, chunk, 0, chunk.length, 0);
    return bytes < chunk.length ? chunk.toString("latin1", 0, bytes) : readFileSync(path, "latin1");
  } catch {
    return "";
  } finally {
    closeSync(fd);
  }
};
