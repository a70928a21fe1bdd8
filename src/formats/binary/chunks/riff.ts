/** RIFF (WAV, AVI, WebP) and IFF (AIFF): chunks with a name, a length and an even number of bytes. */
import { fixed } from "../number-forms.ts";
import { chunked, isAt, textAt, type ChunkFormat } from "./chunk.ts";

/** The numbers of RIFF have their lowest byte first, those of IFF and RIFX their highest. */
const isLittle = (bytes: Uint8Array): boolean => isAt(bytes, 0, "RIFF");

/** Those with chunks inside, behind four bytes that tell what they are. */
const LISTS: ReadonlySet<string> = new Set(["RIFF", "RIFX", "FORM", "LIST", "CAT "]);
const HEAD = 8;

const FORMAT: ChunkFormat = {
  name: "riff",
  unit: "chunks",
  levels: 5,
  recognises: (bytes) => bytes.length >= HEAD + 4 && ["RIFF", "RIFX", "FORM"].some((name) => isAt(bytes, 0, name)),
  chunkAt: (bytes, { start, end }) => {
    const size = fixed(bytes, start + 4, 4, isLittle(bytes));
    const payload = { start: start + HEAD, end: start + HEAD + size.value };
    if (!(payload.end <= end)) return undefined;
    const tag = textAt(bytes, start, 4);
    const last = Math.min(end, payload.end + (size.value % 2));
    const isList = LISTS.has(tag) && size.value >= 4;
    return {
      tag,
      start,
      end: last,
      payload,
      sizes: [{ place: size, of: payload }],
      ...(isList && { inner: { start: payload.start + 4, end: payload.end } }),
      padding: { end: last, of: (length) => length % 2 },
    };
  },
  isNeeded: ({ start }) => start === 0,
};

export const riff = chunked(FORMAT);
