/** Where names stand, and the parts of the text that are about them. */
import { hasRole, isDefiningField } from "../../languages/roles.ts";
import { addTo } from "./grouping.ts";
import { tokensOf } from "./leaves.ts";
import type { Edit, Syntax } from "../../languages/pass.ts";
import { above } from "./selection.ts";
import { structureOf } from "./structure.ts";

/** With more names than this the text is too large for trying one after the other. */
export const MAX_NAMES = 250;

/** The leaves of each name. */
export const occurrences = ({ tree, language }: Syntax): ReadonlyMap<string, readonly number[]> => {
  const found = new Map<string, number[]>();
  for (const { start, end, node } of tokensOf(tree)) {
    if (node < 0 || !hasRole(language, "name", tree.kind[node])) continue;
    addTo(found, tree.text.slice(start, end), node);
  }
  return found;
};

/** The element of a list, the line or the statement around a node, cut out with its separator: more than a token, where no grammar says what may be missing. */
export const elementCutOf = (syntax: Syntax, node: number): Edit => {
  const { tree, language } = syntax;
  const isElement = (each: number): boolean =>
    /^(?:item|part|line|block)$/.test(language.kinds[tree.kind[each] as number] ?? "");
  const unit = above(node, tree.parent, isElement);
  return withLine(tree.text, withSeparator(tree.text, tree.start[unit] as number, structureOf(syntax).endOf(unit)));
};

/** With the end of the line of which nothing would be left. */
const withLine = (text: string, { start, end }: Edit): Edit => {
  const behind = /^[ \t\r]*\n/.exec(text.slice(end, end + GAP));
  const isFirst = /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - GAP), start));
  return { start, end: end + (isFirst ? (behind?.[0].length ?? 0) : 0), text: "" };
};

/** The smallest unit around a node that can be missing without its surroundings losing their sense, cut out with its separator. */
export const cutOf = (syntax: Syntax, node: number): Edit => {
  const { tree } = syntax;
  const structure = structureOf(syntax);
  const isUnit = (each: number): boolean => structure.listOf(each) >= 0 && !isAllThereIs(syntax, each);
  const unit = above(node, tree.parent, isUnit);
  return withSeparator(tree.text, tree.start[unit] as number, structure.endOf(unit));
};

/**
 * The only element of a list that is neither in brackets nor has something to stand for it (`let a`, `import a`), or that is the
 * name of what the list is part of.
 */
const isAllThereIs = (syntax: Syntax, node: number): boolean => {
  const { tree, language } = syntax;
  const structure = structureOf(syntax);
  const list = structure.listAt(structure.listOf(node));
  if (
    language.traits.grammarless === true ||
    list === undefined ||
    list.parent <= 0 ||
    list.nodes.length > 1 ||
    list.filler !== undefined
  )
    return false;
  if (isDefiningField(language.fields[tree.field[node] as number] ?? "")) return true;
  const parentEnd = tree.end[list.parent] as number;
  return parentEnd <= structure.endOf(node) || !/[)\]}>]/.test(tree.text.charAt(parentEnd - 1));
};

/** With the comma or semicolon behind it, or the comma before it, where that would be left without something beside it. */
const withSeparator = (text: string, start: number, end: number): Edit => {
  const before = /\S(?=\s*$)/.exec(text.slice(Math.max(0, start - GAP), start));
  const behind = /^\s*[,;]/.exec(text.slice(end, end + GAP));
  const isFirst = before === null || /[{([<,;]/.test(before[0]);
  if (behind !== null && isFirst) return { start, end: end + behind[0].length, text: "" };
  if (before?.[0] === "," && /^\s*[)\]}>]/.test(text.slice(end, end + GAP)))
    return { start: Math.max(0, start - GAP) + before.index, end, text: "" };
  return { start, end, text: "" };
};

/** White space between an element and its separator is not looked at any further. */
const GAP = 100;
