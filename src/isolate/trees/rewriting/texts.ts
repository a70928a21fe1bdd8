/** All texts that differ, with what was done to all of them: it is looked for only where they differ in many places. */
import { declaredIn, type Declared } from "../declarations/declared.ts";
import { textPieces, type FileText } from "../file-part.ts";
import type { FilePair } from "../pairs.ts";
import { isNumber } from "./aligned.ts";
import { linesBehind } from "./behind.ts";
import { classesIn, regularities, type ClassOfEdits, type Regularities } from "./rewriting.ts";
import { spliced } from "./splices.ts";
import { withRewriting } from "./text.ts";

/** Fewer differences are halved quickly as they are. */
const MIN_HUNKS = 300;
/** Rewriting that leaves more of the differences is none. */
const MAX_LEFT = 0.7;
/** More bytes than that are not parsed: it would take longer than the tests. */
const MAX_PARSED = 40_000_000;

export const textsOf = async (pairs: readonly FilePair[], isWanted: boolean): Promise<readonly FileText[]> => {
  const texts: FileText[] = [];
  for (const pair of pairs) {
    const pieces = textPieces(pair);
    texts.push(pieces === undefined ? { pair } : { pair, text: withRewriting(pieces, [], pair) });
    await turn();
  }
  const hunks = hunksIn(texts);
  if (!isWanted || hunks < MIN_HUNKS) return texts;
  const known = await knownOf(texts);
  const rewritten = await withClasses(
    texts,
    known,
    classesIn(
      [...known.values()].map(({ found }) => found),
      hunks,
    ),
  );
  if (hunksIn(rewritten) <= MAX_LEFT * hunks) return rewritten;
  return await withClasses(texts, known, []);
};

/** Others are heard between two files. */
const turn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

const hunksIn = (texts: readonly FileText[]): number =>
  texts.reduce((sum, { text }) => sum + (text?.pieces.hunks.length ?? 0), 0);

interface Known {
  readonly declared: Declared | undefined;
  /** What was done to all of it besides other names of what it declares. */
  readonly found: Regularities;
}

const knownOf = async (texts: readonly FileText[]): Promise<ReadonlyMap<FileText, Known>> => {
  const known = new Map<FileText, Known>();
  const large = texts.filter(({ text }) => (text?.pieces.hunks.length ?? 0) >= MIN_HUNKS);
  const size = large.reduce((sum, { text }) => sum + (text?.pieces.good.bytes.length ?? 0), 0);
  for (const each of texts)
    if (each.text !== undefined) {
      const { good, bad } = each.text.pieces;
      const isParsed = large.includes(each) && 2 * size <= MAX_PARSED;
      const declared = isParsed ? await declaredIn(each.pair.good.path, each.text.pieces) : undefined;
      known.set(each, { declared, found: regularities(spliced(good, declared?.renaming ?? []), bad) });
      await turn();
    }
  return known;
};

/** `classes`: by text that is known. */
const withClasses = async (
  texts: readonly FileText[],
  known: ReadonlyMap<FileText, Known>,
  classes: readonly (readonly ClassOfEdits[])[],
): Promise<readonly FileText[]> => {
  const rewritten = new Map<FileText, FileText>();
  for (const [index, [each, { declared }]] of [...known].entries()) {
    const { pair, text } = each as Required<FileText>;
    const renaming = declared?.renaming ?? [];
    const isSettled = ({ sort, splices: [first] }: ClassOfEdits): boolean =>
      declared !== undefined && sort === "words" && !isNumber(first?.put ?? "");
    const own = (classes[index] ?? [])
      .filter((of) => !isSettled(of))
      .map((of) => ({ ...of, splices: linesBehind(of.splices, renaming) }));
    const names: ClassOfEdits = { name: "names", sort: "words", splices: renaming };
    const all = [...(renaming.length > 0 ? [names] : []), ...own.filter(({ splices }) => splices.length > 0)];
    rewritten.set(each, { pair, text: withRewriting(text.pieces, all, pair, declared) });
    await turn();
  }
  return texts.map((each) => rewritten.get(each) ?? each);
};
