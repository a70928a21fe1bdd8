/** A tree with questions about its nodes. */
import type { SyntaxTree } from "../../syntax.ts";
import { VOCABULARY } from "../grammar/words.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

export class View {
  readonly tree: SyntaxTree;

  constructor(tree: SyntaxTree) {
    this.tree = tree;
  }

  kind(node: number): string {
    return VOCABULARY.kinds[this.tree.kind[node] as number] ?? "";
  }

  is(node: number, ...kinds: readonly string[]): boolean {
    return kinds.includes(this.kind(node));
  }

  field(node: number): string {
    return VOCABULARY.fields[this.tree.field[node] as number] ?? "";
  }

  text(node: number): string {
    return this.tree.text.slice(this.tree.start[node], this.tree.end[node]);
  }

  span(node: number): Span {
    return { start: this.tree.start[node] as number, end: this.tree.end[node] as number };
  }

  parent(node: number): number {
    return this.tree.parent[node] as number;
  }

  after(node: number): number {
    return this.tree.after[node] as number;
  }

  children(node: number): readonly number[] {
    const found: number[] = [];
    for (let child = node + 1; child < this.after(node); child = this.after(child)) found.push(child);
    return found;
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
