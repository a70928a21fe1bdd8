/** The committed walk: a decision tree followed in order, one answer at a time, as a single worker would. */
import type { Done, Search } from "../core/search.ts";
import type { Verdict } from "../core/verdict.ts";
import { after, begin, enter, joined, member } from "./nodes.ts";
import type { AskNode, JoinNode, Node, PostponedNode } from "./nodes.ts";

/** A join the walk is inside of, and the results of the members it has left: its own, not those look-ahead has found. */
interface OpenJoin<Input> {
  readonly join: JoinNode<Input>;
  readonly results: unknown[];
}

export class Walk<Input, Result> {
  /** The joins the walk is inside of, outermost first. */
  readonly #open: OpenJoin<Input>[] = [];
  #node: Node<Input>;

  constructor(search: Search<Input, Result>) {
    this.#node = enter(search);
  }

  /** The open question, or the end. Throws for a search that has to be waited for: that is for whoever can wait. */
  currentSync(): AskNode<Input> | Done<Result> {
    const current = this.current();
    if (current.kind === "postponed") throw new Error("this search has to be waited for: it cannot be walked at once");
    return current;
  }

  /** The open question, or the end, or a search that has to be waited for. */
  current(): AskNode<Input> | Done<Result> | PostponedNode<Input> {
    for (;;) {
      const node = this.#node;
      switch (node.kind) {
        case "ask":
          return node;
        case "postponed":
          this.#node = begin(node);
          if (this.#node === node) return node;
          break;
        case "join":
          this.#open.push({ join: node, results: [] });
          this.#node = member(node, 0);
          break;
        case "end":
          if (this.#open.length === 0) return node.done as Done<Result>;
          this.#leave(node.done.result);
          break;
      }
    }
  }

  answer(verdict: Verdict): void {
    const node = this.currentSync();
    if (node.kind === "ask") this.#node = after(node, verdict);
  }

  /** Where look-ahead begins: the outermost join that is open, else the open question. */
  outlook(): Node<Input> {
    return this.#open[0]?.join ?? this.#node;
  }

  /** A member of the innermost join has ended: on to the next one, or past the join. */
  #leave(result: unknown): void {
    const { join, results } = this.#open[this.#open.length - 1] as OpenJoin<Input>;
    results.push(result);
    join.results.set(join.left, result);
    join.starts.delete(join.left);
    join.fronts.delete(join.left);
    join.left++;
    if (results.length < join.together.searches.length) this.#node = member(join, join.left);
    else {
      this.#open.pop();
      this.#node = joined(join, results);
    }
  }
}
