/** A patch for `git apply` and `patch -p1`, from paths in two states. */
import { createHash } from "node:crypto";
import type { Entry } from "../mixture.ts";
import type { PathChange } from "../result.ts";
import type { DifferingRange } from "../../core/diff/differing.ts";
import { differingLines } from "../trees/lines.ts";
import { lineAt, linesOf, type Lines } from "../trees/text-lines.ts";
import { isBinary } from "../trees/binary.ts";
import { renames } from "../trees/renames.ts";
import { binaryHunks } from "./binary.ts";

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
  const moves = new Map(movesIn(real).map((move) => [move.path, move]));
  const moved = new Set(Array.from(moves.values(), ({ oldPath }) => oldPath));
  const parts: PatchPart[] = [];
  for (const change of real.toSorted(byPath)) {
    const move = moves.get(change.path);
    if (move !== undefined) parts.push(...partsOf(move));
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

interface PatchPart {
  readonly path: string;
  /** Bytes as characters (latin1). */
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

/** A path in two states; `oldPath` differs from `path` for what was renamed. */
interface Move extends PathChange {
  readonly oldPath: string;
  readonly similarity: number;
}

/** The files that go away and come back under another name. */
const movesIn = (changes: readonly PathChange[]): readonly Move[] => {
  const gone = changes.flatMap(({ path, from: entry, to }) =>
    to === undefined && entry?.kind === "file" ? [{ path, entry }] : [],
  );
  const come = changes.flatMap(({ path, from, to: entry }) =>
    from === undefined && entry?.kind === "file" ? [{ path, entry }] : [],
  );
  return renames(gone, come).map(({ from, to, likeness }) => ({
    path: to.path,
    oldPath: from.path,
    from: from.entry,
    to: to.entry,
    similarity: likeness,
  }));
};

/** What becomes something of another kind goes away first. */
const partsOf = (move: Move): readonly PatchPart[] => {
  const from = blobOf(move.from);
  const to = blobOf(move.to);
  if (from === undefined && to === undefined) return [];
  if (from !== undefined && to !== undefined && from.mode.slice(0, 3) !== to.mode.slice(0, 3))
    return [part(move, from, undefined), part(move, undefined, to)];
  return [part(move, from, to)];
};

const NONE: Uint8Array = new Uint8Array(0);

const part = (move: Move, from: Blob | undefined, to: Blob | undefined): PatchPart => {
  const [a, b] = [from?.content ?? NONE, to?.content ?? NONE];
  const same = Buffer.compare(a, b) === 0;
  const binary = !same && (isBinary(a) || isBinary(b));
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

const NAMED: Readonly<Record<number, string>> = {
  7: String.raw`\a`,
  8: String.raw`\b`,
  9: String.raw`\t`,
  10: String.raw`\n`,
  11: String.raw`\v`,
  12: String.raw`\f`,
  13: String.raw`\r`,
  34: String.raw`\"`,
  92: String.raw`\\`,
};

/** In double quotes, with the escapes of C, when there is something in it that a line of a patch cannot hold. */
const quotedPath = (path: string): string => {
  const bytes = Buffer.from(path);
  if (!bytes.some((byte) => needsEscape(byte))) return path;
  return `"${Array.from(bytes, (byte) => (needsEscape(byte) ? escaped(byte) : String.fromCharCode(byte))).join("")}"`;
};

const needsEscape = (byte: number): boolean => byte < 32 || byte >= 127 || byte === 34 || byte === 92;

const escaped = (byte: number): string => NAMED[byte] ?? `\\${byte.toString(8).padStart(3, "0")}`;

/** For lines with two names where nothing else says where the first one ends. */
const surelyQuoted = (path: string): string => {
  const quoted = quotedPath(path);
  return quoted === path && path.includes(" ") ? `"${path}"` : quoted;
};

/** For the lines that begin with --- and +++: a name with a space ends with a tab there, or a date would be looked for. */
const pathOnLine = (path: string): string => {
  const quoted = quotedPath(path);
  return quoted === path && path.includes(" ") ? `${path}\t` : quoted;
};

const CONTEXT = 3;
const UNENDED = "\n\\ No newline at end of file\n";

/** The text after the headers; empty for texts that are the same. */
const unifiedHunks = (from: Uint8Array, to: Uint8Array): string => {
  const a = linesOf(from);
  const b = linesOf(to);
  const pieces: string[] = [];
  for (const hunk of together(differingLines(a, b))) writeHunk(a, b, hunk, pieces);
  return pieces.join("");
};

/** Differences whose context touches are one hunk. */
const together = (differences: readonly DifferingRange[]): readonly (readonly DifferingRange[])[] => {
  const hunks: DifferingRange[][] = [];
  for (const difference of differences) {
    const last = hunks.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && difference.aFrom - before.aTo <= 2 * CONTEXT)
      last.push(difference);
    else hunks.push([difference]);
  }
  return hunks;
};

const writeHunk = (a: Lines, b: Lines, hunk: readonly DifferingRange[], out: string[]): void => {
  const first = hunk[0] as DifferingRange;
  const last = hunk.at(-1) as DifferingRange;
  const before = Math.min(CONTEXT, first.aFrom);
  const after = Math.min(CONTEXT, a.count - last.aTo);
  const aFrom = first.aFrom - before;
  const bFrom = first.bFrom - before;
  out.push(`@@ -${span(aFrom, last.aTo + after)} +${span(bFrom, last.bTo + after)} @@\n`);
  let at = aFrom;
  for (const { aFrom: start, aTo, bFrom: added, bTo } of hunk) {
    for (; at < start; at++) out.push(line(" ", lineAt(a, at)));
    for (; at < aTo; at++) out.push(line("-", lineAt(a, at)));
    for (let each = added; each < bTo; each++) out.push(line("+", lineAt(b, each)));
  }
  for (; at < last.aTo + after; at++) out.push(line(" ", lineAt(a, at)));
};

/** "3,2"; nothing stands after the line before it. */
const span = (from: number, to: number): string => {
  const length = to - from;
  if (length === 0) return `${from},0`;
  return length === 1 ? `${from + 1}` : `${from + 1},${length}`;
};

const line = (sign: string, text: string): string => (text.endsWith("\n") ? sign + text : sign + text + UNENDED);
