/** Who belongs to which job, seen from the process that adopts the orphans of all jobs. */
import { closeSync, openSync, readSync } from "node:fs";
import { attempt } from "../core/maybe.ts";
import type { ProcessTree } from "./backend.ts";
import { Departed } from "./job-list.ts";
import type { Libc } from "./libc.ts";
import { jobMark, jobOf, lastJob } from "./marks.ts";
import { environmentOf, livingInGroup, processesMarked, statOf, withDescendants } from "./processes.ts";
import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";

const NO_HANG = 1;
const SET_CHILD_SUBREAPER = 36;

export class Family {
  readonly #libc: Libc;
  readonly #strangers: Strangers;
  /** The number of the job whose first process this is, if it has not been reaped. */
  readonly #firstOf: (pid: number) => number | undefined;
  /** Lists our children; missing on kernels built without it. */
  readonly #list: number | undefined;
  readonly #jobs = new Map<number, ProcessTree>();
  readonly #status = new Int32Array(1);
  /** Orphans without a mark: the newest job there was when they were first seen. */
  #unmarked = new Map<number, number>();
  readonly #departed = new Departed();
  #buffer: Buffer = Buffer.allocUnsafeSlow(4096);

  constructor(libc: Libc, firstOf: (pid: number) => number | undefined, harmless: number | undefined) {
    this.#libc = libc;
    this.#firstOf = firstOf;
    this.#list = openList();
    this.#strangers = new Strangers(this.#children(), harmless);
    libc.prctl(SET_CHILD_SUBREAPER, 1);
  }

  add(tree: ProcessTree): void {
    this.#jobs.set(tree.number, tree);
  }

  remove(tree: ProcessTree): void {
    this.#jobs.delete(tree.number);
  }

  close(): void {
    this.#strangers.close();
    this.#libc.prctl(SET_CHILD_SUBREAPER, 0);
    if (this.#list !== undefined) closeSync(this.#list);
  }

  /** Whether a member of the group is alive. Reaps those members that we adopted. */
  hasGroup(group: number): boolean {
    if (this.#libc.kill(-group, 0) !== 0) return false;
    while (this.#libc.wait4(-group, this.#status, NO_HANG, null) > 0);
    return this.#libc.kill(-group, 0) === 0 && livingInGroup(group).length > 0;
  }

  /** Living processes of a job outside its group whose parents are gone, and what descends from them; also of jobs that are over. */
  orphansOf(tree: ProcessTree): readonly number[] {
    if (this.#list === undefined)
      return processesMarked(jobMark(tree.number), tree.pid).filter((pid) => pid !== tree.pid);
    const orphans = this.#orphans();
    return orphans.length === 0 ? orphans : withDescendants(orphans.filter((pid) => this.#belongs(pid, tree)));
  }

  reapOrphans(): void {
    this.#orphans();
  }

  /** Living children that were not started here; the dead ones among them are reaped. */
  #orphans(): readonly number[] {
    const orphans = this.#children().filter(
      (pid) =>
        this.#firstOf(pid) === undefined &&
        !this.#strangers.has(pid) &&
        this.#libc.wait4(pid, this.#status, NO_HANG, null) === 0,
    );
    if (this.#unmarked.size > 0) this.#unmarked = new Map([...this.#unmarked].filter(([pid]) => orphans.includes(pid)));
    this.#departed.keep(orphans.length === 0 ? orphans : orphans.filter((pid) => this.#isOurs(pid)));
    return orphans;
  }

  /** Not one that a stranger may have lost. */
  #isOurs(pid: number): boolean {
    return !this.#strangers.any || jobOf(environmentOf(pid)) !== 0 || this.#jobOfGroup(pid) !== undefined;
  }

  #jobOfGroup(pid: number): number | undefined {
    const group = statOf(pid)?.group;
    for (const { pid: leader, number } of this.#jobs.values()) if (leader === group) return number;
    return undefined;
  }

  #belongs(pid: number, tree: ProcessTree): boolean {
    const job = jobOf(environmentOf(pid));
    if (job !== 0) return job === tree.number || !this.#jobs.has(job);
    const leading = this.#jobOfGroup(pid);
    if (leading !== undefined) return leading === tree.number;
    if (this.#strangers.any) return false;
    const born = this.#unmarked.get(pid) ?? lastJob();
    this.#unmarked.set(pid, born);
    for (const number of this.#jobs.keys()) if (number <= born && number !== tree.number) return false;
    return true;
  }

  #children(): readonly number[] {
    if (this.#list === undefined) return [];
    for (;;) {
      const bytes = readSync(this.#list, this.#buffer, 0, this.#buffer.length, 0);
      if (bytes < this.#buffer.length) return parseList(this.#buffer, bytes);
      this.#buffer = Buffer.allocUnsafeSlow(this.#buffer.length * 2);
    }
  }
}

/** Numbers, each followed by a space. */
const parseList = (buffer: Buffer, length: number): readonly number[] => {
  const pids: number[] = [];
  let pid = 0;
  for (let at = 0; at < length; at++) {
    const digit = (buffer[at] ?? 0) - 48;
    if (digit >= 0) {
      pid = pid * 10 + digit;
    } else {
      pids.push(pid);
      pid = 0;
    }
  }
  return pids;
};

const openList = (): number | undefined => attempt(() => openSync(`/proc/self/task/${process.pid}/children`, "r"));

/** Node publishes every child process that it starts. */
const CHANNEL = "child_process";
/** In milliseconds. No number is given to another process within that time: all others come first. */
const SURE = 50;

class Strangers {
  readonly #earlier: ReadonlyMap<number, string>;
  readonly #later = new Set<ChildProcess>();
  /** When each of the earlier ones was last seen to be the same process. */
  readonly #seen = new Map<number, number>();
  /** There were some: then an orphan that bears no mark may be theirs. */
  any: boolean;

  /** `known`: the children there are already; `harmless`: the one of them that has no children of its own. */
  constructor(known: readonly number[], harmless: number | undefined) {
    this.#earlier = new Map(known.map((pid) => [pid, statOf(pid)?.start ?? ""]));
    this.any = known.some((pid) => pid !== harmless);
    subscribe(CHANNEL, this.#note);
  }

  has(pid: number): boolean {
    if (this.#isEarlier(pid)) return true;
    for (const child of this.#later) if (child.pid === pid) return true;
    return false;
  }

  close(): void {
    unsubscribe(CHANNEL, this.#note);
  }

  /** Asked at the end of each test, so the system is asked only now and then. */
  #isEarlier(pid: number): boolean {
    const start = this.#earlier.get(pid);
    if (start === undefined) return false;
    const now = performance.now();
    if (now - (this.#seen.get(pid) ?? -SURE) < SURE) return true;
    if (statOf(pid)?.start !== start) return false;
    this.#seen.set(pid, now);
    return true;
  }

  readonly #note = (message: unknown): void => {
    const { process: child } = message as { readonly process: ChildProcess };
    this.any = true;
    this.#later.add(child);
    child.once("exit", () => this.#later.delete(child));
    child.once("error", () => child.pid === undefined && this.#later.delete(child));
  };
}
