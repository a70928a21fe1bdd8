/** Comments. */
import { EXTRA } from "../languages/syntax.ts";
import type { CutPass } from "./pass.ts";
import { unitsOf } from "./structure.ts";

export const comments: CutPass = {
  kind: "cuts",
  name: "comments",
  about: "deletes comments",
  unit: "comments",
  units(syntax) {
    const { tree, language } = syntax;
    const nodes: number[] = [];
    for (let node = 1; node < tree.length; node++) {
      if (((tree.flags[node] as number) & EXTRA) === 0 || !isComment(language.kinds[tree.kind[node] as number]))
        continue;
      nodes.push(node);
      node = (tree.after[node] as number) - 1;
    }
    return unitsOf(syntax, nodes);
  },
};

const isComment = (kind: string | undefined): boolean => kind?.includes("comment") === true;
