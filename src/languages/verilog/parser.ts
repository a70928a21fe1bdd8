/** A small parser for Verilog and SystemVerilog: it takes apart what designs consist of, and leaves the rest as tokens. */
import type { Language, SyntaxTree } from "../syntax.ts";
import { Cursor, readRule, treeOf } from "./cursor.ts";
import { sourceFile } from "./items.ts";
import { SHAPES } from "./shapes.ts";
import { VOCABULARY } from "./words.ts";

const parse = (text: string): SyntaxTree => {
  const cursor = new Cursor(text);
  const root = readRule(sourceFile(cursor));
  return treeOf(text, root, cursor.extras());
};

export const verilogParser: Omit<Language, "name" | "traits"> = {
  kinds: VOCABULARY.kinds,
  fields: VOCABULARY.fields,
  shapes: SHAPES,
  parse,
};
