/** PNG: chunks, rows of the picture, and the data of each chunk. */
import { crc32 } from "../../core/digest.ts";
import type { Container, Content } from "./container.ts";
import { deflate, inflate } from "./deflate.ts";
import { bytes32BE, uint32BE } from "./numbers.ts";
import { stage, type Deltas } from "./stage.ts";
import { joined } from "../pieces.ts";

const wholeChunks = (bytes: Uint8Array): Deltas => {
  const parts: Pick<Chunk, "start" | "end">[] = [...chunksOf(bytes)];
  const behind = parts.at(-1)?.end ?? SIGNATURE.length;
  if (behind < bytes.length) parts.push({ start: behind, end: bytes.length });
  return {
    length: parts.length,
    print: (gone) => [
      bytes.subarray(0, SIGNATURE.length),
      ...parts.filter((_, i) => gone[i] === 0).map(({ start, end }) => bytes.subarray(start, end)),
    ],
  };
};

/** The file with some chunks rewritten (`undefined`: left out); what is not a chunk stays. */
const withChunks = (bytes: Uint8Array, others: ReadonlyMap<Chunk, Uint8Array | undefined>): readonly Uint8Array[] => {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const [chunk, data] of [...others].toSorted(([a], [b]) => a.start - b.start)) {
    pieces.push(bytes.subarray(at, chunk.start));
    if (data !== undefined) pieces.push(rewritten(bytes, chunk, data));
    at = chunk.end;
  }
  return [...pieces, bytes.subarray(at)];
};

/** The picture itself: one stream, compressed, cut into any number of chunks. */
interface Picture {
  readonly chunks: readonly Chunk[];
  readonly content: Uint8Array;
  /** Behind the end of the stream. */
  readonly rest: Uint8Array;
}

const pictureOf = (chunks: readonly Chunk[]): Picture | undefined => {
  const parts = chunks.filter(({ type }) => type === "IDAT");
  const stream = joined(parts.map(({ data }) => data));
  const inflated = parts.length === 0 ? undefined : inflate(stream, true);
  return inflated && { chunks: parts, content: inflated.content, rest: stream.subarray(inflated.consumed) };
};

/** All of it goes into the first chunk. */
const withContent = ({ chunks, rest }: Picture, content: Uint8Array): (readonly [Chunk, Uint8Array | undefined])[] =>
  chunks.map((chunk, i) => [chunk, i === 0 ? joined([deflate(content, true), rest]) : undefined]);

/** Samples of a pixel, by the type of colour. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const HEADER_LENGTH = 13;

/** How many bytes a row has, with the one that says how it is filtered; `undefined` for pictures that do not go row by row. */
const rowLength = (header: Uint8Array): number | undefined => {
  const [depth = 0, color = 0, , , interlaced] = header.subarray(8);
  const samples = SAMPLES[color];
  if (header.length !== HEADER_LENGTH || samples === undefined || interlaced !== 0) return undefined;
  return 1 + Math.ceil((uint32BE(header, 0) * samples * depth) / 8);
};

const NONE: Deltas = { length: 0, print: () => [] };

/** The height is put right. */
const rows = (bytes: Uint8Array): Deltas => {
  const chunks = chunksOf(bytes);
  const header = chunks.find(({ type }) => type === "IHDR");
  const length = header && rowLength(header.data);
  const picture = pictureOf(chunks);
  if (header === undefined || length === undefined || picture === undefined) return NONE;
  const { content } = picture;
  const height = uint32BE(header.data, 4);
  if (content.length !== height * length) return NONE;
  return {
    length: height,
    print: (gone) => {
      const kept: Uint8Array[] = [];
      for (let row = 0; row < height; row++)
        if (gone[row] === 0) kept.push(content.subarray(row * length, (row + 1) * length));
      if (kept.length === height) return [bytes];
      const lower = joined([header.data.subarray(0, 4), bytes32BE(kept.length), header.data.subarray(8)]);
      return withChunks(bytes, new Map([[header, lower], ...withContent(picture, joined(kept))]));
    },
  };
};

const contents = (bytes: Uint8Array): readonly Content[] => {
  const chunks = chunksOf(bytes);
  const picture = pictureOf(chunks);
  const [first, ...others] = picture?.chunks ?? [];
  const further = new Set(others);
  return chunks
    .filter((chunk) => !further.has(chunk))
    .map((chunk) =>
      picture !== undefined && chunk === first
        ? {
            bytes: () => picture.content,
            embed: (content) => withChunks(bytes, new Map(withContent(picture, content))),
          }
        : { bytes: () => chunk.data, embed: (content) => withChunks(bytes, new Map([[chunk, content]])) },
    );
};

export const png: Container = {
  name: "png",
  recognises: (bytes) => SIGNATURE.every((byte, i) => bytes[i] === byte),
  stages: [stage("png chunks", wholeChunks), stage("png rows", rows)],
  contents,
};

interface Chunk {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly data: Uint8Array;
  /** Whether its checksum is right. */
  readonly sound: boolean;
}

/** What a PNG file begins with. */
const SIGNATURE: Uint8Array = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Length, type and checksum. */
const AROUND = 12;

/** Up to the first that is cut off. */
const chunksOf = (bytes: Uint8Array): readonly Chunk[] => {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at + AROUND <= bytes.length;) {
    const end = at + AROUND + uint32BE(bytes, at);
    if (end > bytes.length) break;
    const named = bytes.subarray(at + 4, end - 4);
    const type = String.fromCharCode(...named.subarray(0, 4));
    const sound = uint32BE(bytes, end - 4) === crc32(named);
    chunks.push({ type, start: at, end, data: named.subarray(4), sound });
    at = end;
  }
  return chunks;
};

/** The chunk with other data; a checksum that was wrong stays as it is. */
const rewritten = (bytes: Uint8Array, { start, end, sound }: Chunk, data: Uint8Array): Uint8Array => {
  const named = joined([bytes.subarray(start + 4, start + 8), data]);
  const checksum = sound ? bytes32BE(crc32(named)) : bytes.subarray(end - 4, end);
  return joined([bytes32BE(data.length), named, checksum]);
};
