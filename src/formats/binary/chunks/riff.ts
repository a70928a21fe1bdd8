/** RIFF (WAV, AVI, WebP) and IFF (AIFF): chunks with a name, a length and an even number of bytes. */
import { fixed } from "../number-forms.ts";
import { chunked, isAt, textAt, type ChunkFormat } from "./chunk.ts";
import { FRAME_HEAD, isImageOfFrame, isWebp, webpNeeds, webpNumbers } from "./webp.ts";

/** The numbers of RIFF have their lowest byte first, those of IFF and RIFX their highest. */
const isLittle = (bytes: Uint8Array): boolean => isAt(bytes, 0, "RIFF");

/** Those with chunks inside, and how many bytes are before them: most begin with four that tell what they are. */
const LISTS: ReadonlyMap<string, number> = new Map([
  ...["RIFF", "RIFX", "FORM", "LIST", "CAT "].map((tag): [string, number] => [tag, 4]),
  ["ANMF", FRAME_HEAD],
]);
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
    const before = LISTS.get(tag) ?? Infinity;
    return {
      tag,
      start,
      end: last,
      payload,
      sizes: [{ place: size, of: payload }],
      ...(size.value >= before && { inner: { start: payload.start + before, end: payload.end } }),
      padding: { end: last, of: (length) => length % 2 },
    };
  },
  isNeeded: (chunk) => chunk.start === 0 || isImageOfFrame(chunk),
  needs: (chunks, bytes) => (isWebp(bytes) ? webpNeeds(chunks) : new Map()),
  more: (plan, bytes, found) => {
    if (isWebp(bytes)) webpNumbers(plan, bytes, found);
  },
};

export const riff = chunked(FORMAT);
