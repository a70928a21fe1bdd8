/** Paths with * ? [...] and **, as a shell would take them; names are bytes, whatever they hold. */
import { lstatSync, statSync } from "node:fs";
import { attempt } from "../../core/maybe.ts";

const SLASH = Buffer.from("/");

export const joined = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, SLASH, name]);

export const hasWildcards = (typed: string): boolean => /[*?[]/.test(typed);

interface Folders {
  /** In order; none where it cannot be read. */
  names(folder: Buffer): readonly Buffer[];
}

/** What an absolute path with wildcards means. */
export const matching = (path: string, folders: Folders): readonly Buffer[] => {
  let found: readonly Buffer[] = [Buffer.alloc(0)];
  for (const part of path.split("/").slice(1)) found = found.flatMap((folder) => within(folder, part, folders));
  return found;
};

const within = (folder: Buffer, part: string, folders: Folders): readonly Buffer[] => {
  if (part === "**") return [folder, ...below(folder, folders)];
  if (!hasWildcards(part)) return [joined(folder, Buffer.from(part))];
  const wanted = partPattern(part);
  return namesIn(folder, folders)
    .filter((name) => wanted.test(name.toString()))
    .map((name) => joined(folder, name));
};

const namesIn = (folder: Buffer, folders: Folders): readonly Buffer[] => {
  if (folder.length === 0) return folders.names(SLASH);
  return attempt(() => statSync(folder))?.isDirectory() === true ? folders.names(folder) : [];
};

const DOT = 46;

/** All folders below, without those behind links. */
const below = (folder: Buffer, folders: Folders): readonly Buffer[] =>
  namesIn(folder, folders).flatMap((name) => {
    const path = joined(folder, name);
    const isInner = name[0] !== DOT && attempt(() => lstatSync(path))?.isDirectory() === true;
    return isInner ? [path, ...below(path, folders)] : [];
  });

/** `*`, `?`, or a set of characters; everything else means itself, also a bracket without a partner. */
const WILDCARD = /\*+|\?|\[([!^]?)(\]?[^\]]*)\]|[^]/gu;

const partPattern = (part: string): RegExp => {
  const source = part.replaceAll(WILDCARD, (sign: string, not?: string, set?: string) => {
    if (sign.startsWith("*")) return ".*";
    if (sign === "?") return ".";
    if (set === undefined) return sign.replace(/[\^$\\.*+?()[\]{}|/]/, String.raw`\$&`);
    const signs = set.replaceAll(/[\\\]^[]/g, String.raw`\$&`);
    return attempt(() => new RegExp(`[${signs}]`, "u")) === undefined ? "(?!)" : `[${not === "" ? "" : "^"}${signs}]`;
  });
  return new RegExp(`^${part.startsWith(".") ? "" : String.raw`(?!\.)`}${source}$`, "su");
};
