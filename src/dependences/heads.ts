/** What text without fields of a grammar seems to define: the names in the heads of its units, and those that get something. */
import { isJoint } from "./joints.ts";
import type { SyntaxTree } from "../languages/syntax.ts";
import { ASSIGNED, HEAD, OPENED, USED } from "./signs.ts";

/** What ends a head. */
const ENDS = /^[({;<]/;
/** What makes it the name of something. */
const OPENS = /^[({<]/;
/** What gives a name something: `=`, `:`, `:=`, `+=`, but no comparison. */
const GIVES = /^(?:[^=<>!]?=|:)$/;

/** Leaves are asked about in document order, each with the innermost unit around it. */
export class Heads {
  readonly #tree: SyntaxTree;
  #unit = -1;
  /** No word so far. */
  #isFirst = true;
  #isOver = false;
  /** Open square brackets: what is in them is neither of the head nor its end. */
  #depth = 0;

  constructor(tree: SyntaxTree) {
    this.#tree = tree;
  }

  signOf(leaf: number, unit: number): number {
    if (unit > this.#unit) this.#begin(unit);
    if (this.#isOver || unit < this.#unit) return USED;
    const { text, start, end } = this.#tree;
    const own = text.slice(start[leaf], end[leaf]);
    if (own === "[") this.#depth++;
    else if (own === "]") this.#depth--;
    else if (this.#depth > 0) return USED;
    else if (GIVES.test(own) || (ENDS.test(own) && !this.#isFirst)) this.#isOver = true;
    else {
      const sign = this.#signBefore(this.#after(leaf));
      this.#isFirst &&= !/^[\p{L}\p{N}_]/u.test(own) || isJoint(text, end[leaf] as number);
      return sign;
    }
    return USED;
  }

  #signBefore(next: string): number {
    if (GIVES.test(next)) return this.#isFirst ? ASSIGNED : OPENED;
    return OPENS.test(next) ? OPENED : HEAD;
  }

  #begin(unit: number): void {
    this.#unit = unit;
    this.#isFirst = true;
    this.#isOver = false;
    this.#depth = 0;
  }

  /** The text of the next leaf. */
  #after(leaf: number): string {
    const { text, start, end, after, length } = this.#tree;
    let next = leaf + 1;
    while (next < length && after[next] !== next + 1) next++;
    return next < length ? text.slice(start[next], end[next]) : "";
  }
}
