/** What git has under a path, as an entry. */
import { lstatSync, readFileSync, readlinkSync } from "node:fs";
import type { Entry } from "../../mixture.ts";
import { fileOf } from "../../trees/tree.ts";
import type { BlobName, GitBlobs } from "./blobs.ts";
import type { Git } from "./run.ts";

/** As a tree of git has it. */
export interface TreeItem {
  /** "100644", "100755", "120000" (a link), "160000" (a submodule). */
  readonly mode: string;
  readonly oid: string;
}

export interface GitEntries {
  /** The same object for the same mode and content. */
  of(path: string, listed: TreeItem): Entry;
  /** Which content will be asked for; nothing for a submodule. */
  blobOf(path: string, listed: TreeItem): BlobName | undefined;
}

export const entriesOf = (blobs: GitBlobs, isConverted: (path: string) => boolean): GitEntries => {
  const known = new Map<string, Entry>();
  const blobOf = (path: string, { mode, oid }: TreeItem): BlobName | undefined =>
    mode === SUBMODULE ? undefined : { oid, path: mode !== LINK && isConverted(path) ? path : undefined };
  const made = (path: string, listed: TreeItem): Entry => {
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

const ATTRIBUTES = ["text", "eol", "ident", "filter", "working-tree-encoding"];

export interface Conversions {
  /** Finds out about paths; those that are known are not asked about again. */
  learn(paths: Iterable<string>): Promise<void>;
  /** May its bytes on the disk differ from what is stored? The attributes are those of the user's checkout, for all states alike. */
  isConverted(path: string): boolean;
}

export const openConversions = async (git: Git): Promise<Conversions> => {
  const settings = await settingsOf(git);
  const [automatic, ends] = [settings.get("core.autocrlf"), settings.get("core.eol")];
  const isFilter = new Set(
    [...settings.keys()].flatMap((key) => /^filter\.(.*)\.(?:smudge|process)$/s.exec(key)?.[1] ?? []),
  );
  const usesCrlf = automatic === "true" || (automatic !== "input" && ends === "crlf");
  const known = new Set<string>();
  const converted = new Set<string>();

  const isConvertedBy = (values: readonly (string | undefined)[]): boolean => {
    const [text, eol, ident, filter, encoding] = values;
    const isText = text === "set" || text === "auto" || (text === "unspecified" && automatic === "true");
    const crlf = eol === "crlf" ? text !== "unset" : isText && usesCrlf && eol !== "lf";
    return crlf || ident === "set" || isFilter.has(filter ?? "") || isNamed(encoding);
  };
  return {
    isConverted: (path) => converted.has(path),
    learn: async (paths) => {
      const asked: string[] = [];
      for (const path of paths) if (!known.has(path)) asked.push(path);
      if (asked.length === 0) return;
      const words = ["check-attr", "-z", "--stdin", ...ATTRIBUTES];
      const answers = await git.parts(words, { input: `${asked.join("\0")}\0` });
      for (const path of asked) known.add(path);
      for (let i = 0; i + 2 < answers.length; i += 3 * ATTRIBUTES.length)
        if (isConvertedBy(ATTRIBUTES.map((_, k) => answers[i + 3 * k + 2]))) converted.add(answers[i] as string);
    },
  };
};

const isNamed = (value: string | undefined): boolean => !["unspecified", "unset", "set", undefined].includes(value);

/** The last word on each. */
const settingsOf = async (git: Git): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await git.parts(["config", "-z", "--list"])).map((line) => {
      const end = line.indexOf("\n");
      return end < 0 ? [line, "true"] : [line.slice(0, end), line.slice(end + 1)];
    }),
  );
