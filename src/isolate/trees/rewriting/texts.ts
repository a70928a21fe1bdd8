/** All texts that differ, with what was done to all of them: it is looked for only where most differences are that. */
import { textPieces, type FileText } from "../file-part.ts";
import type { FilePair } from "../pairs.ts";
import { classesIn, regularities, type Regularities } from "./rewriting.ts";
import { withRewriting } from "./text.ts";

/** Fewer differences are halved quickly as they are. */
const MIN_HUNKS = 300;
/** Rewriting that leaves more of the differences is none. */
const MAX_LEFT = 0.7;

export const textsOf = async (pairs: readonly FilePair[], isWanted: boolean): Promise<readonly FileText[]> => {
  const texts: FileText[] = [];
  for (const pair of pairs) {
    const pieces = textPieces(pair);
    texts.push(pieces === undefined ? { pair } : { pair, text: withRewriting(pieces, [], pair) });
    await turn();
  }
  const hunks = hunksIn(texts);
  if (!isWanted || hunks < MIN_HUNKS) return texts;
  const rewritten = await withClasses(texts, hunks);
  return hunksIn(rewritten) > MAX_LEFT * hunks ? texts : rewritten;
};

/** Others are heard between two files. */
const turn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

const hunksIn = (texts: readonly FileText[]): number =>
  texts.reduce((sum, { text }) => sum + (text?.pieces.hunks.length ?? 0), 0);

const withClasses = async (texts: readonly FileText[], hunks: number): Promise<readonly FileText[]> => {
  const known = new Map<FileText, Regularities>();
  for (const each of texts)
    if (each.text !== undefined) {
      known.set(each, regularities(each.text.pieces.good, each.text.pieces.bad));
      await turn();
    }
  const classes = classesIn([...known.values()], hunks);
  const rewritten = new Map<FileText, FileText>();
  for (const [index, each] of [...known.keys()].entries()) {
    const { pair, text } = each as Required<FileText>;
    rewritten.set(each, { pair, text: withRewriting(text.pieces, classes[index] ?? [], pair) });
    await turn();
  }
  return texts.map((each) => rewritten.get(each) ?? each);
};
