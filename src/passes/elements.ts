/** Elements of all lists (arguments, members, modifiers, statements) and whatever the grammar lets be missing. */
import type { CutPass } from "../languages/pass.ts";
import { isElement, nodesThat } from "./support/selection.ts";
import { unitsOf } from "./support/structure.ts";

export const elements: CutPass = {
  kind: "cuts",
  name: "elements",
  about: "deletes elements of lists and optional parts",
  unit: "elements",
  units: (syntax) => unitsOf(syntax, nodesThat(syntax, isElement)),
};
