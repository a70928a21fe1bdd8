/** Tree strategies give the answer of a single worker too, with any list strategy inside. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chain, digest, done, over, valueCase, type ValueCase } from "../../src/core/index.ts";
import { drive } from "../../src/driver/search.ts";
import { simulated } from "../../src/executors/simulated.ts";
import { memoryJournal } from "../../src/journals/memory.ts";
import {
  list,
  toNode,
  tree,
  treeKey,
  treeOf,
  type ListStrategy,
  type Tree,
  type TreeNode,
} from "../../src/strategies/index.ts";

type Case = ValueCase<TreeNode<number>>;

/** Trees of up to four levels. */
const treesOf = (levels: number): fc.Arbitrary<TreeNode<number>> =>
  fc.record({
    kind: fc.constantFrom("a", "b"),
    value: fc.nat(9),
    children: levels === 1 ? fc.constant([]) : fc.array(treesOf(levels - 1), { maxLength: 4 }),
    replacement: fc.option(fc.constant(-1), { nil: undefined }),
  });

const values = (root: TreeNode<number>): number[] => {
  const found: number[] = [];
  const ahead = [root];
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
    found.push(node.value);
    ahead.push(...node.children);
  }
  return found;
};

const asCase = (input: Tree<number>): Case =>
  valueCase({ value: () => toNode(input), key: () => treeKey(input), size: input.kept.length });

const run = async (
  name: string,
  minimizer: ListStrategy,
  { root, needed, capacity }: { root: TreeNode<number>; needed: number[]; capacity: number },
) => {
  const source = treeOf(root);
  const strategy = (tree[name] as (typeof tree)[string]).build(minimizer);
  const committed: string[] = [];
  const executor = simulated<Case>({
    capacity,
    latency: (key) => 1 + (Number.parseInt(digest(key).slice(0, 6), 16) % 50),
    oracle: (candidate) => needed.every((value) => values(candidate.value()).includes(value)),
  });
  const { best, claims } = await drive({
    search: chain(over(strategy(source), asCase), (result, proved) => done(asCase(result), proved)),
    source: asCase(source),
    executor,
    journal: memoryJournal(),
    check: false,
    onEvent: (event) => event.type === "test" && committed.push(`${event.key} ${event.verdict.outcome}`),
  });
  return { best: best.value(), claims, committed };
};

describe.each(Object.keys(tree))("%s", (name) => {
  it.each(["ddmin", "opdd", "gbs"])(
    "with %s inside commits the same tests for any number of workers",
    async (inside) => {
      const minimizer = (list[inside] as (typeof list)[string]).build({});
      await fc.assert(
        fc.asyncProperty(treesOf(4), fc.nat(2), async (root, count) => {
          const needed = values(root).slice(0, count);
          const runs = await Promise.all(
            [1, 2, 3, 8, 64].map((capacity) => run(name, minimizer, { root, needed, capacity })),
          );
          for (const answer of runs) expect(answer).toEqual(runs[0]);
          for (const value of needed) expect(values((runs[0] as (typeof runs)[number]).best)).toContain(value);
        }),
        { numRuns: 15 },
      );
    },
  );
});
