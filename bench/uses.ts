/** Lines that use other lines: which of them, and is a selection closed under use? */
import type { Configuration } from "../src/core/configuration.ts";
import type { Random } from "./random.ts";

export interface UsesOptions {
  readonly n: number;
  /** How many uses a line has on average, at most 2. */
  readonly mean: number;
  /** Which share of the uses points to a later line. */
  readonly later?: number;
  /** Lines that may use others, and lines that may be used; all of them unless given. */
  readonly mayUse?: (line: number) => boolean;
  readonly mayBeUsed?: (line: number) => boolean;
}

export class Uses {
  readonly n: number;
  /** Line `from[e]` uses line `to[e]`; ascending by `from`. */
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  /** The edges out of line i are `#starts[i]` up to `#starts[i + 1]`. */
  readonly #starts: Int32Array;
  readonly #kept: Uint8Array;

  /** Every line uses up to two others, at most n/5 lines away. */
  constructor(random: Random, { n, mean, later = 0, mayUse = always, mayBeUsed = always }: UsesOptions) {
    const from: number[] = [];
    const to: number[] = [];
    for (let line = 0; line < n; line++)
      for (let i = 0; i < 2; i++) {
        if (random.next() >= mean / 2 || !mayUse(line)) continue;
        const used = usedBy(random, line, { n, later, mayBeUsed });
        if (used === undefined) continue;
        from.push(line);
        to.push(used);
      }
    this.n = n;
    this.#from = Int32Array.from(from);
    this.#to = Int32Array.from(to);
    this.#starts = startsOf(this.#from, n);
    this.#kept = new Uint8Array(n);
  }

  /** Is every line that a kept line uses kept as well? */
  closed({ bounds }: Configuration<unknown>): boolean {
    this.#kept.fill(0);
    for (let r = 0; r < bounds.length; r += 2) this.#kept.fill(1, bounds[r], bounds[r + 1]);
    for (let r = 0; r < bounds.length; r += 2) {
      const end = this.#starts[bounds[r + 1] as number] as number;
      for (let edge = this.#starts[bounds[r] as number] as number; edge < end; edge++)
        if (this.#kept[this.#to[edge] as number] === 0) return false;
    }
    return true;
  }

  /** The smallest closed set of lines with the given ones, ascending. */
  closure(lines: Iterable<number>): Int32Array {
    const reached = new Set(lines);
    for (const line of reached)
      for (let edge = this.#starts[line] as number; edge < (this.#starts[line + 1] as number); edge++)
        reached.add(this.#to[edge] as number);
    return Int32Array.from(reached).toSorted();
  }
}

/** A line at most n/5 lines away; `undefined` where there is none, or hardly any, that may be used. */
const usedBy = (
  random: Random,
  line: number,
  { n, later, mayBeUsed }: Pick<Required<UsesOptions>, "n" | "later" | "mayBeUsed">,
): number | undefined => {
  const forward = random.next() < later;
  const room = Math.min(Math.ceil(n / 5), forward ? n - 1 - line : line);
  if (room <= 0) return undefined;
  for (let attempt = 0; attempt < 16; attempt++) {
    const distance = 1 + random.below(room);
    const used = forward ? line + distance : line - distance;
    if (mayBeUsed(used)) return used;
  }
  return undefined;
};

const always = (): boolean => true;

const startsOf = (from: Int32Array, n: number): Int32Array => {
  const starts = new Int32Array(n + 1);
  for (const line of from) starts[line + 1] = (starts[line + 1] as number) + 1;
  for (let line = 0; line < n; line++) starts[line + 1] = (starts[line + 1] as number) + (starts[line] as number);
  return starts;
};
