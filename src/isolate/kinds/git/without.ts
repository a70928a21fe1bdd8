/** A later state without changes that were made before it. */
import type { Change } from "../../change.ts";
import { mixture, type Entry, type Mixture } from "../../mixture.ts";
import { differingLines } from "../../trees/lines.ts";
import { renames } from "../../trees/renames.ts";
import { bytesOf, linesOf, type Lines } from "../../trees/text-lines.ts";
import { fileOf, sameEntry, type FileEntry } from "../../trees/tree.ts";
import type { State, States } from "./states.ts";

/** The changes were made between two states; the third one is that from which they are taken. */
export interface ThreeStates {
  readonly from: State;
  readonly to: State;
  readonly bad: State;
}

/** Nothing where later changes have gone over them, so that they cannot be told apart any more. */
export const stateWithout = (states: States, stretch: ThreeStates, changes: readonly Change[]): Mixture | undefined => {
  const { bad } = stretch;
  const changed = new Map<string, Entry | undefined>();
  const now = (path: string): Entry | undefined => (changed.has(path) ? changed.get(path) : states.entry(bad, path));
  const inText = new Map<string, Change[]>();
  for (const change of changes.filter(isText)) {
    const file = change.span?.file ?? "";
    inText.set(file, [...(inText.get(file) ?? []), change]);
  }
  for (const [file, inFile] of inText) {
    const before = states.entry(stretch.from, inFile[0]?.file ?? file);
    const after = states.entry(stretch.to, file);
    const name = now(file) === undefined ? laterName(states, stretch, file) : file;
    const last = name === undefined ? undefined : now(name);
    if (before?.kind !== "file" || after?.kind !== "file" || last?.kind !== "file") return undefined;
    const bytes = withoutLines(before, after, last, inFile);
    if (name === undefined || bytes === undefined) return undefined;
    changed.set(
      name,
      fileOf(last.mode, () => bytes),
    );
  }
  for (const change of changes.filter((each) => !isText(each)))
    if (!takeBack(states, stretch, change, { now, put: (path, entry) => changed.set(path, entry) })) return undefined;
  const entries = new Map(bad.mixture.entries);
  for (const [path, entry] of changed)
    if (sameEntry(entry, states.base(path))) entries.delete(path);
    else entries.set(path, entry);
  return mixture(entries.size, { entries });
};

/** What a file is called in the last state if it was renamed after the changes. */
const laterName = (states: States, { to, bad }: ThreeStates, file: string): string | undefined => {
  const entry = states.entry(to, file);
  if (entry?.kind !== "file") return undefined;
  const added = [...bad.mixture.entries].flatMap(([path, each]) =>
    each?.kind === "file" && states.entry(to, path) === undefined ? [{ path, entry: each }] : [],
  );
  return renames([{ path: file, entry }], added)[0]?.to.path;
};

const isText = ({ span }: Change): boolean => span !== undefined;

/** From the last line to the first, so that what stands above stays where it is. */
const withoutLines = (
  before: FileEntry,
  after: FileEntry,
  last: FileEntry,
  changes: readonly Change[],
): Uint8Array | undefined => {
  const [old, lines] = [linesOf(before.bytes()), linesOf(last.bytes())];
  const place = placeIn(linesOf(after.bytes()), lines);
  const pieces: Uint8Array[] = [];
  let end = lines.count;
  const sorted = changes.toSorted((a, b) => (b.span?.from ?? 0) - (a.span?.from ?? 0) || (b.line ?? 0) - (a.line ?? 0));
  for (const { span, line = 1, old: text } of sorted) {
    const at = place(span?.from ?? 0, span?.to ?? 0);
    if (at === undefined || at.to > end) return undefined;
    pieces.push(bytesOf(lines, at.to, end), bytesOf(old, line - 1, line - 1 + linesIn(text)));
    end = at.from;
  }
  pieces.push(bytesOf(lines, 0, end));
  return withLineEnds(pieces.toReversed());
};

/** A last line without an end gets one when something follows it. */
const withLineEnds = (pieces: readonly Uint8Array[]): Uint8Array => {
  const parts: Uint8Array[] = [];
  for (const piece of pieces.filter(({ length }) => length > 0)) {
    if (parts.length > 0 && parts.at(-1)?.at(-1) !== 10) parts.push(Buffer.from("\n"));
    parts.push(piece);
  }
  return Buffer.concat(parts);
};

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where lines of one text stand in another, if they stand there unchanged; a place between two lines may be beside a change. */
const placeIn = (a: Lines, b: Lines): ((from: number, to: number) => Span | undefined) => {
  const runs = differingLines(a, b);
  return (from, to) => {
    // The last run that begins before the lines end.
    let low = 0;
    let high = runs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((runs[middle]?.aFrom ?? 0) < Math.max(to, from)) low = middle + 1;
      else high = middle;
    }
    const run = runs[low - 1];
    if (run !== undefined && run.aTo > from) return undefined;
    // Added lines in between would be taken for part of them.
    if (run !== undefined && run.aFrom > from) return undefined;
    const shift = run === undefined ? 0 : run.bTo - run.aTo;
    return { from: from + shift, to: to + shift };
  };
};

interface Files {
  now(path: string): Entry | undefined;
  put(path: string, entry: Entry | undefined): void;
}

/** Files that came, went or became something else. Says whether it could be done. */
const takeBack = (states: States, { from, to }: ThreeStates, change: Change, { now, put }: Files): boolean => {
  if (change.what === "renamed") {
    const [old, name] = [change.old ?? "", change.new ?? ""];
    const moved = now(name);
    if (moved === undefined || now(old) !== undefined) return false;
    put(name, states.entry(from, name));
    put(old, moved);
    return true;
  }
  const path = change.file ?? "";
  const [before, after, last] = [states.entry(from, path), states.entry(to, path), now(path)];
  if (change.what === "mode" && before?.kind === "file" && after?.kind === "file" && last?.kind === "file") {
    if (last.mode !== after.mode) return false;
    put(path, { ...fileOf(before.mode, () => last.bytes()) });
    return true;
  }
  // A file that became a folder, or the other way round, is more than one path.
  const isFolder = change.what === "type" && (before === undefined || after === undefined);
  if (isFolder || !sameEntry(after, last)) return false;
  put(path, before);
  return true;
};

export const linesIn = (text: string | undefined): number => (text === undefined ? 0 : text.split("\n").length);
