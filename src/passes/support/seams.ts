/** Whether what would come to stand together looks like something the text has had before, where no grammar can say it. */
import { tokensOf, type LeafToken } from "./leaves.ts";
import type { Syntax } from "../../languages/pass.ts";

/** From `start` to `end`. */
interface Part {
  readonly start: number;
  readonly end: number;
}

export class Seams {
  readonly #syntax: Syntax;
  readonly #tokens: readonly LeafToken[];

  constructor(syntax: Syntax) {
    this.#syntax = syntax;
    this.#tokens = syntax.language.follow === undefined ? [] : tokensOf(syntax.tree);
  }

  /** May this go? Two tokens on either side say it. */
  closes({ start, end }: Part): boolean {
    const before = this.#from(start) - 1;
    const behind = this.#from(end);
    return this.#follow(before - 1, before, behind) && this.#follow(before, behind, behind + 1);
  }

  /** May `inner`, which begins and ends with tokens, stand in the place of `outer`? */
  fits(outer: Part, inner: Part): boolean {
    return (
      this.#follow(this.#from(outer.start) - 1, this.#from(inner.start)) &&
      this.#follow(this.#from(inner.end) - 1, this.#from(outer.end))
    );
  }

  #follow(...places: readonly number[]): boolean {
    return this.#syntax.language.follow?.(places.map((place) => this.#at(place))) ?? true;
  }

  /** The first token that begins at `place` or later, by bisection. */
  #from(place: number): number {
    let low = 0;
    let high = this.#tokens.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#tokens[middle] as LeafToken).start < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #at(index: number): string {
    const token = this.#tokens[index];
    return token === undefined ? "" : this.#syntax.tree.text.slice(token.start, token.end);
  }
}
