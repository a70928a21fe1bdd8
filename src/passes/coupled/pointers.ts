/** A level of indirection goes where a name is defined and where it is used: `int *p` and `*p`, `p->x`, `&p`. */
import { disjoint } from "../support/edit-order.ts";
import { namedThings } from "../support/named.ts";
import type { CoupledPass, Edit } from "../../languages/pass.ts";
import { SuffixTokens } from "../support/suffixes.ts";

const INDIRECT = /^[*&]$/;

export const pointers: CoupledPass = {
  kind: "coupled",
  name: "pointers",
  about: "deletes a level of indirection of a name, at all its occurrences",
  changes(syntax) {
    const things = namedThings(syntax);
    if (things.length === 0) return [];
    const tokens = new SuffixTokens(syntax);
    return things.flatMap(({ definition, uses }) => {
      if (uses.length === 0 || syntax.language.traits.grammarless === true) return [];
      const edits = [definition, ...uses].flatMap((leaf) => indirectionOf(tokens, leaf));
      return edits.length > 1 ? [disjoint(edits)] : [];
    });
  },
};

/** The sign before the name or before its type, and an arrow behind it. */
const indirectionOf = (tokens: SuffixTokens, leaf: number): readonly Edit[] => {
  const place = tokens.placeOf(leaf);
  const at = (each: number): { readonly start: number; readonly end: number } => {
    const { start, end } = tokens.list[each] ?? { start: 0, end: 0 };
    return { start, end };
  };
  const edits: Edit[] = [];
  for (const before of [place - 1, place + 1])
    if (INDIRECT.test(tokens.textAt(before)) && isUnary(tokens, before, place)) {
      edits.push({ ...at(before), text: "" });
      break;
    }
  if (tokens.textAt(place + 1) === "->") edits.push({ ...at(place + 1), text: "." });
  return edits;
};

/** Behind a name only where a type follows (Go); before it unless something is multiplied. */
const isUnary = (tokens: SuffixTokens, sign: number, name: number): boolean =>
  sign > name
    ? /^[\p{L}_]/u.test(tokens.textAt(sign + 1)) && tokens.list[sign]?.start !== tokens.list[name]?.end
    : true;
