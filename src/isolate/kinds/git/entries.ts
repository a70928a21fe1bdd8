/** What git has under a path, as an entry. */
import { lstatSync, readFileSync, readlinkSync } from "node:fs";
import type { Entry } from "../../mixture.ts";
import { fileOf } from "../../trees/tree.ts";
import type { BlobName, Blobs } from "./blobs.ts";

/** As a tree of git has it. */
export interface Listed {
  /** "100644", "100755", "120000" (a link), "160000" (a submodule). */
  readonly mode: string;
  readonly oid: string;
}

export interface Entries {
  /** The same object for the same mode and content. */
  of(path: string, listed: Listed): Entry;
  /** Which content will be asked for; nothing for a submodule. */
  blobOf(path: string, listed: Listed): BlobName | undefined;
}

export const entriesOf = (blobs: Blobs, isConverted: (path: string) => boolean): Entries => {
  const known = new Map<string, Entry>();
  const blobOf = (path: string, { mode, oid }: Listed): BlobName | undefined =>
    mode === SUBMODULE ? undefined : { oid, path: mode !== LINK && isConverted(path) ? path : undefined };
  const made = (path: string, listed: Listed): Entry => {
    const blob = blobOf(path, listed);
    if (blob === undefined) return { kind: "submodule", commit: listed.oid };
    if (listed.mode === LINK)
      return {
        kind: "link",
        get target() {
          return Buffer.from(blobs.bytes(blob)).toString();
        },
      };
    return {
      kind: "file",
      mode: listed.mode === EXECUTABLE ? 0o755 : 0o644,
      get digest() {
        return blobs.digest(blob);
      },
      bytes: () => blobs.bytes(blob),
    };
  };
  return {
    blobOf,
    of: (path, listed) => {
      const key = `${listed.mode} ${listed.oid}${isConverted(path) ? ` ${path}` : ""}`;
      const entry = known.get(key) ?? made(path, listed);
      known.set(key, entry);
      return entry;
    },
  };
};

export const SUBMODULE = "160000";
const LINK = "120000";
const EXECUTABLE = "100755";

/** What lies on the disk now, taken as git would take it; nothing for folders and what git does not know. It is read at once: people go on working. */
export const entryOnDisk = (full: string): Entry | undefined => {
  const stats = lstatSync(full, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink()) return { kind: "link", target: readlinkSync(full) };
  if (!stats?.isFile()) return undefined;
  const bytes = readFileSync(full);
  return fileOf(stats.mode & 0o100 ? 0o755 : 0o644, () => bytes);
};
