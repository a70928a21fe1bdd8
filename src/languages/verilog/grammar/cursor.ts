/** A place in a list of tokens, and the nodes that are made of them. */
import { TreeWriter } from "../../tree-writer.ts";
import type { SyntaxTree } from "../../syntax.ts";
import { tokensOf, type Token } from "./lexer.ts";
import { SOFT, VOCABULARY } from "./words.ts";

export interface Node {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly field?: string;
  readonly missing?: boolean;
  readonly children: readonly Node[];
}

/** A rule of the grammar as it is being read: it waits for rules inside it, and returns its node. */
export type Rule = Generator<Rule, Node, Node>;

/** Reads a rule and all inside it, however deep they lie. */
export const readRule = (rule: Rule): Node => {
  const open: Rule[] = [rule];
  let made: Node | undefined;
  for (;;) {
    const { done, value } = (open.at(-1) as Rule).next(made as Node);
    if (done !== true) {
      open.push(value);
      made = undefined;
    } else if (open.length === 1) return value;
    else {
      open.pop();
      made = value;
    }
  }
};

export class Cursor {
  readonly text: string;
  /** Without directives. */
  readonly #tokens: readonly Token[];
  /** Those before the token with a number. */
  readonly #directives = new Map<number, readonly Token[]>();
  readonly #extras: readonly Token[];
  #at = 0;

  constructor(text: string) {
    this.text = text;
    const { tokens, extras } = tokensOf(text);
    const found: Token[] = [];
    let waiting: Token[] = [];
    for (const token of tokens) {
      if (token.kind === "directive") waiting.push(token);
      else {
        if (waiting.length > 0) this.#directives.set(found.length, waiting);
        waiting = [];
        found.push(token);
      }
    }
    this.#tokens = found;
    this.#extras = extras;
  }

  /** The kind of the next token, or of one after it; "" at the end. Directives are not seen. */
  kind(ahead = 0): string {
    return this.#token(ahead).kind;
  }

  is(...kinds: readonly string[]): boolean {
    return kinds.includes(this.kind());
  }

  isIn(kinds: ReadonlySet<string> | Readonly<Record<string, unknown>>): boolean {
    const kind = this.kind();
    return kinds instanceof Set ? kinds.has(kind) : Object.hasOwn(kinds, kind);
  }

  /** How many tokens were taken. */
  get place(): number {
    return this.#at;
  }

  textAt(ahead = 0): string {
    const { start, end } = this.#token(ahead);
    return this.text.slice(start, end);
  }

  /** How many tokens ahead the bracket is that closes the one there; the end, or a semicolon, if none does. */
  closing(ahead: number): number {
    const open: string[] = [];
    for (let at = ahead; ; at++) {
      const kind = this.kind(at);
      const closing = BRACKETS[kind];
      if (closing !== undefined) open.push(closing);
      else if (kind === open.at(-1)) open.pop();
      if (open.length === 0 || kind === "" || kind === ";") return at;
    }
  }

  /** Takes the next token. */
  leaf(field?: string): Node {
    const { kind, start, end } = this.#token(0);
    if (kind !== "") this.#at++;
    const children = kind === "macro" ? macroParts(start, end) : [];
    return { kind, start, end, children, ...(field !== undefined && { field }) };
  }

  /** The next token if it is one of these. */
  optional(...kinds: readonly string[]): readonly Node[] {
    return this.is(...kinds) ? [this.leaf()] : [];
  }

  /** The next token if it is this one; else it is missed. */
  expected(kind: string, field?: string): Node {
    return this.is(kind) ? this.leaf(field) : this.missed(kind);
  }

  /** A name; an older design may have given one that is a word of the language today, a generated one may begin with `$`. */
  name(field?: string): Node {
    if (this.is("identifier", "macro")) return this.leaf(field);
    if (this.is("system_task")) return { ...this.leaf(field), kind: "identifier" };
    if (!this.isIn(SOFT) || !NAME_ENDS.has(this.kind(1))) return this.missed("identifier");
    return { ...this.leaf(field), kind: "identifier" };
  }

