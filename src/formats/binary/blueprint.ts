/** Bytes with parts that can go, and numbers anywhere that tell of them: distances, counts, indices, checksums. */
import { joined } from "../pieces.ts";
import { Growth, merged, Moves, type Edit } from "./moves.ts";
import type { NumberPlace } from "./number-forms.ts";
import { Numbering, type Space } from "./numbering.ts";
import type { Deltas } from "./stage.ts";

type Meaning =
  /** How far it is from one place to another. */
  | ({ kind: "distance"; from: number; to: number } & Lost)
  | { kind: "count"; slots: readonly number[] }
  /** Which slot is meant; `lost` as above. */
  | { kind: "index"; space: Space; lost: number | undefined }
  | { kind: "constant"; item: number; becomes: number }
  | { kind: "flags"; flags: readonly Flag[] };

/** Bits that tell whether some items are there: when all of them have gone, the bits are 0. */
interface Flag {
  readonly bits: number;
  readonly items: readonly number[];
}

interface Lost {
  /** So many bytes are 1 in the number. */
  readonly step?: number;
  /** What the number becomes when what is at the other place is gone; with `table`, when all these slots are. */
  readonly lost?: number;
  readonly table?: readonly number[];
}

type Field = NumberPlace & { readonly meaning: Meaning };

/** What is printed in the place of a run of bytes that go. */
type Filler = (start: number, end: number) => Uint8Array;

interface Part {
  readonly start: number;
  readonly end: number;
  readonly item: number;
  /** While it is there, its bytes stay, though others that have them too are gone. */
  readonly holds?: boolean;
  readonly filler?: Filler;
}

interface Sum {
  readonly place: NumberPlace;
  readonly from: number;
  readonly to: number;
  readonly of: (bytes: Uint8Array) => number;
}

/** What is gone: items, and slots whose bytes are, too. */
interface Losses {
  readonly items: Uint8Array;
  readonly slots: Uint8Array;
  readonly numbering: Numbering;
}

/**
 * An item goes when any of its units does, and its parts with it. A byte goes when a part with it is gone and none that holds it is
 * left. A number changes by as much as what it tells of, so that a wrong one stays wrong by the same amount, and what has not
 * changed keeps its bytes.
 */
export class Blueprint implements Deltas {
  readonly #bytes: Uint8Array;
  readonly #filler: Filler;
  readonly #items: (readonly number[])[] = [];
  readonly #parts: Part[] = [];
  readonly #slots: Part[] = [];
  readonly #fields: Field[] = [];
  readonly #sums: Sum[] = [];
  readonly #fills: { readonly at: number; readonly from: number; readonly to: number }[] = [];
  /** Where parts begin and end (`~part`), in order. */
  #events: readonly { readonly at: number; readonly part: number }[] | undefined;
  length = 0;

  constructor(bytes: Uint8Array, filler: Filler = () => NOTHING) {
    this.#filler = filler;
    this.#bytes = bytes;
  }

  unit(): number {
    return this.length++;
  }

  /** What goes with any of some units; one without units stays. */
  item(...units: readonly number[]): number {
    return this.#items.push(units) - 1;
  }

  part(start: number, end: number, item: number, how: Pick<Part, "holds" | "filler"> = {}): void {
    const last = Math.min(end, this.#bytes.length);
    if (start >= 0 && start < last) this.#parts.push({ ...how, start, end: last, item });
  }

  /** An entry of a table, which can be counted and numbered: where its bytes must stay, they become zero. */
  slot(start: number, end: number, item: number, how: Pick<Part, "holds"> = {}): number {
    this.part(start, end, item, how);
    return this.#slots.push({ start, end, item }) - 1;
  }

  /** Bytes that stay whatever goes. */
  keep(start: number, end: number): void {
    this.part(start, end, this.item(), { holds: true });
  }

  /** As many bytes as go from a range are put in, as zeroes, at a place behind it: what comes then stays aligned. */
  fill(at: number, [from, to]: readonly [number, number]): void {
    this.#fills.push({ at, from, to });
  }

  distance(place: NumberPlace, [from, to]: readonly [number, number], how: Lost = {}): void {
    this.#field(place, { kind: "distance", from, to, ...how });
  }

  count(place: NumberPlace, slots: readonly number[]): void {
    this.#field(place, { kind: "count", slots });
  }

  index(place: NumberPlace, space: Space, lost?: number): void {
    this.#field(place, { kind: "index", space, lost });
  }

  constant(place: NumberPlace, item: number, becomes: number): void {
    this.#field(place, { kind: "constant", item, becomes });
  }

  flags(place: NumberPlace, flags: readonly Flag[]): void {
    this.#field(place, { kind: "flags", flags });
  }

  /** A sum of the bytes between two places; one that is wrong stays. */
  checksum(place: NumberPlace, [from, to]: readonly [number, number], of: (bytes: Uint8Array) => number): void {
    if (of(this.#bytes.subarray(from, to)) === place.value) this.#sums.push({ place, from, to, of });
  }

  #field(place: NumberPlace, meaning: Meaning): void {
    if (Number.isSafeInteger(place.value)) this.#fields.push({ ...place, meaning });
  }

  /** With other bytes in the place of some; numbers among these are not put right. */
  embed(...edits: readonly Edit[]): readonly Uint8Array[] {
    return this.#printed(new Uint8Array(this.#items.length), edits);
  }

  print(gone: Uint8Array): readonly Uint8Array[] {
    const items = Uint8Array.from(this.#items, (units) => (units.some((unit) => gone[unit] === 1) ? 1 : 0));
    return this.#printed(items, this.#filled(this.#cuts(items)));
  }

  #filled(cuts: readonly Edit[]): readonly Edit[] {
    const moves = new Moves(cuts);
    const lost = this.#fills.map(({ at, from, to }) => ({ at, length: moves.shift(from) - moves.shift(to) }));
    return [
      ...cuts,
      ...lost.flatMap(({ at, length }) => (length > 0 ? [{ start: at, end: at, by: new Uint8Array(length) }] : [])),
    ];
  }

  #printed(items: Uint8Array, cuts: readonly Edit[]): readonly Uint8Array[] {
    const cut = new Moves(merged(cuts));
    const slots = Uint8Array.from(this.#slots, ({ start, item }) => (items[item] === 1 && cut.isIn(start) ? 1 : 0));
    const stuck = this.#slots.filter(
      ({ end, item }, i) => items[item] === 1 && slots[i] === 0 && end <= this.#bytes.length,
    );
    const rest = merged([...cuts, ...stuck.map(({ start, end }) => ({ start, end, by: new Uint8Array(end - start) }))]);
    const numbers = this.#numbers({ items, slots, numbering: new Numbering(slots) }, rest);
    return this.#assembled(merged([...rest, ...numbers]));
  }

  /** The runs of bytes that go. */
  #cuts(items: Uint8Array): readonly Edit[] {
    const cuts: Edit[] = [];
    let [gone, held, start] = [0, 0, 0];
    let filler = this.#filler;
    for (const { at, part: number } of this.#sorted()) {
      const opens = number >= 0;
      const part = this.#parts[opens ? number : ~number] as Part;
      const isGone = items[part.item] === 1;
      const wasCut = gone > 0 && held === 0;
      if (isGone) gone += opens ? 1 : -1;
      else if (part.holds === true) held += opens ? 1 : -1;
      const isCut = gone > 0 && held === 0;
      if (isCut && !wasCut) {
        start = at;
        filler = (isGone ? part.filler : undefined) ?? this.#filler;
      } else if (wasCut && !isCut && at > start) cuts.push({ start, end: at, by: filler(start, at) });
    }
    return cuts;
  }

