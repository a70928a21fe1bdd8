import { expect, test } from "vitest";
import { fuses } from "./joints.ts";

test.each([
  ["int", "a"],
  ["1", "x"],
  ["é", "b"],
  ["+", "+"],
  ["/", "*"],
  ["<", "="],
])("%s and %s would be read as something else", (before, behind) => expect(fuses(before, behind)).toBe(true));

test.each([
  ["a", "("],
  [")", "b"],
  ["a", "+"],
  ["", "a"],
  ["a", ""],
  ["a ", "b"],
  ["}", "}"],
])("%s and %s may stand together", (before, behind) => expect(fuses(before, behind)).toBe(false));
