/** Directories for tests: in memory where there is room, made and removed with as few calls as possible. */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  statSync,
  statfsSync,
  symlinkSync,
  unlinkSync,
  write,
  writeFileSync,
  writeSync,
  readFileSync,
  readdirSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { systemCode, UserError } from "../core/errors.ts";
import { noteExecutable } from "./busy-text.ts";
import { discard, removeTree } from "./removal.ts";
import { statOf } from "./processes.ts";

/** Memory must have this much room, in bytes, to be used. */
const ROOM = 256 * 1024 * 1024;

/** The directory in which scratch directories are made. */
export const scratchRoot = (): string => (isRoomy("/dev/shm") ? "/dev/shm" : tmpdir());

export type ScratchFile =
  | { readonly path: string; readonly mode: number; readonly bytes: Uint8Array }
  /** A symbolic link. */
  | { readonly path: string; readonly link: string }
  /** A folder with its mode, which may stay empty. */
  | { readonly path: string; readonly folder: number };

interface ScratchDirectory {
  readonly path: string;
  /** Missing where everything has been written already. Rejects with a `UserError` when there is no room. */
  readonly written?: Promise<unknown>;
  /** With all that was put there since. What cannot be removed goes with the scratch directory, or is noted then. */
  remove(): void;
}

/** The scratch directory of a run, readable by its user alone. */
export interface Scratch {
  readonly path: string;
  /** A fresh directory with these files (paths are relative). Throws a `UserError` (NO_SPACE) when there is no room. */
  directory(files: readonly ScratchFile[]): ScratchDirectory;
  close(): void;
}

/** Removes what dead runs have left, too. `given`: another place than `scratchRoot()`. */
export const openScratch = (given: string = scratchRoot()): Scratch => {
  const root = resolve(given);
  removeLeftovers(root);
  const path = guarded(root, () => mkdtempSync(join(root, "pare-")));
  guarded(root, () => writeOwner(path));
  const mask = maskOf(path);
  let made = 0;
  return {
    path,
    directory: (files) => {
      made += 1;
      // As long as the others: programs can depend on the length of their paths.
      const directory = `${path}/test-${String(made).padStart(8, "0")}`;
      const written = guarded(root, () => fill(directory, files, mask));
      return {
        path: directory,
        ...(written.length > 0 && {
          written: Promise.all(written).catch((error: unknown) => guarded(root, () => raise(error))),
        }),
        remove: () => empty(directory, files),
      };
    },
    close: () => discard(path),
  };
};

/** What is not yet written when it returns. */
const fill = (directory: string, files: readonly ScratchFile[], mask: number): readonly Promise<void>[] => {
  mkdirSync(directory, 0o700);
  const unfinished: Promise<void>[] = [];
  try {
    for (const file of files) {
      const writing = put(directory, file, mask);
      if (writing !== undefined) unfinished.push(writing);
    }
    return unfinished;
  } catch (error) {
    // This error is told; nobody waits for what the others come to.
    for (const writing of unfinished) writing.catch(() => undefined);
    removeTree(directory);
    throw error;
  }
};

/** Files with more bytes are written by a thread of Node's, so that this one hears what is said meanwhile. */
const MAX_AT_ONCE = 8_000_000;

const put = (directory: string, file: ScratchFile, mask: number): Promise<void> | undefined => {
  const path = `${directory}/${file.path}`;
  if (file.path.includes("/")) mkdirSync(dirname(path), { recursive: true });
  if ("link" in file) {
    symlinkSync(file.link, path);
    return undefined;
  }
  if ("folder" in file) {
    mkdirSync(path, { recursive: true });
    // Without these nothing could be put there or taken away.
    chmodSync(path, file.folder | 0o700);
    return undefined;
  }
  const fd = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, file.mode);
  const end = (): void => {
    closeSync(fd);
    if ((file.mode & 0o111) !== 0) noteExecutable();
  };
  const isLarge = file.bytes.length > MAX_AT_ONCE;
  try {
    if ((file.mode & mask) !== 0) fchmodSync(fd, file.mode);
    if (!isLarge) for (let at = 0; at < file.bytes.length;) at += writeSync(fd, file.bytes, at);
  } catch (error) {
    end();
    throw error;
  }
  if (isLarge) return writeBeside(fd, file.bytes).finally(end);
  end();
  return undefined;
};

