/** What definitions of tables say, and where names are no columns. */
import type { Part } from "../parts.ts";
import { childrenOf, namesIn, type Columns } from "./scope.ts";

/** The columns in the brackets of CREATE TABLE; `undefined` where there are none. */
export const defineTable = (text: string, defs: Part | undefined): Columns => {
  if (defs === undefined) return undefined;
  const columns = childrenOf(defs, "column_def").map((column) => namesIn(text, column.parts[0] as Part)[0] ?? "");
  return columns.length === 0 ? undefined : columns;
};

/** The tables that foreign keys name. */
export const referencesIn = (text: string, defs: Part): readonly string[] =>
  defs.parts
    .flatMap((def) => [def, ...def.parts])
    .flatMap((part) => {
      if (!part.kind.endsWith("constraint")) return [];
      const at = part.parts.findIndex(({ start, end }) => /^references$/i.test(text.slice(start, end)));
      const table = at < 0 ? undefined : part.parts[at + 1];
      const name = table?.kind === "table_ref" ? table.parts[0] : table;
      return name === undefined || name.missing === true ? [] : [namesIn(text, name).at(-1) ?? ""];
    });

/** By kind: the children that are names of something else. */
const OTHER_NAMES: Readonly<Record<string, (index: number, part: Part) => boolean>> = {
  call: (index) => index === 0,
  typed_literal: (index) => index === 0,
  pair: (index) => index === 0,
  alias: () => true,
  cte: (index, { parts }) => index === 0 || parts[index]?.kind === "column_list",
  window: (index) => index === 0,
  over_clause: () => false,
  option: () => true,
  column_def: (index) => index === 0,
  table_ref: (index, { parts }) => /^(?:identifier|qualified|alias)$/.test(parts[index]?.kind ?? ""),
  table_constraint: () => false,
};

/** May the child of a part be a column, or have some in it? */
export const isColumnName = (text: string, part: Part, index: number): boolean => {
  if (OTHER_NAMES[part.kind]?.(index, part) === true) return false;
  const { parts, kind } = part;
  const before = parts[index - 1];
  const word = before?.kind === "keyword" ? text.slice(before.start, before.end).toUpperCase() : "";
  if (kind.endsWith("constraint")) return isConstrained(text, part, index);
  if (kind === "postfix" && word === "COLLATE") return false;
  if (kind === "over_clause" && parts[index]?.kind === "identifier") return false;
  if (kind === "binary" && index === 0) return !/^(?::=|=>)$/.test(operatorOf(text, part));
  return !(kind === "arguments" && index === 1 && isUnit(text, part));
};

const operatorOf = (text: string, { parts }: Part): string => text.slice(parts[1]?.start, parts[1]?.end);

/** `extract(year FROM x)`. */
const isUnit = (text: string, { parts }: Part): boolean =>
  parts[1]?.kind === "identifier" && /^from$/i.test(text.slice(parts[2]?.start, parts[2]?.end));

/** In a constraint: the columns in brackets, but not those of another table. */
const isConstrained = (text: string, { parts }: Part, index: number): boolean => {
  const part = parts[index];
  if (part === undefined || /^(?:identifier|qualified|table_ref)$/.test(part.kind)) return false;
  return !parts.slice(0, index).some(({ start, end }) => /^references$/i.test(text.slice(start, end)));
};
