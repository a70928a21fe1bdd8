import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Heap } from "./heap.ts";

it("gives what comes first, whatever is added and taken between", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 50 })), { maxLength: 200 }), (acts) => {
      const heap = new Heap<number>((a, b) => a < b);
      const held: number[] = [];
      for (const act of acts) {
        if (act === null) expect(heap.take()).toBe(held.shift());
        else {
          heap.add(act);
          held.push(act);
          held.sort((a, b) => a - b);
        }
      }
      for (const next of held) expect(heap.take()).toBe(next);
      expect(heap.take()).toBeUndefined();
    }),
  );
});

it("compares each item with few others", () => {
  let compared = 0;
  const heap = new Heap<number>((a, b) => {
    compared++;
    return a < b;
  });
  const N = 4096;
  for (let item = 0; item < N; item++) heap.add((item * 2729) % N);
  for (let item = 0; item < N; item++) expect(heap.take()).toBe(item);
  expect(compared).toBeLessThan(3 * N * Math.log2(N));
});
