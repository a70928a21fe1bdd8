/** Files without a name that take what jobs print; reused from job to job, never larger than a limit for long. */
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, unlinkSync } from "node:fs";
import { join } from "node:path";

/** A stream that is longer is cut: its first and last bytes are kept. */
const LONGEST = 64 * 1024 * 1024;
/** What the system counts the space of files in, in bytes. */
const BLOCK = 512;

export interface CollectedOutput {
  readonly bytes: Uint8Array;
  readonly truncated: boolean;
}

/** Frees the space of the first bytes of a file without cutting it; false where that cannot be done. */
type Punch = (fd: number, length: number) => boolean;

/** One stream of one job at a time. */
export class OutputFile {
  readonly fd: number;
  readonly #punch: Punch;
  #head: Uint8Array | undefined;
  #tail: Uint8Array = EMPTY;

  /** The file has no name any more when this returns: it goes when the last process that holds it does. */
  constructor(path: string, punch: Punch) {
    this.#punch = punch;
    // Appending: what is cut off at the end of the file stays cut off, whatever position the writer believes to be at.
    this.fd = openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL, 0o600);
    unlinkSync(path);
  }

  /** Frees the space of a stream that grew too long, keeping the two ends of it. */
  trim(keep: number): void {
    const { size, blocks } = fstatSync(this.fd);
    if (blocks * BLOCK <= LONGEST) return;
    const half = keep >> 1;
    this.#head ??= this.#slice(0, keep - half);
    if (this.#punch(this.fd, Math.max(0, size - half))) return;
    // What is printed between the look and the cut is lost; there is no other way here.
    this.#tail = this.#slice(Math.max(0, size - half), half);
    ftruncateSync(this.fd, 0);
  }

  /** What was printed, and makes room for the next job. */
  take(keep: number): CollectedOutput {
    const first = this.#head === undefined ? this.#slice(0, Math.min(keep + 1, PAGE)) : EMPTY;
    const output =
      this.#head === undefined && first.length < Math.min(keep + 1, PAGE) ? whole(first) : this.#ends(keep);
    if (this.#head !== undefined || first.length > 0) ftruncateSync(this.fd, 0);
    this.#head = undefined;
    this.#tail = EMPTY;
    return output;
  }

  close(): void {
    closeSync(this.fd);
  }

  #ends(keep: number): CollectedOutput {
    const { size } = fstatSync(this.fd);
    if (this.#head === undefined && size <= keep) return whole(this.#slice(0, size));
    const half = keep >> 1;
    const head = this.#head ?? this.#slice(0, keep - half);
    const last = this.#slice(Math.max(0, size - half), half);
    const tail = Buffer.concat([this.#tail, last]);
    return { bytes: Buffer.concat([head, tail.subarray(Math.max(0, tail.length - half))]), truncated: true };
  }

  #slice(from: number, length: number): Uint8Array {
    const target = length <= PAGE ? page : Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const bytes = readSync(this.fd, target, filled, length - filled, from + filled);
      if (bytes === 0) break;
      filled += bytes;
    }
    return filled === 0
      ? EMPTY
      : target === page
        ? Uint8Array.prototype.slice.call(page, 0, filled)
        : target.subarray(0, filled);
  }
}

const PAGE = 65_536;
const page = Buffer.allocUnsafeSlow(PAGE);
const EMPTY = new Uint8Array();
const whole = (bytes: Uint8Array): CollectedOutput => ({ bytes, truncated: false });

/** Where one job prints to. */
export interface Streams {
  readonly stdout: OutputFile;
  readonly stderr: OutputFile;
}

export class Outputs {
  readonly #directory: string;
  readonly #punch: Punch;
  readonly #free: Streams[] = [];
  #made = 0;

  /** In an existing directory, best on a file system that is memory. */
  constructor(directory: string, punch: Punch) {
    this.#directory = directory;
    this.#punch = punch;
  }

  lend(): Streams {
    return this.#free.pop() ?? { stdout: this.#make(), stderr: this.#make() };
  }

  /** Keeps them for another job; emptied before, and only when nothing can write to them any more. */
  giveBack(streams: Streams): void {
    this.#free.push(streams);
  }

  /** Lets go of streams that something may still write to. */
  discard(streams: Streams): void {
    streams.stdout.close();
    streams.stderr.close();
  }

  close(): void {
    for (const streams of this.#free.splice(0)) this.discard(streams);
  }

  #make(): OutputFile {
    this.#made += 1;
    return new OutputFile(join(this.#directory, `output-${this.#made}`), this.#punch);
  }
}
