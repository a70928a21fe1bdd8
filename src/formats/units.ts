/** Parts of a text that can go, nested like the syntax they come from, and the printer that leaves the rest well-formed. */
import type { Configuration } from "../core/configuration.ts";
import { fuses, isBlank } from "./joints.ts";

/** Units in document order, a unit before those inside it; columns by unit. */
export interface Units {
  readonly text: string;
  readonly length: number;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** The unit after those inside it. */
  readonly after: Int32Array;
  /** Which of `lists` it is an element of; -1 for none. */
  readonly list: Int32Array;
  readonly lists: readonly UnitList[];
}

/** Units that are elements of one list, in order. */
export interface UnitList {
  readonly units: readonly number[];
  /** What stands between two elements goes with the first of them, or with the last when nothing follows it. */
  readonly separated: boolean;
  /** The place behind a separator after the last element; it goes when all elements do. */
  readonly trail?: number;
  /** What is printed where all elements are gone and one must be there. */
  readonly filler?: string;
}

/**
 * What is left, in pieces. A unit stays as long as something inside it is kept. Separators are repaired, emptied lines go, and what
 * would fuse (two words, two plus signs) is kept apart by a space.
 */
export const printUnits = (units: Units, kept: Configuration<unknown>): readonly string[] =>
  new Printing(units, printedOf(units, kept)).pieces();

/** By unit: 1 if it or something inside it is kept. */
const printedOf = ({ length, after }: Units, { bounds }: Configuration<unknown>): Uint8Array => {
  const before = new Int32Array(length + 1);
  for (let r = 0; r < bounds.length; r += 2) before.fill(1, (bounds[r] as number) + 1, (bounds[r + 1] as number) + 1);
  for (let u = 0; u < length; u++) before[u + 1] = (before[u] as number) + (before[u + 1] as number);
  const printed = new Uint8Array(length);
  for (let u = 0; u < length; u++) printed[u] = (before[after[u] as number] as number) > (before[u] as number) ? 1 : 0;
  return printed;
};

class Printing {
  readonly #units: Units;
  readonly #printed: Uint8Array;
  /** By list: its last printed element, -1 for none. */
  readonly #last: Int32Array;
  readonly #out: string[] = [];
  /** Everything before it is printed or cut. */
  #at = 0;
  /** Something was cut since the last piece. */
  #seam = false;
  #ending = "";

  constructor(units: Units, printed: Uint8Array) {
    this.#units = units;
    this.#printed = printed;
    this.#last = lastPrinted(units, printed);
  }

  pieces(): readonly string[] {
    const { length, after } = this.#units;
    for (let u = 0; u < length;) {
      if (this.#printed[u] === 1) u++;
      else {
        this.#remove(u);
        u = after[u] as number;
      }
    }
    this.#upTo(this.#units.text.length);
    return this.#out;
  }

  #remove(u: number): void {
    const { start, end, list, lists } = this.#units;
    const from = start[u] as number;
    const to = end[u] as number;
    const number = list[u] as number;
    const own = number < 0 ? undefined : lists[number];
    if (own === undefined) return this.#cutTidily(from, to);
    const last = this.#last[number] as number;
    if (last < 0 && own.filler !== undefined && own.units[0] === u) return this.#fill(own.filler, from, to);
    if (!own.separated) return this.#cutTidily(from, to);
    const place = placeOf(own.units, u);
    const next = own.units[place + 1];
    const previous = own.units[place - 1];
    if (last > u && next !== undefined) return this.#cut(from, start[next] as number);
    const stop = last < 0 && next === undefined ? Math.max(to, own.trail ?? to) : to;
    if (previous !== undefined) this.#cut(end[previous] as number, stop);
    else if (last < 0) this.#cutTidily(from, stop);
    else this.#cut(from, stop);
  }

  #fill(filler: string, from: number, to: number): void {
    this.#cut(from, from);
    this.#put(filler);
    this.#cut(from, to);
  }

  /** With the white space that would be left around it. */
  #cutTidily(from: number, to: number): void {
    const { text } = this.#units;
    let before = from;
    while (before > this.#at && isBlank(text.charCodeAt(before - 1))) before--;
    let behind = to;
    while (behind < text.length && isBlank(text.charCodeAt(behind))) behind++;
    const beginsLine = before === 0 || text.charCodeAt(before - 1) === LF;
    const endsLine = behind === text.length || text.charCodeAt(behind) === LF;
    if (beginsLine && endsLine) this.#cut(before, afterBlankLines(text, Math.min(behind + 1, text.length)));
    else if (endsLine) this.#cut(before, to);
    else if (beginsLine || before < from) this.#cut(from, behind);
    else this.#cut(from, to);
  }

  #cut(from: number, to: number): void {
    this.#upTo(from);
    this.#at = Math.max(this.#at, to);
    this.#seam = true;
  }

  #upTo(place: number): void {
    if (place > this.#at) this.#put(this.#units.text.slice(this.#at, place));
    this.#at = Math.max(this.#at, place);
  }

  #put(piece: string): void {
    if (this.#seam && fuses(this.#ending, piece)) this.#out.push(" ");
    this.#out.push(piece);
    this.#ending = piece.slice(-1);
    this.#seam = false;
  }
}

const LF = 10;

/** The start of the next line that is not empty. */
const afterBlankLines = (text: string, from: number): number => {
  let line = from;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === LF) line = at + 1;
    else if (!isBlank(unit)) break;
  }
  return line;
};

const lastPrinted = ({ lists }: Units, printed: Uint8Array): Int32Array =>
  Int32Array.from(lists, ({ units }) => {
    for (let i = units.length - 1; i >= 0; i--) if (printed[units[i] as number] === 1) return units[i] as number;
    return -1;
  });

/** By bisection: elements are in order. */
const placeOf = (units: readonly number[], u: number): number => {
  let low = 0;
  let high = units.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((units[middle] as number) < u) low = middle + 1;
    else high = middle;
  }
  return low;
};
