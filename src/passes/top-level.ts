/** The outermost parts: declarations of a file, members of its namespaces and classes, members of the outermost object. */
import type { CutPass } from "../languages/pass.ts";
import { topLevel } from "./support/selection.ts";
import { unitsOf } from "./support/structure.ts";

export const topLevelParts: CutPass = {
  kind: "cuts",
  name: "top-level",
  about: "deletes the outermost declarations, rules, members",
  unit: "top-level parts",
  units: (syntax) => unitsOf(syntax, topLevel(syntax)),
};
