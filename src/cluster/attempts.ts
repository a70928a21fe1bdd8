/** All jobs of a run that were given out: those under way, and for a while those that have come to an end. */
import type { Attempt } from "./flight.ts";

/** So many that have ended are remembered: more than there are in a queue at any time. */
const MAX_ENDED = 10_000;

export class Attempts {
  readonly #underWay = new Map<string, Attempt>();
  readonly #ended = new Map<string, Attempt["sequence"]>();

  get size(): number {
    return this.#underWay.size;
  }

  /** Nothing for one that has ended. */
  get(id: string): Attempt | undefined {
    return this.#underWay.get(id);
  }

  /** Of those under way. */
  claims(): readonly NonNullable<Attempt["claim"]>[] {
    return [...this.#underWay.values()].flatMap(({ claim }) => claim ?? []);
  }

  add(attempt: Attempt): void {
    this.#underWay.set(attempt.id, attempt);
  }

  /** Was it under way? */
  end({ id, sequence }: Attempt): boolean {
    if (!this.#underWay.delete(id)) return false;
    this.#ended.set(id, sequence);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > MAX_ENDED && oldest !== undefined) this.#ended.delete(oldest);
    return true;
  }

  /** What is said to who wants to run a job that is not under way: workers are given some late, and others by strangers. */
  async objection(id: string, sequence: number): Promise<"answered" | "replayed" | "unknown"> {
    const known = this.#ended.get(id);
    if (known === undefined) return "unknown";
    const own = await known;
    // Nobody has waited until the server had it.
    return own === sequence || own < 0 ? "answered" : "replayed";
  }
}
