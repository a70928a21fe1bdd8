/** Contents of several files as people read them: file by file, not as the archive that holds them. */
import { changeText, entriesOf, entryChanges, type ArchiveEntry } from "../../progress/archive.ts";
import { counted } from "../../progress/figures.ts";
import { lineDiff, type Hunk } from "../../progress/line-diff.ts";
import { visible } from "../../core/visible.ts";
import { isBinary, joined, readable, type Segment, type DiffPiece } from "./diff.ts";

/** More of them are named, but not shown. */
const MAX_SHOWN = 100;
/** Where more files went at once, their names say enough. */
const MAX_GONE = 10;

/** A name may hold ends of lines. */
const headOf = (text: string): Extract<DiffPiece, { readonly kind: "head" }> => ({
  kind: "head",
  text: visible(text).replaceAll("\n", "␊"),
});

/** What has changed between two archives. */
export const changedFiles = (before: Uint8Array, after: Uint8Array): readonly DiffPiece[] => {
  const { changes, kept } = entryChanges(before, after);
  const gone = changes.filter((change) => change.after === undefined).length;
  const shown = changes.flatMap((change, index): readonly DiffPiece[] => {
    const { before: old, after: now } = change;
    const head = headOf(changeText(change));
    const hidden = index >= MAX_SHOWN || (now === undefined && gone > MAX_GONE);
    if (hidden || (old ?? now)?.kind !== "file") return [head];
    const [one, other] = [bytesOf(before, old), bytesOf(after, now)];
    const binary = isBinary(one) || isBinary(other);
    return [head, ...readable(binary ? cut(one, other) : comparedLines(one, other), binary)];
  });
  return kept === 0 ? shown : [...shown, headOf(`${counted(kept, "file")} as before`)];
};

const bytesOf = (content: Uint8Array, entry: ArchiveEntry | undefined): Uint8Array =>
  entry === undefined ? new Uint8Array() : content.subarray(entry.from, entry.to);

/** By lines; of lines that took the place of others only what differs. */
const comparedLines = (before: Uint8Array, after: Uint8Array): readonly Segment[] => {
  const [olds, news] = [before, after].map((bytes) => new TextDecoder().decode(bytes).split(/(?<=\n)/)) as [
    string[],
    string[],
  ];
  const encoder = new TextEncoder();
  const hunks = lineDiff(olds, news);
  const textOf = ({ kind, from, to }: Hunk): Uint8Array =>
    encoder.encode((kind === "added" ? news : olds).slice(from, to).join(""));
  const segments: Segment[] = [];
  for (let index = 0; index < hunks.length; index++) {
    const [hunk, next] = [hunks[index] as Hunk, hunks[index + 1]];
    if (hunk.kind === "same") segments.push({ kind: "same", bytes: textOf(hunk) });
    else if (hunk.kind === "added") segments.push({ kind: "new", bytes: textOf(hunk) });
    else if (next?.kind !== "added") segments.push({ kind: "old", bytes: textOf(hunk) });
    else {
      for (const segment of cut(textOf(hunk), textOf(next))) segments.push(segment);
      index++;
    }
  }
  return joined(segments);
};

/** From the first difference to the last one. */
const cut = (before: Uint8Array, after: Uint8Array): readonly Segment[] => {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  // No character is cut in two.
  while (head > 0 && ((before[head] ?? 0) & CONTINUED) === CONTINUES) head--;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  while (tail > 0 && ((before[before.length - tail] ?? 0) & CONTINUED) === CONTINUES) tail--;
  return [
    { kind: "same", bytes: before.subarray(0, head) } as const,
    { kind: "old", bytes: before.subarray(head, before.length - tail) } as const,
    { kind: "new", bytes: after.subarray(head, after.length - tail) } as const,
    { kind: "same", bytes: before.subarray(before.length - tail) } as const,
  ].filter(({ bytes }) => bytes.length > 0);
};

/** The bytes of a character behind its first one, in UTF-8. */
const [CONTINUED, CONTINUES] = [0xc0, 0x80];

/** All files, one behind the other. */
export const allFiles = (content: Uint8Array): readonly DiffPiece[] =>
  entriesOf(content).flatMap((entry, index): readonly DiffPiece[] => {
    const { kind, path, from, to, words } = entry;
    const name = kind === "file" ? `${path}, ${counted(to - from, "byte")}` : `${kind} ${path}`;
    const head = headOf(words === undefined ? name : `${counted(words.length, "word")} of the command`);
    if (kind !== "file" || index >= MAX_SHOWN) return [head];
    const bytes = content.subarray(from, to);
    return [{ ...head, path }, ...readable([{ kind: "same", bytes }], isBinary(bytes), false)];
  });
