/** CRC-32 (ISO 3309): tells a torn or corrupted record from a sound one, and is the checksum of PNG, gzip and zip. */

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The checksum of the bytes from a place on. */
export const crc32 = (bytes: Uint8Array, from = 0): number => {
  let value = -1;
  for (let at = from; at < bytes.length; at++) {
    const entry = TABLE[(value ^ (bytes[at] as number)) & 0xff] as number;
    value = (value >>> 8) ^ entry;
  }
  return ~value >>> 0;
};
