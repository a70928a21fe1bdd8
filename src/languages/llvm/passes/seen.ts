/** A text as the passes of LLVM's assembly see it. */
import type { Units } from "../../../formats/units.ts";
import type { Edit, Syntax } from "../../pass.ts";
import type { SyntaxTree } from "../../syntax.ts";
import { functionOf, isTerse, type FunctionModel } from "../functions.ts";
import { moduleOf, type Module, type Span } from "../module.ts";
import type { Token } from "../tokens.ts";

export interface ParsedModule extends Module {
  readonly functions: readonly FunctionModel[];
}

const known = new WeakMap<SyntaxTree, ParsedModule>();

/** Nothing is to be cut where numbers are not written: what was left would be called something else. */
export const seenIn = ({ tree }: Syntax): ParsedModule => {
  const found = known.get(tree);
  if (found !== undefined) return found;
  const all = allIn(tree.text);
  const seen = isTerse(all.functions) ? { ...all, items: [], functions: [] } : all;
  known.set(tree, seen);
  return seen;
};

/** All of it, however it is written. */
export const allIn = (text: string): ParsedModule => {
  const module = moduleOf(text);
  return { ...module, functions: module.items.flatMap((item) => functionOf(module.tokens, item) ?? []) };
};

/** Other text in the place of some tokens. */
export const swap = ({ tokens }: Pick<Module, "tokens">, { from, to }: Span, text: string): Edit => ({
  start: (tokens[from] as Token).start,
  end: (tokens[to - 1] as Token).end,
  text,
});

/** Without some tokens, and without their line where nothing else is on it. */
export const cutOf = (module: Pick<Module, "tokens" | "text">, span: Span): Edit => {
  const { start, end } = swap(module, span, "");
  let before = start;
  while (before > 0 && /[ \t]/.test(module.text.charAt(before - 1))) before--;
  const isLine =
    before > 0 && module.text.charAt(before - 1) === "\n" && /^[ \t\r]*(?:\n|$)/.test(module.text.slice(end, end + 80));
  return { start: isLine ? before - 1 : before, end, text: "" };
};

/** Edits by a key, in the order in which keys were met. */
export class Grouped {
  readonly #groups = new Map<string, Edit[]>();

  add(key: string, edit: Edit): void {
    const group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, [edit]);
    else group.push(edit);
  }

  get rewrites(): readonly (readonly Edit[])[] {
    return [...this.#groups.values()];
  }
}

/** Ranges that lie side by side, as units with nothing inside them. */
export const unitsOf = (module: Pick<Module, "tokens" | "text">, spans: readonly Span[]): Units => {
  const { tokens, text } = module;
  const { length } = spans;
  return {
    text,
    length,
    start: Int32Array.from(spans, ({ from }) => (tokens[from] as Token).start),
    end: Int32Array.from(spans, ({ to }) => (tokens[to - 1] as Token).end),
    after: Int32Array.from(spans, (_, unit) => unit + 1),
    list: new Int32Array(length).fill(-1),
    lists: [],
  };
};
