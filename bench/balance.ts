/** Does a selection of lines with opening and closing brackets balance? Answered from the kept ranges, not line by line. */
import type { Configuration } from "../src/core/configuration.ts";

/** Lines are +1 (opening), −1 (closing) or 0. */
export class Balance {
  readonly #depth: Int32Array;
  /** A tree of minima over `#depth`: node i has the children 2i and 2i + 1, leaves begin at `#leaves`. */
  readonly #minima: Int32Array;
  readonly #leaves: number;

  constructor(lines: Int8Array) {
    this.#depth = new Int32Array(lines.length + 1);
    for (let i = 0; i < lines.length; i++) this.#depth[i + 1] = (this.#depth[i] as number) + (lines[i] as number);
    this.#leaves = 2 ** Math.ceil(Math.log2(lines.length + 1));
    this.#minima = new Int32Array(2 * this.#leaves).fill(2 ** 30);
    this.#minima.set(this.#depth, this.#leaves);
    for (let node = this.#leaves - 1; node > 0; node--)
      this.#minima[node] = Math.min(this.#minima[2 * node] as number, this.#minima[2 * node + 1] as number);
  }

  holds({ bounds }: Configuration<unknown>): boolean {
    let net = 0;
    for (let r = 0; r < bounds.length; r += 2) net += this.#at(bounds[r + 1]) - this.#at(bounds[r]);
    if (net !== 0) return false;
    let depth = 0;
    for (let r = 0; r < bounds.length; r += 2) {
      const start = this.#at(bounds[r]);
      if (depth + this.#lowest(bounds[r] as number, bounds[r + 1] as number) - start < 0) return false;
      depth += this.#at(bounds[r + 1]) - start;
    }
    return true;
  }

  #at(line: number | undefined): number {
    return this.#depth[line as number] as number;
  }

  /** The least depth at any border from `from` to `to`, both included. */
  #lowest(from: number, to: number): number {
    let lowest = 2 ** 30;
    let low = from + this.#leaves;
    let high = to + this.#leaves + 1;
    for (; low < high; low >>= 1, high >>= 1) {
      if (low & 1) lowest = Math.min(lowest, this.#minima[low++] as number);
      if (high & 1) lowest = Math.min(lowest, this.#minima[--high] as number);
    }
    return lowest;
  }
}
