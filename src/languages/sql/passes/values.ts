/** Values: the simplest in the place of any, with all that is inside; what is needed deep inside keeps what is around it. */
import type { Units } from "../../../formats/units.ts";
import type { CutPass, Syntax } from "../../pass.ts";
import { Nodes, unitsFrom } from "./nodes.ts";

export const values: CutPass = {
  kind: "cuts",
  name: "values",
  about: "replaces values by NULL",
  unit: "values",
  units: (syntax) => filledWith(syntax, "NULL"),
};

export const zeros: CutPass = {
  kind: "cuts",
  name: "zeros",
  about: "replaces values by 0",
  unit: "values",
  units: (syntax) => filledWith(syntax, "0"),
};

/** Every value that is longer is a unit. */
const filledWith = (syntax: Syntax, filler: string): Units => {
  const nodes = new Nodes(syntax);
  const chosen: number[] = [];
  // There, a number is the place of a column.
  const isPlace = (node: number): boolean =>
    filler === "0" && /^(?:group_by|order_term)$/.test(nodes.kind(nodes.parent(node)));
  for (let node = 1; node < syntax.tree.length; node++)
    if (nodes.isValue(node) && nodes.size(node) > filler.length && !isPlace(node)) chosen.push(node);
  return unitsFrom(nodes, chosen, () => ({ filler }));
};
