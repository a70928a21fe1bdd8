/** Trees of parsers of pare's own: nodes are opened and closed in document order. */
import { ERROR, EXTRA, MISSING, NAMED, type Language, type SyntaxTree } from "./syntax.ts";

/** The kinds and fields of a language, by name and by number. */
export class Vocabulary {
  readonly kinds: readonly string[];
  readonly fields: readonly string[];
  readonly #kinds: ReadonlyMap<string, number>;
  readonly #fields: ReadonlyMap<string, number>;
  readonly #flags: ReadonlyMap<string, number>;

  /** Words separated by spaces. `named` come first, `tokens` are called by their text, `extras` (of `named`) may stand anywhere. */
  constructor(words: {
    readonly named: string;
    readonly tokens?: string;
    readonly fields?: string;
    readonly extras?: string;
  }) {
    const named = words.named.split(" ");
    const extras = new Set(words.extras?.split(" "));
    this.kinds = [...named, ...(words.tokens?.split(" ") ?? []), "ERROR"];
    this.fields = ["", ...(words.fields?.split(" ") ?? [])];
    this.#kinds = new Map(this.kinds.map((kind, id) => [kind, id]));
    this.#fields = new Map(this.fields.map((field, id) => [field, id]));
    this.#flags = new Map([
      ...named.map((kind) => [kind, extras.has(kind) ? NAMED | EXTRA : NAMED] as const),
      ["ERROR", NAMED | ERROR],
    ]);
  }

  has(kind: string): boolean {
    return this.#kinds.has(kind);
  }

  kind(name: string): number {
    return idOf(this.#kinds, name);
  }

  field(name: string): number {
    return idOf(this.#fields, name);
  }

  flags(kind: string): number {
    return this.#flags.get(kind) ?? 0;
  }
}

const idOf = (ids: ReadonlyMap<string, number>, name: string): number => {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`no such kind or field: ${name}`);
  return id;
};

/** What can be said of a node besides its kind and its place. */
interface Marks {
  readonly field?: string;
  /** The parser has missed it: it is empty. */
  readonly missing?: boolean;
}

type Column = "kind" | "start" | "end" | "after" | "parent" | "field" | "flags";

export class TreeWriter {
  readonly #text: string;
  readonly #vocabulary: Vocabulary;
  readonly #columns: Readonly<Record<Column, number[]>> = {
    kind: [],
    start: [],
    end: [],
    after: [],
    parent: [],
    field: [],
    flags: [],
  };
  #top = -1;
  /** Where the last node ended: what holds it ends there or later. */
  #reached = 0;

  /** `root`: the kind of the node that spans the whole text; it is open. */
  constructor(text: string, vocabulary: Vocabulary, root: string) {
    this.#text = text;
    this.#vocabulary = vocabulary;
    this.open(root, 0);
  }

  /** Everything up to `close` is inside of it. */
  open(kind: string, start: number, marks: Marks = {}): void {
    this.#top = this.#add(kind, start, marks);
  }

  /** Ends the node that was opened last. */
  close(end: number): void {
    const { parent, after, kind } = this.#columns;
    const node = this.#top;
    this.#reached = Math.max(this.#reached, end);
    this.#columns.end[node] = this.#reached;
    after[node] = kind.length;
    this.#top = parent[node] as number;
  }

  leaf(kind: string, start: number, end: number, marks: Marks = {}): void {
    this.#columns.end[this.#add(kind, start, marks)] = end;
    this.#reached = Math.max(this.#reached, end);
  }

  /** Ends what is still open. */
  finish(): SyntaxTree {
    while (this.#top >= 0) this.close(this.#text.length);
    const { kind, start, end, after, parent, field, flags } = this.#columns;
    return {
      text: this.#text,
      length: kind.length,
      kind: Uint16Array.from(kind),
      start: Int32Array.from(start),
      end: Int32Array.from(end),
      after: Int32Array.from(after),
      parent: Int32Array.from(parent),
      field: Uint16Array.from(field),
      flags: Uint8Array.from(flags),
      errors: flags.reduce((sum, each) => ((each & (ERROR | MISSING)) === 0 ? sum : sum + 1), 0),
    };
  }

  #add(kind: string, start: number, { field, missing = false }: Marks): number {
    const { kind: kinds, start: starts, end, after, parent, field: fields, flags } = this.#columns;
    const node = kinds.length;
    kinds.push(this.#vocabulary.kind(kind));
    starts.push(start);
    end.push(start);
    after.push(node + 1);
    parent.push(this.#top);
    fields.push(field === undefined ? 0 : this.#vocabulary.field(field));
    flags.push(this.#vocabulary.flags(kind) | (missing ? MISSING : 0));
    return node;
  }
}

/** The lists in the children of nodes, by kind: "statement" stands for many of them, "argument ," for some with commas between them. */
export const shapesOf = (lists: Readonly<Record<string, readonly string[]>>): Language["shapes"] =>
  new Map(
    Object.entries(lists).map(([kind, each]) => [
      kind,
      {
        lists: each.map((list) => {
          const words = list.split(" ");
          const separator = words.length > 1 && /^\W+$/.test(words.at(-1) as string) ? words.pop() : undefined;
          return { items: new Set(words), least: 0 as const, ...(separator !== undefined && { separator }) };
        }),
        optional: new Set<string>(),
      },
    ]),
  );
