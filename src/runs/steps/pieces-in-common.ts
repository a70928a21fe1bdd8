/** Which parts of a large file are also in another one, in the same order: found piece by piece, in time linear in both. */

/** `length` bytes from `from` in the one and from `to` in the other are the same. */
export interface CommonPiece {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

/** Pieces end behind a line, or where the bytes before say so: the same text is cut in the same way wherever it lies. */
const LONGEST = 256;
const SHORTEST = 8;
const MASK = 31;
/** How many pieces ahead are looked at for the place where the two go on alike. */
const AHEAD = 16;
const NEWLINE = 10;

interface Pieces {
  readonly count: number;
  /** Where each begins; one more for the end. */
  readonly starts: Int32Array;
  readonly hashes: Int32Array;
}

/** Increasing in both. Not always the most there is, but whole ranges that were taken out of the first are found as such. */
export const piecesInCommon = (before: Uint8Array, after: Uint8Array): readonly CommonPiece[] => {
  const [old, now] = [piecesOf(before), piecesOf(after)];
  const places = new Places(old);
  const found: CommonPiece[] = [];
  const isSame = (i: number, j: number): boolean =>
    old.hashes[i] === now.hashes[j] &&
    Buffer.compare(
      before.subarray(old.starts[i], old.starts[i + 1]),
      after.subarray(now.starts[j], now.starts[j + 1]),
    ) === 0;
  let [i, j] = [0, 0];
  while (i < old.count && j < now.count) {
    let same = 0;
    while (i + same < old.count && j + same < now.count && isSame(i + same, j + same)) same++;
    if (same > 0) {
      const [from, to] = [old.starts[i] as number, now.starts[j] as number];
      found.push({ from, to, length: (old.starts[i + same] as number) - from });
      i += same;
      j += same;
      continue;
    }
    // The nearest place counts: a piece that only looks the same far away must not swallow what lies between.
    let [nearest, at, skipped] = [-1, j, Number.POSITIVE_INFINITY];
    for (let next = j; next < Math.min(j + AHEAD, now.count) && next - j < skipped; next++) {
      const place = places.next(now.hashes[next] as number, i, (each) => isSame(each, next));
      if (place >= 0 && place - i + next - j < skipped) [nearest, at, skipped] = [place, next, place - i + next - j];
    }
    if (nearest >= 0) i = nearest;
    j = nearest >= 0 ? at : j + AHEAD;
  }
  return found;
};

const piecesOf = (bytes: Uint8Array): Pieces => {
  const starts = new Int32Array(Math.ceil(bytes.length / SHORTEST) + 2);
  const hashes = new Int32Array(starts.length);
  let count = 0;
  let begin = 0;
  let hash = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    hash = (Math.imul(hash, 31) + byte + 1) | 0;
    const length = at + 1 - begin;
    if (length < SHORTEST || (byte !== NEWLINE && length < LONGEST && !isCut(bytes, at))) continue;
    starts[count] = begin;
    hashes[count++] = hash;
    begin = at + 1;
    hash = 0;
  }
  if (begin < bytes.length) {
    starts[count] = begin;
    hashes[count++] = hash;
  }
  starts[count] = bytes.length;
  return { count, starts, hashes };
};

/** By the four bytes that end here. */
const isCut = (bytes: Uint8Array, at: number): boolean => {
  const word =
    ((bytes[at - 3] as number) << 24) |
    ((bytes[at - 2] as number) << 16) |
    ((bytes[at - 1] as number) << 8) |
    (bytes[at] as number);
  return ((Math.imul(word, 0x9e3779b1) >>> 24) & MASK) === 0;
};

/** Where pieces of a hash lie. It is asked with rising places only: those that lie before are forgotten. */
class Places {
  readonly #hashes: Int32Array;
  readonly #heads: Int32Array;
  readonly #next: Int32Array;
  readonly #mask: number;

  constructor({ count, hashes }: Pieces) {
    const size = 2 ** Math.ceil(Math.log2(2 * count + 1));
    this.#hashes = hashes;
    this.#mask = size - 1;
    this.#heads = new Int32Array(size).fill(-1);
    this.#next = new Int32Array(count);
    for (let place = count - 1; place >= 0; place--) {
      const slot = this.#slot(hashes[place] as number);
      this.#next[place] = this.#heads[slot] as number;
      this.#heads[slot] = place;
    }
  }

  /** The first at `from` or behind it for which `isRight` holds, of a few of this hash; -1 when there is none. */
  next(hash: number, from: number, isRight: (place: number) => boolean): number {
    const slot = this.#slot(hash);
    let place = this.#heads[slot] as number;
    while (place >= 0 && place < from) place = this.#next[place] as number;
    this.#heads[slot] = place;
    for (let tries = 0; place >= 0 && tries < AHEAD; tries++, place = this.#next[place] as number)
      if (this.#hashes[place] === hash && isRight(place)) return place;
    return -1;
  }

  #slot(hash: number): number {
    return (Math.imul(hash, 0x9e3779b1) >>> 8) & this.#mask;
  }
}
