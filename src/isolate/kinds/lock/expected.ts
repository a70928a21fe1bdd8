/** What should lie in a directory, put there and put right. */
import {
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { errorCode, onDisk } from "../../../journals/disk-errors.ts";
import { fileAt, type InventoryFile, type PackageParts } from "./inventory.ts";

export type PutWay = "copy" | "link";

interface ExpectedFile extends InventoryFile {
  readonly source: string;
  readonly linked: boolean;
}

export interface Restored {
  /** Paths of files and links that were not as expected. */
  readonly touched: readonly string[];
  /** One whose source was changed through a hard link. */
  readonly writtenThrough: string | undefined;
}

/** Folders that hold packages may be there or not. */
const CONTAINER = /(?:^|\/)(?:node_modules|\.bin|node_modules\/@[^/]+)$/;

export class Expected {
  readonly #directory: string;
  readonly #files = new Map<string, ExpectedFile>();
  readonly #links = new Map<string, string>();
  readonly #folders = new Set<string>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  put({ folders, files, links }: PackageParts, source: string, way: PutWay): void {
    onDisk(`cannot write to ${this.#directory}`, () => {
      for (const folder of folders) {
        mkdirSync(join(this.#directory, folder), { recursive: true });
        this.#folders.add(folder);
      }
      for (const file of files) this.#files.set(file.path, this.#putFile(file, join(source, file.path), way));
      for (const { path, target } of links) {
        this.#links.set(path, target);
        this.#putLink(path, target);
      }
    });
  }

  /** Folders in which something else lies stay. */
  take({ folders, files, links }: PackageParts): void {
    for (const { path } of files) {
      this.#files.delete(path);
      rmSync(join(this.#directory, path), { force: true, recursive: true });
    }
    for (const { path, target } of links) {
      // Two packages may offer the same program: the other one's link stays.
      if (this.#links.get(path) !== target) continue;
      this.#links.delete(path);
      rmSync(join(this.#directory, path), { force: true, recursive: true });
    }
    for (const folder of folders.toReversed()) {
      this.#folders.delete(folder);
      removeEmpty(join(this.#directory, folder));
    }
  }

  restore({ keepNew }: { readonly keepNew: boolean }): Restored {
    const touched: string[] = [];
    const seen = new Set<string>();
    let writtenThrough: string | undefined;
    mkdirSync(this.#directory, { recursive: true });
    const waiting = [""];
    for (let under = waiting.pop(); under !== undefined; under = waiting.pop())
      for (const entry of readdirSync(join(this.#directory, under), { withFileTypes: true })) {
        const path = under === "" ? entry.name : `${under}/${entry.name}`;
        if (entry.isDirectory() && (this.#folders.has(path) || CONTAINER.test(path))) {
          seen.add(path);
          waiting.push(path);
          continue;
        }
        const state = this.#stateOf(path, entry);
        if (state === "written through") writtenThrough ??= path;
        if (state === "as expected") seen.add(path);
        else if (state !== "new" || !keepNew) rmSync(join(this.#directory, path), { recursive: true, force: true });
      }
    this.#putMissing(seen, touched);
    return { touched: touched.toSorted(), writtenThrough };
  }

  #stateOf(path: string, entry: { isFile(): boolean; isSymbolicLink(): boolean }): FileState {
    const file = this.#files.get(path);
    const target = this.#links.get(path);
    if (file === undefined && target === undefined && !this.#folders.has(path)) return "new";
    const full = join(this.#directory, path);
    if (target !== undefined)
      return entry.isSymbolicLink() && readlinkSync(full) === target ? "as expected" : "changed";
    if (file === undefined || !entry.isFile()) return "changed";
    const { ino, mode, size, mtimeMs } = lstatSync(full);
    if (ino !== file.ino) return "changed";
    if (size === file.size && mtimeMs === file.mtimeMs && mode === file.mode) return "as expected";
    return file.linked ? "written through" : "changed";
  }

  #putMissing(seen: ReadonlySet<string>, touched: string[]): void {
    for (const folder of this.#folders)
      if (!seen.has(folder)) mkdirSync(join(this.#directory, folder), { recursive: true });
    for (const [path, file] of this.#files) {
      if (seen.has(path)) continue;
      touched.push(path);
      this.#files.set(path, this.#putFile(file, file.source, file.linked ? "link" : "copy"));
    }
    for (const [path, target] of this.#links) {
      if (seen.has(path)) continue;
      touched.push(path);
      this.#putLink(path, target);
    }
  }

  #putFile(file: InventoryFile, source: string, way: PutWay): ExpectedFile {
    const full = join(this.#directory, file.path);
    if (way === "link" && tryLink(source, full)) return { ...file, source, linked: true };
    rmSync(full, { force: true, recursive: true });
    copyFileSync(source, full, constants.COPYFILE_FICLONE);
    chmodSync(full, lstatSync(source).mode & 0o7777);
    return { ...fileAt(this.#directory, file.path), source, linked: false };
  }

  #putLink(path: string, target: string): void {
    const full = join(this.#directory, path);
    mkdirSync(dirname(full), { recursive: true });
    rmSync(full, { force: true, recursive: true });
    symlinkSync(target, full);
  }
}

type FileState = "as expected" | "changed" | "written through" | "new";

/** Not between file systems, nor where there are no links or too many of them. */
const NO_LINKS = new Set(["EXDEV", "EPERM", "ENOTSUP", "EOPNOTSUPP", "EMLINK", "ENOSYS"]);

const tryLink = (source: string, full: string): boolean => {
  try {
    linkSync(source, full);
    return true;
  } catch (error) {
    const code = errorCode(error) ?? "";
    if (code === "EEXIST") {
      rmSync(full, { force: true, recursive: true });
      linkSync(source, full);
      return true;
    }
    if (NO_LINKS.has(code)) return false;
    throw error;
  }
};

const removeEmpty = (path: string): void => {
  try {
    rmdirSync(path);
  } catch {
    // Something else lies in it, or it is gone already.
  }
};
