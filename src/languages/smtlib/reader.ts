/** S-expressions as SMT-LIB writes them, as plain data: nodes in document order, one column for each thing known of them. */

/** Kinds of nodes. */
export const LIST = 0;
export const SYMBOL = 1;
export const NUMERAL = 2;
export const DECIMAL = 3;
export const BITS = 4;
export const STRING = 5;
export const KEYWORD = 6;
/** A bracket without its partner, a string or a symbol without its end. */
export const BAD = 7;

interface Part {
  readonly start: number;
  readonly end: number;
}

export interface Expressions {
  readonly text: string;
  readonly length: number;
  readonly kind: Uint8Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** By node: the node after its subtree. */
  readonly after: Int32Array;
  /** By node: the list around it; -1 for the outermost. */
  readonly parent: Int32Array;
  /** Lists whose bracket is never closed. */
  readonly open: ReadonlySet<number>;
  readonly comments: readonly Part[];
}

const TOKEN = /[\s\uFEFF]+|;[^\n]*|[()]|"[^"]*"(?:"[^"]*")*|\|[^|\\]*\||[^\s()";|]+/y;

const LITERALS: readonly (readonly [RegExp, number])[] = [
  [/^\d+$/, NUMERAL],
  [/^\d+\.\d+$/, DECIMAL],
  [/^#(?:x[\dA-Fa-f]+|b[01]+)$/, BITS],
  [/^:./s, KEYWORD],
];

const kindOf = (token: string): number => {
  if (token.startsWith('"')) return STRING;
  return LITERALS.find(([pattern]) => pattern.test(token))?.[1] ?? SYMBOL;
};

export const readExpressions = (text: string): Expressions => {
  const kind: number[] = [];
  const start: number[] = [];
  const end: number[] = [];
  const after: number[] = [];
  const parent: number[] = [];
  const comments: Part[] = [];
  const path: number[] = [];
  const add = (each: number, from: number, to: number): number => {
    start.push(from);
    end.push(to);
    parent.push(path.at(-1) ?? -1);
    after.push(kind.length + 1);
    return kind.push(each) - 1;
  };
  for (let at = 0; at < text.length;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    const to = token === undefined ? text.length : at + token.length;
    if (token === undefined) add(BAD, at, to);
    else if (token === "(") path.push(add(LIST, at, to));
    else if (token === ")") {
      const list = path.pop();
      if (list === undefined) add(BAD, at, to);
      else [end[list], after[list]] = [to, kind.length];
    } else if (token.startsWith(";")) comments.push({ start: at, end: to });
    else if (!/^[\s\uFEFF]/.test(token)) add(kindOf(token), at, to);
    at = to;
  }
  for (const list of path) [end[list], after[list]] = [text.length, kind.length];
  return {
    text,
    length: kind.length,
    kind: Uint8Array.from(kind),
    start: Int32Array.from(start),
    end: Int32Array.from(end),
    after: Int32Array.from(after),
    parent: Int32Array.from(parent),
    open: new Set(path),
    comments,
  };
};

/** The nodes of a list. */
export const itemsOf = ({ after }: Expressions, list: number): readonly number[] => {
  const items: number[] = [];
  for (let item = list + 1; item < (after[list] as number); item = after[item] as number) items.push(item);
  return items;
};

export const textAt = ({ text, start, end }: Expressions, node: number): string => text.slice(start[node], end[node]);

/** What a symbol is called: |a| is a. */
export const symbolAt = (expressions: Expressions, node: number): string => {
  if (expressions.kind[node] !== SYMBOL) return "";
  const text = textAt(expressions, node);
  return text.startsWith("|") ? text.slice(1, -1) : text;
};

/** The first symbol of a list. */
export const headOf = (expressions: Expressions, list: number): string =>
  expressions.kind[list] === LIST && (expressions.after[list] as number) > list + 1
    ? symbolAt(expressions, list + 1)
    : "";
