/** A 128-bit digest of content without a dependency: MurmurHash3 (x86, 128 bit), public domain by Austin Appleby. */

/** Names content within a run. Not for use against an adversary. */
export const digest = (content: string | Int32Array | Uint8Array): string => {
  const words = typeof content === "string" ? wordsOfText(content) : wordsOf(content);
  return hash(words.words, words.bytes);
};

interface Words {
  readonly words: Int32Array;
  readonly bytes: number;
}

const wordsOf = (content: Int32Array | Uint8Array): Words => {
  if (content instanceof Int32Array) return { words: content, bytes: content.byteLength };
  const padded = new Uint8Array(Math.ceil(content.length / 4) * 4);
  padded.set(content);
  return { words: new Int32Array(padded.buffer), bytes: content.length };
};

/** UTF-16 units, two to a word: no encoder, and lone surrogates stay apart. */
const wordsOfText = (text: string): Words => {
  const words = new Int32Array(Math.ceil(text.length / 2));
  for (let i = 0; i < text.length; i++)
    words[i >> 1] = (words[i >> 1] as number) | (text.charCodeAt(i) << ((i & 1) * 16));
  return { words, bytes: text.length * 2 };
};

const C = [0x239b961b, 0xab0e9789 | 0, 0x38b34ae5, 0xa1e38b93 | 0] as const;
const ROTATE_K = [15, 16, 17, 18] as const;
const ROTATE_H = [19, 17, 15, 13] as const;
const ADD = [0x561ccd1b, 0x0bcaa747, 0x96cd1c35 | 0, 0x32ac3b17] as const;

const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by));

const hash = (words: Int32Array, bytes: number): string => {
  const h = new Int32Array(4);
  // Words past the end count as zero; the length enters below, so padding cannot be confused with content.
  for (let block = 0; block < words.length; block += 4) {
    for (let lane = 0; lane < 4; lane++) {
      const word = words[block + lane] ?? 0;
      const k = Math.imul(
        rotate(Math.imul(word, C[lane] as number), ROTATE_K[lane] as number),
        C[(lane + 1) & 3] as number,
      );
      const mixed = rotate((h[lane] as number) ^ k, ROTATE_H[lane] as number) + (h[(lane + 1) & 3] as number);
      h[lane] = Math.imul(mixed, 5) + (ADD[lane] as number);
    }
  }
  for (let lane = 0; lane < 4; lane++) h[lane] = (h[lane] as number) ^ bytes;
  spread(h);
  for (let lane = 0; lane < 4; lane++) h[lane] = finish(h[lane] as number);
  spread(h);
  return Array.from(h, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
};

const spread = (h: Int32Array): void => {
  h[0] = (h[0] as number) + (h[1] as number) + (h[2] as number) + (h[3] as number);
  for (let lane = 1; lane < 4; lane++) h[lane] = (h[lane] as number) + h[0];
};

const finish = (x: number): number => {
  const a = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  const b = Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return b ^ (b >>> 16);
};
