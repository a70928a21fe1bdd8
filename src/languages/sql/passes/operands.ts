/** Values that give way to one inside them: an operand, an argument, an arm of CASE, what is cast, what a window is about. */
import type { Edit, EditPass } from "../../pass.ts";
import { Nodes } from "./nodes.ts";

/** Values nested deeper than this are first tried from far within. */
const DEEP = 3;

export const operands: EditPass = {
  kind: "edits",
  name: "operands",
  about: "puts a value of SQL in the place of the one around it",
  filtered: true,
  edits: (syntax, from) => {
    const nodes = new Nodes(syntax);
    const edits: Edit[] = [];
    for (let node = 1; node < syntax.tree.length; node++)
      if (nodes.start(node) >= from && nodes.isValue(node))
        for (const text of new Set(insides(nodes, node)))
          edits.push({ start: nodes.start(node), end: nodes.end(node), text });
    return edits;
  },
};

/** From the far inside to the near; of those beside each other, the longest first. */
const insides = (nodes: Nodes, node: number): readonly string[] => {
  const near = longestFirst(nodes, valuesIn(nodes, node));
  const path: number[] = [];
  for (let at = near[0]; at !== undefined; at = longestFirst(nodes, valuesIn(nodes, at))[0]) path.push(at);
  const leaps: number[] = [];
  for (let depth = path.length - 1; depth >= DEEP; depth = depth >> 1) leaps.push(path[depth] as number);
  return [...leaps, ...near].map((each) => nodes.text(each)).filter((text) => text.length < nodes.size(node));
};

const longestFirst = (nodes: Nodes, found: readonly number[]): readonly number[] =>
  found.toSorted((a, b) => nodes.size(b) - nodes.size(a));

/** The nearest values inside of a node. */
const valuesIn = (nodes: Nodes, node: number): readonly number[] => {
  const found: number[] = [];
  for (let inner = node + 1; inner < nodes.after(node); inner++)
    if (nodes.isValue(inner)) {
      found.push(inner);
      inner = nodes.after(inner) - 1;
    }
  return found;
};
