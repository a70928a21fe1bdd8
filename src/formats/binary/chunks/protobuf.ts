/** Protocol Buffers on the wire: fields with a number and a type, messages in messages. Nothing marks such a file; it is one if all of it reads as one. */
import { LEB128 } from "../number-forms.ts";
import { Reader } from "../reader.ts";
import { chunked, type Chunk, type ChunkFormat, type Span } from "./chunk.ts";

const WIRE = { varint: 0, eight: 1, bytes: 2, four: 5 };
/** Larger numbers of fields are allowed, and nobody has them. */
const MAX_FIELD = 2 ** 16;
/** Shorter files are messages by chance. */
const MIN_FIELDS = 4;

/** The varint at a place; `undefined` if it has no end. */
const varintAt = (bytes: Uint8Array, { start, end }: Span): { value: number; end: number } | undefined => {
  let last = start;
  while (last < end && (bytes[last] as number) >= 0x80) last++;
  if (last >= end || last - start >= 10) return undefined;
  return { value: new Reader(bytes, start, end).leb(), end: last + 1 };
};

const fieldAt = (bytes: Uint8Array, { start, end }: Span): Chunk | undefined => {
  const key = varintAt(bytes, { start, end });
  if (key === undefined || key.value < 8 || key.value >= 8 * MAX_FIELD) return undefined;
  const wire = key.value % 8;
  const number = wire === WIRE.varint || wire === WIRE.bytes ? varintAt(bytes, { start: key.end, end }) : undefined;
  const tag = String(Math.floor(key.value / 8));
  if (wire === WIRE.bytes && number !== undefined) {
    const payload = { start: number.end, end: number.end + number.value };
    const place = { at: key.end, end: number.end, value: number.value, form: LEB128 };
    return payload.end > end ? undefined : { tag, start, end: payload.end, payload, sizes: [{ place, of: payload }] };
  }
  const width = wire === WIRE.eight ? 8 : wire === WIRE.four ? 4 : undefined;
  const last = wire === WIRE.varint ? number?.end : width === undefined ? undefined : key.end + width;
  return last === undefined || last > end
    ? undefined
    : { tag, start, end: last, payload: { start: last, end: last }, sizes: [] };
};

/** How many fields there are one behind the other; `undefined` unless they are all there is. */
const countFields = (bytes: Uint8Array, { start, end }: Span): number | undefined => {
  let count = 0;
  for (let at = start; at < end; count++) {
    const field = fieldAt(bytes, { start: at, end });
    if (field === undefined) return undefined;
    at = field.end;
  }
  return count;
};

const FORMAT: ChunkFormat = {
  name: "protobuf",
  unit: "fields",
  levels: 5,
  recognises: (bytes) => (countFields(bytes, { start: 0, end: bytes.length }) ?? 0) >= MIN_FIELDS,
  chunkAt: (bytes, within) => {
    const field = fieldAt(bytes, within);
    if (field === undefined || field.payload.start >= field.payload.end || field.sizes.length === 0) return field;
    return countFields(bytes, field.payload) === undefined ? field : { ...field, inner: field.payload };
  },
};

export const protobuf = chunked(FORMAT);
