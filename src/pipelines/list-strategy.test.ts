import { describe, expect, test } from "vitest";
import { claimText } from "../core/claim.ts";
import { elements, whole } from "../core/configuration.ts";
import { play } from "../driver/play.ts";
import { list } from "../strategies/index.ts";
import { listStrategy, nearest } from "./list-strategy.ts";

const items = whole("abcdefgh".split(""));

describe.each(Object.keys(list))("%s", (strategy) => {
  test("is asked about nothing at all first, and proves at least 1-minimality", () => {
    const asked: string[] = [];
    const { result, claims } = play(listStrategy({ strategy })(items), (kept) => {
      asked.push(elements(kept).join(""));
      return ["b", "g"].every((item) => elements(kept).includes(item));
    });
    expect(asked[0]).toBe("");
    expect(asked.filter((text) => text === "")).toHaveLength(1);
    expect(elements(result)).toEqual(["b", "g"]);
    expect(claims.map(claimText)).toEqual(["1-minimal by elements"]);
  });

  test("proves more where more is wanted", () => {
    const even = (kept: typeof items): boolean => kept.length > 0 && kept.length % 2 === 0;
    const { result, claims } = play(listStrategy({ strategy, minimality: 2 })(items), even);
    expect(result.length).toBe(2);
    expect(claims.map(claimText)).toEqual(["2-minimal by elements"]);
  });
});

test("nothing at all is the end where it fails, and asks no question where it is given", () => {
  const always = play(listStrategy({})(items), () => true);
  expect(always).toMatchObject({ asked: 1, claims: [{ property: "1-minimal" }] });
  expect(always.result.length).toBe(0);
  expect(play(listStrategy({ minimality: 3 })(whole<string>([])), () => true)).toMatchObject({
    asked: 0,
    claims: [{ property: "3-minimal" }],
  });
});

test("the nearest name is a slip of the hand away, or there is none", () => {
  const names = ["ddmin", "opdd", "adaptive", "gbs"];
  expect(["dmin", "ddmni", "OPDD", "adaptve", "gsb"].map((typed) => nearest(typed, names))).toEqual([
    "ddmin",
    "ddmin",
    "opdd",
    "adaptive",
    "gbs",
  ]);
  expect(nearest("hierarchical", names)).toBeUndefined();
});
