/** A register that one process gives a value becomes a wire with that value. */
import type { Edit, RewritePass } from "../../pass.ts";
import { designOf } from "../design/design.ts";
import type { View } from "../design/view.ts";

export const assigns: RewritePass = {
  kind: "rewrites",
  name: "assigns",
  about: "replaces a register and the process that gives it a value by a wire with that value",
  filtered: true,
  rewrites({ tree }) {
    const { view } = designOf(tree);
    const taken = new Set<number>();
    const rewrites: (readonly Edit[])[] = [];
    for (let node = 1; node < tree.length; node++) {
      const assignment = view.is(node, "process") ? onlyAssignment(view, node) : undefined;
      const declared = assignment === undefined ? undefined : registerOf(view, node, assignment);
      if (assignment === undefined || declared === undefined || taken.has(declared.declarator)) continue;
      taken.add(declared.declarator);
      const value = view.children(assignment).find((each) => view.field(each) === "right") ?? assignment;
      const { end } = view.span(declared.declarator);
      rewrites.push([
        { ...view.span(declared.word), text: "wire" },
        { start: end, end, text: `=${view.text(value)}` },
        { ...view.span(node), text: "" },
      ]);
    }
    return rewrites;
  },
};

/** `name = value;`, which is all that the process does. */
const onlyAssignment = (view: View, process: number): number | undefined => {
  const body = view.children(process).find((each) => view.field(each) === "body");
  const assignment =
    body !== undefined && view.is(body, "expression_statement") ? view.child(body, "assignment") : undefined;
  return assignment !== undefined && view.is(view.first(assignment), "identifier") ? assignment : undefined;
};

/** The word `reg` or `logic`, and the name, which is declared alone and without a value. */
const registerOf = (
  view: View,
  process: number,
  assignment: number,
): { readonly word: number; readonly declarator: number } | undefined => {
  const name = view.text(view.first(assignment));
  for (const declaration of view.children(view.parent(process))) {
    if (!view.is(declaration, "declaration")) continue;
    const word = view.child(declaration, "reg", "logic");
    const declarators = view.children(declaration).filter((each) => view.is(each, "declarator"));
    const [declarator] = declarators;
    if (word !== undefined && declarator !== undefined && declarators.length === 1 && view.text(declarator) === name)
      return { word, declarator };
  }
  return undefined;
};
