/** Children of this process that are not ours: those of other code in it. They are neither killed nor reaped here. */
import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { statOf } from "./processes.ts";

/** Node publishes every child process that it starts. */
const CHANNEL = "child_process";

export class Strangers {
  readonly #earlier: ReadonlyMap<number, string>;
  readonly #later = new Set<ChildProcess>();
  /** There were some: then an orphan that bears no mark may be theirs. */
  any: boolean;

  /** `known`: the children there are already; `harmless`: the one of them that has no children of its own. */
  constructor(known: readonly number[], harmless: number | undefined) {
    this.#earlier = new Map(known.map((pid) => [pid, statOf(pid)?.start ?? ""]));
    this.any = known.some((pid) => pid !== harmless);
    subscribe(CHANNEL, this.#note);
  }

  has(pid: number): boolean {
    const start = this.#earlier.get(pid);
    if (start !== undefined && statOf(pid)?.start === start) return true;
    for (const child of this.#later) if (child.pid === pid) return true;
    return false;
  }

  close(): void {
    unsubscribe(CHANNEL, this.#note);
  }

  readonly #note = (message: unknown): void => {
    const { process: child } = message as { readonly process: ChildProcess };
    this.any = true;
    this.#later.add(child);
    child.once("exit", () => this.#later.delete(child));
    child.once("error", () => child.pid === undefined && this.#later.delete(child));
  };
}
