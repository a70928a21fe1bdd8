/** What can be done to any bytes: blocks of them go, or they become simpler without going (the edit not taken is the delta). */
import { stage } from "./stage.ts";
import { PlacesWriter, pieces, type FileFormat } from "../pieces.ts";

/** The bytes that `simpler` changes, as deltas. */
const edits = (unit: string, simpler: (byte: number) => number): FileFormat =>
  stage(unit, (bytes) => {
    const places = placesOf(bytes, (byte) => simpler(byte) !== byte);
    return {
      length: places.length,
      print: (gone) => {
        const copy = new Uint8Array(bytes);
        for (let i = 0; i < places.length; i++) {
          const place = places[i] as number;
          if (gone[i] === 1) copy[place] = simpler(copy[place] as number);
        }
        return [copy];
      },
    };
  });

const placesOf = (bytes: Uint8Array, where: (byte: number) => boolean): Uint32Array => {
  const places = new Uint32Array(bytes.length);
  let used = 0;
  for (let place = 0; place < bytes.length; place++) if (where(bytes[place] as number)) places[used++] = place;
  return places.subarray(0, used);
};

export const zeroes: FileFormat = edits("zeroes", () => 0);

/** The smallest byte that is not 0, where a byte cannot be 0. */
export const ones: FileFormat = edits("ones", (byte) => Math.min(byte, 1));

export const ZERO_BLOCKS = "zeroes of ";

/** Aligned blocks of a size that are not all zeroes; taken, such an edit makes them so. */
export const zeroBlocks = (size: number): FileFormat =>
  stage(`${ZERO_BLOCKS}${size}`, (bytes) => {
    const starts = new PlacesWriter();
    for (let place = 0; place < bytes.length; place += size)
      if (bytes.subarray(place, place + size).some((byte) => byte !== 0)) starts.push(place);
    const places = starts.take();
    return {
      length: places.length,
      print: (gone) => {
        const copy = new Uint8Array(bytes);
        for (let i = 0; i < places.length; i++) {
          const place = places[i] as number;
          if (gone[i] === 1) copy.fill(0, place, place + size);
        }
        return [copy];
      },
    };
  });

/** Each bit that is set, the highest of a byte first; taken, such an edit clears it. */
export const bits: FileFormat = stage("bits", (bytes) => {
  const writer = new PlacesWriter();
  for (let place = 0; place < bytes.length; place++)
    for (let bit = 7; bit >= 0; bit--) if (((bytes[place] as number) >> bit) % 2 === 1) writer.push(8 * place + bit);
  const places = writer.take();
  return {
    length: places.length,
    print: (gone) => {
      const copy = new Uint8Array(bytes);
      for (let i = 0; i < places.length; i++) {
        const place = places[i] as number;
        if (gone[i] === 1) copy[place >> 3] = (copy[place >> 3] as number) & ~(1 << (place & 7));
      }
      return [copy];
    },
  };
});

/** Where a byte cannot be 0, half of it may do; 1 has been tried as 0. */
export const halves: FileFormat = edits("halves", (byte) => (byte > 1 ? byte >> 1 : byte));

/** Blocks of a size, which begin at its multiples: what machines write is aligned. */
export const blocks = (size: number): FileFormat =>
  pieces(`blocks of ${size}`, (content) => {
    const places = new PlacesWriter();
    for (let place = 0; place < content.length; place += size) places.push(place);
    return places.take();
  });
