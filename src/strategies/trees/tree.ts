/** Trees as lists of nodes in document order: a subtree is a range, so whatever goes is a cut that copies only bounds. */
import {
  drop,
  keyOf,
  rangesBefore,
  select,
  union,
  whole,
  type Configuration,
  type Range,
} from "../../core/configuration.ts";

/** A tree as it is given. */
export interface TreeNode<T> {
  readonly kind: string;
  readonly value: T;
  readonly children: readonly TreeNode<T>[];
  /** What is printed in the node's place when it is pruned; nothing unless given. */
  readonly replacement?: T | undefined;
}

/**
 * A tree of which some nodes are gone. Nodes are named by their number in document order in the tree as it was given; the
 * parent of a node is the nearest one kept of those above it.
 */
export interface Tree<T> {
  readonly nodes: readonly TreeNode<T>[];
  /** The subtree of node i is the nodes from i up to `ends[i]`. */
  readonly ends: Int32Array;
  readonly kept: Configuration<TreeNode<T>>;
  /** Pruned nodes whose replacement is printed. */
  readonly replaced: Configuration<TreeNode<T>>;
}

/** A tree from its root, its nodes numbered in preorder. */
export const treeOf = <T>(root: TreeNode<T>): Tree<T> => {
  const nodes: TreeNode<T>[] = [];
  const open: { readonly number: number; readonly children: readonly TreeNode<T>[]; next: number }[] = [];
  const ends: number[] = [];
  const enter = (node: TreeNode<T>): void => {
    open.push({ number: nodes.length, children: node.children, next: 0 });
    nodes.push(node);
  };
  enter(root);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const child = top.children[top.next++];
    if (child !== undefined) enter(child);
    else {
      ends[top.number] = nodes.length;
      open.pop();
    }
  }
  return { nodes, ends: Int32Array.from(ends), kept: whole(nodes), replaced: select(whole(nodes), []) };
};

/** The tree as nodes with children again: what is gone is missing, a replaced node is a leaf with its replacement as value. */
export const toNode = <T>(tree: Tree<T>): TreeNode<T> => {
  const top: TreeNode<T>[] = [];
  const open: { readonly end: number; readonly children: TreeNode<T>[] }[] = [{ end: Infinity, children: top }];
  forEachPrinted(tree, (number, replaced) => {
    const { kind, value, replacement } = tree.nodes[number] as TreeNode<T>;
    while ((open.at(-1)?.end as number) <= number) open.pop();
    const children: TreeNode<T>[] = [];
    open.at(-1)?.children.push({ kind, value: replaced ? (replacement as T) : value, children, replacement });
    open.push({ end: tree.ends[number] as number, children });
  });
  return top[0] as TreeNode<T>;
};

/** Calls back with every node that is kept or printed by its replacement, in document order. */
export const forEachPrinted = (tree: Tree<unknown>, visit: (number: number, replaced: boolean) => void): void => {
  let replaced = nextKept(tree.replaced, 0);
  const flush = (end: number): void => {
    for (; replaced < end; replaced = nextKept(tree.replaced, replaced + 1)) visit(replaced, true);
  };
  for (let number = nextKept(tree.kept, 0); number < Infinity; number = nextKept(tree.kept, number + 1)) {
    flush(number);
    visit(number, false);
  }
  flush(Infinity);
};

/** The digest of which nodes are kept and which are replaced. */
export const treeKey = (tree: Tree<unknown>): string => `${keyOf(tree.kept)}${keyOf(tree.replaced)}`;

/** The root, `undefined` in a tree without nodes. */
export const rootOf = ({ kept }: Tree<unknown>): number | undefined => kept.bounds[0];

/** The kept nodes right below a node. */
export const childrenOf = ({ kept, ends }: Tree<unknown>, number: number): number[] => {
  const children: number[] = [];
  const end = ends[number] as number;
  for (let at = nextKept(kept, number + 1); at < end; at = nextKept(kept, ends[at] as number)) children.push(at);
  return children;
};

/** All nodes one level below the given ones. */
export const levelBelow = (tree: Tree<unknown>, level: readonly number[]): number[] =>
  level.flatMap((number) => childrenOf(tree, number));

/** The tree without the subtrees of these nodes, which are in order and not below each other; replacements take their place. */
export const prune = <T>(tree: Tree<T>, numbers: readonly number[]): Tree<T> => {
  const gone = numbers.map((number) => ({ from: number, to: tree.ends[number] as number }));
  const filled = numbers.filter((number) => tree.nodes[number]?.replacement !== undefined);
  const fillers = select(
    whole(tree.nodes),
    filled.map((number) => ({ from: number, to: number + 1 })),
  );
  return { ...tree, kept: without(tree.kept, gone), replaced: union(without(tree.replaced, gone), fillers) };
};

/** The tree with a node's subtree replaced by that of one of its descendants. */
export const lift = <T>(tree: Tree<T>, number: number, descendant: number): Tree<T> => {
  const gone = [
    { from: number, to: descendant },
    { from: tree.ends[descendant] as number, to: tree.ends[number] as number },
  ];
  return { ...tree, kept: without(tree.kept, gone), replaced: without(tree.replaced, gone) };
};

/** The first kept number from `number` on; infinite when there is none. */
export const nextKept = (c: Configuration<unknown>, number: number): number => {
  const range = rangesBefore(c, number);
  return range === c.offsets.length ? Infinity : Math.max(number, c.bounds[2 * range] as number);
};

/** What is kept of a selection outside some ranges of numbers. */
const without = <Delta>(c: Configuration<Delta>, gone: readonly Range[]): Configuration<Delta> =>
  c.length === 0
    ? c
    : drop(
        c,
        gone.map(({ from, to }) => ({ from: position(c, from), to: position(c, to) })),
      );

/** How many kept ones come before a number. */
const position = (c: Configuration<unknown>, number: number): number => {
  const range = rangesBefore(c, number);
  if (range === c.offsets.length) return c.length;
  return (c.offsets[range] as number) + Math.max(0, number - (c.bounds[2 * range] as number));
};
