/** A virtual clock: events in the order of their time, then of their making. */

export interface Alarm {
  readonly due: number;
  readonly order: number;
  ring: (() => void) | undefined;
}

/** A binary heap. Silenced alarms stay in it until their time comes. */
export class Clock {
  readonly #heap: Alarm[] = [];
  #now = 0;
  #order = 0;

  /** In milliseconds since the beginning. */
  get now(): number {
    return this.#now;
  }

  after(ms: number, ring: () => void): Alarm {
    const alarm: Alarm = { due: this.#now + ms, order: this.#order++, ring };
    const heap = this.#heap;
    let at = heap.length;
    for (; at > 0; at = (at - 1) >> 1) {
      const parent = heap[(at - 1) >> 1] as Alarm;
      if (!sooner(alarm, parent)) break;
      heap[at] = parent;
    }
    heap[at] = alarm;
    return alarm;
  }

  silence(alarm: Alarm): void {
    alarm.ring = undefined;
  }

  /** Goes on to the next alarm; false if there is none. */
  advance(): boolean {
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      if (next.ring === undefined) continue;
      this.#now = next.due;
      next.ring();
      return true;
    }
    return false;
  }

  #take(): Alarm | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return top;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      const other = heap[child + 1];
      if (other !== undefined && sooner(other, heap[child] as Alarm)) child++;
      if (!sooner(heap[child] as Alarm, last)) break;
      heap[at] = heap[child] as Alarm;
      at = child;
    }
    heap[at] = last;
    return top;
  }
}

const sooner = (a: Alarm, b: Alarm): boolean => a.due < b.due || (a.due === b.due && a.order < b.order);
