/** zip: entries, their names and extras, and the files in them. */
import type { Container, Content } from "./container.ts";
import { crc32 } from "../../core/digest.ts";
import { deflate, inflate } from "./deflate.ts";
import { once } from "./once.ts";
import { patched, uint16LE, uint32LE } from "./numbers.ts";
import { joined } from "../pieces.ts";
import { stage, type Deltas } from "./stage.ts";
import { archiveOf, CENTRAL, LOCAL, printed, type Archive, type Entry } from "./zip-archive.ts";
import { fields } from "./zip-fields.ts";

const NONE: Deltas = { length: 0, print: () => [] };

const entries = (bytes: Uint8Array): Deltas => {
  const archive = archiveOf(bytes);
  if (archive === undefined) return NONE;
  return {
    length: archive.entries.length,
    print: (gone) => printed(archive, (entry, i) => (gone[i] === 1 ? undefined : entry)),
  };
};

/** Where the data of an entry begins and ends in its local part; `undefined` for what is encrypted or cut off. */
const dataOf = ({ local, central }: Entry): readonly [start: number, end: number] | undefined => {
  if (local.length < LOCAL.head || (uint16LE(central, CENTRAL.flags) & 1) !== 0) return undefined;
  const start = LOCAL.head + uint16LE(local, LOCAL.name) + uint16LE(local, LOCAL.extra);
  const end = start + uint32LE(central, CENTRAL.size);
  return end > local.length ? undefined : [start, end];
};

const STORED = 0;
const DEFLATED = 8;
const HAS_DESCRIPTOR = 8;
const DESCRIPTOR = 0x08074b50;

/** What is compressed in a way that is not known, or broken, goes by the bytes it has. */
const contentOf = (archive: Archive, entry: Entry, number: number): Content => {
  const [start, end] = dataOf(entry) ?? [0, 0];
  const data = entry.local.subarray(start, end);
  const method = uint16LE(entry.central, CENTRAL.method);
  const inflated = once(() => (method === DEFLATED ? inflate(data)?.content : undefined));
  const isSound = once(() => crc32(inflated() ?? data) === uint32LE(entry.central, CENTRAL.crc));
  return {
    bytes: () => inflated() ?? data,
    embed: (content) => {
      const isDeflated = inflated() !== undefined;
      const stored = isDeflated ? deflate(content) : content;
      const isPlain = isDeflated || method === STORED;
      const sums: Sums = {
        crc: isSound() ? crc32(content) : undefined,
        size: stored.length,
        length: isPlain ? content.length : undefined,
      };
      const local = [...localBefore(entry, start, sums), stored, localBehind(entry, end, sums)];
      const central = withSums(entry.central, CENTRAL.crc, sums);
      return printed(archive, (other, i) => (i === number ? { local: joined(local), central } : other));
    },
  };
};

/** Checksum, size in the archive, size outside; `undefined` for what stays as it is. */
interface Sums {
  readonly crc: number | undefined;
  readonly size: number;
  readonly length: number | undefined;
}

/** They stand one behind the other, wherever they stand. */
const withSums = (bytes: Uint8Array, at: number, { crc, size, length }: Sums): Uint8Array =>
  patched(bytes, [
    ...(crc === undefined ? [] : ([[at, 4, crc]] as const)),
    [at + 4, 4, size],
    ...(length === undefined ? [] : ([[at + 8, 4, length]] as const)),
  ]);

const isDescribed = ({ local }: Entry): boolean => (uint16LE(local, LOCAL.flags) & HAS_DESCRIPTOR) !== 0;

/** With a descriptor behind the data, the local header says nothing. */
const localBefore = (entry: Entry, start: number, sums: Sums): readonly Uint8Array[] => {
  const before = entry.local.subarray(0, start);
  return [isDescribed(entry) ? before : withSums(before, LOCAL.crc, sums)];
};

const localBehind = (entry: Entry, end: number, sums: Sums): Uint8Array => {
  const behind = entry.local.subarray(end);
  const at = behind.length >= 4 && uint32LE(behind, 0) === DESCRIPTOR ? 4 : 0;
  return isDescribed(entry) && behind.length >= at + 12 ? withSums(behind, at, sums) : behind;
};

const contents = (bytes: Uint8Array): readonly Content[] => {
  const archive = archiveOf(bytes);
  if (archive === undefined) return [];
  return archive.entries.flatMap((entry, i) => (dataOf(entry) === undefined ? [] : [contentOf(archive, entry, i)]));
};

export const zip: Container = {
  name: "zip",
  recognises: (bytes) => bytes[0] === 0x50 && bytes[1] === 0x4b && archiveOf(bytes) !== undefined,
  stages: [stage("zip entries", entries), stage("zip fields", fields)],
  contents,
};