const writeSome = promisify(write);

const writeBeside = async (fd: number, bytes: Uint8Array): Promise<void> => {
  for (let at = 0; at < bytes.length;) {
    const length = Math.min(MAX_AT_ONCE, bytes.length - at);
    at += (await writeSome(fd, bytes, at, length, null)).bytesWritten;
  }
};

const raise = (error: unknown): never => {
  throw error;
};

/** Mostly nothing but our files is there: then a few calls will do. */
const empty = (directory: string, files: readonly ScratchFile[]): void => {
  try {
    for (const file of files) if (!file.path.includes("/")) unlinkSync(`${directory}/${file.path}`);
    rmdirSync(directory);
  } catch {
    removeTree(directory);
  }
};

const isRoomy = (directory: string): boolean => {
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
};

/** The permission bits that this process takes away from new files. */
const maskOf = (directory: string): number => {
  const probe = join(directory, "probe");
  writeFileSync(probe, "", { mode: 0o777 });
  const { mode } = statSync(probe);
  unlinkSync(probe);
  return 0o777 & ~mode;
};

const guarded = <T>(root: string, action: () => T): T => {
  try {
    return action();
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOSPC" || code === "EDQUOT") throw noSpace(root, error);
    const why = UNUSABLE[code ?? ""];
    if (why !== undefined) throw notWritable(root, why, error);
    throw error;
  }
};

const noSpace = (root: string, cause: unknown): UserError =>
  new UserError("NO_SPACE", `There is no room left in ${root}, where the tests run.`, {
    advice:
      "Make room there, or use fewer jobs (-j). Set TMPDIR to another directory if there is little memory (/dev/shm).",
    cause,
  });

const UNUSABLE: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  ENOTDIR: "it is not a directory",
  EACCES: "permission is denied",
  EPERM: "that is not permitted",
  EROFS: "the file system is read-only",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "its name is too long",
};

const notWritable = (root: string, why: string, cause: unknown): UserError =>
  new UserError("NO_SCRATCH", `Nothing can be written in ${root}, where the tests run: ${why}.`, {
    advice: "Set TMPDIR to a directory that you may write to.",
    cause,
  });

const OWNER = "owner";

/** A directory without an owner is one that is just being made, unless it is older than this (milliseconds). */
const UNFINISHED = 600_000;

const writeOwner = (directory: string): void => {
  writeFileSync(join(directory, OWNER), `${process.pid} ${statOf(process.pid)?.start ?? ""}\n`);
};

/** Removes the directories `pare-…` of this user in `root` whose owner is dead. Never throws. */
const removeLeftovers = (root: string): void => {
  try {
    for (const name of readdirSync(root)) if (/^pare-[A-Za-z0-9]{6}$/.test(name)) removeAbandoned(join(root, name));
  } catch {
    // The next run will try again.
  }
};

const removeAbandoned = (path: string): void => {
  try {
    if (isOurs(path) && isAbandoned(path)) removeTree(path);
  } catch {
    // Somebody else has removed it.
  }
};

const isOurs = (path: string): boolean => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && stat.isDirectory() && stat.uid === process.getuid?.();
};

const isAbandoned = (path: string): boolean => {
  let owner: string;
  try {
    owner = readFileSync(join(path, OWNER), "utf8");
  } catch {
    return Date.now() - statSync(path).mtimeMs > UNFINISHED;
  }
  const [pid = "", start = ""] = owner.trim().split(" ");
  return isDead(Number(pid), start);
};

const isDead = (pid: number, start: string): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
  const now = statOf(pid)?.start;
  return now !== undefined && start !== "" && now !== start;
};
