/** Blocks whose wrapping goes: the statements of an `if`, a loop, a function, a class, in its place. */
import { inOrder } from "./support/edit-order.ts";
import { NAMED } from "../languages/syntax.ts";
import { movedTo } from "./support/indentation.ts";
import type { Edit, EditPass } from "../languages/pass.ts";
import { structureOf } from "./support/structure.ts";
import { isStatement, statementOf } from "./support/selection.ts";

/** Smaller ones are left to hoisting, unless that would need them indented otherwise. */
const MIN_LENGTH = 40;

export const unwrap: EditPass = {
  kind: "edits",
  name: "unwrap",
  about: "puts the statements of a block in the place of what surrounds it",
  filtered: true,
  edits(syntax, from) {
    const { tree, language } = syntax;
    const edits: Edit[] = [];
    const shortest = language.traits.layout === "indented" ? 0 : MIN_LENGTH;
    for (const { parent, shape, nodes } of structureOf(syntax).lists) {
      if (shape.separator === "," || parent === 0 || !nodes.some((node) => isStatement(syntax, node))) continue;
      const start = tree.start[nodes[0] as number] as number;
      const end = tree.end[nodes.at(-1) as number] as number;
      const outer = statementOf(syntax, parent);
      if (outer <= 0 || ((tree.flags[outer] as number) & NAMED) === 0) continue;
      const place = tree.start[outer] as number;
      const before = tree.end[outer] as number;
      if (place < from || end - start < shortest || before - place === end - start) continue;
      edits.push({ start: place, end: before, text: movedTo(syntax, { start, end }, place) });
    }
    return withLeaps(inOrder(edits));
  },
};

/** Blocks nested deeper than this are not worth a question for each level. */
const DEEP = 16;

/** Where edits are nested deeply, the first is also made with the innermost text, that of half the depth, a quarter, … before its own. */
const withLeaps = (edits: readonly Edit[]): readonly Edit[] => {
  const [first] = edits;
  if (first === undefined) return edits;
  let depth = 1;
  while (isInside(edits[depth], edits[depth - 1])) depth++;
  const leaps: Edit[] = [];
  for (let level = depth - 1; level >= DEEP; level = level >> 1)
    leaps.push({ ...first, text: (edits[level] as Edit).text });
  return [...leaps, ...edits];
};

const isInside = (inner: Edit | undefined, outer: Edit | undefined): boolean =>
  inner !== undefined && outer !== undefined && inner.start >= outer.start && inner.end <= outer.end;
