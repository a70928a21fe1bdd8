/** The processes of the running jobs, in a file that outlives this process: the watchdog reads it. */
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { statOf } from "./processes.ts";

/** How the names of the files begin. */
export const JOB_LIST = "jobs-";

let lists = 0;

/** A line is the first process of a job, or a process that left its job and when it was started. */
const WIDTH = 36;
const BLANK = `${" ".repeat(WIDTH - 1)}\n`;

/** Those of all runners of this process. */
const open = new Set<JobList>();

export class JobList {
  readonly #fd: number;
  readonly #free: number[] = [];
  #places = 0;

  /** In the scratch directory that the watchdog guards. */
  constructor(directory: string) {
    lists += 1;
    const path = join(directory, `${JOB_LIST}${lists}`);
    this.#fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o600);
    open.add(this);
  }

  /** The place it was written to. `start`: of a process that nobody waits for, so that its number may go to another one. */
  enter(pid: number, start?: string): number {
    const place = this.#free.pop() ?? this.#places++;
    const line = start === undefined ? `${pid}\n` : `${pid} ${start}\n`;
    writeSync(this.#fd, line.padStart(WIDTH), place * WIDTH);
    return place;
  }

  leave(place: number): void {
    writeSync(this.#fd, BLANK, place * WIDTH);
    this.#free.push(place);
  }

  close(): void {
    open.delete(this);
    closeSync(this.#fd);
  }
}

interface Note {
  readonly list: JobList;
  readonly place: number;
}

/** Processes that left their jobs, kept in a list for the watchdog. */
export class Departed {
  readonly #notes = new Map<number, Note>();

  /** They are all there are now. Costs nothing as long as there are none, and little while they stay the same. */
  keep(pids: readonly number[]): void {
    if (pids.length === 0 && this.#notes.size === 0) return;
    const now = new Set(pids);
    for (const [pid, { list, place }] of this.#notes) {
      if (now.has(pid) && open.has(list)) continue;
      if (open.has(list)) list.leave(place);
      this.#notes.delete(pid);
    }
    for (const pid of now) if (!this.#notes.has(pid)) this.#add(pid);
  }

  #add(pid: number): void {
    const [list] = open;
    const start = statOf(pid)?.start;
    if (list === undefined || start === undefined) return;
    this.#notes.set(pid, { list, place: list.enter(pid, start) });
  }
}
