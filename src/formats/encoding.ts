/** How the bytes of a file stand for text. */

export interface Encoding {
  readonly name: "bytes" | "utf-16" | "utf-32";
  /** Bytes per code unit. */
  readonly width: 1 | 2 | 4;
  readonly littleEndian: boolean;
}

const BYTES: Encoding = { name: "bytes", width: 1, littleEndian: true };

/** By its byte order mark; without one, units are bytes, which serves ASCII, UTF-8 and all that extend ASCII. */
export const encodingOf = (bytes: Uint8Array): Encoding => {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return { name: "utf-32", width: 4, littleEndian: true };
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { name: "utf-32", width: 4, littleEndian: false };
  if (a === 0xff && b === 0xfe) return { name: "utf-16", width: 2, littleEndian: true };
  if (a === 0xfe && b === 0xff) return { name: "utf-16", width: 2, littleEndian: false };
  return BYTES;
};

/** The code unit at a place; what is cut off at the end counts as no unit. */
export const unitAt = (bytes: Uint8Array, place: number, { width, littleEndian }: Encoding): number => {
  if (width === 1) return bytes[place] ?? -1;
  if (place + width > bytes.length) return -1;
  let unit = 0;
  for (let i = 0; i < width; i++) {
    const byte = bytes[littleEndian ? place + width - 1 - i : place + i] as number;
    unit = unit * 256 + byte;
  }
  return unit;
};

/** How many bytes the UTF-8 character at a place has (as the Unicode standard has it, table 3-7); 0 if there is none. */
export const utf8Length = (bytes: Uint8Array, place: number): number => {
  const lead = bytes[place] as number;
  if (lead < 0x80) return 1;
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (length === 0) return 0;
  const second = bytes[place + 1] ?? 0;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let i = 2; i < length; i++) if (((bytes[place + i] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
};

/** Without a byte order mark, NUL bytes or a majority of bytes that are no UTF-8 make a file binary. */
export const isBinary = (bytes: Uint8Array): boolean => {
  let known = judged.get(bytes);
  if (known === undefined) judged.set(bytes, (known = judge(bytes)));
  return known;
};

/** The same content is asked about again and again. */
const judged = new WeakMap<Uint8Array, boolean>();

const judge = (bytes: Uint8Array): boolean => {
  if (encodingOf(bytes).name !== "bytes") return false;
  if (bytes.includes(0)) return true;
  const shift = -bytes.byteOffset & 3;
  const count = Math.max(0, bytes.length - shift) >> 2;
  // Behind the last byte of a buffer there is no place for a view, not even for one of nothing.
  const words = count === 0 ? new Uint32Array() : new Uint32Array(bytes.buffer, bytes.byteOffset + shift, count);
  let strange = 0;
  for (let place = 0; place < bytes.length;) {
    const word = (place - shift) >> 2;
    // Four ASCII characters at a time: most text is nothing else.
    if (((place - shift) & 3) === 0 && ((words[word] ?? NOT_ASCII) & NOT_ASCII) === 0) place += 4;
    else {
      const length = utf8Length(bytes, place);
      if (length === 0) strange++;
      place += length || 1;
    }
  }
  return 2 * strange > bytes.length;
};

const NOT_ASCII = 0x80808080;
