import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Search } from "../../src/core/search.ts";
import { FAIL, PASS } from "../../src/core/verdict.ts";
import { play } from "../../src/driver/play.ts";
import { Walk } from "../../src/driver/walk.ts";
import { ddmin } from "../../src/strategies/ddmin.ts";
import { coarseHdd, hdd, hddStar } from "../../src/strategies/trees/hdd.ts";
import { hddr } from "../../src/strategies/trees/hddr.ts";
import { hoist } from "../../src/strategies/trees/hoist.ts";
import { opdd } from "../../src/strategies/opdd.ts";
import {
  childrenOf,
  forEachPrinted,
  prune,
  rootOf,
  toNode,
  treeKey,
  treeOf,
  type Tree,
  type TreeNode,
} from "../../src/strategies/trees/tree.ts";

const node = (value: string, ...children: TreeNode<string>[]): TreeNode<string> => ({ kind: value, value, children });

/** The values printed, in document order. */
const text = (tree: Tree<string>): string => {
  const printed: string[] = [];
  forEachPrinted(tree, (number, replaced) => {
    const { value, replacement } = tree.nodes[number] as TreeNode<string>;
    printed.push(replaced ? (replacement as string) : value);
  });
  return printed.join(" ");
};

/** The tree of Fig. 7 of the OPDD paper: the buggy statement is the division by zero in g. */
const listing1 = (): Tree<string> =>
  treeOf(
    node(
      "compilationUnit",
      node("f()", node("void"), node("=", node("int"), node("x"), node("5"))),
      node(
        "g()",
        node("void"),
        node("=", node("int"), node("y"), node("10")),
        node("=", node("int"), node("z"), node("/", node("15"), node("0"))),
      ),
    ),
  );

/** As a compiler would have it: a function keeps its type, a definition its three parts. */
const compiles = (tree: Tree<string>): boolean => {
  const whole = (number: number): boolean => {
    const { value } = tree.nodes[number] as TreeNode<string>;
    const below = childrenOf(tree, number);
    const parts = below.map((child) => tree.nodes[child]?.value);
    if (value.endsWith("()") && parts[0] !== "void") return false;
    if (value === "=" && below.length !== 3) return false;
    if (value === "/" && below.length !== 2) return false;
    return below.every(whole);
  };
  return whole(rootOf(tree) as number);
};

describe("HDD on the paper's example (Listing 1)", () => {
  const divides = (tree: Tree<string>): boolean => compiles(tree) && text(tree).includes("/ 15 0");

  it.each([
    ["ddmin", ddmin],
    ["OPDD", opdd],
  ])("removes f() on level 1, int y = 10 on level 2, and keeps the rest, with %s inside", (_, minimizer) => {
    const sizes: number[] = [];
    const { result } = play(hdd(listing1(), { minimizer: (c) => minimizer(c) }), (tree) => {
      if (divides(tree)) sizes.push(tree.kept.length);
      return divides(tree);
    });
    expect(text(result)).toBe("compilationUnit g() void = int z / 15 0");
    // f() with its 5 nodes below it goes first, then y = 10 with its 3.
    expect(sizes).toEqual([13, 9]);
  });
});

/** Trees of up to about 30 nodes, each with a value of its own; some have a replacement. */
const arbitraryTree = fc
  .array(fc.record({ up: fc.nat({ max: 3 }), kind: fc.nat({ max: 2 }), filled: fc.boolean() }), { maxLength: 14 })
  .map((steps) => {
    type Draft = { kind: string; value: string; children: Draft[]; replacement?: string };
    const root: Draft = { kind: "root", value: "0", children: [] };
    const path = [root];
    for (const [i, { up, kind, filled }] of steps.entries()) {
      for (let k = 0; k < up && path.length > 1; k++) path.pop();
      const value = String(i + 1);
      const draft: Draft = { kind: `k${kind}`, value, children: [], ...(filled && { replacement: `<${value}>` }) };
      path.at(-1)?.children.push(draft);
      path.push(draft);
    }
    return treeOf<string>(root);
  });

/** Any outcome for any tree; the first one fails. */
const arbitraryOracle = fc.infiniteStream(fc.boolean()).map((stream) => {
  const known = new Map<string, boolean>();
  return (tree: Tree<string>): boolean => {
    const key = text(tree);
    if (!known.has(key)) known.set(key, stream.next().value as boolean);
    return known.get(key) as boolean;
  };
});

