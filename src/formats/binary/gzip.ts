/** gzip (RFC 1952): members, optional fields of their headers, and what is compressed. */
import type { Container, Content } from "./container.ts";
import { crc32 } from "../../core/digest.ts";
import { once } from "./once.ts";
import { deflate, inflate, type Inflated } from "./deflate.ts";
import { bytes32LE, uint16LE, uint32LE } from "./numbers.ts";
import { joined } from "../pieces.ts";
import { stage, type Deltas } from "./stage.ts";

interface Span {
  readonly start: number;
  readonly end: number;
}

/** An optional field of a header. */
interface Extra extends Span {
  /** The one of the header's flags that says it is there. */
  readonly flag: number;
}

interface Member extends Span {
  readonly extras: readonly Extra[];
  /** What is compressed, as it is in the file. */
  readonly data: Span;
  readonly content: () => Uint8Array;
}

const FLAGS = 3;
const HEAD = 10;
/** Checksum and length. */
const FOOT = 8;
const HEADER_CHECKSUM = 2;

const isMember = (bytes: Uint8Array, at: number): boolean =>
  bytes.length >= at + HEAD && bytes[at] === 0x1f && bytes[at + 1] === 0x8b && bytes[at + 2] === 8;

/** Up to the first that is cut off or broken; the rest is raw. */
const membersOf = (bytes: Uint8Array): readonly Member[] => {
  const members: Member[] = [];
  for (let at = 0; isMember(bytes, at);) {
    const member = memberAt(bytes, at);
    if (member === undefined) break;
    members.push(member);
    at = member.end;
  }
  return members;
};

const memberAt = (bytes: Uint8Array, start: number): Member | undefined => {
  const extras = extrasOf(bytes, start);
  const from = extras?.at(-1)?.end ?? start + HEAD;
  const inflated = extras && inflate(bytes.subarray(from));
  if (inflated === undefined) return undefined;
  const data = { start: from, end: from + inflated.consumed };
  const end = data.end + FOOT;
  return end > bytes.length
    ? undefined
    : { start, end, extras: extras ?? [], data, content: () => inflatedAgain(bytes, data) };
};

/** Not kept: there may be many members, and each may be large. */
const inflatedAgain = (bytes: Uint8Array, { start, end }: Span): Uint8Array =>
  (inflate(bytes.subarray(start, end)) as Inflated).content;

/** In the order in which they stand: extra field, name, comment, checksum. */
const extrasOf = (bytes: Uint8Array, start: number): readonly Extra[] | undefined => {
  const extras: Extra[] = [];
  let at = start + HEAD;
  for (const flag of [4, 8, 16, HEADER_CHECKSUM]) {
    if (((bytes[start + FLAGS] as number) & flag) === 0) continue;
    const end =
      flag === 4 ? at + 2 + uint16LE(bytes, at) : flag === HEADER_CHECKSUM ? at + 2 : bytes.indexOf(0, at) + 1;
    if (end <= at || end > bytes.length) return undefined;
    extras.push({ flag, start: at, end });
    at = end;
  }
  return extras;
};

const wholeMembers = (bytes: Uint8Array): Deltas => {
  const parts: Span[] = [...membersOf(bytes)];
  const behind = parts.at(-1)?.end ?? 0;
  if (behind < bytes.length) parts.push({ start: behind, end: bytes.length });
  return {
    length: parts.length,
    print: (gone) => parts.filter((_, i) => gone[i] === 0).map(({ start, end }) => bytes.subarray(start, end)),
  };
};

const headerFields = (bytes: Uint8Array): Deltas => {
  const members = membersOf(bytes);
  const firsts: number[] = [];
  let length = 0;
  for (const { extras } of members) {
    firsts.push(length);
    length += extras.length;
  }
  return {
    length,
    print: (gone) => [
      ...members.flatMap((member, i) =>
        withoutExtras(bytes, member, gone.subarray(firsts[i], firsts[i + 1] ?? length)),
      ),
      bytes.subarray(members.at(-1)?.end ?? 0),
    ],
  };
};

/** The header's own checksum, if it stays, is put right. */
const withoutExtras = (bytes: Uint8Array, member: Member, gone: Uint8Array): readonly Uint8Array[] => {
  const { start, end, extras, data } = member;
  const kept = extras.filter((_, i) => gone[i] !== 1);
  if (kept.length === extras.length) return [bytes.subarray(start, end)];
  const head = new Uint8Array(bytes.subarray(start, start + HEAD));
  for (const [i, { flag }] of extras.entries()) if (gone[i] === 1) head[FLAGS] = (head[FLAGS] as number) & ~flag;
  const fields = kept
    .filter(({ flag }) => flag !== HEADER_CHECKSUM)
    .map((extra) => bytes.subarray(extra.start, extra.end));
  const header = joined([head, ...fields]);
  const checksum = kept.length > fields.length ? [bytes32LE(crc32(header)).subarray(0, 2)] : [];
  return [header, ...checksum, bytes.subarray(data.start, end)];
};

/** A checksum or a length that was wrong before stays as it is. */
const contentOf = (bytes: Uint8Array, member: Member): Content => {
  const { data, end } = member;
  const crc = uint32LE(bytes, data.end);
  const length = uint32LE(bytes, data.end + 4);
  const content = once(member.content);
  const isSound = once(() => crc === crc32(content()));
  return {
    bytes: content,
    embed: (other) => [
      bytes.subarray(0, data.start),
      deflate(other),
      bytes32LE(isSound() ? crc32(other) : crc),
      bytes32LE(length === content().length ? other.length : length),
      bytes.subarray(end),
    ],
  };
};

export const gzip: Container = {
  name: "gzip",
  recognises: (bytes) => isMember(bytes, 0),
  stages: [stage("gzip members", wholeMembers), stage("gzip headers", headerFields)],
  contents: (bytes) => membersOf(bytes).map((member) => contentOf(bytes, member)),
};
