import { describe, expect, test } from "vitest";
import { draws } from "../../test/support/seeds.ts";
import { closureOf, componentsOf, graphOf, reversed, type Graph } from "./graph.ts";

const drawn = (length: number, edges: number): Graph => {
  const random = draws(length + edges);
  return graphOf(
    length,
    Array.from({ length: 2 * edges }, () => random.below(length)),
  );
};

const reach = (graph: Graph, from: number): ReadonlySet<number> => {
  const reached = closureOf(graph, [from]);
  return new Set([...reached.keys()].filter((part) => reached[part] === 1));
};

describe("components", () => {
  test("are exactly the parts that need each other, each part in one of them", () => {
    for (const edges of [0, 5, 15, 40, 200]) {
      const graph = drawn(30, edges);
      const components = componentsOf(graph);
      expect(components.flat().toSorted((a, b) => a - b)).toEqual([...Array(30).keys()]);
      for (const members of components) expect(members).toEqual(members.toSorted((a, b) => a - b));
      const reached = [...Array(30).keys()].map((part) => reach(graph, part));
      const numberOf = new Map(components.flatMap((members, index) => members.map((member) => [member, index])));
      const areOne = (a: number, b: number): boolean => reached[a]?.has(b) === true && reached[b]?.has(a) === true;
      for (let a = 0; a < 30; a++)
        expect([...Array(30).keys()].filter((b) => numberOf.get(a) === numberOf.get(b))).toEqual(
          [...Array(30).keys()].filter((b) => areOne(a, b)),
        );
    }
  });

  test("stand behind what they need", () => {
    const graph = drawn(200, 300);
    const place = new Map(componentsOf(graph).flatMap((members, index) => members.map((member) => [member, index])));
    for (let part = 0; part < graph.length; part++)
      expect([...reach(graph, part)].every((need) => (place.get(need) as number) <= (place.get(part) as number))).toBe(
        true,
      );
  });

  test("of parts that need only earlier ones are these parts, in their order", () => {
    const random = draws();
    const edges = Array.from({ length: 500 }, () => {
      const user = 1 + random.below(99);
      return [user, random.below(user)];
    });
    expect(componentsOf(graphOf(100, edges.flat()))).toEqual([...Array(100).keys()].map((part) => [part]));
  });

  test("of a chain of 50,000 parts, either way round, and of a circle of as many touch no stack", () => {
    const length = 50_000;
    const chain = Array.from({ length: length - 1 }, (_, part) => [part, part + 1]).flat();
    expect(componentsOf(graphOf(length, chain))[0]).toEqual([length - 1]);
    expect(componentsOf(reversed(graphOf(length, chain)))[0]).toEqual([0]);
    expect(componentsOf(graphOf(length, [...chain, length - 1, 0]))).toHaveLength(1);
  });
});

test("a closure holds its roots, all they need, and nothing else", () => {
  const graph = graphOf(6, [0, 1, 1, 2, 2, 1, 3, 4]);
  expect([...closureOf(graph, [0])]).toEqual([1, 1, 1, 0, 0, 0]);
  expect([...closureOf(graph, [3, 5])]).toEqual([0, 0, 0, 1, 1, 1]);
  expect([...closureOf(reversed(graph), [2])]).toEqual([1, 1, 1, 0, 0, 0]);
});

test("turned round, a graph has the same edges the other way, and no other", () => {
  const edgesOf = ({ length, from, needs }: Graph): readonly string[] =>
    Array.from({ length }, (_, part) =>
      Array.from(needs.slice(from[part], from[part + 1])).map((need) => `${part} ${need}`),
    ).flat();
  const turned = (edge: string): string => edge.split(" ").toReversed().join(" ");
  for (const edges of [0, 3, 20, 80]) {
    const graph = drawn(20, edges);
    expect(new Set(edgesOf(reversed(graph)).map(turned))).toEqual(new Set(edgesOf(graph)));
  }
});
