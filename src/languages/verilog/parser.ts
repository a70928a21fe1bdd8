/** A small parser for Verilog and SystemVerilog: it takes apart what designs consist of, and leaves the rest as tokens. */
import { hasNoNewFaults, withFaults } from "../faults.ts";
import type { Language, SyntaxTree } from "../syntax.ts";
import { inconsistencies } from "./design/consistency.ts";
import { Cursor, readRule, treeOf } from "./grammar/cursor.ts";
import { sourceFile } from "./grammar/items.ts";
import { SHAPES } from "./grammar/shapes.ts";
import { KEYWORDS, VOCABULARY } from "./grammar/words.ts";
import { passes } from "./passes/index.ts";

const parse = (text: string): SyntaxTree => {
  const cursor = new Cursor(text);
  const root = readRule(sourceFile(cursor));
  const tree = treeOf(text, root, cursor.extras());
  return withFaults({ ...tree, hollow: 0 }, inconsistencies(tree));
};

const OPAQUE = VOCABULARY.kinds.indexOf("opaque_block");

/** The statements in blocks that are not taken apart, whatever their names are. */
const opaqueStatements = ({ text, kind, start, end }: SyntaxTree): readonly string[] =>
  Array.from(kind).flatMap((each, node) =>
    each === OPAQUE
      ? text
          .slice(start[node], end[node])
          .split(";")
          .map((statement) =>
            statement
              .replaceAll(/\s+/g, " ")
              .trim()
              .replaceAll(/[a-z_]\w*/gi, (word) => (KEYWORDS.has(word) ? word : "x")),
          )
      : [],
  );

/** Nothing new is wrong; what is not taken apart stays as it is, or goes. */
const keepsMeaning = (candidate: SyntaxTree, source: SyntaxTree): boolean => {
  if (!hasNoNewFaults(candidate, source)) return false;
  const own = opaqueStatements(candidate);
  const known = own.length === 0 ? undefined : new Set(opaqueStatements(source));
  return own.every((statement) => known?.has(statement));
};

export const verilogParser: Omit<Language, "name" | "traits"> = {
  kinds: VOCABULARY.kinds,
  fields: VOCABULARY.fields,
  shapes: SHAPES,
  parse,
  keepsMeaning,
  passes,
};
