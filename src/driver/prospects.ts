/** The places a walk may come to, the most probable first, then the earliest added. */
import { Heap } from "./heap.ts";
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
  /** It is a sounding: nothing comes after it. */
  readonly beside: boolean;
}

interface Added<Input> {
  /** Nothing is added where it is missing. */
  readonly node: Node<Input> | undefined;
  readonly reach: number;
  readonly belief?: number;
  readonly from?: number;
  readonly beside?: boolean;
}

export class Prospects<Input> {
  /** Less probable ones are not worth a test. */
  readonly least: number;
  readonly #heap = new Heap<Prospect<Input>>(isSooner);
  #order = 0;

  constructor(least: number) {
    this.least = least;
  }

  add({ node, reach, belief = 1, from = 0, beside = false }: Added<Input>): void {
    if (node !== undefined) this.#heap.add({ node, reach, belief, from, order: this.#order++, beside });
  }

  take(): Prospect<Input> | undefined {
    return this.#heap.take();
  }
}

const isSooner = (a: Prospect<unknown>, b: Prospect<unknown>): boolean =>
  a.reach > b.reach || (a.reach === b.reach && a.order < b.order);
