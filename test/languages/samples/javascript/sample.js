// A queue of tasks with priorities.
import { EventEmitter } from "node:events";

const LEVELS = { low: 0, high: 10, "very (high": 100 };
const pattern = /^[a-z{]+\/(\d+)$/i;

/* Raised when a task cannot be taken. */
class QueueError extends Error {}

export class Queue extends EventEmitter {
  #tasks = [];
  static limit = 8;

  add(name, { level = "low", run } = {}) {
    if (this.#tasks.length >= Queue.limit) {
      throw new QueueError(`no room for ${name} (${this.#tasks.length})`);
    }
    this.#tasks.push({ name, run, weight: LEVELS[level] ?? 1 });
    this.#tasks.sort((a, b) => b.weight - a.weight);
    return this;
  }

  async drain() {
    let count = 0;
    for (const { name, run } of this.#tasks) {
      try {
        await run?.(name, count++);
      } catch (error) {
        this.emit("problem", error);
      } finally {
        this.emit("step", name, count);
      }
    }
    return count;
  }
}

function* numbers(from, to) {
  for (let i = from; i < to; i += 1) yield i;
}

const queue = new Queue();
for (const i of numbers(0, 3)) queue.add("task \"" + i + "\"]", { run: async () => console.log('it\'s', i) });

switch (pattern.test("abc/12")) {
  case true:
    queue.drain().then((count) => console.log(count, ...Object.keys(LEVELS)));
    break;
  default:
    do {
      console.log("no");
    } while (false);
}
