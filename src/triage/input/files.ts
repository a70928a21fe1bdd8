/** The files that are to be sorted: folders as fuzzers leave them, patterns, lists; names are bytes, whatever they hold. */
import { lstatSync, readdirSync, readFileSync, statSync, type Stats } from "node:fs";
import { resolve } from "node:path";
import { attempt } from "../../core/maybe.ts";
import { errorCode } from "../../journals/disk-errors.ts";
import { UserError } from "../../core/errors.ts";
import { sha256 } from "../../runs/identity.ts";
import { hasWildcards, joined, matching } from "./patterns.ts";

export interface TriageFile {
  /** Absolute; its name may be no UTF-8. */
  readonly path: Buffer;
  /** As people see it: what is no UTF-8 as \xNN. */
  readonly shown: string;
  /** "input" with the extension of the file: what tests call it. */
  readonly name: string;
}

/** A file that cannot be looked at, and why. */
interface Unreadable {
  readonly shown: string;
  readonly why: string;
}

export interface FoundFiles {
  readonly files: readonly TriageFile[];
  readonly unreadable: readonly Unreadable[];
  /** Files beside the finds of fuzzers, which are left out. */
  readonly beside: readonly string[];
}

/** How fuzzers name what they have found: if a folder has such names, its other files are no finds. */
const FINDS: readonly RegExp[] = [
  // AFL and AFL++
  /^id[:_]\d{6}/,
  // libFuzzer
  /^(?:crash|leak|oom|timeout|slow-unit)-[0-9a-f]{40}/,
  // honggfuzz
  /^SIG[A-Z]+\.PC\.[0-9a-f]+\./,
  // SQLancer
  /^database\d+\.log$/,
];
/** What fuzzers write beside their finds: nobody misses it. */
const KNOWN_BESIDE = /^(?:README\.txt|HONGGFUZZ\.REPORT\.TXT|database\d+-\w+\.log)$/;
/** A folder with one of these is the state of a fuzzer: what it has found is in the folders named so. */
const STATE = /^fuzzer_stats$/;
const STATE_FINDS = /^(?:crashes|hangs)/;

const isFind = (name: string): boolean => FINDS.some((form) => form.test(name));

export interface FindOptions {
  readonly cwd: string;
  /** Absolute paths that are left out: what pare itself writes. */
  readonly without: readonly string[];
}

/** In the order of what was typed, and of the bytes of the names in each folder. Throws a `UserError` for what is not there, and if there is nothing. */
export const findFiles = (typed: readonly (string | Buffer)[], { cwd, without }: FindOptions): FoundFiles => {
  const own = new Set(without.flatMap((path) => lookAt(Buffer.from(path)) ?? []).map(idOf));
  const walk = new Walk(own, Buffer.from(`${cwd}/`));
  let isOwn = false;
  for (const each of typed) {
    const path = typeof each === "string" ? Buffer.from(resolve(cwd, each)) : absolute(each, cwd);
    const stats = lookAt(path);
    isOwn ||= stats !== undefined && own.has(idOf(stats));
    if (stats !== undefined || typeof each !== "string") walk.from(path);
    else walk.all(hasWildcards(each) ? matching(resolve(cwd, each), walk) : [], each);
  }
  if (walk.files.length + walk.unreadable.length === 0) throw noFiles(isOwn);
  return walk;
};

/** A list of paths: one a line, or ended by null characters where there are any. */
export const pathsIn = (list: Buffer): readonly Buffer[] => {
  const end = list.includes(0) ? 0 : 10;
  const paths: Buffer[] = [];
  for (let from = 0; from < list.length;) {
    const at = list.indexOf(end, from);
    const to = at < 0 ? list.length : at;
    if (to > from) paths.push(list.subarray(from, to));
    from = to + 1;
  }
  return paths;
};

const absolute = (path: Buffer, cwd: string): Buffer => (path[0] === 47 ? path : joined(Buffer.from(cwd), path));

const lookAt = (path: Buffer): Stats | undefined => attempt(() => statSync(path, { throwIfNoEntry: false }));

const noSuch = (typed: string): UserError =>
  new UserError("NO_INPUT", `There is no file or folder ${typed}.`, {
    advice: "Name folders, files or patterns of the inputs to sort; - reads a list of paths from standard input.",
  });

const noFiles = (isOwn: boolean): UserError =>
  new UserError("NO_INPUT", "There are no files to sort.", {
    advice: isOwn
      ? "The folder is one that pare writes to itself: its files are left out. Give -o another folder for the results."
      : "Name a folder of failing files: pare triage crashes/ -- ./target {}",
  });

