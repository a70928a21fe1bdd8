/** Names of statements, functions and branches by their nodes. They are those of the other readers for JavaScript, as far as these tell them apart. */
import type { Language, SyntaxTree } from "../../languages/index.ts";

export interface EntityNames {
  /** The line; for others than the first of a line also the column. */
  statement(node: number): string;
  branch(node: number): string;
  /** With its line, for methods of several classes share their names; one without a name also by its column. */
  function(node: number): string;
}

/** Nodes around a function that give it their name, by the field that has it. */
const NAMING: Readonly<Record<string, string>> = {
  variable_declarator: "name",
  assignment_expression: "left",
  pair: "key",
  field_definition: "property",
  public_field_definition: "name",
};

export const entityNames = (tree: SyntaxTree, { kinds, fields }: Language): EntityNames => {
  const { text, kind, field, parent, after, start, end } = tree;
  const lines = startsOf(text);
  const taken = new Map<number, number>();
  const place = (node: number): readonly [line: number, column: number] => {
    const line = lineAt(lines, start[node] as number);
    return [line + 1, (start[node] as number) - (lines[line] as number) + 1];
  };
  const child = (node: number, name: string): number | undefined => {
    for (let at = node + 1; at < (after[node] as number); at = after[at] as number)
      if (fields[field[at] as number] === name) return at;
    return undefined;
  };
  const calledIn = (node: number): string => {
    const above = parent[node] as number;
    const as = NAMING[kinds[kind[above] as number] ?? ""];
    const found = child(node, "name") ?? (as === undefined ? undefined : child(above, as));
    const [name = ""] = /[\w$#\u0080-\uFFFF]+$/.exec(text.slice(start[found ?? 0], end[found ?? -1])) ?? [];
    return found === undefined ? "" : name;
  };
  return {
    statement: (node) => {
      const [line, column] = place(node);
      const first = taken.get(line) ?? column;
      taken.set(line, first);
      return first === column ? `${line}` : `${line}:${column}`;
    },
    branch: (node) => place(node).join(":"),
    function: (node) => {
      const [line, column] = place(node);
      const name = calledIn(node);
      return name === "" ? `anonymous@${line}:${column}` : `${name}@${line}`;
    },
  };
};

const startsOf = (text: string): readonly number[] => {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
};

/** From 0. */
const lineAt = (starts: readonly number[], offset: number): number => {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle;
  }
  return low;
};
