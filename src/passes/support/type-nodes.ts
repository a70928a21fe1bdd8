/** Nodes that stand for the type of something, by the fields of grammars. */
import { isTypeField } from "../../languages/roles.ts";
import type { Edit, Syntax } from "../../languages/pass.ts";

export const isTypeNode = ({ tree, language }: Syntax, node: number): boolean =>
  isTypeField(language.fields[tree.field[node] as number] ?? "") && tree.start[node] !== tree.end[node];

/** The simplest types of the language; where names must be those of the text, only types that it names. */
export const simpleTypes = ({ tree, language, rename }: Syntax): readonly string[] =>
  (language.traits.types ?? []).filter((type) => rename || new RegExp(`(?<![\\w$])${type}(?![\\w$])`).test(tree.text));

/** Another type in the place of one, behind the sign that introduces it. */
export const withType = ({ tree }: Syntax, node: number, text: string): Edit => {
  const start = tree.start[node] as number;
  const end = tree.end[node] as number;
  const sign = /^(?::|->)\s*/.exec(tree.text.slice(start, end))?.[0] ?? "";
  return { start: start + sign.length, end, text };
};

/** The type in a statement that stands nearest above or beside a leaf. */
export const typeOf = (syntax: Syntax, statement: number, leaf: number): number | undefined => {
  const { tree } = syntax;
  for (let node = leaf; node > 0; node = tree.parent[node] as number) {
    const parent = tree.parent[node] as number;
    for (let child = parent + 1; child < (tree.after[parent] as number); child = tree.after[child] as number)
      if (child !== node && isTypeNode(syntax, child)) return child;
    if (parent === statement) return undefined;
  }
  return undefined;
};
