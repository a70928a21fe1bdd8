/** Copies the tree of the parser into columns. */
import type { Tree, TreeCursor } from "web-tree-sitter";
import { ERROR, EXTRA, MISSING, NAMED, type SyntaxTree } from "./syntax.ts";

/** The parser's number for nodes it could not understand. */
const ERROR_ID = 65535;

/** What is known of each kind by its number. */
export interface KindTable {
  /** The number that stands for ERROR in the columns; all others are the parser's. */
  readonly error: number;
  /** By kind: whether it is named. */
  readonly named: Uint8Array;
  /** By kind: whether its nodes may be extras. */
  readonly mayBeExtra: Uint8Array;
  /** By kind: whether its nodes must have something in them. */
  readonly filled: Uint8Array;
}

/** So many nodes are copied in one step: some ten milliseconds. */
const STEP = 8192;

/** Step by step, so that others can have their turn between them. */
export function* copyTree(tree: Tree, text: string, kinds: KindTable): Generator<void, SyntaxTree, void> {
  const columns = emptyColumns(tree.rootNode.descendantCount);
  const cursor = tree.walk();
  try {
    yield* fill(columns, cursor, kinds);
  } finally {
    cursor.delete();
  }
  columns.start[0] = 0;
  columns.end[0] = text.length;
  let errors = 0;
  for (const flags of columns.flags) if ((flags & (ERROR | MISSING)) !== 0) errors += 1;
  let hollow = 0;
  for (const [node, kind] of columns.kind.entries())
    if (kinds.filled[kind] === 1 && columns.after[node] === node + 1) hollow += 1;
  return { text, length: columns.kind.length, errors, hollow, ...columns };
}

/** Does any node tell of an error? The same as by counting them in a copy; goes only where the parser knows of one. */
export function tellsOfError(tree: Tree): boolean {
  const cursor = tree.walk();
  try {
    for (;;) {
      const isTorn = cursor.currentNode.hasError;
      if (isTorn && isFault(cursor)) return true;
      if (isTorn && cursor.gotoFirstChild()) continue;
      while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return false;
    }
  } finally {
    cursor.delete();
  }
}

/** How many nodes of these kinds have nothing in them. The same as by counting them in a copy; no root stands inside of a tree. */
export const hollowIn = ({ rootNode: root }: Tree, kinds: readonly string[]): number => {
  const inside = kinds.filter((kind) => kind !== root.type);
  const found = inside.length === 0 ? [] : root.descendantsOfType(inside);
  const nodes = inside.length === kinds.length ? found : [root, ...found];
  return nodes.filter((node) => node !== null && node.childCount === 0).length;
};

const isFault = (cursor: TreeCursor): boolean =>
  cursor.nodeTypeId === ERROR_ID || (cursor.startIndex === cursor.endIndex && cursor.nodeIsMissing);

type Columns = Pick<SyntaxTree, "kind" | "start" | "end" | "after" | "parent" | "field" | "flags">;

const emptyColumns = (length: number): Columns => ({
  kind: new Uint16Array(length),
  start: new Int32Array(length),
  end: new Int32Array(length),
  after: new Int32Array(length),
  parent: new Int32Array(length),
  field: new Uint16Array(length),
  flags: new Uint8Array(length),
});

/** One step per node, in document order: down, else aside, else up until there is something aside. */
function* fill(columns: Columns, cursor: TreeCursor, kinds: KindTable): Generator<void, void, void> {
  const { parent, after } = columns;
  let above = -1;
  let node = 0;
  for (;;) {
    parent[node] = above;
    note(columns, { node, cursor, kinds });
    if (cursor.gotoFirstChild()) above = node;
    else {
      after[node] = node + 1;
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return;
        after[above] = node + 1;
        above = parent[above] ?? -1;
      }
    }
    node += 1;
    if (node % STEP === 0) yield;
  }
}

interface TreePlace {
  readonly node: number;
  readonly cursor: TreeCursor;
  readonly kinds: KindTable;
}

function note(columns: Columns, { node, cursor, kinds }: TreePlace): void {
  const id = cursor.nodeTypeId;
  const kind = id === ERROR_ID ? kinds.error : id;
  const start = cursor.startIndex;
  const end = cursor.endIndex;
  columns.kind[node] = kind;
  columns.start[node] = start;
  columns.end[node] = end;
  columns.field[node] = cursor.currentFieldId;
  let flags = kinds.named[kind] === 1 ? NAMED : 0;
  if (kind === kinds.error) flags |= ERROR;
  if (start === end && cursor.nodeIsMissing) flags |= MISSING;
  // Errors may stand anywhere too, but are no comments.
  if (kind !== kinds.error && kinds.mayBeExtra[kind] === 1 && cursor.currentNode.isExtra) flags |= EXTRA;
  columns.flags[node] = flags;
}
