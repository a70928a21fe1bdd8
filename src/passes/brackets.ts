/** Pairs of brackets, and what else stands on both sides of something: each goes at once, its content stays. */
import type { Edit, EditPass } from "./pass.ts";
import { tokensOf } from "./leaves.ts";

const CLOSING: Readonly<Record<string, string>> = {
  "(": ")",
  "[": "]",
  "{": "}",
  "<": ">",
  '"': '"',
  "'": "'",
  "`": "`",
};

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
      if (top !== undefined && CLOSING[top.text] === token) {
        open.pop();
        if (top.start >= from)
          edits.push({ start: top.start, end, text: tree.text.slice(top.start + top.text.length, start) });
      } else if (CLOSING[token] !== undefined) open.push({ start, text: token });
    }
    return edits.toSorted((a, b) => a.start - b.start || b.end - a.end);
  },
};
