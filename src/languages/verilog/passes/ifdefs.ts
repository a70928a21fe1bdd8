/** Conditions of the preprocessor: one of their sides stands in their place, or nothing. */
import type { SyntaxTree } from "../../syntax.ts";
import type { CoupledPass, Edit } from "../../pass.ts";
import { designOf } from "../design/design.ts";
import { outermost } from "../design/edits.ts";
import type { View } from "../design/view.ts";

export const ifdefs: CoupledPass = {
  kind: "coupled",
  name: "ifdefs",
  about: "replaces `ifdef … `endif by one of its sides",
  changes({ tree }) {
    const { view, shared } = designOf(tree);
    const groups = groupsIn(tree, view);
    const likely = groups.flatMap((group) => keeping(view, group, likelySide(view, group, shared)));
    const each = groups.flatMap((group) => [-1, ...group.slice(1).keys()].map((side) => keeping(view, group, side)));
    return groups.length === 0 ? [] : [outermost(likely), ...each];
  },
};

/** The directives of one condition, from `ifdef to `endif. */
type Group = readonly number[];

const groupsIn = (tree: SyntaxTree, view: View): readonly Group[] => {
  const open: number[][] = [];
  const groups: Group[] = [];
  for (let node = 1; node < tree.length; node++) {
    if (!view.is(node, "directive", "loose_directive")) continue;
    const word = /^`\w+/.exec(view.text(node))?.[0] ?? "";
    if (word === "`ifdef" || word === "`ifndef") open.push([node]);
    else if (word === "`elsif" || word === "`else") open.at(-1)?.push(node);
    else if (word === "`endif") {
      const group = open.pop();
      if (group !== undefined) groups.push([...group, node]);
    }
  }
  return groups.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
};

/** Without the directives and all sides but one; -1 for none of them. */
const keeping = (view: View, group: Group, side: number): readonly Edit[] => {
  const { start } = view.span(group[0] as number);
  const { end } = view.span(group.at(-1) as number);
  if (side < 0) return [{ start, end, text: "" }];
  const from = view.span(group[side] as number).end;
  const to = view.span(group[side + 1] as number).start;
  return [
    { start, end: from, text: "" },
    { start: to, end, text: "" },
  ];
};

/** The side that is read if no macro is defined but those of the text. */
const likelySide = (view: View, group: Group, defined: ReadonlySet<string>): number => {
  return group.slice(0, -1).findIndex((node) => {
    const [word = "", name = ""] = view.text(node).split(/\s+/);
    if (word === "`else") return true;
    return defined.has(`\`${name}`) !== (word === "`ifndef");
  });
};
