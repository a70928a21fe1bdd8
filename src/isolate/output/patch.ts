/** A patch for `git apply` and `patch -p1`, from paths in two states. */
import { createHash } from "node:crypto";
import type { Entry } from "../mixture.ts";
import type { PathChange } from "../result.ts";
import { binaryHunks, isBinaryContent } from "./binary.ts";
import { unifiedHunks } from "./hunks.ts";
import { pathOnLine, quotedPath, surelyQuoted } from "./path-quoting.ts";
import { renamesIn } from "./renames.ts";

export interface Patch {
  readonly bytes: Uint8Array;
  /** What it changes; 0 for a patch that does nothing. */
  readonly paths: number;
  /** Paths with parts that only `git apply` understands. */
  readonly onlyGit: readonly string[];
  /** What no patch can say: paths of empty folders. */
  readonly omitted: readonly string[];
}

/** From the first state of every path to the second one, in the order of the paths. */
export const patchOf = (changes: readonly PathChange[]): Patch => {
  const real = changes.filter(({ from, to }) => !isFolder(from) || !isFolder(to));
  const renames = new Map(renamesIn(real).map((rename) => [rename.path, rename]));
  const moved = new Set(Array.from(renames.values(), ({ oldPath }) => oldPath));
  const parts: Part[] = [];
  for (const change of real.toSorted(byPath)) {
    const rename = renames.get(change.path);
    if (rename !== undefined) parts.push(...partsOf(rename));
    else if (!moved.has(change.path)) parts.push(...partsOf({ ...change, oldPath: change.path, similarity: 1 }));
  }
  return {
    bytes: Buffer.from(parts.map(({ text }) => text).join(""), "latin1"),
    paths: parts.length,
    onlyGit: parts.filter(({ onlyGit }) => onlyGit).map(({ path }) => path),
    omitted: changes.filter(({ from, to }) => isFolder(from) || isFolder(to)).map(({ path }) => path),
  };
};

/** The same the other way round. */
export const reversed = (changes: readonly PathChange[]): readonly PathChange[] =>
  changes.map(({ path, from, to }) => ({ path, from: to, to: from }));

interface Part {
  readonly path: string;
  /** Of bytes (latin1). */
  readonly text: string;
  readonly onlyGit: boolean;
}

const isFolder = (entry: Entry | undefined): boolean => entry?.kind === "folder";

const byPath = (a: PathChange, b: PathChange): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

/** An entry as git keeps it. */
interface Blob {
  readonly mode: string;
  readonly content: Uint8Array;
}

const blobOf = (entry: Entry | undefined): Blob | undefined => {
  switch (entry?.kind) {
    case "file":
      return { mode: (entry.mode & 0o100) === 0 ? "100644" : "100755", content: entry.bytes() };
    case "link":
      return { mode: "120000", content: Buffer.from(entry.target) };
    case "submodule":
      return { mode: "160000", content: Buffer.from(`Subproject commit ${entry.commit}\n`) };
    case "folder":
    case undefined:
      return undefined;
  }
};

interface Move extends PathChange {
  readonly oldPath: string;
  readonly similarity: number;
}

/** What becomes something of another kind goes away first. */
const partsOf = (move: Move): readonly Part[] => {
  const from = blobOf(move.from);
  const to = blobOf(move.to);
  if (from === undefined && to === undefined) return [];
  if (from !== undefined && to !== undefined && from.mode.slice(0, 3) !== to.mode.slice(0, 3))
    return [part(move, from, undefined), part(move, undefined, to)];
  return [part(move, from, to)];
};

const NONE: Uint8Array = new Uint8Array(0);

const part = (move: Move, from: Blob | undefined, to: Blob | undefined): Part => {
  const [a, b] = [from?.content ?? NONE, to?.content ?? NONE];
  const same = Buffer.compare(a, b) === 0;
  const binary = !same && (isBinaryContent(a) || isBinaryContent(b));
  const name = same || binary || move.oldPath !== move.path ? surelyQuoted : quotedPath;
  const lines = [
    `diff --git ${name(`a/${move.oldPath}`)} ${name(`b/${move.path}`)}`,
    ...headers(move, from, to),
    ...(same && from !== undefined && to !== undefined ? [] : [indexLine(from, to)]),
  ];
  const body = same ? "" : binary ? binaryHunks(a, b) : textBody(move, from, to);
  return {
    path: move.path,
    text: `${lines.join("\n")}\n${body}`,
    onlyGit: binary || from?.mode === "160000" || to?.mode === "160000",
  };
};

const headers = (move: Move, from: Blob | undefined, to: Blob | undefined): readonly string[] => [
  ...(from === undefined && to !== undefined ? [`new file mode ${to.mode}`] : []),
  ...(from !== undefined && to === undefined ? [`deleted file mode ${from.mode}`] : []),
  ...(from !== undefined && to !== undefined && from.mode !== to.mode
    ? [`old mode ${from.mode}`, `new mode ${to.mode}`]
    : []),
  ...(move.oldPath === move.path
    ? []
    : [
        `similarity index ${Math.floor(100 * move.similarity)}%`,
        `rename from ${quotedPath(move.oldPath)}`,
        `rename to ${quotedPath(move.path)}`,
      ]),
];

const indexLine = (from: Blob | undefined, to: Blob | undefined): string =>
  `index ${nameOf(from)}..${nameOf(to)}${from !== undefined && to !== undefined && from.mode === to.mode ? ` ${to.mode}` : ""}`;

/** Git's name of a content: binary parts are only applied to what has it. */
const nameOf = (blob: Blob | undefined): string =>
  blob === undefined
    ? "0".repeat(40)
    : blob.mode === "160000"
      ? (Buffer.from(blob.content).toString("latin1").trim().split(" ").at(-1) ?? "")
      : createHash("sha1").update(`blob ${blob.content.length}\0`).update(blob.content).digest("hex");

const textBody = (move: Move, from: Blob | undefined, to: Blob | undefined): string => {
  const hunks = unifiedHunks(from?.content ?? NONE, to?.content ?? NONE);
  const old = from === undefined ? "/dev/null" : pathOnLine(`a/${move.oldPath}`);
  const fresh = to === undefined ? "/dev/null" : pathOnLine(`b/${move.path}`);
  return `--- ${old}\n+++ ${fresh}\n${hunks}`;
};
