/** WebP pictures: what the head of a file announces, and animations, which become their first frame. */
import type { Blueprint } from "../blueprint.ts";
import { fixed } from "../number-forms.ts";
import { isAt, type ChunkLevels, type FoundChunk } from "./chunk.ts";

export const isWebp = (bytes: Uint8Array): boolean => isAt(bytes, 0, "RIFF") && isAt(bytes, 8, "WEBP");

/** What a frame says of itself before its chunks: where it is, how large, for how long. */
export const FRAME_HEAD = 16;
const CHUNK_HEAD = 8;

/** The bits of the head that announce chunks. */
const ANNOUNCED: Readonly<Record<string, number>> = { ICCP: 0x20, ALPH: 0x10, EXIF: 0x08, "XMP ": 0x04, ANIM: 0x02 };

const IMAGES: ReadonlySet<string> = new Set(["VP8 ", "VP8L"]);

/** A frame without its image is none; the frame goes as a whole. */
export const isImageOfFrame = ({ tag, parent }: FoundChunk): boolean => parent?.tag === "ANMF" && IMAGES.has(tag);

const topmost = (chunks: readonly FoundChunk[], tag: string): FoundChunk | undefined =>
  chunks.find((chunk) => chunk.depth === 2 && chunk.tag === tag);

/** What is announced needs the head; frames need the animation, but for the first, which can be a picture alone. */
export const webpNeeds = (chunks: readonly FoundChunk[]): ReadonlyMap<FoundChunk, FoundChunk> => {
  const [head, animation, first] = ["VP8X", "ANIM", "ANMF"].map((tag) => topmost(chunks, tag));
  const needs = new Map<FoundChunk, FoundChunk>();
  for (const chunk of chunks.filter(({ depth }) => depth === 2)) {
    const needed = chunk.tag === "ANMF" ? animation : chunk.tag in ANNOUNCED ? head : undefined;
    if (needed !== undefined && chunk !== first) needs.set(chunk, needed);
  }
  return needs;
};

/** The first frame becomes the picture when the animation goes; the picture is as large as it. */
const unwrap = (plan: Blueprint, bytes: Uint8Array, { chunks, items }: ChunkLevels): void => {
  const [head, animation, first] = ["VP8X", "ANIM", "ANMF"].map((tag) => topmost(chunks, tag));
  const gone = animation && items.get(animation);
  if (head === undefined || first?.inner === undefined || gone === undefined) return;
  plan.part(first.start, first.inner.start, gone);
  for (const at of [4, 7]) {
    const { value } = fixed(bytes, first.payload.start + at + 2, 3, true);
    plan.constant(fixed(bytes, head.payload.start + at, 3, true), gone, value);
  }
  const headless = items.get(head);
  const alpha = chunks.find(({ tag, parent }) => tag === "ALPH" && parent === first);
  if (headless !== undefined && alpha !== undefined) plan.part(alpha.start, alpha.end, headless);
};

export const webpNumbers = (plan: Blueprint, bytes: Uint8Array, found: ChunkLevels): void => {
  const { chunks, items } = found;
  const head = topmost(chunks, "VP8X");
  if (head === undefined || head.start + CHUNK_HEAD > bytes.length) return;
  const flags = Object.entries(ANNOUNCED).flatMap(([tag, bits]) => {
    const all = chunks.filter((chunk) => chunk.tag === tag);
    // Lossless images keep their alpha channel among the colours.
    const isElsewhere = tag === "ALPH" && chunks.some((chunk) => chunk.tag === "VP8L");
    const goneWith = all.map((chunk) => items.get(chunk) ?? (chunk.parent && items.get(chunk.parent)));
    const known = goneWith.filter((item) => item !== undefined);
    return isElsewhere || known.length < all.length ? [] : [{ bits, items: known }];
  });
  plan.flags(fixed(bytes, head.payload.start, 1, true), flags);
  unwrap(plan, bytes, found);
};
