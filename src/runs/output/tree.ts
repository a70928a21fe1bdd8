/** Directories on the disk: read whole, written whole. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "../../core/errors.ts";
import type { CaseFile, CaseFolder, CaseLink, TestCase } from "../../core/test-case.ts";
import { onDisk } from "../../journals/disk-errors.ts";
import { ASIDE, syncDirectory, writeSynced } from "../atomic.ts";
import type { ModeFor } from "../audience.ts";

/** What a directory holds. */
export interface DirectoryContent {
  readonly files: readonly CaseFile[];
  readonly links: readonly CaseLink[];
  /** Those with nothing in them. */
  readonly folders: readonly CaseFolder[];
  /** Paths of folders that are not looked into, by their names. */
  readonly left: readonly string[];
}

const MODE = 0o7777;

/**
 * In the order of the names, everything in memory. Folders for which `isLeft` holds are not looked into. Throws a `UserError` for
 * what is neither a file, a folder nor a link, and for names that are not UTF-8.
 */
export const readTree = (root: string, isLeft: (name: string) => boolean): DirectoryContent =>
  onDisk(`cannot read ${root}`, () => {
    const files: CaseFile[] = [];
    const links: CaseLink[] = [];
    const folders: CaseFolder[] = [];
    const left: string[] = [];
    const waiting = [""];
    for (let under = waiting.pop(); under !== undefined; under = waiting.pop()) {
      const names = namesIn(join(root, under));
      if (under !== "" && names.length === 0) folders.push({ path: under, mode: modeOf(join(root, under)) });
      const inner: string[] = [];
      for (const name of names) {
        const path = under === "" ? name : `${under}/${name}`;
        const full = join(root, path);
        const stats = lstatSync(full);
        if (stats.isDirectory()) (isLeft(name) ? left : inner).push(path);
        else if (stats.isSymbolicLink()) links.push({ path, target: readlinkSync(full) });
        else if (stats.isFile()) files.push(fileAt(full, path, stats.mode & MODE));
        else throw notReadable(path);
      }
      waiting.push(...inner.toReversed());
    }
    return { files: files.toSorted(byPath), links: links.toSorted(byPath), folders: folders.toSorted(byPath), left };
  });

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number => (a.path < b.path ? -1 : 1);

const modeOf = (path: string): number => lstatSync(path).mode & MODE;

const fileAt = (full: string, path: string, mode: number): CaseFile => {
  const bytes = readFileSync(full);
  return { path, mode, bytes: () => bytes };
};

const strict = new TextDecoder("utf-8", { fatal: true });

/** `verb`: what is done with the directory. Throws a `UserError` (BAD_NAME) for a name that is not UTF-8. */
export const utf8Names = (directory: string, verb: string): readonly string[] =>
  readdirSync(directory, { encoding: "buffer" }).map((name) => {
    try {
      return strict.decode(name);
    } catch (cause) {
      const told = JSON.stringify(name.toString("latin1"));
      throw new UserError("BAD_NAME", `A name in ${directory} is not UTF-8: ${told}.`, {
        advice: `Rename it in a copy of the directory, and ${verb} the copy.`,
        cause,
      });
    }
  });

const namesIn = (directory: string): readonly string[] =>
  utf8Names(directory, "reduce").toSorted((a, b) => (a < b ? -1 : 1));

const notReadable = (path: string): UserError =>
  new UserError("BAD_INPUT", `${path} in the directory is neither a file, a folder nor a link.`, {
    advice: "Sockets, pipes and devices cannot be copied: take it away, or reduce a copy without it.",
  });

/** Makes a directory that is not there yet. It is on the disk with all that is in it: a power failure leaves no empty files. */
export const writeTree = (root: string, { files, links = [], folders = [] }: TestCase, mode: ModeFor): void => {
  mkdirSync(root, 0o700);
  const made = new Set<string>(["."]);
  const makeFor = (path: string): void => {
    const folder = dirname(path);
    if (made.has(folder)) return;
    makeFor(folder);
    mkdirSync(join(root, folder));
    made.add(folder);
  };
  for (const file of files) {
    makeFor(file.path);
    writeSynced(join(root, file.path), file.bytes(), file.mode);
  }
  for (const { path, target } of links) {
    makeFor(path);
    symlinkSync(target, join(root, path));
  }
  for (const folder of folders) {
    makeFor(join(folder.path, "any"));
    chmodSync(join(root, folder.path), folder.mode);
  }
  for (const folder of made) syncDirectory(join(root, folder));
  // Nobody else looks into it before all is as it should be.
  chmodSync(root, mode(lstatSync(root).gid) | 0o700);
};

/** A process was killed between the two steps: what had stepped aside goes back. */
export const returnAside = (path: string, leftovers: readonly string[]): void => {
  const aside = leftovers.find((each) => each.endsWith(ASIDE));
  if (aside !== undefined && !existsSync(path)) renameSync(aside, path);
};
