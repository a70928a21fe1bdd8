/** How parts of a design go without leaving a hole. */
import type { Edit } from "../../pass.ts";
import { isAmongItems, type View } from "./view.ts";

/** In order, without those inside others, or the same. */
export const outermost = (edits: readonly Edit[]): readonly Edit[] => {
  let end = -1;
  return edits
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((edit) => {
      if (edit.start < end || (edit.start === edit.end && edit.text === "")) return false;
      end = edit.end;
      return true;
    });
};

/** Some elements of a list, with the commas that go with them. */
export const withoutElements = (view: View, all: readonly number[], gone: ReadonlySet<number>): readonly Edit[] => {
  const edits: Edit[] = [];
  for (let from = 0; from < all.length; from++) {
    if (!gone.has(all[from] as number)) continue;
    let to = from;
    while (to < all.length && gone.has(all[to] as number)) to++;
    const before = all[from - 1];
    const behind = all[to];
    const own = { start: beginning(view, all[from] as number, behind), end: view.span(all[to - 1] as number).end };
    if (behind !== undefined) edits.push({ start: own.start, end: view.span(behind).start, text: "" });
    else edits.push({ start: before === undefined ? own.start : view.span(before).end, end: own.end, text: "" });
    from = to;
  }
  return edits;
};

/** What says more than a name stays where the next element, only a name, goes on with it: `input [3:0] a, b`. */
const beginning = (view: View, first: number, behind: number | undefined): number => {
  const declarator = view.is(first, "port") ? view.child(first, "declarator") : undefined;
  const goesOn =
    behind !== undefined &&
    declarator !== undefined &&
    view.is(behind, "port") &&
    view.text(behind) === view.text(view.child(behind, "declarator") ?? behind);
  return view.span(goesOn ? declarator : first).start;
};

const LISTS: readonly string[] = [
  "source_file",
  "module_declaration",
  "generate_region",
  "seq_block",
  "routine_declaration",
  "struct_type",
];

/** Out of a list a statement goes; elsewhere nothing stands in its place, or an item goes with what it is the only part of. */
export const withoutStatement = (view: View, node: number): Edit => {
  let at = node;
  if (isAmongItems(view, node)) while (at > 0 && !view.is(view.parent(at), ...LISTS)) at = view.parent(at);
  return { ...view.span(at), text: view.is(view.parent(at), ...LISTS) ? "" : ";" };
};

/** An element of a list that ends with a semicolon, or all of the statement with the last element. */
export const withoutDeclared = (view: View, elements: readonly number[]): readonly Edit[] => {
  const byStatement = new Map<number, Set<number>>();
  for (const element of elements) {
    const statement = view.parent(element);
    byStatement.set(statement, (byStatement.get(statement) ?? new Set()).add(element));
  }
  return [...byStatement].flatMap(([statement, gone]) => {
    const all = view.elements(statement).filter((each) => view.is(each, ...ELEMENTS));
    return all.every((each) => gone.has(each)) ? [withoutStatement(view, statement)] : withoutElements(view, all, gone);
  });
};

const ELEMENTS: readonly string[] = ["declarator", "assignment", "instance"];

/** Parts of a list in which to try its elements together: all of them, then halves, quarters, …, each alone. */
export const portionsOf = <Element>(list: readonly Element[]): readonly (readonly Element[])[] => {
  const portions: (readonly Element[])[] = [];
  for (let size = list.length; size > 0; size = size === 1 ? 0 : (size + 1) >> 1)
    for (let from = 0; from < list.length; from += size) portions.push(list.slice(from, from + size));
  return portions;
};
