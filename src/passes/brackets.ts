/** Pairs of brackets, and what else stands on both sides of something: each goes at once, its content stays. */
import { BRACKETS } from "./support/bracket-pairs.ts";
import { inOrder } from "./support/edit-order.ts";
import type { Edit, EditPass } from "../languages/pass.ts";
import { tokensOf } from "./support/leaves.ts";

/** What opens something, and what closes it. */
const PAIRS: Readonly<Record<string, string>> = { ...BRACKETS, "<": ">", '"': '"', "'": "'", "`": "`" };

export const brackets: EditPass = {
  kind: "edits",
  name: "brackets",
  about: "deletes a pair of brackets or quotes around something",
  filtered: false,
  edits({ tree }, from) {
    const edits: Edit[] = [];
    const open: { readonly start: number; readonly text: string }[] = [];
    for (const { start, end } of tokensOf(tree)) {
      const token = tree.text.slice(start, end);
      const top = open.at(-1);
      if (top !== undefined && PAIRS[top.text] === token) {
        open.pop();
        if (top.start >= from)
          edits.push({ start: top.start, end, text: tree.text.slice(top.start + top.text.length, start) });
      } else if (PAIRS[token] !== undefined) open.push({ start, text: token });
    }
    return inOrder(edits);
  },
};
