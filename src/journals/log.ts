/** Append-only files of checksummed JSON records, one a line: what is sound is kept whatever happens to the rest. */
import { closeSync, fdatasync, fdatasyncSync, fstatSync, readSync, writeSync } from "node:fs";
import { openRegular } from "./regular-file.ts";
import { crc32 } from "../core/digest.ts";
import { diskError, onDisk } from "./disk-errors.ts";

/** How long a record may wait for the disk. */
const SYNC_MS = 100;
const NEWLINE = 10;
const CHUNK = 1 << 20;

/** A line is `{"crc":"xxxxxxxx",…}`: the checksum covers what comes after its comma. */
const HEAD = '{"crc":"';
const REST = HEAD.length + 8 + 2;

/** How reading went. */
export interface Soundness {
  readonly sound: number;
  /** Torn or corrupted. */
  readonly dropped: number;
}

export class Log {
  readonly path: string;
  #file: number;
  #dirty = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #broken: unknown;

  /** Reads all that is there, then is ready to append. The records are those that were written, in order, less the unsound. */
  static open(path: string, visit: (record: Record<string, unknown>) => void): { log: Log; read: Soundness } {
    return onDisk(`cannot open ${path}`, () => {
      const file = openRegular(path, "a+");
      const { torn, ...read } = readRecords(file, visit);
      const log = new Log(path, file);
      // A torn last record must not tear the next one too.
      if (torn) log.#write(Buffer.of(NEWLINE));
      return { log, read };
    });
  }

  private constructor(path: string, file: number) {
    this.path = path;
    this.#file = file;
  }

  /** Hands the record to the operating system before it returns. */
  append(record: object): void {
    const rest = `${JSON.stringify(record).slice(1)}\n`;
    const bytes = Buffer.from(rest);
    this.#write(Buffer.concat([Buffer.from(`${HEAD}${hexadecimal(crc32(bytes.subarray(0, -1)))}",`), bytes]));
    this.#timer ??= setTimeout(() => this.#syncSoon(), SYNC_MS).unref();
  }

  /** When it returns, all that was appended is on the disk. */
  sync(): void {
    if (this.#broken !== undefined) throw this.#broken;
    if (!this.#dirty) return;
    onDisk(`cannot write ${this.path}`, () => fdatasyncSync(this.#file));
    this.#dirty = false;
  }

  close(): void {
    clearTimeout(this.#timer);
    if (this.#file < 0) return;
    try {
      this.sync();
    } finally {
      closeSync(this.#file);
      this.#file = -1;
    }
  }

  #write(bytes: Uint8Array): void {
    if (this.#broken !== undefined) throw this.#broken;
    this.#dirty = true;
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
    } catch (error) {
      this.#broken = diskError(error, `cannot write ${this.path}`);
      throw this.#broken;
    }
  }

  /** A failure shows at the next append or sync. */
  #syncSoon(): void {
    this.#timer = undefined;
    if (!this.#dirty || this.#file < 0) return;
    this.#dirty = false;
    fdatasync(this.#file, (error) => {
      // A file closed meanwhile was synced by its close.
      if (error !== null && this.#file >= 0) this.#broken ??= diskError(error, `cannot write ${this.path}`);
    });
  }
}

/** Reads a log that somebody else may be writing. */
export const readLog = (path: string, visit: (record: Record<string, unknown>) => void): Soundness => {
  const file = onDisk(`cannot read ${path}`, () => openRegular(path, "r"));
  try {
    const { sound, dropped } = readRecords(file, visit);
    return { sound, dropped };
  } finally {
    closeSync(file);
  }
};

/** `torn`: the last line has no end. */
const readRecords = (
  file: number,
  visit: (record: Record<string, unknown>) => void,
): Soundness & { readonly torn: boolean } => {
  let sound = 0;
  let dropped = 0;
  const take = (line: Uint8Array): void => {
    if (line.length === 0) return;
    const record = recordOf(line);
    if (record === undefined) dropped++;
    else {
      sound++;
      visit(record);
    }
  };
  const size = fstatSync(file).size;
  let rest: Uint8Array = new Uint8Array(0);
  for (let at = 0; at < size;) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, size - at));
    const count = readSync(file, chunk, 0, chunk.length, at);
    if (count === 0) break;
    at += count;
    rest = takeLines(
      rest.length === 0 ? chunk.subarray(0, count) : Buffer.concat([rest, chunk.subarray(0, count)]),
      take,
    );
  }
  take(rest);
  return { sound, dropped, torn: rest.length > 0 };
};

/** Returns what follows the last line end. */
const takeLines = (bytes: Uint8Array, take: (line: Uint8Array) => void): Uint8Array => {
  let from = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
    take(bytes.subarray(from, end));
    from = end + 1;
  }
  return bytes.subarray(from);
};

const recordOf = (line: Uint8Array): Record<string, unknown> | undefined => {
  if (line.length < REST) return undefined;
  const text = Buffer.from(line.buffer, line.byteOffset, line.length).toString();
  if (!text.startsWith(HEAD) || text.slice(REST - 2, REST) !== '",') return undefined;
  if (text.slice(HEAD.length, REST - 2) !== hexadecimal(crc32(line, REST))) return undefined;
  return JSON.parse(text) as Record<string, unknown>;
};

const hexadecimal = (value: number): string => value.toString(16).padStart(8, "0");
