/** How numbers are written in files: in a fixed number of bytes, or in as many as they need. */
import type { Edit } from "./moves.ts";
import { leb128 } from "./numbers.ts";

export interface NumberForm {
  /** Whether a smaller number has fewer bytes. */
  readonly isVariable: boolean;
  readonly write: (value: number, width: number) => Uint8Array;
}

/** Where a number stands, what it is, and how it is written. */
export interface NumberPlace {
  readonly at: number;
  readonly end: number;
  readonly value: number;
  readonly form: NumberForm;
}

const littleEndian = (value: number, width: number): Uint8Array => {
  let left = value;
  return Uint8Array.from({ length: width }, () => {
    const byte = left % 256;
    left = Math.floor(left / 256);
    return byte;
  });
};

const LITTLE: NumberForm = { isVariable: false, write: littleEndian };
const BIG: NumberForm = { isVariable: false, write: (value, width) => littleEndian(value, width).toReversed() };

/** A number of up to 8 bytes, the lowest first if `little`; larger ones than a count of bytes can be are not exact. NaN: cut off. */
export const fixed = (bytes: Uint8Array, at: number, width: number, little: boolean): NumberPlace => {
  let value = at < 0 || at + width > bytes.length ? Number.NaN : 0;
  for (let i = 0; i < width; i++) value = value * 256 + (bytes[at + (little ? width - 1 - i : i)] ?? 0);
  return { at, end: at + width, value, form: little ? LITTLE : BIG };
};

export const LEB128: NumberForm = { isVariable: true, write: (value) => leb128(value) };

/** Lengths of DER: one byte up to 127, else how many follow. */
export const DER_LENGTH: NumberForm = {
  isVariable: true,
  write: (value) => {
    if (value < 128) return Uint8Array.of(value);
    const width = Math.ceil(Math.log2(value + 1) / 8);
    return Uint8Array.of(128 + width, ...littleEndian(value, width).toReversed());
  },
};

/** Digits in a text, as wide as before: the rest is filled up at the front. */
export const digits = (base: number, filler: string): NumberForm => ({
  isVariable: false,
  write: (value, width) => Uint8Array.from(value.toString(base).padStart(width, filler), (c) => c.charCodeAt(0)),
});

/** An edit that writes another number. */
export const written = ({ at, end, form }: NumberPlace, value: number): Edit => ({
  start: at,
  end,
  by: form.write(value, end - at),
});
