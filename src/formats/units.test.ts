import { describe, expect, test } from "vitest";
import { drop, whole } from "../core/configuration.ts";
import { printUnits, type UnitList, type Units } from "./units.ts";

/** Units are the given parts of the text, side by side; `list`: they are its elements. */
const unitsOf = (text: string, parts: readonly string[], list?: Omit<UnitList, "units">): Units => {
  const start: number[] = [];
  for (const part of parts) start.push(text.indexOf(part, (start.at(-1) ?? -1) + 1));
  const all = parts.map((_, index) => index);
  return {
    text,
    length: parts.length,
    start: Int32Array.from(start),
    end: Int32Array.from(parts, (part, index) => (start[index] ?? 0) + part.length),
    after: Int32Array.from(all, (index) => index + 1),
    list: new Int32Array(parts.length).fill(list === undefined ? -1 : 0),
    lists: list === undefined ? [] : [{ ...list, units: all }],
  };
};

const without = (units: Units, ...gone: readonly number[]): string => {
  const all = whole(Array.from({ length: units.length }));
  return printUnits(
    units,
    drop(
      all,
      gone.map((from) => ({ from, to: from + 1 })),
    ),
  ).join("");
};

describe("separators", () => {
  const list = unitsOf("f(a, b, c)", ["a", "b", "c"], { separated: true });

  test.each([
    [[], "f(a, b, c)"],
    [[0], "f(b, c)"],
    [[1], "f(a, c)"],
    [[2], "f(a, b)"],
    [[0, 1], "f(c)"],
    [[1, 2], "f(a)"],
    [[0, 2], "f(b)"],
    [[0, 1, 2], "f()"],
  ])("without %j of three arguments: %s", (gone, text) => expect(without(list, ...gone)).toBe(text));

  test("one behind the last element goes with all of them only", () => {
    const trailing = unitsOf("[1, 2,]", ["1", "2"], { separated: true, trail: 6 });
    expect(without(trailing, 1)).toBe("[1,]");
    expect(without(trailing, 0)).toBe("[2,]");
    expect(without(trailing, 0, 1)).toBe("[]");
  });
});

describe("what is left", () => {
  test("a line that is emptied goes, with the empty lines behind it", () => {
    expect(without(unitsOf("a;\n  b;\n\nc;\n", ["a;", "b;", "c;"]), 1)).toBe("a;\nc;\n");
  });

  test("words are kept apart by a space, brackets are not", () => {
    expect(without(unitsOf("int(x)y", ["(", "x", ")"]), 0, 1, 2)).toBe("int y");
    expect(without(unitsOf("f(x)", ["x"]), 0)).toBe("f()");
  });

  test("a filler stands where every element is gone", () => {
    const block = unitsOf("if a:\n  b\n  c\n", ["b", "c"], { separated: false, filler: "pass" });
    expect(without(block, 0, 1)).toBe("if a:\n  pass\n");
    expect(without(block, 0)).toBe("if a:\n  c\n");
  });
});
