/** Numbers as SQLite writes them: up to nine bytes, the highest first. */

export interface Varint {
  /** Whole numbers that are exact are numbers, others are not: both can be compared. */
  readonly value: number | bigint;
  readonly end: number;
}

const MAX_BYTES = 9;

/** `undefined` where it is cut off. */
export const varintAt = (bytes: Uint8Array, at: number, end = bytes.length): Varint | undefined => {
  let value = 0;
  for (let i = 0; i < MAX_BYTES && at + i < end; i++) {
    const byte = bytes[at + i] as number;
    if (i === MAX_BYTES - 1) return { value: longAt(bytes, at), end: at + MAX_BYTES };
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + i + 1 };
  }
  return undefined;
};

/** A value of nine bytes: seven bits of each but the last. */
const longAt = (bytes: Uint8Array, at: number): number | bigint => {
  let value = 0n;
  for (let i = 0; i < MAX_BYTES - 1; i++) value = value * 128n + BigInt((bytes[at + i] as number) & 0x7f);
  return exact(value * 256n + BigInt(bytes[at + MAX_BYTES - 1] as number));
};

const exact = (value: bigint): number | bigint => {
  const signed = BigInt.asIntN(64, value);
  return Number.isSafeInteger(Number(signed)) ? Number(signed) : signed;
};

/** A signed number of a fixed width. */
export const integerAt = (bytes: Uint8Array, at: number, width: number): number | bigint => {
  let value = 0n;
  for (let i = 0; i < width; i++) value = value * 256n + BigInt(bytes[at + i] as number);
  return exact(BigInt.asIntN(8 * width, value));
};

/** The varint of a count of bytes or a page. */
export const varint = (value: number): Uint8Array => {
  const bytes = [value % 128];
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) bytes.unshift(128 + (left % 128));
  return Uint8Array.from(bytes);
};
