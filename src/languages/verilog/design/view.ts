/** A tree of Verilog with questions about its nodes. */
import type { SyntaxTree } from "../../syntax.ts";
import { TreeNodes } from "../../tree-nodes.ts";
import { VOCABULARY } from "../grammar/words.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

export class View extends TreeNodes {
  constructor(tree: SyntaxTree) {
    super(tree, VOCABULARY.kinds);
  }

  is(node: number, ...kinds: readonly string[]): boolean {
    return kinds.includes(this.kind(node));
  }

  field(node: number): string {
    return VOCABULARY.fields[this.tree.field[node] as number] ?? "";
  }

  span(node: number): Span {
    return { start: this.tree.start[node] as number, end: this.tree.end[node] as number };
  }

  children(node: number): readonly number[] {
    const found: number[] = [];
    for (let child = node + 1; child < this.after(node); child = this.after(child)) found.push(child);
    return found;
  }

  /** The first child that is no attribute. */
  first(node: number): number {
    let child = node + 1;
    while (this.is(child, "attribute_instance", "comment")) child++;
    return child;
  }

  /** The first child that is one of these. */
  child(node: number, ...kinds: readonly string[]): number | undefined {
    return this.children(node).find((each) => this.is(each, ...kinds));
  }

  /** The nearest node above that is one of these; the root if there is none. */
  around(node: number, ...kinds: readonly string[]): number {
    let at = this.parent(node);
    while (at > 0 && !this.is(at, ...kinds)) at = this.parent(at);
    return Math.max(at, 0);
  }

  /** Elements of a list in brackets or before a semicolon. */
  elements(list: number): readonly number[] {
    return this.children(list).filter(
      (each) => !this.is(each, ...SIGNS) && !this.is(each, "comment", "attribute_instance"),
    );
  }
}

/** Is a node an item of a module, or part of one, and not of a process or a function? */
export const isAmongItems = (view: View, node: number): boolean =>
  !view.is(view.around(node, "process", "routine_declaration", "module_declaration"), "process", "routine_declaration");

const SIGNS: readonly string[] = ["(", ")", "{", "}", "#", ",", ";", "or"];
