/** Nodes in document order, opened and closed one after the other; some turn out superfluous and are left out at the end. */
import { grown } from "./brackets.ts";
import { BLOCK, CALL, COMMENT, ITEM, LINE, PART, PUNCTUATION, TEXT } from "./kinds.ts";
import { EXTRA, NAMED, type SyntaxTree } from "../syntax.ts";

/** The kind of nodes that are left out: their children become those of their parents. */
const SUPERFLUOUS = 0xffff;

export interface Builder {
  readonly kind: Uint16Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly after: Int32Array;
  length: number;
  /** Where the last leaf ended. */
  reached: number;
  /** The open nodes; by depth: the node, the indentation of a block, how many lines it holds, or parts of a line. */
  nodes: Int32Array;
  indents: Int32Array;
  lines: Int32Array;
  depth: number;
}

/** Room for `most` nodes; what is not touched of it takes no memory. */
export const builderFor = (most: number): Builder => ({
  kind: new Uint16Array(most),
  start: new Int32Array(most),
  end: new Int32Array(most),
  after: new Int32Array(most),
  length: 0,
  reached: 0,
  nodes: new Int32Array(64),
  indents: new Int32Array(64),
  lines: new Int32Array(64),
  depth: 0,
});

export const topKind = (builder: Builder): number => builder.kind[builder.nodes[builder.depth - 1] ?? 0] ?? TEXT;

export const open = (builder: Builder, kind: number, start: number): void => {
  const { depth, length } = builder;
  builder.nodes = grown(builder.nodes, depth);
  builder.nodes[depth] = length;
  builder.kind[length] = kind;
  builder.start[length] = start;
  builder.depth++;
  builder.length++;
};

export const leaf = (builder: Builder, kind: number, start: number, end: number): void => {
  const at = builder.length++;
  builder.kind[at] = kind;
  builder.start[at] = start;
  builder.end[at] = end;
  builder.after[at] = at + 1;
  builder.reached = end;
};

/** A line within a block of its own, which remains if more lines get into it. */
export const openLine = (builder: Builder, start: number, indent: number): void => {
  builder.lines[builder.depth - 1] = (builder.lines[builder.depth - 1] ?? 0) + 1;
  open(builder, BLOCK, start);
  builder.lines = grown(builder.lines, builder.depth);
  builder.indents = grown(builder.indents, builder.depth);
  builder.lines[builder.depth - 1] = 1;
  builder.indents[builder.depth - 1] = indent;
  open(builder, LINE, start);
  builder.lines = grown(builder.lines, builder.depth);
  builder.lines[builder.depth - 1] = 0;
  openPart(builder, start);
};

/** A part of a line, which remains if there are more of them. */
export const openPart = (builder: Builder, start: number): void => {
  builder.lines[builder.depth - 1] = (builder.lines[builder.depth - 1] ?? 0) + 1;
  open(builder, PART, start);
};

export const openItem = (builder: Builder, start: number): void => {
  open(builder, ITEM, start);
  builder.lines = grown(builder.lines, builder.depth);
  builder.lines[builder.depth - 1] = 0;
};

/** Ends the part of a line that is open, if something is in it. */
export const endPart = (builder: Builder): void => {
  if (topKind(builder) === PART && builder.nodes[builder.depth - 1] !== builder.length - 1) close(builder);
};

/** An item of one line holds its tokens itself: its block and its line are the nodes after it. */
const unwrap = ({ kind }: Builder, item: number): void => {
  if (kind[item + 1] === SUPERFLUOUS) kind[item + 2] = SUPERFLUOUS;
};

/** What turns out to hold one thing only is left out. */
const simplify = (builder: Builder, node: number): void => {
  const { kind } = builder;
  if (kind[node] === BLOCK) kind[node] = SUPERFLUOUS;
  else if (kind[node] === LINE) kind[node + 1] = SUPERFLUOUS;
  else if (kind[node] === ITEM) unwrap(builder, node);
};

export const close = (builder: Builder): void => {
  const { nodes, lines } = builder;
  const depth = --builder.depth;
  const node = nodes[depth] ?? 0;
  builder.after[node] = builder.length;
  builder.end[node] = builder.reached;
  if (lines[depth] === 1) simplify(builder, node);
};

export const closeDownTo = (builder: Builder, depth: number): void => {
  while (builder.depth > depth) close(builder);
};

const isInLine = (kind: number): boolean => kind === LINE || kind === PART || kind === CALL;

/** Ends the line, and the blocks that a line with this indentation cannot belong to. */
export const dedent = (builder: Builder, indent: number): void => {
  while (isInLine(topKind(builder))) close(builder);
  while (topKind(builder) === BLOCK && (builder.indents[builder.depth - 1] ?? 0) >= indent) close(builder);
};

/** A loop: `Uint8Array.from` would build an ordinary array first. */
const flagsOf = (kind: Uint16Array): Uint8Array => {
  const flags = new Uint8Array(kind.length);
  for (let at = 0; at < kind.length; at++) {
    const its = kind[at] ?? 0;
    if (its < PUNCTUATION) flags[at] = its === COMMENT ? NAMED | EXTRA : NAMED;
  }
  return flags;
};

/** Moves the nodes together, in place, and finds their parents. Returns how many are left. */
const compact = ({ kind, start, end, after, length }: Builder, parent: Int32Array): number => {
  let kept = 0;
  let top = -1;
  for (let at = 0; at < length; at++) {
    while (top >= 0 && (after[top] ?? 0) <= at) {
      const closed = top;
      top = parent[closed] ?? -1;
      after[closed] = kept;
    }
    if (kind[at] === SUPERFLUOUS) continue;
    kind[kept] = kind[at] ?? 0;
    start[kept] = start[at] ?? 0;
    end[kept] = end[at] ?? 0;
    parent[kept] = top;
    const last = after[at] ?? 0;
    after[kept] = last === at + 1 ? kept + 1 : last;
    if (last !== at + 1) top = kept;
    kept++;
  }
  for (; top >= 0; top = parent[top] ?? -1) after[top] = kept;
  return kept;
};

export const finish = (builder: Builder, text: string): SyntaxTree => {
  builder.end[0] = text.length;
  const parents = new Int32Array(builder.length);
  const length = compact(builder, parents);
  const kind = builder.kind.slice(0, length);
  return {
    text,
    length,
    kind,
    start: builder.start.slice(0, length),
    end: builder.end.slice(0, length),
    after: builder.after.slice(0, length),
    parent: parents.subarray(0, length),
    field: new Uint16Array(length),
    flags: flagsOf(kind),
    errors: 0,
  };
};
