import { expect, test } from "vitest";
import { scoreOf } from "./score.ts";

const truth = new Map([
  ["a", 1],
  ["b", 1],
  ["c", 2],
  ["d", 2],
  ["e", 3],
]);

test("one bucket for each bug is perfect", () => {
  expect(scoreOf(truth, [["a", "b"], ["c", "d"], ["e"]])).toEqual({
    bugs: 3,
    found: 3,
    buckets: 3,
    extra: 0,
    misplaced: 0,
    left: 0,
    files: 5,
  });
});

test("split bugs are extra buckets, mixed files are misplaced, files in no bucket are left", () => {
  expect(scoreOf(truth, [["a"], ["b"], ["c", "d", "e"]])).toMatchObject({ found: 2, extra: 1, misplaced: 1, left: 0 });
  expect(scoreOf(truth, [["a", "b"]])).toMatchObject({ found: 1, extra: 0, misplaced: 0, left: 3 });
});

test("a bucket of files that show no known bug is about nothing", () => {
  expect(scoreOf(truth, [["x", "y"]])).toMatchObject({ found: 0, extra: 1 });
});
