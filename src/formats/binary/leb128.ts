/** Integers of variable length (LEB128, from DWARF), as WebAssembly has them. */

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
