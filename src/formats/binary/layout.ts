/** Bytes with nested parts that can go, and the numbers (LEB128) that tell of them: lengths, counts, indices. */
import type { Deltas } from "./stage.ts";
import { leb128, lebLength } from "./numbers.ts";
import { Numbering, type Space } from "./numbering.ts";

/** What is printed where units are gone. */
export interface Filler {
  readonly bytes: Uint8Array;
  /** Once for units that lie one behind the other. */
  readonly merges: boolean;
}

/** What a number tells of. */
type FieldKind = "size" | "count" | "index" | "total" | "number";

interface Field {
  readonly kind: FieldKind;
  readonly at: number;
  readonly end: number;
  readonly value: number;
  readonly node: number;
  readonly space: Space | undefined;
  readonly signed: boolean;
  /** For a "number": its units, one for each time it can be halved. */
  readonly units: Units | undefined;
}

interface Units {
  readonly from: number;
  readonly to: number;
}

interface Node {
  readonly start: number;
  end: number;
  readonly parent: number;
  readonly unit: number;
  /** One of those that the count of the node above counts. */
  readonly item: boolean;
}

/**
 * Nodes are in order, those inside behind the one they are in. A number changes by as much as what it tells of, so that one that was
 * wrong stays wrong by the same amount; one that does not change keeps its bytes, however odd they are.
 */
export class Layout implements Deltas {
  readonly #bytes: Uint8Array;
  readonly #filler: Filler | undefined;
  readonly #nodes: Node[] = [{ start: 0, end: 0, parent: -1, unit: -1, item: false }];
  readonly #fields: Field[] = [];
  #open = 0;
  length = 0;

  constructor(bytes: Uint8Array, filler?: Filler) {
    this.#bytes = bytes;
    this.#filler = filler;
  }

  /** A new unit: it may be given to several nodes, which go together. */
  unit(): number {
    return this.length++;
  }

  open(start: number, { unit = -1, item = false }: { readonly unit?: number; readonly item?: boolean } = {}): void {
    this.#open = this.#nodes.push({ start, end: start, parent: this.#open, unit, item }) - 1;
  }

  close(end: number): void {
    const node = this.#nodes[this.#open] as Node;
    node.end = end;
    this.#open = node.parent;
  }

  /** A number in the open node: of the bytes behind it ("size"), of items right inside ("count"). */
  field(kind: "size" | "count", at: number, end: number, value: number): void {
    this.#fields.push({ kind, at, end, value, node: this.#open, space: undefined, signed: false, units: undefined });
  }

  /** Any other number: it may be halved until it is 0, or, being negative (`undefined`), become 0 at once. */
  number({ at, end, value }: { at: number; end: number; value: number | undefined }, signed: boolean): void {
    const from = this.length;
    this.length += value === undefined ? 1 : Math.max(1, bitLength(value));
    const units = { from, to: this.length };
    const kind = "number";
    const known = value === 0 ? -1 : (value ?? -1);
    this.#fields.push({ kind, at, end, value: known, node: this.#open, space: undefined, signed, units });
  }

  /** An index into a space, or how many there are in it. */
  reference(
    space: Space,
    place: Pick<Field, "at" | "end" | "value">,
    how: { signed?: boolean; total?: boolean } = {},
  ): void {
    const { signed = false, total = false } = how;
    this.#fields.push({ kind: total ? "total" : "index", ...place, node: this.#open, space, signed, units: undefined });
  }

  /** Does something that may turn out to be impossible half-way; then nothing of it is left, and the answer is false. */
  attempt(what: () => void, isExpected: (error: unknown) => boolean): boolean {
    const { length } = this;
    const open = this.#open;
    const nodes = this.#nodes.length;
    const fields = this.#fields.length;
    try {
      what();
      return true;
    } catch (error) {
      if (!isExpected(error)) throw error;
      this.length = length;
      this.#open = open;
      this.#nodes.length = nodes;
      this.#fields.length = fields;
      return false;
    }
  }

