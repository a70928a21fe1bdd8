/** Which of the main statements of a text use what others declare. */
import { mainBody, type StatementText } from "./statements.ts";

const LINE_FEED = 10;

/** By statement: those whose names it uses. */
export const usesIn = ({ tree, language, root }: StatementText): readonly ReadonlySet<number>[] => {
  const { statements } = mainBody(root);
  const declaring = new Map<string, number>();
  statements.forEach(({ names }, at) => {
    for (const { text, isTarget = false } of names) if (!isTarget) declaring.set(text, at);
  });
  const uses = statements.map(() => new Set<number>());
  const isName = language.kinds.map((kind) => /^(?:shorthand_property_)?identifier$/.test(kind));
  const starts = statements.map(({ from }) => from);
  let [at, line] = [-1, 0];
  const { text } = tree;
  let counted = 0;
  for (let node = 1; node < tree.length; node++) {
    if (isName[tree.kind[node] as number] !== true) continue;
    const place = tree.start[node] as number;
    for (; counted < place; counted++) if (text.charCodeAt(counted) === LINE_FEED) line++;
    while (at + 1 < starts.length && (starts[at + 1] as number) <= line) at++;
    if (at < 0 || line >= (statements[at]?.to ?? 0)) continue;
    const needed = declaring.get(text.slice(place, tree.end[node]));
    if (needed !== undefined && needed !== at) uses[at]?.add(needed);
  }
  return uses;
};
