import { describe, expect, it } from "vitest";
import { elements, whole, type Configuration } from "../core/configuration.ts";
import { play } from "../driver/play.ts";
import { unambiguity, unambiguityRatio, type Probed } from "./unambiguity.ts";

const probed = (text: string, fails: (text: string) => boolean): Probed<string> =>
  play(unambiguity(whole(Array.from(text))), (candidate) => fails(textOf(candidate))).result;
const textOf = (c: Configuration<string>): string => elements(c).join("");
const needs =
  (needed: string) =>
  (text: string): boolean =>
    Array.from(needed).every((letter) => text.includes(letter));

describe("the unambiguity probe", () => {
  it("counts a granularity with a single removal as trivial", () => {
    expect(probed("abcd", needs("abc"))).toMatchObject({ trivial: 1, successful: 0, unsuccessful: 0 });
  });

  it("counts removals that combine", () => {
    // Halves: none. Quarters: e f and g h go together. Single letters: b and d go together.
    const found = probed("abcdefgh", needs("ac"));
    expect(found).toMatchObject({ trivial: 1, successful: 1, unsuccessful: 0 });
    expect(textOf(found.result)).toBe("ac");
  });

  it("counts removals that do not combine, and goes on with the first of them", () => {
    const found = probed("abcdefgh", (text) => needs("ch")(text) || needs("df")(text));
    expect(found.unsuccessful).toBeGreaterThan(0);
    expect(["ch", "df"]).toContain(textOf(found.result));
  });

  it("takes removing everything for a combination that does not work, without a test", () => {
    const asked: string[] = [];
    const search = unambiguity(whole(["a", "b"]));
    const { result } = play(search, (candidate) => {
      asked.push(textOf(candidate));
      return true;
    });
    expect(result).toMatchObject({ trivial: 0, successful: 0, unsuccessful: 1 });
    expect(asked).toEqual(["b", "a"]);
  });

  it.each(["", "a"])("has nothing to count for %j", (text) => {
    expect(probed(text, () => true)).toMatchObject({ trivial: 0, successful: 0, unsuccessful: 0 });
  });
});

describe("the unambiguity ratio", () => {
  it("is that of Table II: 1.gv has 546 trivial, 151 successful and 50 unsuccessful granularities, 93.3 %", () => {
    expect(unambiguityRatio({ trivial: 546, successful: 151, unsuccessful: 50 }).toFixed(1)).toBe("93.3");
  });

  it("is 100 % where nothing was removed", () => {
    expect(unambiguityRatio({ trivial: 0, successful: 0, unsuccessful: 0 })).toBe(100);
  });
});
