/** The outermost parts: declarations of a file, members of its namespaces and classes, members of the outermost object. */
import type { CutPass } from "./pass.ts";
import { topLevel } from "./selection.ts";
import { unitsOf } from "./structure.ts";

export const topLevelParts: CutPass = {
  kind: "cuts",
  name: "top-level",
  about: "deletes the outermost declarations, rules, members",
  unit: "top-level parts",
  units: (syntax) => unitsOf(syntax, topLevel(syntax)),
};
