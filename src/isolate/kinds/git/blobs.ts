/** Contents from a repository: read ahead in one go, kept while there is room, read one by one where nobody has asked ahead. */
import { randomUUID } from "node:crypto";
import { digest } from "../../../core/digest.ts";
import { gitIn, gitNow } from "./run.ts";

/** A content: the name of its object, and its path where a checkout converts it (line ends, filters). */
export interface BlobName {
  readonly oid: string;
  readonly path?: string | undefined;
}

export interface GitBlobs {
  /** Reads these ahead, as far as there is room. */
  fetch(names: readonly BlobName[]): Promise<void>;
  /** Not to be changed. */
  bytes(name: BlobName): Uint8Array;
  /** The digest of the bytes, as core makes it. */
  digest(name: BlobName): string;
}

/** Bytes kept in memory; what is beyond is read again when it is needed. */
const ROOM = 256 * 2 ** 20;

/** Bytes asked for at once. */
const PORTION = 32 * 2 ** 20;

export const openBlobs = (directory: string, room: number = ROOM): GitBlobs => {
  /** In the order of use: the first one goes first. */
  const kept = new Map<string, Uint8Array>();
  const digests = new Map<string, string>();
  let size = 0;
  const keep = (key: string, bytes: Uint8Array): void => {
    if (bytes.length > room / 2 || kept.has(key)) return;
    kept.set(key, bytes);
    size += bytes.length;
    for (const [oldest, old] of kept) {
      if (size <= room) break;
      kept.delete(oldest);
      size -= old.length;
    }
  };
  const bytes = (name: BlobName): Uint8Array => {
    const key = keyOf(name);
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const read = gitNow(directory, wordsFor(name));
    keep(key, read);
    return read;
  };
  const digestOf = (name: BlobName): string => {
    const key = keyOf(name);
    const known = digests.get(key) ?? digest(bytes(name));
    digests.set(key, known);
    return known;
  };
  const fetch = async (names: readonly BlobName[]): Promise<void> => {
    const wanted = new Map<string, BlobName>();
    // The end of a line would end the question: such a path is asked for by itself.
    for (const name of names) if (!kept.has(keyOf(name)) && !name.path?.includes("\n")) wanted.set(keyOf(name), name);
    for (const portion of portions([...wanted.values()], await sizesOf(directory, [...wanted.values()]), room)) {
      const contents = await read(directory, portion);
      for (const [i, name] of portion.entries()) {
        const content = contents[i];
        if (content !== undefined) keep(keyOf(name), content);
      }
    }
  };
  return { fetch, bytes, digest: digestOf };
};

const keyOf = ({ oid, path }: BlobName): string => (path === undefined ? oid : `${oid} ${path}`);

const wordsFor = ({ oid, path }: BlobName): readonly string[] =>
  path === undefined ? ["cat-file", "blob", oid] : ["cat-file", "--filters", `--path=${path}`, oid];

/** As they are stored; nothing for what is not there. */
const sizesOf = async (directory: string, names: readonly BlobName[]): Promise<readonly number[]> => {
  if (names.length === 0) return [];
  const input = `${names.map(({ oid }) => oid).join("\n")}\n`;
  const answer = await gitIn(directory).text(["cat-file", "--batch-check=%(objectsize)", "--buffer"], { input });
  return answer.split("\n").map((line) => (/^\d+$/.test(line) ? Number(line) : Number.NaN));
};

/** Those with a path apart from those without; the largest ones, those that are missing, and what is beyond the room are left out. */
const portions = (names: readonly BlobName[], sizes: readonly number[], room: number): readonly BlobName[][] => {
  const made: BlobName[][] = [];
  let total = 0;
  for (const converted of [false, true]) {
    let filled = Number.POSITIVE_INFINITY;
    for (const [i, name] of names.entries()) {
      const size = sizes[i] ?? Number.NaN;
      if ((name.path !== undefined) !== converted || !(size <= room / 4) || total + size > room) continue;
      if (filled + size > PORTION) {
        made.push([]);
        filled = 0;
      }
      made.at(-1)?.push(name);
      filled += size;
      total += size;
    }
  }
  return made;
};

/** The header of an answer tells the size of what is stored, which is not that of what was converted: an end that cannot occur by chance does. */
const read = async (directory: string, names: readonly BlobName[]): Promise<readonly Uint8Array[]> => {
  const end = `end-${randomUUID()}`;
  const isConverted = names[0]?.path !== undefined;
  const output = await gitIn(directory).bytes(
    ["cat-file", "--batch", "--buffer", ...(isConverted ? ["--filters"] : [])],
    {
      input: names.map(({ oid, path }) => `${oid}${path === undefined ? "" : ` ${path}`}\n${end}\n`).join(""),
    },
  );
  const mark = Buffer.from(`\n${end} missing\n`);
  const contents: Uint8Array[] = [];
  for (let at = 0; at < output.length;) {
    const from = output.indexOf(10, at) + 1;
    const to = output.indexOf(mark, from);
    if (from === 0 || to < 0) break;
    // A copy, so that the portion does not stay in memory for the sake of one of its parts.
    contents.push(Uint8Array.prototype.slice.call(output, from, to));
    at = to + mark.length;
  }
  return contents;
};
