/** What stands right behind a name and belongs to it: brackets with what is in them, and members. */
import { BRACKETS } from "./bracket-pairs.ts";
import { tokensOf, type LeafToken } from "./leaves.ts";
import type { Syntax } from "../../languages/pass.ts";

export interface Suffix {
  /** The opening bracket, or "." for any kind of member. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** Longer chains are cut off. */
const MAX_SUFFIXES = 8;
const MEMBER = /^(?:\.|->|::|\?\.)$/;

/** The tokens of a text, by leaf, with the partners of brackets. */
export class SuffixTokens {
  readonly #syntax: Syntax;
  readonly list: readonly LeafToken[];
  readonly #place = new Map<number, number>();
  readonly #partner: Int32Array;

  constructor(syntax: Syntax) {
    this.#syntax = syntax;
    this.list = tokensOf(syntax.tree);
    this.#partner = new Int32Array(this.list.length).fill(-1);
    const open: number[] = [];
    for (const [place, { node }] of this.list.entries()) {
      if (node >= 0) this.#place.set(node, place);
      const text = this.textAt(place);
      if (this.#opens(place, text)) open.push(place);
      else if (open.length > 0 && closerOf(this.textAt(open.at(-1) as number)) === text)
        this.#partner[open.pop() as number] = place;
    }
  }

  textAt(place: number): string {
    const { start, end } = this.list[place] ?? { start: 0, end: 0 };
    return this.#syntax.tree.text.slice(start, end);
  }

  /** The place of a leaf among the tokens. */
  placeOf(leaf: number): number {
    return this.#place.get(leaf) ?? -1;
  }

  /** Everything that follows a leaf, one suffix behind the other. */
  suffixesOf(leaf: number): readonly Suffix[] {
    return this.suffixesFrom(this.placeOf(leaf) + 1);
  }

  /** From a token on. */
  suffixesFrom(first: number): readonly Suffix[] {
    const found: Suffix[] = [];
    for (let place = first; found.length < MAX_SUFFIXES;) {
      const kind = this.textAt(place);
      const isMember = MEMBER.test(kind) && /^[\p{L}_$]/u.test(this.textAt(place + 1));
      const last = isMember ? place + 1 : (this.#partner[place] ?? -1);
      if (last < 0) break;
      found.push({
        kind: isMember ? "." : kind,
        start: this.list[place]?.start ?? 0,
        end: this.list[last]?.end ?? 0,
      });
      place = last + 1;
    }
    return found;
  }

  /** An angle bracket opens something only where the grammar has a node from it to its partner. */
  #opens(place: number, text: string): boolean {
    if (BRACKETS[text] !== undefined) return true;
    const { tree } = this.#syntax;
    const node = this.list[place]?.node ?? -1;
    if (text !== "<" || node < 0) return false;
    const parent = tree.parent[node] as number;
    return tree.start[parent] === tree.start[node] && tree.text.charAt((tree.end[parent] as number) - 1) === ">";
  }
}

const closerOf = (text: string): string | undefined => (text === "<" ? ">" : BRACKETS[text]);
