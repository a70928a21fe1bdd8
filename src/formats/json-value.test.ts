import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cut, slice } from "../core/configuration.ts";
import { UserError } from "../core/errors.ts";
import type { Json } from "./json-table.ts";
import { jsonCase, jsonDeletions, jsonScalars, jsonUnwraps, withoutSubtree, type JsonCase } from "./json-value.ts";

const json = fc.jsonValue() as fc.Arbitrary<Json>;

/** The values with exactly one edit not taken, and the one with all taken. */
const renderings = (format: typeof jsonDeletions, value: Json): { one: Json[]; none: Json } => {
  const { input, render } = format.parse(jsonCase(value));
  const one = Array.from({ length: input.length }, (_, i) => render(slice(input, i, i + 1)).value());
  return { one, none: render(slice(input, 0, 0)).value() };
};

describe("a JSON case", () => {
  test("gives back the value it was made of", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(jsonCase(value).value()).toEqual(value);
      }),
    );
    expect(jsonCase(JSON.parse('{"__proto__":[1]}')).value()).toEqual(JSON.parse('{"__proto__":[1]}'));
  });

  test("has equal keys for equal texts only", () => {
    const text = (value: Json): string => (Object.is(value, -0) ? "-0" : JSON.stringify(value));
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(jsonCase(a).key() === jsonCase(b).key()).toBe(text(a) === text(b));
      }),
    );
    expect(jsonCase([0]).key()).not.toBe(jsonCase([-0]).key());
    expect(jsonCase([[], 1]).key()).not.toBe(jsonCase([[1]]).key());
  });

  test("is as large as its text, numbers written out", () => {
    const value = { a: [1, "x\n", null, false], b: {} };
    expect(jsonCase(value).size).toBe(JSON.stringify(value).length);
    expect(jsonCase(1e21).size).toBe(22);
    expect(jsonCase(-1.5e-7).size).toBe("-0.00000015".length);
    expect(jsonCase(true).size).toBe(jsonCase(false).size);
  });

  test("does not recurse: 100,000 levels are parsed, keyed, edited and rendered", () => {
    let value: Json = "x";
    for (let level = 0; level < 100_000; level++) value = level % 2 === 0 ? [value] : { a: value };
    const source = jsonCase(value);
    expect(source.size).toBe(50_000 * "[]".length + 50_000 * '{"a":}'.length + '"x"'.length);
    const { input, render } = jsonUnwraps.parse(source);
    expect(input.length).toBe(100_000);
    expect(render(slice(input, 0, 0)).value()).toBe("x");
    expect(render(slice(input, 5, 6)).value()).toEqual(["x"]);
  });
});

describe("what is not plain JSON is refused, with its place", () => {
  const cyclic: { self?: unknown } = {};
  cyclic.self = [cyclic];
  const cases: readonly (readonly [unknown, string])[] = [
    [cyclic, "value.self[0] contains itself"],
    [{ a: [1, { b: Number.NaN }] }, "value.a[1].b is NaN"],
    [[Number.POSITIVE_INFINITY], "value[0] is Infinity"],
    [{ "odd name": undefined }, 'value["odd name"] is undefined'],
    // oxlint-disable-next-line no-sparse-arrays -- holes are the case at hand
    [[1, , 2], "value[1] is undefined"],
    [{ f: () => 1 }, "value.f is a function"],
    [10n, "value is a bigint"],
    [[Symbol("s")], "value[0] is a symbol"],
    [new Map(), "value is an instance of Map"],
    [{ d: new Date() }, "value.d is an instance of Date"],
    [{ [Symbol("s")]: 1 }, "value has a member named by a symbol"],
  ];
  test.each(cases.map(([value, message]) => ({ value, message })))("$message", ({ value, message }) => {
    expect(() => jsonCase(value)).toThrow(UserError);
    expect(() => jsonCase(value)).toThrow(message);
  });

  test("but what is there twice is fine", () => {
    const shared = { a: 1 };
    expect(jsonCase([shared, shared]).value()).toEqual([{ a: 1 }, { a: 1 }]);
  });
});

describe("every format of edits", () => {
  test.each([jsonDeletions, jsonUnwraps, jsonScalars])("renders what it parsed as it was ($unit)", (format) => {
    fc.assert(
      fc.property(json, (value) => {
        const source = jsonCase(value);
        const { input, render } = format.parse(source);
        expect(render(input).key()).toBe(source.key());
        expect(render(input).value()).toEqual(value);
      }),
    );
  });

  test.each([jsonDeletions, jsonUnwraps, jsonScalars])("makes no value larger ($unit)", (format) => {
    fc.assert(
      fc.property(json, fc.nat(), fc.nat(), (value, a, b) => {
        const source = jsonCase(value);
        const { input, render } = format.parse(source);
        const [from, to] = [a % (input.length + 1), b % (input.length + 1)].toSorted((x, y) => x - y) as [
          number,
          number,
        ];
        expect(render(cut(input, from, to)).size).toBeLessThanOrEqual(source.size);
      }),
    );
  });
});

test("deletion keeps containers while anything in them is kept", () => {
  const { one, none } = renderings(jsonDeletions, { a: [1, { b: 2 }], c: 3 });
  expect(none).toEqual({});
  expect(one).toEqual([{ a: [] }, { a: [1] }, { a: [{}] }, { a: [{ b: 2 }] }, { c: 3 }]);
});

test("unwrapping composes, and the child takes the name of the outermost wrapper", () => {
  const { one, none } = renderings(jsonUnwraps, { a: [[{ b: [1, 2] }]], c: 0 });
  expect(none).toEqual({ a: [1, 2], c: 0 });
  expect(one).toEqual([
    { a: [[1, 2]], c: 0 },
    { a: [[1, 2]], c: 0 },
    { a: { b: [1, 2] }, c: 0 },
  ]);
  expect(renderings(jsonUnwraps, [[]]).none).toEqual([]);
});

test("scalars become the simplest of their type", () => {
  const { none } = renderings(jsonScalars, [1, "a", true, false, null, 0, "", { a: -0 }]);
  expect(none).toEqual([0, "", false, false, null, 0, "", { a: 0 }]);
});

test("a subtree goes with all that is in it", () => {
  const table = (source: JsonCase) => source.table();
  const values = [1, 2, 4].map((node) => withoutSubtree(table(jsonCase([[1, 2], 3])), node));
  expect(values.map(({ content }) => content.length)).toEqual([2, 4, 4]);
});
