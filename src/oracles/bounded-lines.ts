/** Lines as they arrive, none longer than a bound: more than that is never held. */

/** The end of a line in bytes. */
const NEWLINE = 10;
/** A line that comes in single bytes is put together so often. */
const MAX_PIECES = 256;

export class BoundedLines {
  readonly #longest: number;
  #pieces: Buffer[] = [];
  #held = 0;
  /** A line was longer than the bound; nothing is heard any more. */
  isTooLong = false;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** What has arrived of a line that has not ended. */
  get rest(): Buffer {
    if (this.#pieces.length !== 1) this.#pieces = [Buffer.concat(this.#pieces)];
    return this.#pieces[0] as Buffer;
  }

  /** The lines that a chunk ends. */
  *of(chunk: Buffer): Generator<Buffer> {
    for (let from = 0; !this.isTooLong;) {
      const end = chunk.indexOf(NEWLINE, from);
      if (!this.#keep(chunk.subarray(from, end < 0 ? chunk.length : end)) || end < 0) return;
      const line = this.rest;
      this.#forget();
      yield line;
      from = end + 1;
    }
  }

  #keep(piece: Buffer): boolean {
    this.#held += piece.length;
    if (this.#held > this.#longest) {
      this.#forget();
      this.isTooLong = true;
      return false;
    }
    this.#pieces.push(piece);
    if (this.#pieces.length > MAX_PIECES) this.#pieces = [Buffer.concat(this.#pieces)];
    return true;
  }

  #forget(): void {
    this.#pieces = [];
    this.#held = 0;
  }
}