  /** At one place, ends come first. */
  #sorted(): readonly { readonly at: number; readonly part: number }[] {
    return (this.#events ??= this.#parts
      .flatMap(({ start, end }, part) => [
        { at: start, part },
        { at: end, part: ~part },
      ])
      .toSorted((a, b) => a.at - b.at || Math.sign(a.part) - Math.sign(b.part) || a.part - b.part));
  }

  /** What numbers become; those of variable length from the last to the first, for they tell of what is behind them. */
  #numbers(losses: Losses, cuts: readonly Edit[]): readonly Edit[] {
    const edits: Edit[] = [];
    const moves = new Moves(cuts);
    const write = (field: Field, shifts: Shifts): number => {
      const { at, end, form } = field;
      const value = moves.isIn(at) ? field.value : Math.max(0, newValue(field, losses, shifts));
      if (value === field.value) return 0;
      const by = form.write(value, end - at);
      edits.push({ start: at, end, by });
      return by.length - (end - at);
    };
    const growth = new Growth();
    const growing = { isIn: (at: number) => moves.isIn(at), shift: (at: number) => moves.shift(at) - growth.from(at) };
    const variable = this.#fields.filter(({ form }) => form.isVariable).toSorted((a, b) => b.at - a.at);
    for (const field of variable) growth.push(field.at, write(field, growing));
    const all = edits.length === 0 ? moves : new Moves(merged([...cuts, ...edits]));
    const shifts = { isIn: (at: number) => moves.isIn(at), shift: (at: number) => all.shift(at) };
    for (const field of this.#fields) if (!field.form.isVariable) write(field, shifts);
    return edits;
  }

  #assembled(edits: readonly Edit[]): readonly Uint8Array[] {
    if (edits.length === 0) return [this.#bytes];
    const pieces: Uint8Array[] = [];
    let at = 0;
    for (const { start, end, by } of edits) {
      pieces.push(this.#bytes.subarray(at, start), by);
      at = end;
    }
    pieces.push(this.#bytes.subarray(at));
    return this.#sums.length === 0 ? pieces : [this.#summed(Uint8Array.from(joined(pieces)), new Moves(edits))];
  }

  #summed(all: Uint8Array, moves: Moves): Uint8Array {
    const to = (place: number): number => place + moves.shift(place);
    for (const sum of this.#sums) {
      const { at, end, form } = sum.place;
      if (!moves.isIn(at)) all.set(form.write(sum.of(all.subarray(to(sum.from), to(sum.to))), end - at), to(at));
    }
    return all;
  }
}

const NOTHING = new Uint8Array(0);

type Shifts = Pick<Moves, "isIn" | "shift">;

const newValue = ({ value, meaning }: Field, { items, slots, numbering }: Losses, { isIn, shift }: Shifts): number => {
  if (meaning.kind === "constant") return items[meaning.item] === 1 ? meaning.becomes : value;
  if (meaning.kind === "flags")
    return meaning.flags.reduce(
      (left, { bits, items: all }) => (all.length > 0 && all.every((item) => items[item] === 1) ? left & ~bits : left),
      value,
    );
  if (meaning.kind === "index") return numbering.moved(meaning.space, value, meaning.lost);
  if (meaning.kind === "count") return value - meaning.slots.reduce((sum, slot) => sum + (slots[slot] as number), 0);
  const { from, to, step = 1, lost, table } = meaning;
  const isLost = table === undefined ? isIn(to) : table.length > 0 && table.every((slot) => slots[slot] === 1);
  if (lost !== undefined && isLost) return lost;
  return value + Math.trunc((shift(to) - shift(from)) / step);
};
