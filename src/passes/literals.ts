/** Numbers, strings and patterns, simpler and shorter. */
import { inOrder } from "./support/edit-order.ts";
import { hasRole } from "../languages/roles.ts";
import { childrenOf } from "./support/structure.ts";
import type { Edit, EditPass, Syntax } from "../languages/pass.ts";

export const literals: EditPass = {
  kind: "edits",
  name: "literals",
  about: "makes numbers, strings and patterns simpler",
  filtered: true,
  independent: true,
  edits(syntax, from) {
    const { tree, language } = syntax;
    const edits: Edit[] = [];
    for (let node = 1; node < tree.length; node++) {
      const kind = tree.kind[node];
      if ((tree.start[node] as number) < from) continue;
      if (hasRole(language, "number", kind)) edits.push(...numberEdits(syntax, node));
      else if (hasRole(language, "string", kind)) edits.push(...stringEdits(syntax, node));
    }
    return inOrder(edits);
  },
};

const numberEdits = ({ tree }: Syntax, node: number): readonly Edit[] => {
  const start = tree.start[node] as number;
  const end = tree.end[node] as number;
  const own = tree.text.slice(start, end);
  return ["0", "1", "2"].filter((text) => text.length < own.length).map((text) => ({ start, end, text }));
};

/** Emptied between its quotes. */
const stringEdits = ({ tree }: Syntax, node: number): readonly Edit[] => {
  const start = tree.start[node] as number;
  const end = tree.end[node] as number;
  const inner = [...childrenOf(tree, node)];
  const [first] = inner;
  const last = inner.at(-1);
  if (first === undefined || last === undefined || first === last) return quoted(tree.text, start, end);
  const from = tree.end[first] as number;
  const to = tree.start[last] as number;
  return from < to ? [{ start: from, end: to, text: "" }] : [];
};

const quoted = (text: string, start: number, end: number): readonly Edit[] =>
  end - start > 2 && text.charAt(start) === text.charAt(end - 1) && /["'`/]/.test(text.charAt(start))
    ? [{ start: start + 1, end: end - 1, text: "" }]
    : [];
