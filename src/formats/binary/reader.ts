/** Reads bytes one behind the other, up to an end. */

/** What is read is not what the format says; whoever began the part takes it as raw bytes. */
export class Malformed extends Error {
  override readonly name = "Malformed";
}

/** The bytes of the longest LEB128 number there is, one of 64 bits. */
const MAX_LEB_BYTES = 10;

export class Reader {
  readonly bytes: Uint8Array;
  readonly end: number;
  at: number;

  constructor(bytes: Uint8Array, at = 0, end: number = bytes.length) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
  }

  get left(): number {
    return this.end - this.at;
  }

  byte(): number {
    const byte = this.peek();
    this.at++;
    return byte;
  }

  /** The next byte, which stays the next. */
  peek(): number {
    if (this.at >= this.end) throw new Malformed("cut off");
    return this.bytes[this.at] as number;
  }

  skip(count: number): void {
    if (count > this.left) throw new Malformed("cut off");
    this.at += count;
  }

  /** An unsigned LEB128 number; exact up to 2^53, which is more than any count of bytes. */
  leb(): number {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < MAX_LEB_BYTES; i++) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 128;
    }
    throw new Malformed("a number without end");
  }

  /** A signed one; `undefined` if it is negative. */
  signedLeb(): number | undefined {
    const value = this.leb();
    return ((this.bytes[this.at - 1] as number) & 0x40) === 0 ? value : undefined;
  }
}
