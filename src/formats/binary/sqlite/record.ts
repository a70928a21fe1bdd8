/** Records of SQLite: the types of all values, then the values. */
import { joined } from "../../pieces.ts";
import { integerAt, varint, varintAt } from "./varint.ts";

interface Value {
  readonly type: number;
  readonly start: number;
  readonly end: number;
}

/** By type: how many bytes a number has. */
const WIDTHS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];
const [ZERO, ONE, BLOB, TEXT] = [8, 9, 12, 13];

const widthOf = (type: number): number => (type < BLOB ? (WIDTHS[type] ?? 0) : (type - (type % 2) - BLOB) / 2);

/** `undefined` for what is not as long as it says. */
export const valuesOf = (record: Uint8Array): readonly Value[] | undefined => {
  const head = varintAt(record, 0);
  const body = Number(head?.value);
  if (head === undefined || !(body >= head.end && body <= record.length)) return undefined;
  const values: Value[] = [];
  let start = body;
  for (let at = head.end; at < body;) {
    const type = varintAt(record, at, body);
    if (type === undefined || typeof type.value === "bigint" || type.value < 0) return undefined;
    const end = start + widthOf(type.value);
    values.push({ type: type.value, start, end });
    start = end;
    at = type.end;
  }
  return start === record.length ? values : undefined;
};

/** In the encoding of the database. */
export type Decode = (text: Uint8Array) => string;

/** The whole number that a value is. */
export const integerOf = (record: Uint8Array, { type, start, end }: Value): number | bigint | undefined => {
  if (type === ZERO || type === ONE) return type - ZERO;
  return type > 0 && type < 7 ? integerAt(record, start, end - start) : undefined;
};

export const textOf = (record: Uint8Array, value: Value | undefined, decode: Decode): string =>
  value === undefined || value.type < TEXT || value.type % 2 === 0
    ? ""
    : decode(record.subarray(value.start, value.end));

/** Whether a value holds bytes of its own that mean nothing else: texts and blobs. */
export const isLong = ({ type }: Value): boolean => type >= BLOB;

/** Whether a value can be simpler and stay of its kind: 0, or nothing. */
export const isSimple = ({ type }: Value): boolean => type === 0 || type === ZERO || type === BLOB || type === TEXT;

/** The record with other bytes in the place of some values; a number, which is what is no text and no blob, becomes 0. */
export const withValues = (
  record: Uint8Array,
  values: readonly Value[],
  other: ReadonlyMap<number, Uint8Array>,
): Uint8Array => {
  const types = values.map(({ type }, i) => {
    const by = other.get(i);
    return by === undefined ? type : type < BLOB ? ZERO : BLOB + (type % 2) + 2 * by.length;
  });
  const head = joined(types.map(varint));
  const body = values.map(({ type, start, end }, i) => {
    const by = other.get(i);
    return by === undefined ? record.subarray(start, end) : type < BLOB ? new Uint8Array(0) : by;
  });
  const length = varint(head.length + 1).length === 1 ? head.length + 1 : head.length + 2;
  return joined([varint(length), head, ...body]);
};
