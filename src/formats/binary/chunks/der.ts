/** DER (X.690): certificates, keys, signatures. Elements with a tag, a length and a payload, some with elements inside. */
import { DER_LENGTH, type NumberPlace } from "../number-forms.ts";
import { chunked, type Chunk, type ChunkFormat, type Span } from "./chunk.ts";

const CONSTRUCTED = 0x20;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const SEQUENCE = 0x30;

/** `undefined` for what has no length of its own (BER), or is cut off. */
const lengthAt = (bytes: Uint8Array, at: number): NumberPlace | undefined => {
  const first = bytes[at];
  if (first === undefined || first === 0x80 || first > 0x86) return undefined;
  const end = at + 1 + (first < 0x80 ? 0 : first - 0x80);
  if (end > bytes.length) return undefined;
  const value = first < 0x80 ? first : bytes.subarray(at + 1, end).reduce((sum, byte) => sum * 256 + byte, 0);
  return { at, end, value, form: DER_LENGTH };
};

/** Tags of more than one byte go on while the highest bit is set. */
const tagEnd = (bytes: Uint8Array, at: number): number => {
  let end = at + 1;
  if (((bytes[at] as number) & 0x1f) === 0x1f) while (((bytes[end++] ?? 0) & 0x80) !== 0);
  return end;
};

const elementAt = (bytes: Uint8Array, { start, end }: Span): Chunk | undefined => {
  const tag = bytes[start] as number;
  const length = lengthAt(bytes, tagEnd(bytes, start));
  const last = length && length.end + length.value;
  if (tag === 0 || length === undefined || last === undefined || last > end) return undefined;
  const payload = { start: length.end, end: last };
  const inner = (tag & CONSTRUCTED) === 0 ? wrapped(bytes, tag, payload) : payload;
  return {
    tag: String(tag),
    start,
    end: last,
    payload,
    sizes: [{ place: length, of: payload }],
    ...(inner !== undefined && { inner }),
  };
};

/** Strings that hold exactly one sequence, as extensions and keys do. */
const wrapped = (bytes: Uint8Array, tag: number, payload: Span): Span | undefined => {
  const start = payload.start + (tag === BIT_STRING ? 1 : 0);
  if ((tag !== OCTET_STRING && tag !== BIT_STRING) || bytes[start] !== SEQUENCE || start >= payload.end)
    return undefined;
  const length = lengthAt(bytes, start + 1);
  return length !== undefined && length.end + length.value === payload.end ? { start, end: payload.end } : undefined;
};

const FORMAT: ChunkFormat = {
  name: "der",
  unit: "elements",
  levels: 8,
  recognises: (bytes) => {
    const length = bytes[0] === SEQUENCE ? lengthAt(bytes, 1) : undefined;
    return length !== undefined && length.value > 0 && length.end + length.value === bytes.length;
  },
  chunkAt: elementAt,
  isNeeded: ({ start }) => start === 0,
};

export const der = chunked(FORMAT);
