/** What really stands between the elements of a list: grammars say what may, texts decide. */
import { EXTRA, type ListShape, type SyntaxTree } from "../../languages/syntax.ts";

/** Neighbours with the separator between any two of them. */
export interface ListRun {
  readonly nodes: readonly number[];
  readonly separated: boolean;
  /** The place behind a separator after the last element. */
  readonly trail?: number;
}

/** A separator that may as well end each element, the last one too. */
const TERMINATOR = ";";

const COMMA = ",";

/**
 * Behind an element, is such a child no element, but what is between elements or ends them? Grammars have some as elements,
 * and where the last one may be missing they have it as optional.
 */
export const isPunctuation = ({ items, separator }: ListShape, kind: string): boolean =>
  separator === kind || ((kind === TERMINATOR || kind === COMMA) && items.has(kind));

/** Where an element ends, with what ends it. */
export const endOf = (tree: SyntaxTree, node: number, list: ListShape): number => {
  const next = tree.after[node] as number;
  const isEnded = isPunctuation(list, TERMINATOR) && isSibling(tree, node, next) && textOf(tree, next) === TERMINATOR;
  return tree.end[isEnded ? next : node] as number;
};

/** Elements with something else between them do not share separators. */
export const runsOf = (tree: SyntaxTree, nodes: readonly number[], list: ListShape): readonly ListRun[] => {
  const separator = list.separator ?? (list.items.has(COMMA) ? COMMA : undefined);
  if (separator === undefined || separator === TERMINATOR) return [{ nodes, separated: false }];
  const between = nodes.slice(1).map((node, index) => isBetween(tree, [nodes[index] as number, node], separator));
  const runs: ListRun[] = [];
  for (let from = 0; from < nodes.length;) {
    let to = from + 1;
    while (between[to - 1] === true) to++;
    runs.push(runOf(tree, nodes.slice(from, to), separator));
    from = to;
  }
  return runs;
};

const runOf = (tree: SyntaxTree, nodes: readonly number[], separator: string): ListRun => {
  const last = nodes.at(-1) ?? 0;
  const next = tree.after[last] as number;
  const isTrailed = isSibling(tree, last, next) && textOf(tree, next) === separator;
  return { nodes, separated: true, ...(isTrailed && { trail: tree.end[next] as number }) };
};

/** Is the separator all there is between two children, comments apart? */
const isBetween = (
  tree: SyntaxTree,
  [first, second]: readonly [first: number, second: number],
  separator: string,
): boolean => {
  let found = 0;
  for (let node = tree.after[first] as number; node < second; node = tree.after[node] as number) {
    if (((tree.flags[node] as number) & EXTRA) !== 0) continue;
    if (textOf(tree, node) !== separator) return false;
    found++;
  }
  return found === 1;
};

const isSibling = (tree: SyntaxTree, node: number, other: number): boolean =>
  other < tree.length && tree.parent[other] === tree.parent[node];

const textOf = (tree: SyntaxTree, node: number): string => tree.text.slice(tree.start[node], tree.end[node]);
