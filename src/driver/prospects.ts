/** The places a walk may come to, the most probable first, then the earliest added. */
import type { Node } from "./nodes.ts";

export interface Prospect<Input> {
  readonly node: Node<Input>;
  /** How probably the walk comes here. */
  readonly reach: number;
  /** How probably the answers assumed inside the open question are right; they matter when it ends. */
  readonly belief: number;
  /** For a join: the next member to visit. Wide joins cost only what is used of them. */
  readonly from: number;
  readonly order: number;
}

interface Added<Input> {
  /** Nothing is added where it is missing. */
  readonly node: Node<Input> | undefined;
  readonly reach: number;
  readonly belief?: number;
  readonly from?: number;
}

/** A binary heap. */
export class Prospects<Input> {
  readonly #heap: Prospect<Input>[] = [];
  #order = 0;

  add({ node, reach, belief = 1, from = 0 }: Added<Input>): void {
    if (node === undefined) return;
    const heap = this.#heap;
    const added: Prospect<Input> = { node, reach, belief, from, order: this.#order++ };
    let at = heap.length;
    for (; at > 0; at = (at - 1) >> 1) {
      const parent = heap[(at - 1) >> 1] as Prospect<Input>;
      if (!sooner(added, parent)) break;
      heap[at] = parent;
    }
    heap[at] = added;
  }

  take(): Prospect<Input> | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return top;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      const other = heap[child + 1];
      if (other !== undefined && sooner(other, heap[child] as Prospect<Input>)) child++;
      if (!sooner(heap[child] as Prospect<Input>, last)) break;
      heap[at] = heap[child] as Prospect<Input>;
      at = child;
    }
    heap[at] = last;
    return top;
  }
}

const sooner = (a: Prospect<unknown>, b: Prospect<unknown>): boolean =>
  a.reach > b.reach || (a.reach === b.reach && a.order < b.order);