const minimizer = <Delta>(c: Parameters<typeof ddmin<Delta>>[0]) => ddmin(c);
const strategies: [string, (tree: Tree<string>) => Search<Tree<string>, Tree<string>>][] = [
  ["HDD", (tree) => hdd(tree, { minimizer })],
  ["HDD*", (tree) => hddStar(tree, { minimizer })],
  ["coarse HDD", (tree) => coarseHdd(tree, { minimizer })],
  ["HDDr", (tree) => hddr(tree, { minimizer })],
  ["HDDr, depth first, backward", (tree) => hddr(tree, { minimizer, walk: "depth", order: "backward" })],
  ["hoisting", (tree) => hoist(tree)],
];

describe.each(strategies)("%s", (name, strategy) => {
  it("returns a tree that failed, or the one it was given", () => {
    fc.assert(
      fc.property(arbitraryTree, arbitraryOracle, (tree, fails) => {
        const failed = new Set([treeKey(tree)]);
        const { result } = play(strategy(tree), (candidate) => {
          expect(candidate.kept.length).toBeLessThan(tree.kept.length);
          if (fails(candidate)) failed.add(treeKey(candidate));
          return fails(candidate);
        });
        expect(failed).toContain(treeKey(result));
        expect(rootOf(result)).toBe(0);
      }),
    );
  });

  it("claims that no node can go alone only where none can", () => {
    let claimed = 0;
    fc.assert(
      fc.property(arbitraryTree, arbitraryOracle, (tree, fails) => {
        const { result, claims } = play(strategy(tree), fails);
        if (claims.length === 0) return;
        claimed++;
        for (const number of belowRoot(result)) expect(fails(prune(result, [number]))).toBe(false);
      }),
    );
    expect(claimed > 0).toBe(name !== "hoisting");
  });

  it("says what kind of question it asks, and leaves a tree of which nothing can go as it is", () => {
    fc.assert(
      fc.property(arbitraryTree, (tree) => {
        const { result } = play(strategy(tree), (_, { phase, granularity, removes }) => {
          expect(phase).toMatch(/^[a-z]+$/);
          expect(granularity).toBeGreaterThan(0);
          expect(removes ?? 1).toBeGreaterThan(0);
          return false;
        });
        expect(result.kept).toBe(tree.kept);
      }),
    );
  });

  it("is pure: the same answers lead to the same questions again", () => {
    fc.assert(
      fc.property(arbitraryTree, fc.array(fc.boolean(), { maxLength: 40 }), (tree, answers) => {
        const search = strategy(tree);
        const once = trace(search, answers);
        trace(
          search,
          answers.map((answer) => !answer),
        );
        expect(trace(search, answers)).toEqual(once);
      }),
    );
  });

  it("copes with a tree 30,000 levels deep", () => {
    const deep = chainOf(30_000, () => "k");
    let asked = 0;
    play(strategy(treeOf(deep)), () => {
      asked++;
      return false;
    });
    expect(asked).toBeGreaterThanOrEqual(29_998);
  });
});

const trace = (search: Search<Tree<string>, Tree<string>>, answers: readonly boolean[]): readonly string[] => {
  const walk = new Walk(search);
  const keys: string[] = [];
  for (const answer of answers) {
    const position = walk.currentSync();
    if (position.kind === "done") break;
    keys.push(treeKey(position.ask.candidates.at(position.index)));
    walk.answer(answer ? FAIL : PASS);
  }
  return keys;
};

const chainOf = (depth: number, kind: (level: number) => string): TreeNode<string> => {
  let inner: TreeNode<string> = { kind: kind(depth - 1), value: String(depth - 1), children: [] };
  for (let level = depth - 2; level >= 0; level--)
    inner = { kind: kind(level), value: String(level), children: [inner] };
  return inner;
};

describe("HDD", () => {
  it("claims nothing after a pass that has changed something", () => {
    // The first child may go when the second has lost its own.
    const tree = treeOf(node("root", node("a"), node("b", node("c"))));
    const fails = (candidate: Tree<string>): boolean => ["root a b", "root b"].includes(text(candidate));
    expect(play(hdd(tree, { minimizer }), fails)).toMatchObject({ claims: [] });
    expect(text(play(hdd(tree, { minimizer }), fails).result)).toBe("root a b");
    expect(text(play(hddStar(tree, { minimizer }), fails).result)).toBe("root b");
    for (const walk of ["breadth", "depth"] as const)
      expect(play(hddr(tree, { minimizer, walk }), fails)).toMatchObject({ claims: [] });
  });
});

