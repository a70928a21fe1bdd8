/** Numbers of fixed width inside of bytes. */

export const uint16LE = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) | ((bytes[at + 1] as number) << 8);

export const uint32LE = (bytes: Uint8Array, at: number): number =>
  (uint16LE(bytes, at) | (uint16LE(bytes, at + 2) << 16)) >>> 0;

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
