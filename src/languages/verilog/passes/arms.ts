/** One part of a statement in its place: the body of a process, an arm of a condition or a case, what is in a block. */
import type { Edit, EditPass } from "../../pass.ts";
import { designOf } from "../design/design.ts";
import type { View } from "../design/view.ts";

export const arms: EditPass = {
  kind: "edits",
  name: "arms",
  about: "replaces a condition, a case or a loop by one of its arms, and a block by its statements",
  filtered: true,
  edits({ tree }, from) {
    const { view } = designOf(tree);
    const edits: Edit[] = [];
    for (let node = 1; node < tree.length; node++) {
      const span = view.span(node);
      if (span.start < from) continue;
      for (const text of insidesOf(view, node)) if (text.length < span.end - span.start) edits.push({ ...span, text });
    }
    return edits;
  },
};

const WITH_ARMS: readonly string[] = [
  "if_statement",
  "case_statement",
  "loop_statement",
  "timed_statement",
  "assertion",
];

/** Texts of what may stand in the place of a node. */
const insidesOf = (view: View, node: number): readonly string[] => {
  if (view.is(node, "seq_block", "generate_region")) return [between(view, node)];
  if (!view.is(node, ...WITH_ARMS)) return [];
  const bodies: number[] = [];
  for (const child of view.children(node)) {
    if (view.field(child) === "body") bodies.push(child);
    else if (view.is(child, "else_clause", "case_item"))
      bodies.push(...view.children(child).filter((each) => view.field(each) === "body"));
  }
  return [...new Set(bodies.map((body) => view.text(body)))];
};

/** What stands between `begin` and `end`, without their labels. */
const between = (view: View, block: number): string => {
  const inner = view
    .children(block)
    .slice(1)
    .filter((each) => !view.is(each, "label"));
  const [first] = inner;
  const last = inner.at(-2);
  return first === undefined || last === undefined || inner.length < 2
    ? ";"
    : view.tree.text.slice(view.span(first).start, view.span(last).end);
};
