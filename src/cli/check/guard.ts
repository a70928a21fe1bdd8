/** Keeps an input that a test is run on in its place: whatever the test does to it, it is put back. */
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { attempt } from "../../core/maybe.ts";
import { UserError } from "../../core/errors.ts";
import { replaceFile } from "../../runs/atomic.ts";

/** Runs something that may change the file, and puts it back: after it, when it throws, and when this process ends meanwhile. */
export type Guard = <T>(action: () => Promise<T>) => Promise<T>;

export interface Guarded {
  readonly guard: Guard;
  /** Had anything to be put back so far? */
  isRestored(): boolean;
}

export const guarded = (path: string, bytes: Uint8Array): Guarded => {
  const kept = keep(path, bytes);
  let restored = false;
  const putBack = (): void => {
    if (restore(kept)) restored = true;
  };
  return {
    isRestored: () => restored,
    guard: async (action) => {
      process.on("exit", putBack);
      try {
        return await action();
      } finally {
        putBack();
        process.off("exit", putBack);
      }
    },
  };
};

interface GuardedFile {
  readonly path: string;
  /** Where a symbolic link at `path` leads. */
  readonly link: string | undefined;
  /** The path of the file itself. */
  readonly real: string;
  readonly bytes: Uint8Array;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

const keep = (path: string, bytes: Uint8Array): GuardedFile => {
  const { mode, uid, gid } = statSync(path);
  return { path, link: linkAt(path), real: realpathSync(path), bytes, mode: mode & 0o7777, uid, gid };
};

const linkAt = (path: string): string | undefined =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? readlinkSync(path) : undefined;

/** Returns whether that was necessary. */
const restore = (kept: GuardedFile): boolean => {
  try {
    const file = restoreFile(kept);
    return restoreLink(kept) || file;
  } catch (cause) {
    throw lost(kept, cause);
  }
};

const restoreFile = (kept: GuardedFile): boolean => {
  const { real, bytes, mode } = kept;
  const stats = lstatSync(real, { throwIfNoEntry: false });
  const isFile = stats?.isFile() === true;
  if (isFile && stats.size === bytes.length && sameBytes(real, bytes)) {
    if ((stats.mode & 0o7777) === mode) return false;
    chmodSync(real, mode);
    return true;
  }
  mkdirSync(dirname(real), { recursive: true });
  // What the test has put there is not known to be worthless.
  if (stats !== undefined && !isFile) renameSync(real, `${real}.from-test-${process.pid}`);
  write(kept);
  return true;
};

const sameBytes = (path: string, bytes: Uint8Array): boolean =>
  attempt(() => Buffer.compare(readFileSync(path), bytes) === 0) ?? false;

/** In a directory that cannot be written to, a file still can. */
const write = ({ real, bytes, mode, uid, gid }: GuardedFile): void => {
  try {
    replaceFile(real, bytes, mode);
  } catch {
    writeFileSync(real, bytes);
    chmodSync(real, mode);
  }
  const now = statSync(real);
  if (now.uid === uid && now.gid === gid) return;
  try {
    chownSync(real, uid, gid);
    chmodSync(real, mode);
  } catch {
    // Only root may give files away.
  }
};

const restoreLink = ({ path, link }: GuardedFile): boolean => {
  if (link === undefined || linkAt(path) === link) return false;
  rmSync(path, { force: true });
  symlinkSync(link, path);
  return true;
};

const lost = ({ path }: GuardedFile, cause: unknown): UserError =>
  new UserError("INPUT_CHANGED", `The test has changed ${path}, and it cannot be put back: ${String(cause)}.`, {
    advice: "Make the test write somewhere else, and restore the file from your own copy.",
    cause,
  });
