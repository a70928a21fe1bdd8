/** A node gives way to something inside it, of whatever kind (Hodován & Kiss 2017; Sun et al. 2018 for the any-kind form). */
import { EXTRA, NAMED, type SyntaxTree } from "../languages/syntax.ts";
import type { Edit, EditPass } from "./pass.ts";
import { isStatement } from "./support/selection.ts";

/** How many of the shortest descendants are tried for a node. */
const SHORTEST = 9;
/** Without a grammar, hopeless ones are not told apart. */
const SHORTEST_PLAIN = 3;
/** Larger descendants: one of at most half the size of the node, one of a quarter, … */
const HALVINGS = 12;
/** Nodes with more inside them are looked at only near the top of the tree. */
const LARGE = 2000;
const TOP = 50;
/** On a text with more of them, trying one after the other is hopeless anyway. */
const MAX_EDITS = 20_000;

export const hoist: EditPass = {
  kind: "edits",
  name: "hoist",
  about: "puts something inside a node in the place of the node",
  filtered: true,
  edits(syntax, from) {
    const { tree, language } = syntax;
    const { statementEnd: ending = "", grammarless } = language.traits;
    const edits: Edit[] = [];
    const shortest = grammarless === true ? SHORTEST_PLAIN : SHORTEST;
    let large = 0;
    for (let node = 1; node < tree.length && edits.length < MAX_EDITS; node++) {
      const start = tree.start[node] as number;
      if (start < from || tree.after[node] === node + 1 || ((tree.flags[node] as number) & EXTRA) !== 0) continue;
      if (isRepeated(tree, node)) continue;
      if ((tree.after[node] as number) - node > LARGE && ++large > TOP) continue;
      const end = tree.end[node] as number;
      // In the place of a statement, an expression becomes one.
      const isWhole = ending !== "" && isStatement(syntax, node) && /[;}]$/.test(tree.text.slice(end - 1, end));
      for (const text of insides(tree, node, shortest))
        edits.push({ start, end, text: isWhole && !/[;}]$/.test(text) ? `${text}${ending}` : text });
    }
    return edits;
  },
};

/** A node that spans as much as its parent: the parent has been tried. */
const isRepeated = (tree: SyntaxTree, node: number): boolean => {
  const parent = tree.parent[node] as number;
  return parent > 0 && tree.start[parent] === tree.start[node] && tree.end[parent] === tree.end[node];
};

/** The shortest, then longer and longer ones. */
const insides = (tree: SyntaxTree, node: number, shortest: number): readonly string[] => {
  const size = (tree.end[node] as number) - (tree.start[node] as number);
  const inner: number[] = [];
  for (let each = node + 1; each < (tree.after[node] as number); each++) {
    const own = (tree.end[each] as number) - (tree.start[each] as number);
    if (((tree.flags[each] as number) & NAMED) !== 0 && own > 0 && own < size) inner.push(each);
  }
  const sizeOf = (each: number): number => (tree.end[each] as number) - (tree.start[each] as number);
  const sorted = inner.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const texts = new Set<string>();
  const add = (each: number): void => void texts.add(tree.text.slice(tree.start[each], tree.end[each]));
  for (const each of sorted) {
    if (texts.size === shortest) break;
    add(each);
  }
  for (let part = size / 2 ** HALVINGS; part < size; part *= 2) {
    const largest = sorted.findLast((each) => sizeOf(each) <= part);
    if (largest !== undefined) add(largest);
  }
  const last = sorted.at(-1);
  if (last !== undefined) add(last);
  return [...texts];
};
