/** A virtual clock: events in the order of their time, then of their making. */
import { Heap } from "../../src/driver/heap.ts";

export interface Alarm {
  readonly due: number;
  readonly order: number;
  ring: (() => void) | undefined;
}

/** Silenced alarms stay in the heap until their time comes. */
export class Clock {
  readonly #heap = new Heap<Alarm>(isSooner);
  #now = 0;
  #order = 0;

  /** In milliseconds since the beginning. */
  get now(): number {
    return this.#now;
  }

  after(ms: number, ring: () => void): Alarm {
    const alarm: Alarm = { due: this.#now + ms, order: this.#order++, ring };
    this.#heap.add(alarm);
    return alarm;
  }

  silence(alarm: Alarm): void {
    alarm.ring = undefined;
  }

  /** Goes on to the next alarm; false if there is none. */
  advance(): boolean {
    for (let next = this.#heap.take(); next !== undefined; next = this.#heap.take()) {
      if (next.ring === undefined) continue;
      this.#now = next.due;
      next.ring();
      return true;
    }
    return false;
  }
}

const isSooner = (a: Alarm, b: Alarm): boolean => a.due < b.due || (a.due === b.due && a.order < b.order);
