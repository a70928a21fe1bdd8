import { describe, expect, test } from "vitest";
import { graphOf, reversed } from "../../dependences/graph.ts";
import { play } from "../../driver/play.ts";
import { inOrder, type Things } from "./needs.ts";

/** Things beside each other, in the order in which they are listed; pairs of user and needed. */
const thingsOf = (length: number, needs: readonly number[], shared: readonly number[] = []): Things => ({
  graph: graphOf(length, needs),
  users: reversed(graphOf(length, [...needs, ...shared])),
  groups: Array.from({ length }, (_, thing) => [thing]),
  after: Int32Array.from({ length }, (_, thing) => thing + 1),
});

/** What is left, and how many questions it took. */
const run = (things: Things, holds: (has: (thing: number) => boolean) => boolean) => {
  const { result, asked } = play(inOrder(things, new Set()), (kept) => holds((thing) => kept[thing] === 1));
  return { left: [...result.keys()].filter((thing) => result[thing] === 1), asked };
};

describe("things that had to stay", () => {
  test("are asked about again once a user has gone after them", () => {
    const things = thingsOf(3, [], [0, 1]);
    expect(run(things, (has) => has(2) && (!has(0) || has(1))).left).toEqual([2]);
    expect(run(thingsOf(3, []), (has) => has(2) && (!has(0) || has(1))).left).toEqual([1, 2]);
  });

  test("are asked about again once a user has gone that was asked about again", () => {
    const things = thingsOf(4, [2, 0], [1, 2]);
    const holds = (has: (thing: number) => boolean): boolean => has(3) && (!has(1) || has(2)) && (!has(2) || has(0));
    expect(run(things, holds).left).toEqual([3]);
  });

  test("are not asked about again where nothing of theirs has gone", () => {
    const once = run(thingsOf(8, []), (has) => has(2) && has(5)).asked;
    expect(run(thingsOf(8, [], [2, 5]), (has) => has(2) && has(5)).asked).toBe(once);
  });
});