/** Bytes as people see them. */
const shownBytes = (bytes: Buffer): string => {
  const text = bytes.toString();
  if (Buffer.from(text).equals(bytes)) return text;
  return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`)).join("");
};

class Walk implements FoundFiles {
  readonly files: TriageFile[] = [];
  readonly unreadable: Unreadable[] = [];
  readonly beside: string[] = [];
  readonly #here: Buffer;
  readonly #seen = new Set<string>();
  /** Links can lead to a folder on many ways, or in a circle. */
  readonly #folders: Set<string>;

  constructor(without: ReadonlySet<string>, here: Buffer) {
    this.#here = here;
    this.#folders = new Set(without);
  }

  /** As people see a path: from here, if it lies here. */
  #shown(path: Buffer): string {
    const isHere = path.subarray(0, this.#here.length).equals(this.#here);
    return shownBytes(isHere ? path.subarray(this.#here.length) : path);
  }

  all(paths: readonly Buffer[], typed: string): void {
    const there = paths.filter((each) => lookAt(each) !== undefined);
    if (there.length === 0) throw noSuch(typed);
    for (const each of there) this.from(each);
  }

  from(start: Buffer): void {
    const waiting = [start];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const stats = lookAt(path);
      if (stats?.isDirectory() !== true) this.#take(path, stats);
      else if (this.#isNew(stats)) for (const inner of this.#inFolder(path).toReversed()) waiting.push(inner);
    }
  }

  #isNew(folder: Stats): boolean {
    const before = this.#folders.size;
    return this.#folders.add(idOf(folder)).size > before;
  }

  #inFolder(folder: Buffer): readonly Buffer[] {
    const names = this.names(folder).filter((name) => name[0] !== 46);
    const texts = names.map((name) => name.toString());
    const paths = names.map((name) => joined(folder, name));
    if (texts.some((name) => STATE.test(name))) return paths.filter((_, at) => STATE_FINDS.test(texts[at] as string));
    if (!texts.some(isFind)) return paths;
    return paths.filter((path, at) => {
      const name = texts[at] as string;
      if (isFind(name) || lookAt(path)?.isDirectory() === true) return true;
      if (!KNOWN_BESIDE.test(name)) this.beside.push(this.#shown(path));
      return false;
    });
  }

  names(folder: Buffer): readonly Buffer[] {
    try {
      return readdirSync(folder, "buffer").toSorted((a, b) => Buffer.compare(a, b));
    } catch (error) {
      this.unreadable.push({
        shown: this.#shown(folder),
        why: `the folder cannot be read (${errorCode(error) ?? String(error)})`,
      });
      return [];
    }
  }

  #take(path: Buffer, stats: Stats | undefined): void {
    const key = path.toString("latin1");
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const shown = this.#shown(path);
    if (stats?.isFile() === true) this.files.push({ path, shown, name: `input${extensionOf(shown)}` });
    else
      this.unreadable.push({
        shown,
        why:
          stats === undefined ? `it does not exist, or cannot be read (${whyNot(path)})` : "it is not a regular file",
      });
  }
}

const idOf = ({ dev, ino }: Stats): string => `${dev}:${ino}`;

const whyNot = (path: Buffer): string => {
  try {
    statSync(path);
    lstatSync(path);
    return "it came and went";
  } catch (error) {
    return errorCode(error) ?? String(error);
  }
};

const extensionOf = (shown: string): string => /[^/]\.([A-Za-z][A-Za-z0-9]{0,7})$/.exec(shown)?.[0].slice(1) ?? "";

/** Larger ones are no test cases. */
const MAX_BYTES = 1 << 30;

export interface ReadFile {
  readonly bytes: Buffer;
  readonly sha256: string;
  readonly seen: Date;
}

/** What a file holds, or why it cannot be read. */
export const readTriageFile = (path: Buffer): ReadFile | string => {
  try {
    const { size, mtime } = statSync(path);
    if (size > MAX_BYTES) return `it has ${size} bytes: more than ${MAX_BYTES} are not read`;
    const bytes = readFileSync(path);
    return { bytes, sha256: sha256(bytes), seen: mtime };
  } catch (error) {
    const code = errorCode(error);
    return code === "EACCES" || code === "EPERM"
      ? "permission is denied"
      : `it cannot be read (${code ?? String(error)})`;
  }
};
