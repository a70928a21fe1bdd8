/** The same argument of all lists after the same name: a parameter with what is passed for it, in calls and declarations. */
import { hasRole } from "../../languages/roles.ts";
import { disjoint } from "../support/edit-order.ts";
import { addTo } from "../support/grouping.ts";
import { textsOf, type LeafToken } from "../support/leaves.ts";
import type { CoupledPass, Edit, Syntax } from "../../languages/pass.ts";

/** Longer lists are not taken apart. */
const MAX_ELEMENTS = 16;
/** Nor are those with more tokens. */
const MAX_TOKENS = 4 * MAX_ELEMENTS ** 2;

export const argumentsEverywhere: CoupledPass = {
  kind: "coupled",
  name: "arguments",
  about: "deletes the same argument of all lists after the same name",
  changes(syntax) {
    const changes: (readonly Edit[])[] = [];
    for (const lists of listsByName(syntax).values()) {
      const longest = lists.reduce((most, { length }) => Math.min(MAX_ELEMENTS, Math.max(most, length)), 0);
      for (let place = longest - 1; place >= 0 && lists.length > 1; place--)
        changes.push(disjoint(lists.filter(({ length }) => length > place).map((list) => without(list, place))));
    }
    return changes;
  },
};

/** An element of a list, from the place behind what comes before it to the comma or bracket behind it. */
interface Element {
  readonly start: number;
  readonly end: number;
}

/** By the name right before their brackets. Tokens are enough: texts that no grammar understands any more have arguments, too. */
const listsByName = (syntax: Syntax): ReadonlyMap<string, readonly (readonly Element[])[]> => {
  const { tree, language } = syntax;
  const tokens = textsOf(tree, (kind) => hasRole(language, "string", kind));
  const found = new Map<string, (readonly Element[])[]>();
  for (const [index, { start, end, node }] of tokens.entries()) {
    if (node < 0 || !/^[ \t]*\($/.test(tree.text.slice(end, tokens[index + 1]?.end))) continue;
    if (!hasRole(language, "name", tree.kind[node])) continue;
    const list = elementsFrom(tree.text, tokens, index + 1);
    if (list !== undefined) addTo(found, tree.text.slice(start, end), list);
  }
  return found;
};

const OPENING = /^[([{]$/;
const CLOSING = /^[)\]}]$/;

/** The elements of the list whose bracket is a token; `undefined` if it does not end soon, or is empty. */
const elementsFrom = (text: string, tokens: readonly LeafToken[], first: number): readonly Element[] | undefined => {
  const elements: Element[] = [];
  let depth = 0;
  let start = tokens[first]?.end ?? 0;
  for (let at = first; at < Math.min(tokens.length, first + MAX_TOKENS); at++) {
    const token = tokens[at] as LeafToken;
    const own = text.slice(token.start, token.end);
    if (OPENING.test(own)) depth++;
    else if (CLOSING.test(own)) depth--;
    if (depth === 0) return at > first + 1 ? [...elements, { start, end: token.start }] : undefined;
    if (own !== "," || depth > 1) continue;
    elements.push({ start, end: token.start });
    start = token.end;
  }
  return undefined;
};

/** With the comma behind it, or before it if it is the last. */
const without = (list: readonly Element[], place: number): Edit => {
  const { start, end } = list[place] as Element;
  if (place < list.length - 1) return { start, end: (list[place + 1] as Element).start, text: "" };
  return { start: place === 0 ? start : (list[place - 1] as Element).end, end, text: "" };
};
