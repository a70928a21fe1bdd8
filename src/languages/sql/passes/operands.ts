/** Values that give way to one inside them: an operand, an argument, an arm of CASE, what is cast, what a window is about. */
import type { Edit, EditPass } from "../../pass.ts";
import { Nodes } from "./nodes.ts";

/** Values nested deeper than this are first tried from far within. */
const DEEP = 3;
/** On a text with more of them, trying one after the other is hopeless anyway. */
const MAX_EDITS = 20_000;

export const operands: EditPass = {
  kind: "edits",
  name: "operands",
  about: "replaces an expression by one of its operands",
  filtered: true,
  edits: (syntax, from) => {
    const nodes = new Nodes(syntax);
    const edits: Edit[] = [];
    let outermost = 0;
    for (let node = 1; node < syntax.tree.length && edits.length < MAX_EDITS; node++) {
      if (!nodes.isValue(node)) continue;
      const isOutermost = node >= outermost;
      if (isOutermost) outermost = nodes.after(node);
      if (nodes.start(node) < from) continue;
      const [start, end] = [nodes.start(node), nodes.end(node)];
      const near = longestFirst(nodes, valuesIn(nodes, node));
      const inner = isOutermost ? [...leapsFrom(nodes, near[0]), ...near] : near;
      for (const text of new Set(inner.map((each) => nodes.text(each))))
        if (text.length < end - start) edits.push({ start, end, text });
    }
    return edits;
  },
};

/** Along the longest: the innermost, that of half the depth, a quarter, …. */
const leapsFrom = (nodes: Nodes, near: number | undefined): readonly number[] => {
  const path: number[] = [];
  for (let at = near; at !== undefined; at = longestFirst(nodes, valuesIn(nodes, at))[0]) path.push(at);
  const leaps: number[] = [];
  for (let depth = path.length - 1; depth >= DEEP; depth = depth >> 1) leaps.push(path[depth] as number);
  return leaps;
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
