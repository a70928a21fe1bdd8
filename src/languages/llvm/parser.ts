/** Modules as trees: items, blocks, instructions, and the tokens in them. */
import type { SyntaxTree } from "../syntax.ts";
import { TreeWriter, Vocabulary } from "../tree-writer.ts";
import { Cursor } from "./cursor.ts";
import { readInstruction } from "./forms.ts";
import { moduleOf, type Item, type ItemKind, type Module, type Span } from "./module.ts";
import { signatureOf } from "./signature.ts";
import type { Token, TokenKind } from "./tokens.ts";

/** By kind of token: its kind in the tree. */
const LEAVES: Readonly<Record<TokenKind, string>> = {
  local: "local_name",
  global: "global_name",
  comdat: "comdat_name",
  metadata: "metadata_name",
  group: "attribute_name",
  summary: "summary_name",
  label: "label",
  string: "string",
  bytes: "string",
  number: "number",
  word: "keyword",
  record: "keyword",
  punctuation: "punctuation",
  unknown: "ERROR",
};

const ITEMS: Readonly<Record<ItemKind, string>> = {
  function: "function",
  declaration: "declaration",
  global: "global",
  type: "type_definition",
  attributes: "attribute_group",
  node: "metadata",
  "named node": "metadata",
  comdat: "comdat",
  directive: "directive",
  unknown: "ERROR",
};

export const WORDS = new Vocabulary({
  named: [
    ...new Set(
      ["module", "block", "instruction", "comment", ...Object.values(ITEMS), ...Object.values(LEAVES)].filter(
        (kind) => kind !== "ERROR",
      ),
    ),
  ].join(" "),
  extras: "comment",
});

export const parse = (text: string): SyntaxTree => {
  const module = moduleOf(text);
  return new Writing(module).tree();
};

class Writing {
  readonly #module: Module;
  readonly #tree: TreeWriter;
  /** Everything before it is written. */
  #at = 0;

  constructor(module: Module) {
    this.#module = module;
    this.#tree = new TreeWriter(module.text, WORDS, "module");
  }

  tree(): SyntaxTree {
    for (const item of this.#module.items) this.#item(item);
    this.#commentsUpTo(this.#module.text.length);
    return this.#tree.finish();
  }

  #commentsUpTo(end: number): void {
    const { text } = this.#module;
    for (let at = text.indexOf(";", this.#at); at >= 0 && at < end; at = text.indexOf(";", this.#at)) {
      const line = text.indexOf("\n", at);
      const stop = line < 0 ? text.length : line;
      this.#tree.leaf("comment", at, text[stop - 1] === "\r" ? stop - 1 : stop);
      this.#at = stop;
    }
    this.#at = end;
  }

  #node(kind: string, { from, to }: Span, inside: () => void): void {
    const { tokens } = this.#module;
    const { start } = tokens[from] as Token;
    this.#commentsUpTo(start);
    this.#tree.open(kind, start);
    inside();
    this.#tree.close((tokens[to - 1] as Token).end);
  }

  #tokens({ from, to }: Span): void {
    for (let at = from; at < to; at++) {
      const { kind, start, end } = this.#module.tokens[at] as Token;
      this.#commentsUpTo(start);
      this.#tree.leaf(LEAVES[kind], start, end);
      this.#at = end;
    }
  }

  #item(item: Item): void {
    const kind = isWhole(this.#module, item) ? ITEMS[item.kind] : "ERROR";
    this.#node(kind, item, () => {
      const { body } = item;
      if (body === undefined) return this.#tokens(item);
      this.#tokens({ from: item.from, to: body.open + 1 });
      for (const { label, instructions } of body.blocks) {
        const last = instructions.at(-1)?.to ?? label + 1;
        const first = label < 0 ? (instructions[0]?.from ?? 0) : label;
        this.#node("block", { from: first, to: last }, () => {
          if (label >= 0) this.#tokens({ from: label, to: label + 1 });
          for (const each of instructions) {
            const { isWhole: isFine } = readInstruction(this.#module.tokens, each);
            this.#node(isFine ? "instruction" : "ERROR", each, () => this.#tokens(each));
          }
        });
      }
      this.#tokens({ from: body.close, to: item.to });
    });
  }
}

const isWhole = ({ tokens }: Module, item: Item): boolean => {
  const { kind, body, from, to } = item;
  if (kind === "unknown") return false;
  if (kind === "function")
    return body !== undefined && body.close === to - 1 && signatureOf(tokens, item) !== undefined;
  if (kind === "declaration") return signatureOf(tokens, item) !== undefined;
  if (kind === "global") return isGlobal(tokens, item);
  return kind === "directive" || tokens[from + 2] !== undefined;
};

/** It has a type, and a value unless it is defined elsewhere. */
const isGlobal = (tokens: readonly Token[], { from, to }: Item): boolean => {
  const start = tokens.findIndex(
    ({ text }, at) => at > from && at < to && /^(?:global|constant|alias|ifunc)$/.test(text),
  );
  if (start < 0) return false;
  const c = new Cursor(tokens, { from: start + 1, to });
  if (/^(?:alias|ifunc)$/.test(tokens[start]?.text ?? "")) return c.type() !== undefined && c.take(",") && c.typed();
  const isElsewhere = tokens.slice(from, start).some(({ text }) => /^extern(?:al|_weak)$/.test(text));
  return isElsewhere ? c.type() !== undefined : c.typed();
};
