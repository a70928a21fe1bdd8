/** A file as a row of pieces: byte ranges that lie one behind the other, found once and never copied. */
import { ranges, whole, type Configuration } from "../core/configuration.ts";
import { Unparsable } from "../core/errors.ts";
import type { Format } from "../core/format.ts";
import { fileCase, onlyFile, type CaseFile, type TestCase } from "../core/test-case.ts";

/** A format whose test cases are files. */
export type FileFormat = Format<TestCase, Configuration<number>>;

/** A typed array that `concat` takes apart like a list: it stands in for `number[]` at a fraction of the memory. */
class Places extends Uint32Array {
  readonly [Symbol.isConcatSpreadable] = true;
}

/** Where pieces start, collected without an object for each. */
export class PlacesWriter {
  #places = new Places(1024);
  #used = 0;

  push(place: number): void {
    if (this.#used === this.#places.length) {
      const larger = new Places(2 * this.#places.length);
      larger.set(this.#places);
      this.#places = larger;
    }
    this.#places[this.#used++] = place;
  }

  take(): readonly number[] {
    return this.#places.slice(0, this.#used) as unknown as readonly number[];
  }
}

/** The places 0, 1, 2 …, for pieces of one byte. */
export const everyPlace = (length: number): readonly number[] => {
  const places = new Places(length);
  for (let place = 0; place < length; place++) places[place] = place;
  return places as unknown as readonly number[];
};

/** The format of single files whose deltas are the pieces that begin at the places found; the first begins at 0. */
export const pieces = (unit: string, startsOf: (bytes: Uint8Array) => readonly number[]): FileFormat => ({
  unit,
  parse: (source) => {
    if (source.files.length !== 1) throw new Unparsable(`a case of ${source.files.length} files`);
    const file = onlyFile(source);
    const bytes = file.bytes();
    const starts = startsOf(bytes);
    return { input: whole(starts), render: (kept) => keptPieces(file, { bytes, starts }, kept) };
  },
});

interface Cut {
  readonly bytes: Uint8Array;
  readonly starts: readonly number[];
}

const keptPieces = (file: CaseFile, { bytes, starts }: Cut, kept: Configuration<number>): TestCase => {
  const place = (piece: number): number => starts[piece] ?? bytes.length;
  let size = 0;
  for (let r = 0; r < kept.bounds.length; r += 2)
    size += place(kept.bounds[r + 1] as number) - place(kept.bounds[r] as number);
  const parts = (): Uint8Array[] => ranges(kept, (from, to) => bytes.subarray(place(from), place(to)));
  return fileCase({ path: file.path, mode: file.mode, bytes: () => joined(parts()) }, size);
};

/** Bytes one behind the other; a single piece is not copied. */
export const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  if (parts.length === 1) return parts[0] as Uint8Array;
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let filled = 0;
  for (const part of parts) {
    all.set(part, filled);
    filled += part.length;
  }
  return all;
};
