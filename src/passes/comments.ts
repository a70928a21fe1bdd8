/** Comments. */
import { hasRole } from "../languages/roles.ts";
import { EXTRA } from "../languages/syntax.ts";
import type { CutPass } from "../languages/pass.ts";
import { unitsOf } from "./support/structure.ts";

export const comments: CutPass = {
  kind: "cuts",
  name: "comments",
  about: "deletes comments",
  unit: "comments",
  units(syntax) {
    const { tree, language } = syntax;
    const nodes: number[] = [];
    for (let node = 1; node < tree.length; node++) {
      if (((tree.flags[node] as number) & EXTRA) === 0 || !hasRole(language, "comment", tree.kind[node])) continue;
      nodes.push(node);
      node = (tree.after[node] as number) - 1;
    }
    return unitsOf(syntax, nodes);
  },
};
