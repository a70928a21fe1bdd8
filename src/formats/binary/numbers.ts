/** Numbers inside of bytes: of fixed width, and of variable length (LEB128, from DWARF), as WebAssembly has them. */

export const uint16LE = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) | ((bytes[at + 1] as number) << 8);

export const uint32LE = (bytes: Uint8Array, at: number): number =>
  (uint16LE(bytes, at) | (uint16LE(bytes, at + 2) << 16)) >>> 0;

export const uint16BE = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] as number) << 8) | (bytes[at + 1] as number);

export const uint32BE = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at);

export const bytes32BE = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
};

export const bytes32LE = (value: number): Uint8Array => bytes32BE(value).toReversed();

/** A copy with numbers put in, each of 2 or 4 bytes. */
export const patched = (
  bytes: Uint8Array,
  numbers: readonly (readonly [at: number, width: 2 | 4, value: number])[],
): Uint8Array => {
  const copy = new Uint8Array(bytes);
  const view = new DataView(copy.buffer);
  for (const [at, width, value] of numbers)
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
  return copy;
};

/** How many bytes the shortest form of a number has, which is not negative; `signed` leaves room for the sign. */
export const lebLength = (value: number, signed = false): number => {
  let length = 1;
  for (let left = value; left > (signed ? 0x3f : 0x7f); length++) left = Math.floor(left / 128);
  return length;
};

/** The shortest form. */
export const leb128 = (value: number, signed = false): Uint8Array => {
  const bytes = new Uint8Array(lebLength(value, signed));
  let left = value;
  for (let i = 0; i < bytes.length - 1; i++) {
    bytes[i] = (left % 128) | 0x80;
    left = Math.floor(left / 128);
  }
  bytes[bytes.length - 1] = left;
  return bytes;
};
