/** Nodes of a tree of SQL, as its passes look at them. */
import type { Units } from "../../../formats/units.ts";
import type { Syntax } from "../../pass.ts";
import { TreeNodes } from "../../tree-nodes.ts";
import { plainName } from "../names/scope.ts";

export class Nodes extends TreeNodes {
  constructor({ tree, language }: Syntax) {
    super(tree, language.kinds);
  }

  start(node: number): number {
    return this.tree.start[node] as number;
  }

  end(node: number): number {
    return this.tree.end[node] as number;
  }

  size(node: number): number {
    return this.end(node) - this.start(node);
  }

  *children(parent: number): Generator<number, void, void> {
    for (let child = parent + 1; child < this.after(parent); child = this.after(child)) yield child;
  }

  child(parent: number, ...kinds: readonly string[]): number | undefined {
    for (const child of this.children(parent)) if (kinds.includes(this.kind(child))) return child;
    return undefined;
  }

  /** The statement around a node, or the node itself. */
  statement(node: number): number {
    let at = node;
    while (at > 0 && !(this.kind(at) === "statement" && this.parent(at) === 0)) at = this.parent(at);
    return at;
  }

  /** A name as it is compared. */
  name(node: number): string {
    return plainName(this.text(node));
  }

  isFirst(node: number): boolean {
    return node === this.parent(node) + 1;
  }

  /** Has it a value, or does it stand for one? */
  isValue(node: number): boolean {
    const around = this.kind(this.parent(node));
    if (!VALUES.has(this.kind(node)) || !HOLDERS.has(around)) return false;
    if (around === "postfix" || around === "subscript") return this.isFirst(node);
    if (around === "order_term") return this.kind(this.parent(this.parent(node))) === "order_by";
    return !(this.isFirst(node) && (around === "pair" || around === "assignment" || around === "typed_literal"));
  }
}

const VALUES = new Set(
  (
    "identifier qualified string number parameter null boolean typed_literal interval binary unary between postfix cast call exists subquery " +
    "parenthesized list struct row subscript case"
  ).split(" "),
);

/** What has values in it. */
const HOLDERS = new Set(
  (
    "select_item where_clause having_clause qualify_clause on_clause group_by order_term limit_clause binary unary between postfix cast arguments " +
    "parenthesized list struct pair row subscript when_clause else_clause case assignment"
  ).split(" "),
);

/** How a unit stands among others. */
export interface ClausePlace {
  /** Units of one number are the elements of one list, with commas between them. */
  readonly list?: number;
  /** What is printed in the place of all of the list. */
  readonly filler?: string;
}

/** Nodes, in document order, as units. */
export const unitsFrom = (nodes: Nodes, chosen: readonly number[], placeOf: (node: number) => ClausePlace): Units => {
  const after = new Int32Array(chosen.length).fill(chosen.length);
  const list = new Int32Array(chosen.length).fill(-1);
  const lists: { readonly units: number[]; readonly separated: boolean; readonly filler?: string }[] = [];
  const numbers = new Map<number, number>();
  const open: number[] = [];
  for (const [unit, node] of chosen.entries()) {
    while (open.length > 0 && nodes.after(chosen[open.at(-1) as number] as number) <= node)
      after[open.pop() as number] = unit;
    open.push(unit);
    const { list: own, filler } = placeOf(node);
    const known = own === undefined ? undefined : numbers.get(own);
    if (own === undefined && filler === undefined) continue;
    list[unit] = known ?? lists.length;
    if (known !== undefined) lists[known]?.units.push(unit);
    else lists.push({ units: [unit], separated: own !== undefined, ...(filler !== undefined && { filler }) });
    if (own !== undefined && known === undefined) numbers.set(own, lists.length - 1);
  }
  return {
    text: nodes.tree.text,
    length: chosen.length,
    start: Int32Array.from(chosen, (node) => nodes.start(node)),
    end: Int32Array.from(chosen, (node) => nodes.end(node)),
    after,
    list,
    lists,
  };
};