  print(gone: Uint8Array): readonly Uint8Array[] {
    const values = this.#newValues(gone);
    const pieces: Uint8Array[] = [];
    let at = 0;
    const replace = (start: number, end: number, other: Uint8Array | undefined): void => {
      if (start > at) pieces.push(this.#bytes.subarray(at, start));
      if (other !== undefined) pieces.push(other);
      at = end;
    };
    let next = 0;
    const writeFields = (before: number): void => {
      for (; next < this.#fields.length && (this.#fields[next] as Field).at < before; next++) {
        const field = this.#fields[next] as Field;
        const value = values[next] as number;
        if (field.at >= at && value !== field.value) replace(field.at, field.end, leb128(value, field.signed));
      }
    };
    let last = -1;
    for (const { start, end, unit } of this.#nodes) {
      if (unit < 0 || gone[unit] === 0 || start < at) continue;
      writeFields(start);
      replace(start, end, this.#isMerged(last, start) ? undefined : this.#filler?.bytes);
      last = end;
    }
    writeFields(Infinity);
    replace(this.#bytes.length, this.#bytes.length, undefined);
    return pieces;
  }

  #isMerged(last: number, start: number): boolean {
    return this.#filler?.merges === true && last === start;
  }

  /** What each number is when units are gone. */
  #newValues(gone: Uint8Array): Float64Array {
    const values = new Float64Array(this.#fields.length);
    const items = this.#itemsGone(gone);
    const numbering = new Numbering(gone);
    /** By node: how many bytes more there are inside, without those of its own size. */
    const more = new Float64Array(this.#nodes.length);
    const sizes = new Map<number, number>();
    for (let i = 0; i < values.length; i++) {
      const field = this.#fields[i] as Field;
      const { kind, node, value, space, units } = field;
      if (kind === "count") values[i] = Math.max(0, value - (items[node] as number));
      else if (space !== undefined)
        values[i] = kind === "index" ? numbering.index(space, value) : numbering.total(space, value);
      else values[i] = units === undefined ? value : halved(value, units, gone);
      if (kind === "size") sizes.set(node, i);
      else more[node] = (more[node] as number) + growth(field, values[i] as number);
    }
    const printed = this.#printedNodes(gone);
    for (let node = this.#nodes.length - 1; node > 0; node--) {
      const { start, end, parent, unit } = this.#nodes[node] as Node;
      let change = more[node] as number;
      const size = sizes.get(node);
      if (unit >= 0 && gone[unit] === 1) change = (printed[node] as number) - (end - start);
      else if (size !== undefined && change !== 0) {
        const field = this.#fields[size] as Field;
        values[size] = Math.max(0, field.value + change);
        change += growth(field, values[size]);
      }
      more[parent] = (more[parent] as number) + change;
    }
    return values;
  }

  #itemsGone(gone: Uint8Array): Float64Array {
    const items = new Float64Array(this.#nodes.length);
    for (const { parent, unit, item } of this.#nodes)
      if (item && unit >= 0 && gone[unit] === 1) items[parent] = (items[parent] as number) + 1;
    return items;
  }

  /** How many bytes are printed in the place of each node that is gone. */
  #printedNodes(gone: Uint8Array): Float64Array {
    const printed = new Float64Array(this.#nodes.length);
    if (this.#filler === undefined) return printed;
    let at = 0;
    for (let node = 0; node < printed.length; node++) {
      const { start, end, unit } = this.#nodes[node] as Node;
      if (unit < 0 || gone[unit] === 0 || start < at) continue;
      if (!this.#isMerged(at, start)) printed[node] = this.#filler.bytes.length;
      at = end;
    }
    return printed;
  }
}

const bitLength = (value: number): number => (value === 0 ? 0 : Math.floor(Math.log2(value)) + 1);

/** As often as units are gone. Stands for what is negative, and for a 0 of several bytes: -1. */
const halved = (value: number, { from, to }: Units, gone: Uint8Array): number => {
  let times = 0;
  for (let unit = from; unit < to; unit++) times += gone[unit] as number;
  return times === 0 ? value : Math.max(0, Math.floor(value / 2 ** times));
};

/** By how many bytes a number gets longer when it changes. */
const growth = ({ at, end, value, signed }: Field, other: number): number =>
  other === value ? 0 : lebLength(other, signed) - (end - at);
