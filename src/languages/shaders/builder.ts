/** A tree while it grows: tokens go into the node that is open, and what is there already can be put into a new node. */
import type { SyntaxTree } from "../syntax.ts";
import { TreeWriter, type Vocabulary } from "../tree-writer.ts";
import { COMMENT, DIRECTIVE, type Tokens } from "./tokens.ts";

interface Draft {
  readonly kind: string;
  field: string | undefined;
  readonly start: number;
  end: number;
  readonly missing: boolean;
  readonly children: Draft[];
}

export class Builder {
  readonly tokens: Tokens;
  /** The token to be read next: never a comment or a directive. */
  at = 0;
  readonly #root: Draft;
  readonly #open: Draft[];
  /** Comments and directives up to this token are in the tree. */
  #placed = 0;

  constructor(tokens: Tokens, root: string) {
    this.tokens = tokens;
    this.#root = draft(root, 0, tokens.text.length);
    this.#open = [this.#root];
    this.#skip();
  }

  get isOver(): boolean {
    return this.at >= this.tokens.length;
  }

  /** The text of the token `ahead` of the next one; "" at the end. */
  peek(ahead = 0): string {
    let token = this.at;
    for (let left = ahead; left > 0; left--) token = this.after(token);
    return this.textAt(token);
  }

  textAt(token: number): string {
    return this.tokens.texts[token] ?? "";
  }

  typeAt(token: number): number {
    return this.tokens.type[token] ?? 0;
  }

  /** The next token that is neither a comment nor a directive. */
  after(token: number): number {
    let next = token + 1;
    while (this.#isExtra(next)) next++;
    return next;
  }

  open(kind: string, field?: string): void {
    this.#placeExtras();
    const start = this.isOver ? this.#end() : (this.tokens.start[this.at] as number);
    const node = draft(kind, start, start, field);
    this.#top().children.push(node);
    this.#open.push(node);
  }

  close(): void {
    const node = this.#open.pop() as Draft;
    node.end = Math.max(node.start, node.children.at(-1)?.end ?? node.start);
  }

  /** The next token as a leaf. */
  take(kind: string, field?: string): void {
    this.#placeExtras();
    const { start, end } = this.tokens;
    this.#top().children.push(draft(kind, start[this.at] as number, end[this.at] as number, field));
    this.at++;
    this.#skip();
  }

  /** Something is not there. */
  miss(kind: string): void {
    const place = this.#top().children.at(-1)?.end ?? this.#top().start;
    this.#top().children.push({ ...draft(kind, place, place), missing: true });
  }

  /** A place among the children of the open node, for `wrap`. */
  mark(): number {
    this.#placeExtras();
    return this.#top().children.length;
  }

  /** All from the mark on becomes a node of its own. */
  wrap(kind: string, mark: number): void {
    const inner = this.#top().children.splice(mark);
    const [first] = inner;
    if (first === undefined) return;
    this.#top().children.push({ ...draft(kind, first.start, inner.at(-1)?.end ?? first.end), children: inner });
  }

  /** What was put into the open node at this place is called so. */
  name(place: number, field: string): void {
    const node = this.#top().children.at(place);
    if (node !== undefined) node.field = field;
  }

  /** The kind of what was put into the open node at this place, and its operator if it has one. */
  kindAt(place: number): string {
    return this.#top().children.at(place)?.kind ?? "";
  }

  operatorAt(place: number): string {
    const inner = this.#top()
      .children.at(place)
      ?.children.find(({ field }) => field === "operator");
    return inner?.kind ?? "";
  }

  finish(vocabulary: Vocabulary): SyntaxTree {
    this.#placeExtras();
    const writer = new TreeWriter(this.tokens.text, vocabulary, this.#root.kind);
    const waiting: (Draft | number)[] = this.#root.children.toReversed();
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (typeof next === "number") {
        writer.close(next);
        continue;
      }
      const { kind, field, start, end, missing, children } = next;
      const marks = { ...(field !== undefined && { field }), missing };
      // A sign or a word of the language was wanted, and something else stands there.
      if (!vocabulary.has(kind)) writer.leaf("ERROR", start, end);
      else if (children.length === 0 && kind !== "ERROR") writer.leaf(kind, start, end, marks);
      else {
        writer.open(kind, start, marks);
        waiting.push(end);
        for (let child = children.length - 1; child >= 0; child--) waiting.push(children[child] as Draft);
      }
    }
    return writer.finish();
  }

  #isExtra(token: number): boolean {
    const type = this.tokens.type[token];
    return type === COMMENT || type === DIRECTIVE;
  }

  #skip(): void {
    while (this.#isExtra(this.at)) this.at++;
  }

  #placeExtras(): void {
    for (; this.#placed < this.at; this.#placed++)
      if (this.#isExtra(this.#placed)) this.#top().children.push(this.#extraAt(this.#placed));
  }

  #extraAt(token: number): Draft {
    const start = this.tokens.start[token] as number;
    const end = this.tokens.end[token] as number;
    return this.tokens.type[token] === COMMENT ? draft("comment", start, end) : directive(this.textAt(token), start);
  }

  #end(): number {
    return this.#top().children.at(-1)?.end ?? this.#top().start;
  }

  #top(): Draft {
    return this.#open.at(-1) as Draft;
  }
}

const draft = (kind: string, start: number, end: number, field?: string): Draft => ({
  kind,
  field,
  start,
  end,
  missing: false,
  children: [],
});

const PARTS = /^(#[ \t]*\w*)(?:[ \t]+(\w+))?([^]*)$/;

/** A directive with its keyword, its first word and the rest. */
const directive = (text: string, start: number): Draft => {
  const [, keyword = text, name, rest = ""] = PARTS.exec(text) ?? [];
  const isDefinition = /^#\s*define$/.test(keyword);
  const nameStart = start + text.length - rest.length - (name?.length ?? 0);
  const restStart = start + text.length - rest.trimStart().length;
  return {
    ...draft("directive", start, start + text.length),
    children: [
      draft("keyword", start, start + keyword.length),
      ...(name === undefined
        ? []
        : [
            draft(
              isDefinition || /if|undef/.test(keyword) ? "identifier" : "argument_text",
              nameStart,
              nameStart + name.length,
              isDefinition ? "name" : undefined,
            ),
          ]),
      ...(rest.trim() === "" ? [] : [draft("argument_text", restStart, start + text.length)]),
    ],
  };
};
