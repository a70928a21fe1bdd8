/** A zip archive taken apart: entries with their two headers each, and what lies around them. */
import { patched, uint16LE, uint32LE } from "./numbers.ts";
import { joined } from "../pieces.ts";

export interface Entry {
  /** Everything from the local header to the next one: name, data, descriptor; empty if another entry has it. */
  readonly local: Uint8Array;
  /** In the central directory. */
  readonly central: Uint8Array;
}

export interface Archive {
  /** Before the first entry: nothing, or a program that unpacks the rest. */
  readonly before: Uint8Array;
  readonly entries: readonly Entry[];
  /** The order in which the local parts of the entries lie, by their numbers. */
  readonly order: readonly number[];
  /** Between the directory and its end record: what is not understood of it. */
  readonly between: Uint8Array;
  readonly ending: Uint8Array;
  /** What is to be added to an offset to come to a place in the file. */
  readonly base: number;
}

export const LOCAL = { magic: 0x04034b50, head: 30, flags: 6, crc: 14, name: 26, extra: 28 } as const;
export const CENTRAL = {
  magic: 0x02014b50,
  head: 46,
  flags: 8,
  method: 10,
  crc: 16,
  size: 20,
  name: 28,
  extra: 30,
  comment: 32,
  offset: 42,
} as const;
const END = { magic: 0x06054b50, head: 22, here: 8, total: 10, size: 12, offset: 16, comment: 20 } as const;
/** How long the comment at the end may be. */
const MAX_COMMENT_BYTES = 65_535;

/** `undefined` where there is no directory that could be followed. */
export const archiveOf = (bytes: Uint8Array): Archive | undefined => {
  const end = endingOf(bytes);
  if (end === undefined) return undefined;
  const size = uint32LE(bytes, end + END.size);
  const base = end - size - uint32LE(bytes, end + END.offset);
  if (base < 0) return undefined;
  const centrals = centralsIn(bytes.subarray(end - size, end), uint16LE(bytes, end + END.total));
  const places = centrals.map((central) => uint32LE(central, CENTRAL.offset) + base);
  const isLocal = (at: number): boolean => at + LOCAL.head <= end - size && uint32LE(bytes, at) === LOCAL.magic;
  if (centrals.length === 0 || !places.every(isLocal)) return undefined;
  const order = places.map((_, i) => i).toSorted((a, b) => (places[a] as number) - (places[b] as number));
  const locals: Uint8Array[] = [];
  for (const [k, i] of order.entries()) locals[i] = bytes.subarray(places[i], places[order[k + 1] ?? -1] ?? end - size);
  const read = centrals.reduce((sum, { length }) => sum + length, 0);
  return {
    before: bytes.subarray(0, places[order[0] as number]),
    entries: centrals.map((central, i) => ({ central, local: locals[i] as Uint8Array })),
    order,
    between: bytes.subarray(end - size + read, end),
    ending: bytes.subarray(end),
    base,
  };
};

/** The last end record whose comment reaches to the end of the file. */
const endingOf = (bytes: Uint8Array): number | undefined => {
  const least = Math.max(0, bytes.length - END.head - MAX_COMMENT_BYTES);
  for (let at = bytes.length - END.head; at >= least; at--)
    if (uint32LE(bytes, at) === END.magic && at + END.head + uint16LE(bytes, at + END.comment) === bytes.length)
      return at;
  return undefined;
};

const centralsIn = (directory: Uint8Array, count: number): readonly Uint8Array[] => {
  const centrals: Uint8Array[] = [];
  for (let at = 0; centrals.length < count && at + CENTRAL.head <= directory.length;) {
    if (uint32LE(directory, at) !== CENTRAL.magic) break;
    const lengths = [CENTRAL.name, CENTRAL.extra, CENTRAL.comment].map((field) => uint16LE(directory, at + field));
    const end = lengths.reduce((sum, length) => sum + length, at + CENTRAL.head);
    if (end > directory.length) break;
    centrals.push(directory.subarray(at, end));
    at = end;
  }
  return centrals;
};

/** With other entries in the place of these (`undefined`: left out); counts, sizes and offsets are put right. */
export const printed = (
  archive: Archive,
  change: (entry: Entry, number: number) => Entry | undefined,
  { before, ending }: Pick<Archive, "before" | "ending"> = archive,
): readonly Uint8Array[] => {
  const entries = archive.entries.map(change);
  const offsets: number[] = [];
  const locals: Uint8Array[] = [];
  let at = Math.max(0, before.length - archive.base);
  for (const i of archive.order) {
    offsets[i] = at;
    const local = entries[i]?.local;
    if (local === undefined) continue;
    locals.push(local);
    at += local.length;
  }
  const centrals = entries.flatMap((entry, i) =>
    entry === undefined ? [] : [patched(entry.central, [[CENTRAL.offset, 4, offsets[i] as number]])],
  );
  const lost = archive.entries.length - centrals.length;
  const directory = joined([...centrals, archive.between]);
  const end = patched(ending, [
    [END.here, 2, Math.max(0, uint16LE(ending, END.here) - lost)],
    [END.total, 2, Math.max(0, uint16LE(ending, END.total) - lost)],
    [END.size, 4, directory.length],
    [END.offset, 4, at],
  ]);
  return [before, ...locals, directory, end];
};

/** The end record without its comment. */
export const withoutComment = (ending: Uint8Array): Uint8Array =>
  patched(ending.subarray(0, END.head), [[END.comment, 2, 0]]);

export const hasComment = (ending: Uint8Array): boolean => ending.length > END.head;