  missed(kind: string): Node {
    const end = this.#tokens[this.#at - 1]?.end ?? 0;
    return { kind, start: end, end, missing: true, children: [] };
  }

  /** Takes the next token as something that cannot stand there. */
  wrong(): Node {
    return { ...this.leaf(), kind: "ERROR", children: [] };
  }

  /** What was made, and the next token as an error if nothing was taken since a place. */
  moved(place: number, made: Node): readonly Node[] {
    if (this.#at > place || this.is("")) return [made];
    return made.children.length > 0 || made.missing === true ? [made, this.wrong()] : [this.wrong()];
  }

  /** The directives right before the next token, which are taken. */
  directives(): readonly Token[] {
    const found = this.#directives.get(this.#at) ?? [];
    this.#directives.delete(this.#at);
    return found;
  }

  /** What stands anywhere, in document order. */
  extras(): readonly Token[] {
    const loose = [...this.#directives.values()].flat().map((token) => ({ ...token, kind: "loose_directive" }));
    return [...this.#extras, ...loose].toSorted((a, b) => a.start - b.start);
  }

  #token(ahead: number): Token {
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)] as Token;
  }
}

const BRACKETS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "'{": "}" };

/** The name of a macro is a name as where it is defined. */
const macroParts = (start: number, end: number): readonly Node[] => [
  { kind: "`", start, end: start + 1, children: [] },
  { kind: "identifier", start: start + 1, end, children: [] },
];

/** What may stand behind a name that is declared. */
const NAME_ENDS: ReadonlySet<string> = new Set([",", ";", "=", "[", "(", ")", "#"]);

/** A node of parts, of which there is at least one. */
export const nodeOf = (kind: string, parts: readonly Node[], field?: string): Node => ({
  kind,
  start: parts[0]?.start ?? 0,
  end: parts.at(-1)?.end ?? 0,
  children: parts,
  ...(field !== undefined && { field }),
});

export const withField = (node: Node, field: string): Node => ({ ...node, field });

/** What attributes may stand before, as a part of it. */
const ATTRIBUTED: ReadonlySet<string> = new Set(
  (
    "module_declaration routine_declaration generate_region continuous_assign process instantiation declaration port_declaration " +
    "parameter_declaration port seq_block if_statement case_statement loop_statement timed_statement expression_statement"
  ).split(" "),
);

/** Where the attributes of what begins at a place begin. */
const attributesBefore = (extras: readonly Token[], from: number, place: number): number => {
  let to = from;
  while ((extras[to]?.start ?? Number.POSITIVE_INFINITY) < place) to++;
  let start = place;
  for (let at = to - 1; at >= from && extras[at]?.kind === "attribute_instance"; at--)
    start = (extras[at] as Token).start;
  return start;
};

/** The tree of a root, with what stands anywhere inside the innermost nodes around it; attributes are a part of what follows them. */
export const treeOf = (text: string, root: Node, extras: readonly Token[]): SyntaxTree => {
  const writer = new TreeWriter(text, VOCABULARY, root.kind);
  let next = 0;
  const extrasUpTo = (place: number): void => {
    for (; (extras[next]?.start ?? Number.POSITIVE_INFINITY) < place; next++) {
      const { kind, start, end } = extras[next] as Token;
      writer.leaf(kind, start, end);
    }
  };
  const open: { readonly node: Node; at: number }[] = [{ node: root, at: 0 }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const child = top.node.children[top.at++];
    if (child === undefined) {
      extrasUpTo(open.length === 1 ? Number.POSITIVE_INFINITY : top.node.end);
      if (open.length > 1) writer.close(top.node.end);
      open.pop();
      continue;
    }
    const { kind, end, field, missing = false, children } = child;
    const start = ATTRIBUTED.has(kind) ? attributesBefore(extras, next, child.start) : child.start;
    extrasUpTo(start);
    const marks = { missing, ...(field !== undefined && { field }) };
    if (children.length === 0) writer.leaf(kind, start, end, marks);
    else {
      writer.open(kind, start, marks);
      open.push({ node: child, at: 0 });
    }
  }
  return writer.finish();
};
