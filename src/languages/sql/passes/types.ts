/** Types of columns and casts: the shortest there is, or the same with less in it. */
import type { Edit, EditPass, RewritePass, Syntax } from "../../pass.ts";
import { Nodes } from "./nodes.ts";

const SHORTEST = "INT";
/** Parts are tried one by one; where there are more types, something else has to go first. */
const FEW = 20;

export const types: RewritePass = {
  kind: "rewrites",
  name: "types",
  about: "replaces types by INT",
  filtered: true,
  rewrites: (syntax) =>
    typesOf(syntax).flatMap(({ start, end }) =>
      end - start > SHORTEST.length ? [[{ start, end, text: SHORTEST }]] : [],
    ),
};

export const partsOfTypes: EditPass = {
  kind: "edits",
  name: "parts of types",
  about: "deletes sizes and members of types, and replaces words of them by INT",
  filtered: true,
  edits: (syntax, from) => {
    const all = typesOf(syntax);
    return all.length > FEW
      ? []
      : all
          .flatMap(({ start, end }) => lessOf(syntax.tree.text.slice(start, end), start))
          .filter(({ start }) => start >= from)
          .toSorted((a, b) => a.start - b.start);
  },
};

/** `STRUCT(a INTEGER, b TEXT)`: without brackets, without a member, or with INT for a word that is longer. */
const lessOf = (type: string, at: number): readonly Edit[] => {
  const edits: Edit[] = [];
  /** Where brackets open, and where the element begins that they are in. */
  const open: { readonly from: number; readonly element: number }[] = [];
  let element = 0;
  for (const { index, 0: token } of type.matchAll(/[([<>\])]|,\s*|\w+|"[^"]*"|'[^']*'/g)) {
    const end = index + token.length;
    if (token.startsWith(",") && open.length > 0) {
      edits.push({ start: at + element, end: at + end, text: "" });
      element = end;
    } else if (/^[([<]$/.test(token)) {
      open.push({ from: index, element });
      element = end;
    } else if (/^[)\]>]$/.test(token)) {
      const around = open.pop();
      if (around === undefined) continue;
      if (around.from > 0) edits.push({ start: at + around.from, end: at + end, text: "" });
      const comma = type.slice(0, element).match(/,\s*$/);
      if (comma !== null) edits.push({ start: at + element - comma[0].length, end: at + index, text: "" });
      ({ element } = around);
    } else if (/^[A-Za-z_]\w*$/.test(token) && token.length > SHORTEST.length)
      edits.push({ start: at + index, end: at + end, text: SHORTEST });
  }
  return edits;
};

const typesOf = (syntax: Syntax): readonly { readonly start: number; readonly end: number }[] => {
  const nodes = new Nodes(syntax);
  const found: { readonly start: number; readonly end: number }[] = [];
  for (let node = 1; node < syntax.tree.length; node++)
    if (nodes.kind(node) === "type") found.push({ start: nodes.start(node), end: nodes.end(node) });
  return found;
};
