import * as fc from "fast-check";
import { expect, test } from "vitest";
import { claimText } from "../core/claim.ts";
import { digest } from "../core/digest.ts";
import { play } from "../driver/play.ts";
import type { Json } from "../formats/json-table.ts";
import { jsonCase, withoutSubtree } from "../formats/json-value.ts";
import { valueOf } from "../formats/json-table.ts";
import { jsonStages } from "./json.ts";
import { listStrategy } from "./list-strategy.ts";

const stages = jsonStages(listStrategy({}));
const minimised = (value: Json, fails: (json: Json) => boolean) =>
  play(stages(jsonCase(value)), (candidate) => fails(candidate.value()));

test.each([
  ["a member deep inside", { a: { b: [1, { c: "x", d: [2] }] }, e: 3 }, /"x"/, "x"],
  ["a container without its content", { a: { b: 1 }, c: 2 }, /"a":\{/, { a: {} }],
  ["two members that need each other", { a: [5, 6], b: { c: 7 } }, /5.*7/, { a: 5, b: 7 }],
  ["a name", { long: { name: { here: 1 } } }, /name/, { name: {} }],
  ["a part of a string", ["some long text"], /ng te/, "ng te"],
  ["a number of three digits", { n: 98_765.25 }, /\d{3}/, 100],
])("what is left is what matters: %s", (_, value, pattern, small) => {
  expect(minimised(value, (json) => pattern.test(JSON.stringify(json))).result.value()).toEqual(small);
});

test("the result fails, is no larger, and no member of it can go", () => {
  const value = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
  fc.assert(
    fc.property(value, fc.nat(9), (source, seed) => {
      const original = JSON.stringify(source);
      const fails = (json: Json): boolean =>
        JSON.stringify(json) === original ||
        Number.parseInt(digest(`${seed}${JSON.stringify(json)}`).slice(0, 2), 16) < 100;
      const { result, claims } = minimised(source, fails);
      const table = result.table();
      expect(fails(result.value())).toBe(true);
      expect(result.size).toBeLessThanOrEqual(jsonCase(source).size);
      expect(claims.map(claimText)).toEqual(["1-minimal by members"]);
      for (let node = 1; node < table.content.length; node++)
        expect(fails(valueOf(withoutSubtree(table, node)))).toBe(false);
    }),
  );
});
