/** ISO base media files (MP4, MOV, HEIF; ISO/IEC 14496-12): boxes in boxes, and tables of places in the file. */
import { fixed } from "../number-forms.ts";
import { chunked, isAt, textAt, type ChunkFormat } from "./chunk.ts";

/** Boxes that hold boxes, and what comes before these. */
const INNER: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    "moov trak mdia minf stbl dinf edts udta mvex moof traf mfra sinf schi tref iprp ipco gmhd wave ilst"
      .split(" ")
      .map((tag) => [tag, 0]),
  ),
  meta: 4,
  dref: 8,
  stsd: 8,
};

/** Tables of places of data, by the width of a place; a version and a count are before them. They are no content: other changes change them. */
const TABLES: Readonly<Record<string, number>> = { stco: 4, co64: 8 };

const FORMAT: ChunkFormat = {
  name: "mp4",
  unit: "boxes",
  levels: 8,
  recognises: (bytes) => ["ftyp", "moov", "styp", "moof"].some((tag) => isAt(bytes, 4, tag)),
  chunkAt: (bytes, { start, end }) => {
    const short = fixed(bytes, start, 4, false);
    const place = short.value === 1 ? fixed(bytes, start + 8, 8, false) : short;
    const head = short.value === 1 ? 16 : 8;
    const last = short.value === 0 ? end : start + place.value;
    if (!(last <= end && last >= start + head)) return undefined;
    const tag = textAt(bytes, start + 4, 4);
    const before = INNER[tag];
    const all = { start, end: last };
    const payload = { start: tag in TABLES ? last : start + head, end: last };
    return {
      tag,
      ...all,
      payload,
      sizes: short.value === 0 ? [] : [{ place, of: all }],
      ...(before !== undefined && { inner: { start: start + head + before, end: last } }),
    };
  },
  isNeeded: ({ start }) => start === 0,
  more: (plan, bytes, { chunks, items }) => {
    for (const chunk of chunks) {
      const width = TABLES[chunk.tag];
      const { start, end } = chunk;
      if (width !== undefined)
        for (let at = start + 16; at + width <= end; at += width) {
          const place = fixed(bytes, at, width, false);
          plan.distance(place, [0, place.value]);
        }
      if (chunk.tag === "stsd" || chunk.tag === "dref") {
        const inside = chunks.filter((each) => each.parent === chunk && items.has(each));
        const slots = inside.map((each) => plan.slot(each.start, each.end, items.get(each) as number));
        plan.count(fixed(bytes, start + 12, 4, false), slots);
      }
    }
  },
};

export const mp4 = chunked(FORMAT);
