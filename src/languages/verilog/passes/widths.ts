/** Names one bit wide: their ranges go, and with them what selects a part of them. */
import type { Edit, RewritePass } from "../../pass.ts";
import { designOf, type Design, type Name } from "../design/design.ts";

export const widths: RewritePass = {
  kind: "rewrites",
  name: "widths",
  about: "makes wires and registers one bit wide, and deletes what selects parts of them",
  filtered: true,
  rewrites({ tree }) {
    const design = designOf(tree);
    const found = new Map<string, Edit[]>();
    for (const { names, node } of design.modules)
      for (const [key, edits] of [...names.values()].flatMap((name) => narrowed(design, name)))
        found.set(`${node} ${key}`, [...(found.get(`${node} ${key}`) ?? []), ...edits]);
    return apart([...found.values()]);
  },
};

/** Names that one statement declares share its range, and go together. */
const narrowed = (
  { view }: Design,
  { declarations, uses, name }: Name,
): readonly (readonly [key: string, edits: readonly Edit[]])[] => {
  const gone = (node: number): Edit => ({ ...view.span(node), text: "" });
  const around = declarations.map((leaf) => view.parent(leaf));
  const statements = around.map((declarator) => view.parent(declarator));
  const ranges = [...around, ...statements].flatMap((each) =>
    view.children(each).filter((child) => view.is(child, "range")),
  );
  if (ranges.length === 0) return [];
  const selected = uses.flatMap((leaf) => {
    const edits: Edit[] = [];
    for (let at = view.parent(leaf); view.is(at, "select") && at + 1 <= leaf; at = view.parent(at)) {
      const selector = view.child(at, "selector");
      if (selector !== undefined && view.span(at).start === view.span(leaf).start) edits.push(gone(selector));
    }
    return edits;
  });
  return [[String(statements[0] ?? name), [...ranges.map(gone), ...selected]]];
};

/** Rewrites that do not overlap each other; of others, those that begin first. */
const apart = (rewrites: readonly (readonly Edit[])[]): readonly (readonly Edit[])[] => {
  const edits = rewrites
    .flatMap((each, owner) => dedupe(each).map((edit) => ({ ...edit, owner })))
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  const refused = new Set<number>();
  let end = -1;
  for (const edit of edits) {
    if (edit.start < end) refused.add(edit.owner);
    else if (!refused.has(edit.owner)) ({ end } = edit);
  }
  return rewrites.filter((_, owner) => !refused.has(owner)).map(dedupe);
};

/** The same edit once. */
const dedupe = (edits: readonly Edit[]): readonly Edit[] => [
  ...new Map(edits.map((edit) => [`${edit.start} ${edit.end}`, edit])).values(),
];
