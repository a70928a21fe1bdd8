/**
 * Archives of `contentOf` that came over the network: nothing in them is believed before it was looked at. What passes can be
 * written below a directory without ever leaving it, provided that links are made after everything else.
 */
import type { CaseFile, CaseFolder, CaseLink, Entries } from "../core/test-case.ts";

/** More than the largest node_modules has. */
const MAX_ENTRIES = 500_000;
/** As the systems have it, in bytes. */
const MAX_PATH = 4096;
const MAX_NAME = 255;
const MAX_PARTS = 200;
/** The length of a line, in bytes: words have one for all of them. */
const MAX_LINE = 2 ** 20;
const PERMISSIONS = 0o777;
const NEWLINE = 10;

/**
 * The entries of an archive, permissions without setuid and the like. Throws an `Error` for what is no archive, and for paths that
 * are absolute, lead out, are too long or there twice, or lie below a file or a link. Looks only at memory.
 */
export const checkedEntries = (content: Uint8Array): Entries => {
  const files: CaseFile[] = [];
  const links: CaseLink[] = [];
  const folders: CaseFolder[] = [];
  let words: readonly number[] | undefined;
  let count = 0;
  for (let at = 0; at < content.length;) {
    if (++count > MAX_ENTRIES) throw new Error("the archive has too many entries");
    const end = lineEnd(content, at);
    const line = parsed(content.subarray(at, end));
    at = end + 1;
    if (line[0] === "file" && line.length === 4) {
      const bytes = bytesAt(content, at, line[3]);
      files.push({ path: pathIn(line[1]), mode: modeIn(line[2]), bytes: () => bytes });
      at += bytes.length + 1;
    } else if (line[0] === "link" && line.length === 3)
      links.push({ path: pathIn(line[1]), target: targetIn(line[2]) });
    else if (line[0] === "folder" && line.length === 3) folders.push({ path: pathIn(line[1]), mode: modeIn(line[2]) });
    else if (line[0] === "words" && line.length === 2 && words === undefined) words = wordsIn(line[1]);
    else throw new Error("the archive has an entry of an unknown kind");
  }
  checkPaths([...files, ...links], folders);
  return { files, links, folders, ...(words !== undefined && { words }) };
};

const lineEnd = (content: Uint8Array, at: number): number => {
  const end = content.subarray(at, at + MAX_LINE).indexOf(NEWLINE);
  if (end === -1) throw new Error("the archive has a line without an end");
  return at + end;
};

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const parsed = (line: Uint8Array): readonly unknown[] => {
  const value: unknown = JSON.parse(strict.decode(line));
  if (!Array.isArray(value)) throw new Error("the archive has a line that is not an entry");
  return value;
};

const bytesAt = (content: Uint8Array, at: number, size: unknown): Uint8Array => {
  if (!isCount(size) || at + size >= content.length || content[at + size] !== NEWLINE) {
    throw new Error("a file of the archive has another size than it says");
  }
  return content.subarray(at, at + size);
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const wordsIn = (value: unknown): readonly number[] => {
  if (!Array.isArray(value) || !value.every(isCount)) throw new Error("the archive has words that are not numbers");
  return value;
};

const modeIn = (value: unknown): number => {
  if (!isCount(value) || value > 0o7777) throw new Error("the archive has an invalid mode");
  return value & PERMISSIONS;
};

/** Lone surrogates cannot be written: two names would become one. */
const isText = (value: unknown): value is string =>
  typeof value === "string" &&
  value !== "" &&
  !value.includes("\0") &&
  Buffer.byteLength(value) < MAX_PATH &&
  !/\p{Surrogate}/u.test(value);

const targetIn = (value: unknown): string => {
  if (!isText(value)) throw new Error("the archive has a link without a target");
  return value;
};

const pathIn = (value: unknown): string => {
  if (!isText(value)) throw new Error("the archive has an invalid path");
  const parts = value.split("/");
  if (parts.length > MAX_PARTS || !parts.every(isName)) {
    throw new Error(`the archive has a path that is not accepted: ${JSON.stringify(value.slice(0, 100))}`);
  }
  return value;
};

const isWindows = process.platform === "win32";

const isName = (part: string): boolean =>
  part !== "" &&
  part !== "." &&
  part !== ".." &&
  Buffer.byteLength(part) <= MAX_NAME &&
  !(isWindows && /[\\:]/.test(part));

/** Where the disk does not tell some names apart, neither do we. */
const place: (path: string) => string =
  isWindows || process.platform === "darwin" ? (path) => path.normalize("NFC").toLowerCase() : (path) => path;

interface Placed {
  readonly path: string;
}

/** One thing at each place, and things only below folders. */
const checkPaths = (leaves: readonly Placed[], folders: readonly Placed[]): void => {
  const taken = new Set<string>();
  for (const { path } of [...leaves, ...folders]) {
    const there = place(path);
    if (taken.has(there)) throw new Error(`the archive has ${JSON.stringify(path)} twice`);
    taken.add(there);
  }
  for (const { path } of folders) taken.delete(place(path));
  const above = new Set<string>();
  for (const { path } of [...leaves, ...folders]) {
    const there = place(path);
    for (let end = there.lastIndexOf("/"); end !== -1; end = there.lastIndexOf("/", end - 1)) {
      const folder = there.slice(0, end);
      if (above.has(folder)) break;
      if (taken.has(folder))
        throw new Error(`the archive has something below ${JSON.stringify(folder)}, which is not a folder`);
      above.add(folder);
    }
  }
};
