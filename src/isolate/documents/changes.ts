/** Changes between two documents: their members. */
import { forEachIndex } from "../../core/configuration.ts";
import { apart, type Change, type Changes } from "../change.ts";
import { type FileEntry, fileMixture, madeFile } from "../trees/tree.ts";
import { compareDocs, type DocumentEdit } from "./compare.ts";
import type { DocumentFormat } from "./document.ts";

export interface DocumentEnds {
  /** The path of the candidate. */
  readonly name: string;
  readonly good: FileEntry;
  readonly bad: FileEntry;
  readonly format: DocumentFormat;
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * None, if the documents say the same (in another order, with other comments). All changes together are the bad file itself, byte
 * for byte. Throws `Unparsable` for what is not in the format, and a `TypeError` for what is not UTF-8.
 */
export const memberChanges = ({ name, good, bad, format }: DocumentEnds): Changes => {
  const [goodText, badText] = [strict.decode(good.bytes()), strict.decode(bad.bytes())];
  const goodDoc = format.parse(goodText);
  const { edits, composed } = compareDocs(goodDoc, format.parse(badText));
  const all = edits.map((edit) => changeOf(edit, name, format));
  return {
    all,
    levels: [
      { name: "sections", groups: sectionsOf(edits) },
      { name: "members", groups: apart(edits.length) },
    ],
    mix: (chosen) => {
      if (chosen.length === 0) return fileMixture({ name, good }, 0, good);
      if (chosen.length === all.length) return fileMixture({ name, good }, all.length, bad);
      const isChosen = new Uint8Array(all.length);
      forEachIndex(chosen, (index) => (isChosen[index] = 1));
      const text = (): string =>
        format.print(
          composed((edit) => isChosen[edit] === 1),
          { good: goodDoc, text: goodText },
        );
      const made = madeFile({ name, good }, () => Buffer.from(text()));
      return fileMixture({ name, good }, chosen.length, made);
    },
  };
};

const changeOf = ({ path, good, bad }: DocumentEdit, file: string, format: DocumentFormat): Change => ({
  id: path,
  file,
  ...(good === undefined ? { what: "added" } : { old: format.show(good) }),
  ...(bad === undefined ? { what: "removed" } : { new: format.show(bad) }),
});

/** What is in one member of the whole document. */
const sectionsOf = (edits: readonly DocumentEdit[]): Int32Array => {
  const groups = new Int32Array(edits.length);
  const tops = edits.map(({ path }) => /^(?:[^.[]+|\[[^\]]*\])/.exec(path)?.[0] ?? path);
  for (let edit = 1; edit < edits.length; edit++)
    groups[edit] = (groups[edit - 1] as number) + (tops[edit] === tops[edit - 1] ? 0 : 1);
  return groups;
};
