/** Who needs whom, as plain data: strongly connected parts, an order in which users come behind what they use, and closures. */

/** Parts are numbers; part i needs those of `needs` from `from[i]` up to `from[i + 1]`. */
export interface Graph {
  readonly length: number;
  readonly from: Int32Array;
  readonly needs: Int32Array;
}

/** Edges come as pairs, user and needed one behind the other; the needs of each part keep the order of the pairs. */
export const graphOf = (length: number, edges: readonly number[]): Graph => {
  const from = new Int32Array(length + 1);
  for (let edge = 0; edge < edges.length; edge += 2) add(from, (edges[edge] as number) + 1, 1);
  for (let part = 0; part < length; part++) add(from, part + 1, from[part] as number);
  const free = from.slice();
  const needs = new Int32Array(edges.length / 2);
  for (let edge = 0; edge < edges.length; edge += 2)
    needs[add(free, edges[edge] as number, 1) - 1] = edges[edge + 1] as number;
  return { length, from, needs };
};

const add = (sums: Int32Array, at: number, number: number): number => (sums[at] = (sums[at] as number) + number);

/**
 * The strongly connected components (Tarjan 1972), each in order of its numbers. What a component needs stands before it; where
 * needs leave it open, the first of `order` stands first, so parts that need only those before them keep that order.
 */
export const componentsOf = (
  graph: Graph,
  order: Iterable<number> = Array(graph.length).keys(),
): readonly (readonly number[])[] => {
  const walk = new ComponentWalk(graph);
  for (const part of order) walk.from(part);
  return walk.components;
};

class ComponentWalk {
  readonly components: (readonly number[])[] = [];
  readonly #graph: Graph;
  /** By part: when it was met, from 1 on; the earliest that is reached from it and still open; 0 in `#low` once it has its component. */
  readonly #met: Int32Array;
  readonly #low: Int32Array;
  readonly #next: Int32Array;
  readonly #open: number[] = [];
  #clock = 0;

  constructor(graph: Graph) {
    this.#graph = graph;
    this.#met = new Int32Array(graph.length);
    this.#low = new Int32Array(graph.length);
    this.#next = graph.from.slice();
  }

  from(root: number): void {
    if (this.#met[root] !== 0) return;
    const path = [this.#meet(root)];
    for (let part = path.at(-1); part !== undefined; part = path.at(-1)) {
      const need = this.#nextOf(part);
      if (need === undefined) {
        path.pop();
        this.#leave(part, path.at(-1));
      } else if (this.#met[need] === 0) path.push(this.#meet(need));
      else this.#lower(part, this.#low[need] === 0 ? 0 : (this.#met[need] as number));
    }
  }

  #meet(part: number): number {
    this.#met[part] = this.#low[part] = ++this.#clock;
    this.#open.push(part);
    return part;
  }

  #nextOf(part: number): number | undefined {
    const at = this.#next[part] as number;
    if (at === this.#graph.from[part + 1]) return undefined;
    this.#next[part] = at + 1;
    return this.#graph.needs[at];
  }

  #leave(part: number, above: number | undefined): void {
    const low = this.#low[part] as number;
    if (above !== undefined) this.#lower(above, low);
    if (low !== this.#met[part]) return;
    const component = this.#open.splice(this.#open.lastIndexOf(part));
    for (const member of component) this.#low[member] = 0;
    this.components.push(component.toSorted((a, b) => a - b));
  }

  #lower(part: number, low: number): void {
    if (low > 0 && low < (this.#low[part] as number)) this.#low[part] = low;
  }
}

/** By part: 1 if it is one of the roots, or something of them needs it. */
export const closureOf = ({ length, from, needs }: Graph, roots: Iterable<number>): Uint8Array => {
  const reached = new Uint8Array(length);
  const waiting = [...roots];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (reached[part] === 1) continue;
    reached[part] = 1;
    for (let at = from[part] as number; at < (from[part + 1] as number); at++) waiting.push(needs[at] as number);
  }
  return reached;
};

/** The same edges, turned round: who uses whom. */
export const reversed = ({ length, from, needs }: Graph): Graph => {
  const edges: number[] = [];
  for (let part = 0; part < length; part++)
    for (let at = from[part] as number; at < (from[part + 1] as number); at++) edges.push(needs[at] as number, part);
  return graphOf(length, edges);
};
