/** A small parser for Verilog and SystemVerilog: it takes apart what designs consist of, and leaves the rest as tokens. */
import type { Language, SyntaxTree } from "../syntax.ts";
import { inconsistencies } from "./design/consistency.ts";
import { Cursor, readRule, treeOf } from "./grammar/cursor.ts";
import { sourceFile } from "./grammar/items.ts";
import { SHAPES } from "./grammar/shapes.ts";
import { VOCABULARY } from "./grammar/words.ts";
import { passes } from "./passes/index.ts";

const parse = (text: string): SyntaxTree => {
  const cursor = new Cursor(text);
  const root = readRule(sourceFile(cursor));
  const tree = treeOf(text, root, cursor.extras());
  return { ...tree, hollow: inconsistencies(tree) };
};

export const verilogParser: Omit<Language, "name" | "traits"> = {
  kinds: VOCABULARY.kinds,
  fields: VOCABULARY.fields,
  shapes: SHAPES,
  parse,
  passes,
};
