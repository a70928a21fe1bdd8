/** The first processes of the running jobs, in a file that outlives this process: the watchdog reads it. */
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { join } from "node:path";

/** How the names of the files begin. */
export const JOB_LIST = "jobs-";

let lists = 0;

const WIDTH = 12;
const BLANK = `${" ".repeat(WIDTH - 1)}\n`;

export class JobList {
  readonly #fd: number;
  readonly #free: number[] = [];
  #places = 0;

  /** In the scratch directory that the watchdog guards. */
  constructor(directory: string) {
    lists += 1;
    const path = join(directory, `${JOB_LIST}${lists}`);
    this.#fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o600);
  }

  /** The place it was written to. */
  enter(pid: number): number {
    const place = this.#free.pop() ?? this.#places++;
    writeSync(this.#fd, `${pid}\n`.padStart(WIDTH), place * WIDTH);
    return place;
  }

  leave(place: number): void {
    writeSync(this.#fd, BLANK, place * WIDTH);
    this.#free.push(place);
  }

  close(): void {
    closeSync(this.#fd);
  }
}
