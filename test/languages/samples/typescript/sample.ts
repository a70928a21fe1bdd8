/** Finds the shortest ways in a small graph. */
type Weight = number;

interface Edge<Node extends string = string> {
  readonly to: Node;
  readonly weight: Weight;
  note?: string;
}

declare enum Mode {
  Fast = "fast",
  Exact = "exact",
}

abstract class Graph<Node extends string> {
  protected readonly edges: Map<Node, Edge<Node>[]> = new Map();
  abstract get mode(): Mode;

  add(from: Node, ...edges: readonly Edge<Node>[]): this {
    this.edges.set(from, [...(this.edges.get(from) ?? []), ...edges]);
    return this;
  }

  distance(from: Node, to: Node): Weight | undefined {
    const known = new Map<Node, Weight>([[from, 0]]);
    const open: Node[] = [from];
    while (open.length > 0) {
      const node = open.shift() as Node;
      for (const { to: next, weight } of this.edges.get(node) ?? []) {
        const way = (known.get(node) ?? 0) + weight;
        if (way < (known.get(next) ?? Infinity)) {
          known.set(next, way); // shorter than before
          open.push(next);
        }
      }
    }
    return known.get(to);
  }
}

class Roads extends Graph<"a" | "b" | "(c"> {
  override get mode(): Mode {
    return Mode.Exact;
  }
}

const isEdge = (value: unknown): value is Edge => typeof value === "object" && value !== null && "to" in value;

const roads = new Roads().add("a", { to: "b", weight: 2 }, { to: "(c", weight: 9 }).add("b", { to: "(c", weight: 3 });
const text = `the way is ${roads.distance("a", "(c") ?? "\"none\" ]"}`;
export const result: readonly [string, boolean] = [text, isEdge({ to: "b" }) satisfies boolean];
