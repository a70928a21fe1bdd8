/** The content of a case of several files, taken apart: a line of JSON for each entry, behind those of files their bytes (src/runs/content.ts writes it). */

import { counted } from "./figures.ts";

/** A file, a link, an empty folder, or the words of the command that are kept. */
export interface ArchiveEntry {
  readonly kind: "file" | "link" | "folder" | "words";
  /** A link has its target behind it; empty for words. */
  readonly path: string;
  /** What is kept of the words: their numbers. */
  readonly words?: readonly number[];
  /** Where its bytes are in the archive; nowhere for all but files. */
  readonly from: number;
  readonly to: number;
}

type Line = readonly [kind: ArchiveEntry["kind"], path: string | readonly number[], ...rest: readonly unknown[]];

const NEWLINE = 10;

/** In order. Nothing behind what cannot be read: a damaged archive shows what is left of it. */
export const entriesOf = (content: Uint8Array): readonly ArchiveEntry[] => {
  const entries: ArchiveEntry[] = [];
  const decoder = new TextDecoder();
  for (let at = 0; at < content.length;) {
    const end = content.indexOf(NEWLINE, at);
    const line = end < 0 ? undefined : lineIn(decoder.decode(content.subarray(at, end)));
    if (line === undefined) break;
    const from = end + 1;
    const bytes = line[0] === "file" ? Number(line[3]) : 0;
    entries.push({ ...named(line), from, to: from + bytes });
    at = line[0] === "file" ? from + bytes + 1 : from;
  }
  return entries;
};

const lineIn = (text: string): Line | undefined => {
  try {
    const line = JSON.parse(text) as unknown;
    return Array.isArray(line) && KINDS.includes(line[0] as string) ? (line as unknown as Line) : undefined;
  } catch {
    return undefined;
  }
};

const KINDS: readonly string[] = ["file", "link", "folder", "words"] satisfies readonly ArchiveEntry["kind"][];

const named = ([kind, path, target]: Line): Pick<ArchiveEntry, "kind" | "path" | "words"> => {
  if (typeof path !== "string") return { kind, path: "", words: path };
  return { kind, path: kind === "link" ? `${path} → ${String(target)}` : path };
};

/** What became of an entry. */
export interface EntryChange {
  readonly before?: ArchiveEntry;
  readonly after?: ArchiveEntry;
}

/** The entries that went, came or have changed, in the order of the old archive, those that came last; and how many files stayed as they were. */
export const entryChanges = (
  before: Uint8Array,
  after: Uint8Array,
): { readonly changes: readonly EntryChange[]; readonly kept: number } => {
  const news = new Map(entriesOf(after).map((entry) => [keyOf(entry), entry]));
  const changes: EntryChange[] = [];
  let kept = 0;
  for (const entry of entriesOf(before)) {
    const now = news.get(keyOf(entry));
    news.delete(keyOf(entry));
    if (now === undefined) changes.push({ before: entry });
    else if (isSame(before.subarray(entry.from, entry.to), after.subarray(now.from, now.to), entry, now))
      kept += entry.kind === "file" ? 1 : 0;
    else changes.push({ before: entry, after: now });
  }
  for (const entry of news.values()) changes.push({ after: entry });
  return { changes, kept };
};

const keyOf = ({ kind, path }: ArchiveEntry): string => `${kind} ${path}`;

const isSame = (old: Uint8Array, now: Uint8Array, one: ArchiveEntry, other: ArchiveEntry): boolean => {
  if (old.length !== now.length || String(one.words) !== String(other.words)) return false;
  for (let at = 0; at < old.length; at++) if (old[at] !== now[at]) return false;
  return true;
};

/** "src/a.c, gone (12 bytes)", "src/a.c, 12 → 3 bytes". */
export const changeText = ({ before, after }: EntryChange): string => {
  const entry = before ?? after;
  if (entry === undefined) return "";
  if (entry.kind === "words")
    return `words of the command, ${before?.words?.length ?? 0} → ${after?.words?.length ?? 0}`;
  const name = entry.kind === "file" ? entry.path : `${entry.kind} ${entry.path}`;
  const [old, now] = [before, after].map((each) =>
    each === undefined ? undefined : counted(each.to - each.from, "byte"),
  );
  if (entry.kind !== "file") return `${name}, ${after === undefined ? "gone" : "new"}`;
  if (now === undefined) return `${name}, gone (${old})`;
  return old === undefined ? `${name}, new (${now})` : `${name}, ${old.replace(/ \w+$/, "")} → ${now}`;
};
