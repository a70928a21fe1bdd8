/** Runs of neighbours that grammars do not take for a part: a few tokens or bracketed groups, one behind the other. */
import { BRACKETS } from "./support/bracket-pairs.ts";
import { inOrder } from "./support/edit-order.ts";
import { tokensOf } from "./support/leaves.ts";
import type { Edit, EditPass } from "../languages/pass.ts";
import { Seams } from "./support/seams.ts";

/** How many neighbours at once. */
const MAX_NEIGHBOURS = 4;
/** In longer texts without a grammar there are better questions. */
const MAX_PLAIN = 4000;

export const runs: EditPass = {
  kind: "edits",
  name: "runs",
  about: "deletes a few neighbouring tokens or bracketed groups together",
  filtered: true,
  edits(syntax, from) {
    const { tree, language } = syntax;
    const edits: Edit[] = [];
    const isPlain = language.traits.grammarless === true;
    // Where there is no grammar, nothing tells the hopeless ones apart but what the text has had before.
    if (language.shapes.size === 0 || (isPlain && tree.text.length > MAX_PLAIN)) return edits;
    const seams = new Seams(syntax);
    for (const members of rows(tree.text, tokensOf(tree)))
      for (let first = 0; first < members.length; first++) {
        const start = members[first]?.start ?? 0;
        if (start < from) continue;
        for (let last = Math.min(first + MAX_NEIGHBOURS, members.length) - 1; last > first; last--) {
          const end = members[last]?.end ?? 0;
          if (seams.closes({ start, end })) edits.push({ start, end, text: "" });
        }
      }
    return inOrder(edits);
  },
};

interface Part {
  readonly start: number;
  readonly end: number;
}

/** The tokens and groups at each depth, side by side. A bracket that nothing closes is a token like any other. */
const rows = (text: string, tokens: readonly Part[]): readonly (readonly Part[])[] => {
  const found: Part[][] = [];
  const open: { readonly start: number; readonly closing: string; readonly members: Part[] }[] = [];
  let members: Part[] = [];
  for (const { start, end } of tokens) {
    const token = text.slice(start, end);
    const closing = BRACKETS[token];
    const top = open.at(-1);
    if (closing !== undefined) {
      open.push({ start, closing, members });
      members = [];
    } else if (top?.closing === token) {
      found.push(members);
      open.pop();
      members = top.members;
      members.push({ start: top.start, end });
    } else members.push({ start, end });
  }
  const rest: Part[] = [];
  for (const each of open) {
    for (const member of each.members) rest.push(member);
    rest.push({ start: each.start, end: each.start + 1 });
  }
  for (const member of members) rest.push(member);
  return [...found, rest];
};
