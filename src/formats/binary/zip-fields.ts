/** Everything in a zip archive that is neither entries nor data: names, extra fields, comments, a program in front. */
import { patched, uint16LE } from "./numbers.ts";
import { joined } from "../pieces.ts";
import type { Deltas } from "./stage.ts";
import {
  archiveOf,
  CENTRAL,
  hasComment,
  LOCAL,
  printed,
  withoutComment,
  type Archive,
  type Entry,
} from "./zip-archive.ts";

/** The fields of one entry: each byte of its name, its two extra fields, its comment. The lengths of the last three may be 0. */
interface EntryFields {
  readonly first: number;
  /** How many bytes of the name can go: all, if the two headers agree on it. */
  readonly name: number;
}

/** Local extra field, central one, comment. */
const FURTHER = 3;

export const fields = (bytes: Uint8Array): Deltas => {
  const archive = archiveOf(bytes);
  if (archive === undefined) return { length: 0, print: () => [] };
  const all: EntryFields[] = [];
  /** The program in front, and the comment at the end. */
  let length = 2;
  for (const entry of archive.entries) {
    const name = nameOf(entry);
    all.push({ first: length, name });
    length += name + FURTHER;
  }
  return {
    length,
    print: (gone) => printed(archive, (entry, i) => without(entry, all[i] as EntryFields, gone), around(archive, gone)),
  };
};

const around = ({ before, ending }: Archive, gone: Uint8Array): Pick<Archive, "before" | "ending"> => ({
  before: gone[0] === 1 ? before.subarray(0, 0) : before,
  ending: gone[1] === 1 && hasComment(ending) ? withoutComment(ending) : ending,
});

const nameOf = ({ local, central }: Entry): number => {
  if (local.length < LOCAL.head) return 0;
  const length = uint16LE(central, CENTRAL.name);
  const inLocal = local.subarray(LOCAL.head, LOCAL.head + uint16LE(local, LOCAL.name));
  const inCentral = central.subarray(CENTRAL.head, CENTRAL.head + length);
  return inLocal.length === length && inLocal.every((byte, i) => byte === inCentral[i]) ? length : 0;
};

const without = (entry: Entry, { first, name }: EntryFields, gone: Uint8Array): Entry => {
  const isGone = (field: number): boolean => gone[first + field] === 1;
  const isCut = gone.subarray(first, first + name + FURTHER).includes(1);
  if (!isCut || entry.local.length < LOCAL.head) return entry;
  const { local, central } = entry;
  const kept = local.subarray(LOCAL.head, LOCAL.head + name).filter((_, i) => !isGone(i));
  const localName = name === 0 ? section(local, LOCAL.head, uint16LE(local, LOCAL.name)) : kept;
  const centralName = name === 0 ? section(central, CENTRAL.head, uint16LE(central, CENTRAL.name)) : kept;
  const localExtraAt = LOCAL.head + uint16LE(local, LOCAL.name);
  const localExtra = section(local, localExtraAt, isGone(name) ? 0 : uint16LE(local, LOCAL.extra));
  const centralExtraAt = CENTRAL.head + uint16LE(central, CENTRAL.name);
  const centralExtra = section(central, centralExtraAt, isGone(name + 1) ? 0 : uint16LE(central, CENTRAL.extra));
  const commentAt = centralExtraAt + uint16LE(central, CENTRAL.extra);
  const comment = section(central, commentAt, isGone(name + 2) ? 0 : uint16LE(central, CENTRAL.comment));
  const localHead = patched(local.subarray(0, LOCAL.head), [
    [LOCAL.name, 2, localName.length],
    [LOCAL.extra, 2, localExtra.length],
  ]);
  const centralHead = patched(central.subarray(0, CENTRAL.head), [
    [CENTRAL.name, 2, centralName.length],
    [CENTRAL.extra, 2, centralExtra.length],
    [CENTRAL.comment, 2, comment.length],
  ]);
  const data = local.subarray(localExtraAt + uint16LE(local, LOCAL.extra));
  return {
    local: joined([localHead, localName, localExtra, data]),
    central: joined([centralHead, centralName, centralExtra, comment]),
  };
};

const section = (bytes: Uint8Array, at: number, length: number): Uint8Array => bytes.subarray(at, at + length);
