/** The tokens of a text: leaves of its tree, and what lies between leaves and is not blank. */
import { EXTRA, type SyntaxTree } from "../../languages/syntax.ts";

/** A token, from `start` to `end`. */
export interface LeafToken {
  readonly start: number;
  readonly end: number;
  /** The node it is; -1 for text that the parser has no leaf for. */
  readonly node: number;
}

const BLANK = /\S+/g;

/** In document order; comments are not taken apart. */
export const tokensOf = (tree: SyntaxTree): readonly LeafToken[] => textsOf(tree, () => false);

/** The same, with nodes of some kinds (by number) in one piece. */
export const textsOf = (tree: SyntaxTree, isWhole: (kind: number) => boolean): readonly LeafToken[] => {
  const tokens: LeafToken[] = [];
  let at = 0;
  const between = (end: number): void => {
    if (end <= at) return;
    for (const { 0: word, index } of tree.text.slice(at, end).matchAll(BLANK))
      tokens.push({ start: at + index, end: at + index + word.length, node: -1 });
  };
  for (let node = 1; node < tree.length; node++) {
    const isLeaf =
      tree.after[node] === node + 1 ||
      ((tree.flags[node] as number) & EXTRA) !== 0 ||
      isWhole(tree.kind[node] as number);
    const start = tree.start[node] as number;
    const end = tree.end[node] as number;
    if (!isLeaf || start === end || start < at) continue;
    between(start);
    tokens.push({ start, end, node });
    at = end;
    node = (tree.after[node] as number) - 1;
  }
  between(tree.text.length);
  return tokens;
};

/** Is it written like a name, or a word of the language? */
export const isWord = (text: string): boolean => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(text);
