/** A node gives way to something inside it, of whatever kind (Hodován & Kiss 2017; Sun et al. 2018 for the any-kind form). */
import { EXTRA, NAMED, type SyntaxTree } from "../languages/syntax.ts";
import type { Edit, EditPass, Syntax } from "../languages/pass.ts";
import { Seams } from "./support/seams.ts";
import { isStatement } from "./support/selection.ts";
import { childrenOf } from "./support/structure.ts";

/** How many of the shortest descendants are tried for a node. */
const SHORTEST = 9;
/** Without a grammar: how many of the shortest members. */
const MEMBERS = 9;
/** … and how many of the longest parts one group deeper. */
const DEEPER = 1;
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
    const seams = new Seams(syntax);
    let large = 0;
    for (let node = 1; node < tree.length && edits.length < MAX_EDITS; node++) {
      const start = tree.start[node] as number;
      if (start < from || tree.after[node] === node + 1 || ((tree.flags[node] as number) & EXTRA) !== 0) continue;
      if (isRepeated(tree, node)) continue;
      if ((tree.after[node] as number) - node > LARGE && ++large > TOP) continue;
      const end = tree.end[node] as number;
      // In the place of a statement, an expression becomes one.
      const isWhole = ending !== "" && isStatement(syntax, node) && /[;}]$/.test(tree.text.slice(end - 1, end));
      const inner = insides(tree, node, grammarless === true ? wantedOf(syntax, node) : undefined)
        .map((each) => partOf(syntax, node, each))
        .filter((part) => seams.fits({ start, end }, part));
      for (const text of new Set(inner.map((part) => tree.text.slice(part.start, part.end))))
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

const textOf = (tree: SyntaxTree, node: number): string => tree.text.slice(tree.start[node], tree.end[node]);

const sizeOf = (tree: SyntaxTree, node: number): number => (tree.end[node] as number) - (tree.start[node] as number);

/** What stands for a node: something in it, with the semicolon that ends it if nothing else would. */
const partOf = (syntax: Syntax, node: number, inner: number): { readonly start: number; readonly end: number } => {
  const { tree, language } = syntax;
  const start = tree.start[inner] as number;
  const end = tree.end[inner] as number;
  const ends = (at: number): boolean => /^\s*;/.test(tree.text.slice(at, at + GAP));
  const isEnded = language.traits.grammarless === true && ends(end) && !ends(tree.end[node] as number);
  return { start, end: isEnded ? tree.text.indexOf(";", end) + 1 : end };
};

/** White space before a semicolon is not looked at any further. */
const GAP = 100;

const shortestOf = (tree: SyntaxTree, nodes: readonly number[], most: number): readonly number[] => {
  const found = new Map<string, number>();
  for (const each of nodes.toSorted((a, b) => sizeOf(tree, a) - sizeOf(tree, b))) {
    if (found.size === most) break;
    const text = textOf(tree, each);
    if (!found.has(text)) found.set(text, each);
  }
  return [...found.values()];
};

/** The shortest, unless others are wanted, then longer and longer ones. */
const insides = (tree: SyntaxTree, node: number, wanted?: readonly number[]): readonly number[] => {
  const size = sizeOf(tree, node);
  const inner: number[] = [];
  for (let each = node + 1; each < (tree.after[node] as number); each++) {
    const own = sizeOf(tree, each);
    if (((tree.flags[each] as number) & NAMED) !== 0 && own > 0 && own < size) inner.push(each);
  }
  const sorted = inner.toSorted((a, b) => sizeOf(tree, a) - sizeOf(tree, b));
  const found = new Set(wanted ?? shortestOf(tree, sorted, SHORTEST));
  for (let part = size / 2 ** HALVINGS; part < size; part *= 2) {
    const largest = sorted.findLast((each) => sizeOf(tree, each) <= part);
    if (largest !== undefined && (wanted === undefined || tree.after[largest] !== largest + 1)) found.add(largest);
  }
  const last = sorted.at(-1);
  if (last !== undefined) found.add(last);
  return [...found];
};

/** Without a grammar: the shortest members, and the longest parts in the groups of these. */
const wantedOf = (syntax: Syntax, node: number): readonly number[] => {
  const { tree } = syntax;
  const { members, deeper } = membersOf(syntax, node);
  const longest = deeper.toSorted((a, b) => sizeOf(tree, b) - sizeOf(tree, a)).slice(0, DEEPER);
  return [...shortestOf(tree, members, MEMBERS), ...longest];
};

interface Members {
  readonly members: readonly number[];
  /** What has structure in the groups of these. */
  readonly deeper: readonly number[];
}

/** The arguments of a call, the items of a group or what is in the only one, the groups and calls of anything else. */
const membersOf = ({ tree, language }: Syntax, node: number): Members => {
  const isGroup = (each: number): boolean => (language.kinds[tree.kind[each] as number] ?? "").startsWith("group");
  const within = (each: number): readonly number[] =>
    [...childrenOf(tree, each)].filter((child) => ((tree.flags[child] as number) & (NAMED | EXTRA)) === NAMED);
  const itemsOf = (group: number): readonly number[] => {
    const items = within(group);
    return items.length === 1 ? [...items, ...within(items[0] as number)] : items;
  };
  const members = isGroup(node)
    ? itemsOf(node)
    : within(node).flatMap((child) => (isGroup(child) ? [child, ...itemsOf(child)] : [child]));
  const isSmaller = (each: number): boolean => sizeOf(tree, each) < sizeOf(tree, node);
  const groups = members.filter((each) => !isGroup(each)).flatMap((each) => within(each).filter(isGroup));
  const deeper = groups.flatMap(itemsOf).filter((each) => tree.after[each] !== each + 1);
  return { members: members.filter(isSmaller), deeper: deeper.filter(isSmaller) };
};
