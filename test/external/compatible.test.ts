import * as fc from "fast-check";
import { expect, test } from "vitest";
import { compatible } from "../../src/passes/support/compatible.ts";
import type { ByteEdit, ByteChange } from "../../src/passes/external.ts";

const NOTHING = new Uint8Array();
const edit = (start: number, end: number): ByteEdit => ({ start, end, data: NOTHING });

/** By looking at all pairs. */
const overlap = (a: ByteEdit, b: ByteEdit): boolean => {
  if (a.start === a.end && b.start === b.end) return a.start === b.start;
  return a.start < b.end && b.start < a.end;
};

const slowly = (changes: readonly ByteChange[]): readonly number[] => {
  const chosen: number[] = [];
  for (const [index, change] of changes.entries()) {
    const taken = chosen.flatMap((other) => changes[other] as ByteChange);
    if (!change.some((one) => taken.some((other) => overlap(one, other)))) chosen.push(index);
  }
  return chosen;
};

/** Edits in order, without overlaps. */
const change = fc
  .uniqueArray(fc.nat(20), { minLength: 2, maxLength: 6 })
  .map((places) => places.toSorted((a, b) => a - b))
  .map((places) => places.flatMap((at, i) => (i % 2 === 1 ? [edit(places[i - 1] as number, at)] : [])));
const insertion = fc.nat(20).map((at) => [edit(at, at)]);

test("each change is chosen that overlaps with none chosen before it", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(change, insertion), { maxLength: 12 }), (changes) => {
      expect(compatible(changes)).toEqual(slowly(changes));
    }),
  );
});

test("thirty thousand changes, all of which overlap, are no trouble", () => {
  const nested = Array.from({ length: 30_000 }, (_, i) => [edit(i, 60_000 - i)]);
  expect(compatible(nested)).toEqual([0]);
  expect(compatible(nested.toReversed())).toEqual([0]);
});
