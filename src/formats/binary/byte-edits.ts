/** What can be done to any bytes: blocks of them go, or they become simpler without going (the edit not taken is the delta). */
import { stage } from "./stage.ts";
import { PlacesWriter, pieces, type FileFormat } from "../pieces.ts";

/** Edits at places that are found once: `take` does one of them to a copy of the bytes. */
const editsAt = (
  unit: string,
  placesIn: (bytes: Uint8Array) => readonly number[],
  take: (copy: Uint8Array, place: number) => void,
): FileFormat =>
  stage(unit, (bytes) => {
    const places = placesIn(bytes);
    return {
      length: places.length,
      print: (gone) => {
        const copy = new Uint8Array(bytes);
        for (let i = 0; i < places.length; i++) if (gone[i] === 1) take(copy, places[i] as number);
        return [copy];
      },
    };
  });

/** The multiples of a step, up to the end, at which something holds. */
const multiples = (length: number, step: number, holds: (place: number) => boolean): readonly number[] => {
  const places = new PlacesWriter();
  for (let place = 0; place < length; place += step) if (holds(place)) places.push(place);
  return places.take();
};

/** The bytes that `simpler` changes, as deltas. */
const edits = (unit: string, simpler: (byte: number) => number): FileFormat => {
  const at = (bytes: Uint8Array, place: number): number => simpler(bytes[place] as number);
  return editsAt(
    unit,
    (bytes) => multiples(bytes.length, 1, (place) => at(bytes, place) !== bytes[place]),
    (copy, place) => (copy[place] = at(copy, place)),
  );
};

export const zeroes: FileFormat = edits("zeroes", () => 0);

/** The smallest byte that is not 0, where a byte cannot be 0. */
export const ones: FileFormat = edits("ones", (byte) => Math.min(byte, 1));

/** Where a byte cannot be 0, half of it may do; 1 has been tried as 0. */
export const halves: FileFormat = edits("halves", (byte) => (byte > 1 ? byte >> 1 : byte));

export const ZERO_BLOCKS = "zeroes of ";

/** Aligned blocks of a size that are not all zeroes; taken, such an edit makes them so. */
export const zeroBlocks = (size: number): FileFormat => {
  const block = (bytes: Uint8Array, place: number): Uint8Array => bytes.subarray(place, place + size);
  return editsAt(
    `${ZERO_BLOCKS}${size}`,
    (bytes) => multiples(bytes.length, size, (place) => block(bytes, place).some((byte) => byte !== 0)),
    (copy, place) => block(copy, place).fill(0),
  );
};

/** Each bit that is set, the lowest of a byte first: lists are searched from their ends. Taken, such an edit clears it. */
export const bits: FileFormat = editsAt(
  "bits",
  (bytes) => multiples(8 * bytes.length, 1, (place) => ((bytes[place >> 3] as number) >> (place & 7)) % 2 === 1),
  (copy, place) => (copy[place >> 3] = (copy[place >> 3] as number) & ~(1 << (place & 7))),
);

/** Blocks of a size, which begin at its multiples: what machines write is aligned. */
export const blocks = (size: number): FileFormat =>
  pieces(`blocks of ${size}`, (content) => multiples(content.length, size, () => true));