describe("HDD*", () => {
  it("leaves no node that could be pruned alone, and claims so", () => {
    fc.assert(
      fc.property(arbitraryTree, arbitraryOracle, (tree, fails) => {
        const { result, claims } = play(hddStar(tree, { minimizer }), fails);
        expect(claims).toEqual([{ property: "1-tree-minimal", by: "nodes" }]);
        for (const number of belowRoot(result)) expect(fails(prune(result, [number]))).toBe(false);
      }),
    );
  });

  it("claims nothing when the minimiser inside proves nothing", () => {
    const wide = treeOf(node("root", node("a"), node("b"), node("c")));
    expect(play(hddStar(wide, { minimizer: (c) => opdd(c) }), () => false).claims).toEqual([]);
  });
});

const belowRoot = (tree: Tree<string>): number[] => {
  const found: number[] = [];
  forEachPrinted(tree, (number, replaced) => {
    if (!replaced && number !== rootOf(tree)) found.push(number);
  });
  return found;
};

describe("coarse HDD", () => {
  it("prunes only what leaves nothing behind, on every level", () => {
    const filled = { ...node("b", node("b1"), node("b2")), replacement: "0" };
    const tree = treeOf(node("root", node("a"), filled, node("c")));
    expect(text(play(coarseHdd(tree, { minimizer }), () => true).result)).toBe("root b");
  });
});

describe("a pruned node", () => {
  const filled = { ...node("expression", node("call"), node("argument")), replacement: "0" };
  const tree = treeOf(node("root", node("statement", node("return"), filled), node("end")));
  const [statement] = childrenOf(tree, 0) as [number];
  const expression = childrenOf(tree, statement)[1] as number;

  it("is printed by its minimal replacement", () => {
    expect(text(prune(tree, [expression]))).toBe("root statement return 0 end");
    expect(toNode(prune(tree, [expression])).children[0]?.children[1]).toMatchObject({ value: "0", children: [] });
  });

  it("is not printed at all when what is above it goes later", () => {
    expect(text(prune(prune(tree, [expression]), [statement]))).toBe("root end");
  });
});

describe("a tree", () => {
  it("is the same after it was indexed and built again", () => {
    fc.assert(
      fc.property(arbitraryTree, (tree) => {
        const again = treeOf(toNode(tree));
        expect(text(again)).toBe(text(tree));
        expect(again.ends).toEqual(tree.ends);
      }),
    );
  });

  it("may be 30,000 levels deep", () => {
    const tree = treeOf(chainOf(30_000, String));
    expect(tree.kept.length).toBe(30_000);
    expect(treeOf(toNode(tree)).ends).toEqual(tree.ends);
  });
});

describe("HDDr", () => {
  const tree = (): Tree<string> => treeOf(node("root", node("a", node("c", node("x"))), node("b", node("y"))));
  const visited = (walk: "breadth" | "depth", order: "forward" | "backward"): string[] => {
    const first: string[] = [];
    play(hddr(tree(), { minimizer, walk, order }), (candidate, step) => {
      if (step.phase === "all") first.push(text(candidate));
      return false;
    });
    return first;
  };

  it.each([
    ["breadth", "forward", ["root", "root a b y", "root a c x b", "root a c b y"]],
    ["depth", "forward", ["root", "root a b y", "root a c b y", "root a c x b"]],
    ["breadth", "backward", ["root", "root a c x b", "root a b y", "root a c b y"]],
    ["depth", "backward", ["root", "root a c x b", "root a b y", "root a c b y"]],
  ] as const)("goes %s first, %s", (walk, order, expected) => {
    expect(visited(walk, order)).toEqual(expected);
  });
});

describe("hoisting", () => {
  const statement = (value: string, ...children: TreeNode<string>[]): TreeNode<string> => ({
    ...node(value, ...children),
    kind: "statement",
  });

  it("lifts the innermost statement out of all that surround it", () => {
    const nested = statement(
      "if",
      node("condition"),
      statement("while", node("body", statement("bug"), statement("x"))),
    );
    const { result } = play(hoist(treeOf(node("root", nested, node("end")))), (tree) => text(tree).includes("bug"));
    expect(text(result)).toBe("root bug end");
  });

  it("replaces by nodes of the same kind only, unless told otherwise", () => {
    const tree = treeOf(node("root", node("if", node("block", node("bug")))));
    const fails = (candidate: Tree<string>): boolean => text(candidate).includes("bug");
    expect(text(play(hoist(tree), fails).result)).toBe("root if block bug");
    expect(text(play(hoist(tree, { kind: (of) => of.value !== "root" }), fails).result)).toBe("root bug");
  });

  it("lifts through 30,000 levels", () => {
    const tree = treeOf(
      node(
        "root",
        chainOf(30_000, () => "k"),
      ),
    );
    const { result, asked } = play(hoist(tree), () => true);
    expect([result.kept.length, asked]).toEqual([2, 29_999]);
  });
});
