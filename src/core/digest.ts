/** Digests and checksums of content, without a dependency: MurmurHash3 (x86, 128 bit; public domain, Austin Appleby) and CRC-32. */

/** Names content within a run. Not for use against an adversary. */
export const digest = (content: string | Int32Array | Uint8Array): string =>
  hash(typeof content === "string" ? wordsOfText(content) : wordsOf(content));

interface Words {
  /** In parts, each but the last a whole number of blocks. */
  readonly parts: readonly Int32Array[];
  readonly bytes: number;
}

/** Four words. */
const BLOCK_BYTES = 16;

/** Looked at where they lie, but for what follows the last whole block: a large file is not copied. */
const wordsOf = (content: Int32Array | Uint8Array): Words => {
  if (content instanceof Int32Array) return { parts: [content], bytes: content.byteLength };
  // Words begin at every fourth byte.
  const { buffer, byteOffset, length } = content.byteOffset % 4 === 0 ? content : new Uint8Array(content);
  const whole = length - (length % BLOCK_BYTES);
  const rest = new Uint8Array(Math.ceil((length - whole) / 4) * 4);
  rest.set(content.subarray(whole));
  return { parts: [new Int32Array(buffer, byteOffset, whole / 4), new Int32Array(rest.buffer)], bytes: length };
};

/** UTF-16 units, two to a word: no encoder, and lone surrogates stay apart. */
const wordsOfText = (text: string): Words => {
  const words = new Int32Array(Math.ceil(text.length / 2));
  for (let i = 0; i < text.length; i++)
    words[i >> 1] = (words[i >> 1] as number) | (text.charCodeAt(i) << ((i & 1) * 16));
  return { parts: [words], bytes: text.length * 2 };
};

const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by));

/** Unrolled over the four lanes of the hash: it names every candidate, so it is written for speed. */
const hash = ({ parts, bytes }: Words): string => {
  let h1 = 0;
  let h2 = 0;
  let h3 = 0;
  let h4 = 0;
  // Words past the end count as zero; the length enters below, so padding cannot be confused with content.
  for (const words of parts)
    for (let block = 0; block < words.length; block += 4) {
      const k1 = Math.imul(rotate(Math.imul(words[block] as number, 0x239b961b), 15), 0xab0e9789);
      const k2 = Math.imul(rotate(Math.imul(words[block + 1] ?? 0, 0xab0e9789), 16), 0x38b34ae5);
      const k3 = Math.imul(rotate(Math.imul(words[block + 2] ?? 0, 0x38b34ae5), 17), 0xa1e38b93);
      const k4 = Math.imul(rotate(Math.imul(words[block + 3] ?? 0, 0xa1e38b93), 18), 0x239b961b);
      h1 = (Math.imul(rotate(h1 ^ k1, 19) + h2, 5) + 0x561ccd1b) | 0;
      h2 = (Math.imul(rotate(h2 ^ k2, 17) + h3, 5) + 0x0bcaa747) | 0;
      h3 = (Math.imul(rotate(h3 ^ k3, 15) + h4, 5) + 0x96cd1c35) | 0;
      h4 = (Math.imul(rotate(h4 ^ k4, 13) + h1, 5) + 0x32ac3b17) | 0;
    }
  const mixed = spread(spread([h1 ^ bytes, h2 ^ bytes, h3 ^ bytes, h4 ^ bytes]).map(finish));
  return mixed.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
};

/** Every lane takes part in every other. */
const spread = ([h1 = 0, h2 = 0, h3 = 0, h4 = 0]: readonly number[]): number[] => {
  const sum = (h1 + h2 + h3 + h4) | 0;
  return [sum, (h2 + sum) | 0, (h3 + sum) | 0, (h4 + sum) | 0];
};

const finish = (x: number): number => {
  const a = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  const b = Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return b ^ (b >>> 16);
};

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 (ISO 3309) of the bytes from a place on: tells a torn record from a sound one, and is the checksum of PNG, gzip and zip. */
export const crc32 = (bytes: Uint8Array, from = 0): number => {
  let value = -1;
  for (let at = from; at < bytes.length; at++) {
    const entry = CRC_TABLE[(value ^ (bytes[at] as number)) & 0xff] as number;
    value = (value >>> 8) ^ entry;
  }
  return ~value >>> 0;
};
