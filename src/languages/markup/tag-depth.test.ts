import { expect, test } from "vitest";
import { tagDepth } from "./tag-depth.ts";

test.each([
  ["", 0],
  ["a < b", 0],
  ["<a><b/><b></b></a>", 2],
  ["<ul><li>1<li>2<li>3</ul><br><br><br><img src=x>", 2],
  ["<table><tr><td>1<td>2<tr><td>3</table>", 2],
  ["<!-- <a><a><a> --><p>text", 1],
  ["</a></a><a>", 1],
])("%s: %d", (text, depth) => {
  expect(tagDepth(text)).toBe(depth);
});

test("deep text takes linear time and no stack", () => {
  const count = 300_000;
  expect(tagDepth("<e>".repeat(count) + "x" + "</e>".repeat(count))).toBe(count);
  expect(tagDepth("<".repeat(count))).toBe(0);
  expect(tagDepth("<e ".repeat(count))).toBe(0);
});
