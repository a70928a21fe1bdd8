import { describe, expect, test } from "vitest";
import { chainStart, isJoint } from "./joints.ts";

describe("names of several parts", () => {
  test.each([
    ["a.b", 1, true],
    ["a-b", 1, true],
    ["a .b", 2, false],
    ["a. b", 1, false],
    [".b", 0, false],
    ["a.", 1, false],
    ["a+b", 1, false],
    ["a.b", 0, false],
  ])("are joined by a dot or a dash between words: %j at %i", (text, at, expected) => {
    expect(isJoint(text, at)).toBe(expected);
  });

  test.each([
    ["x = one.two.three", 12, 4],
    ["one.two", 4, 0],
    ["one", 0, 0],
    ["f(a, b)", 5, 5],
    ["a.b.c.d.e.f", 10, 4],
    ["a..b", 3, 3],
  ])("begin at their first part, or at the fourth from the end: %j, from %i", (text, start, expected) => {
    expect(chainStart(text, start)).toBe(expected);
  });
});
