/** A way to make a binary file smaller or simpler: a list of deltas, and the file without some of them. */
import { forEachIndex, whole, type Configuration } from "../../core/configuration.ts";
import { Unparsable } from "../../core/errors.ts";
import { fileCase, onlyFile, type CaseFile, type TestCase } from "../../core/test-case.ts";
import { everyPlace, joined, type FileFormat } from "../pieces.ts";

/** What could be done to some bytes. Law: without anything gone, what is printed equals the bytes. */
export interface Deltas {
  readonly length: number;
  /** Pieces one behind the other; `gone` holds 1 for every delta that is. */
  print(gone: Uint8Array): readonly Uint8Array[];
}

/** Such a list as a format; it does not apply where there is no delta. */
export const stage = (unit: string, deltasOf: (bytes: Uint8Array) => Deltas): FileFormat => ({
  unit,
  parse: (source) => {
    if (source.files.length !== 1) throw new Unparsable(`a case of ${source.files.length} files`);
    const file = onlyFile(source);
    const deltas = deltasOf(file.bytes());
    if (deltas.length === 0) throw new Unparsable(`no ${unit}`);
    return {
      input: whole(everyPlace(deltas.length)),
      render: (kept) => fileOf(file, deltas.print(goneFrom(kept))),
    };
  },
});

const goneFrom = (kept: Configuration<number>): Uint8Array => {
  const gone = new Uint8Array(kept.base.length).fill(1);
  forEachIndex(kept, (index) => (gone[index] = 0));
  return gone;
};

/** The file with other content. */
export const fileOf = ({ path, mode }: CaseFile, pieces: readonly Uint8Array[]): TestCase => {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return fileCase({ path, mode, bytes: () => joined(pieces) }, size);
};
