/** How many jobs keep all slots busy: while one is on its way, its slot would be empty. */
import { usual } from "../usual.ts";

export class Pace {
  #jobMs: number | undefined;
  #benchMs: number | undefined;

  /** From when a job was given out to its answer, without the time it waited for a slot, and what of it was the test, in milliseconds. */
  note(jobMs: number, benchMs: number): void {
    this.#jobMs = usual(this.#jobMs, jobMs);
    this.#benchMs = usual(this.#benchMs, benchMs);
  }

  /**
   * By Little's law: the slots, times a job's whole time over that of its test. At most twice the slots, which is what workers fetch. Each job
   * more is a question further from the one that the search waits for, so that none is added that gains nothing.
   */
  capacity(slots: number): number {
    const [jobMs = 0, benchMs = jobMs] = [this.#jobMs, this.#benchMs];
    return slots + Math.min(slots, Math.round((slots * Math.max(0, jobMs - benchMs)) / Math.max(benchMs, 1e-3)));
  }
}
