/** tar (POSIX.1-1988 and later): files behind headers with a checksum, in blocks of 512 bytes. */
import { digits, type NumberPlace } from "../number-forms.ts";
import { chunked, isAt, textAt, type ChunkFormat, type FoundChunk } from "./chunk.ts";

const BLOCK = 512;
const OCTAL = digits(8, "0");
const SUM = { at: 148, end: 156 };

const octal = (bytes: Uint8Array, at: number, end: number): NumberPlace => {
  const text = textAt(bytes, at, end - at);
  const width = /^[0-7]*/.exec(text)?.[0].length ?? 0;
  return { at, end: at + width, value: width === 0 ? Number.NaN : Number.parseInt(text, 8), form: OCTAL };
};

/** The checksum of a header: its own bytes count as blanks. */
const sumOf = (header: Uint8Array): number =>
  header.reduce((sum, byte, i) => sum + (i >= SUM.at && i < SUM.end ? 0x20 : byte), 0);

const roundedUp = (length: number): number => Math.ceil(length / BLOCK) * BLOCK;

/** Headers that are about the one behind them: long names and attributes. */
const isAboutNext = ({ tag }: FoundChunk): boolean => ["x", "L", "K"].includes(tag);

/** Blocks between the header of a file with holes and its content, which tell of more holes: each says whether one follows. */
const mapLength = (bytes: Uint8Array, header: number): number => {
  let at = header + BLOCK;
  for (let follows = bytes[header + 482]; follows === 1 && at < bytes.length; at += BLOCK) follows = bytes[at + 504];
  return at - header - BLOCK;
};

const FORMAT: ChunkFormat = {
  name: "tar",
  unit: "entries",
  levels: 1,
  recognises: (bytes) => bytes.length >= BLOCK && isAt(bytes, 257, "ustar"),
  chunkAt: (bytes, { start, end }) => {
    if (start + BLOCK > end || !isAt(bytes, start + 257, "ustar")) return undefined;
    const size = octal(bytes, start + 124, start + 136);
    const tag = textAt(bytes, start + 156, 1);
    const isFile = Number.isSafeInteger(size.value) && !["1", "2", "3", "4", "5", "6"].includes(tag);
    const from = start + BLOCK + (tag === "S" ? mapLength(bytes, start) : 0);
    const payload = { start: from, end: from + (isFile ? size.value : 0) };
    const last = payload.start + roundedUp(payload.end - payload.start);
    const sizes = isFile ? [{ place: size, of: payload }] : [];
    return last > end
      ? undefined
      : { tag, start, end: last, payload, sizes, padding: { end: last, of: (length) => roundedUp(length) - length } };
  },
  needs: (chunks) =>
    new Map(
      chunks.flatMap((chunk, i) => {
        const next = chunks.slice(i + 1, i + 4).find((each) => !isAboutNext(each));
        return isAboutNext(chunk) && next !== undefined ? [[chunk, next] as const] : [];
      }),
    ),
  more: (plan, bytes, { chunks }) => {
    for (const { start } of chunks)
      plan.checksum(octal(bytes, start + SUM.at, start + SUM.end), [start, start + BLOCK], sumOf);
  },
};

export const tar = chunked(FORMAT);
