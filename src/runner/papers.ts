/** What the system looks at while a job is started: words, environment, actions. Kept for the next job, since making memory takes longer than filling it. */
import type { Libc } from "./libc.ts";

/** Larger than any C library's own idea of its structures. */
export const ROOM = 1024;
/** Enough for the words of most jobs; more is made when there are more. */
const USUAL = 4096;
const POINTER = 8;

/** Strings that C can read: addresses, then zero. They live as long as this object is referenced, and stand alone in their buffers. */
export class Strings {
  readonly #libc: Libc;
  #texts = Buffer.alloc(0);
  #pointers = Buffer.alloc(0);
  #base = 0n;

  constructor(libc: Libc) {
    this.#libc = libc;
  }

  get pointers(): Buffer {
    return this.#pointers;
  }

  /** No text may hold a zero character. `more`: strings packed before, which come first. */
  pack(texts: readonly string[], more?: Strings): this {
    const text = `${texts.join("\0")}\0`;
    const before = more === undefined ? 0 : more.#used;
    this.#makeRoom(3 * text.length, before + (texts.length + 1) * POINTER);
    const length = this.#texts.write(text);
    more?.pointers.copy(this.#pointers, 0, 0, before);
    let place = before;
    for (let at = 0; at < length; at = this.#texts.indexOf(0, at) + 1)
      place = this.#pointers.writeBigUInt64LE(this.#base + BigInt(at), place);
    this.#used = place;
    this.#pointers.writeBigUInt64LE(0n, place);
    return this;
  }

  /** Bytes of addresses, without the zero. */
  #used = 0;

  #makeRoom(texts: number, pointers: number): void {
    if (this.#texts.length < texts) {
      this.#texts = Buffer.allocUnsafeSlow(Math.max(USUAL, texts));
      this.#base = this.#libc.address(this.#texts);
    }
    if (this.#pointers.length < pointers) this.#pointers = Buffer.allocUnsafeSlow(Math.max(USUAL, pointers));
  }
}

/** Of one job that is being started. */
export interface Papers {
  readonly pid: Int32Array;
  readonly actions: Buffer;
  readonly argv: Strings;
  readonly env: Strings;
}

export const makePapers = (libc: Libc): Papers => ({
  pid: new Int32Array(1),
  actions: Buffer.allocUnsafeSlow(ROOM),
  argv: new Strings(libc),
  env: new Strings(libc),
});
