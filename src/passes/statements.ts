/** Statements, declarations and rules, at all depths. */
import type { CutPass } from "../languages/pass.ts";
import { isStatement, nodesThat } from "./support/selection.ts";
import { unitsOf } from "./support/structure.ts";

export const statements: CutPass = {
  kind: "cuts",
  name: "statements",
  about: "deletes statements, declarations and rules at all depths",
  unit: "statements",
  units: (syntax) => unitsOf(syntax, nodesThat(syntax, isStatement)),
};
