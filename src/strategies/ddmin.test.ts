import { describe, expect, it } from "vitest";
import { elements, keeps, whole, type Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { play } from "../driver/play.ts";
import { ddminRestart } from "./ddmin-restart.ts";
import { ddmin } from "./ddmin.ts";
import { onemin } from "./onemin.ts";
import type { ListOptions } from "./support/registry.ts";

/** Candidates named one after the other, a line for each round. */
const listed = (...rounds: string[]): string[] => rounds.flatMap((round) => round.split(", "));

type Letters = Configuration<string>;

const letters = (text: string): Letters => whole(Array.from(text));

/** The candidates in the order they are asked about; capitals are needed. */
const courseOf = (text: string, search: (input: Letters) => Search<Letters, Letters>): string[] => {
  const asked: string[] = [];
  const needed = text.replace(/[^A-Z]/g, "");
  play(search(letters(text)), (candidate) => {
    asked.push(elements(candidate).join(""));
    return Array.from(needed).every((letter) => elements(candidate).includes(letter));
  });
  return asked;
};

const course = (text: string, options: ListOptions): string[] => courseOf(text, (input) => ddmin(input, options));

describe("ddmin", () => {
  it("tries subsets, then complements, then a finer partition", () => {
    expect(course("AbcD", {})).toEqual(
      listed(
        "Ab, cD, cD, Ab", // halves, and as complements
        "A, b, c, D, bcD, AcD", // quarters: b goes
        "A, c, D, AD", // the scan of complements goes on behind b: c goes
        "A, D, A, D",
      ),
    );
  });

  it("goes on behind the chunk that went, around the end, until a whole round is fruitless", () => {
    const options = { cases: "complements-only", splitFactor: 8 } as const;
    expect(course("aBcD", options)).toEqual(["BcD", "cD", "BD", "B", "D"]);
  });

  it("goes backward", () => {
    const options = { cases: "complements-only", order: "backward", splitFactor: 8 } as const;
    expect(course("aBcD", options)).toEqual(["aBc", "aBD", "aD", "BD", "B", "D"]);
  });

  it("keeps the chunks that are left as they are", () => {
    const options = { cases: "complements-only", splitFactor: 3 } as const;
    // ab, cD, eF: without ab, the next candidates drop cD and eF, not halves of another length.
    expect(course("abcDeF", options).slice(0, 3)).toEqual(["cDeF", "eF", "cD"]);
  });

  it("splits uneven lists into small chunks first", () => {
    expect(course("aBcDe", { splitFactor: 3 }).slice(0, 3)).toEqual(["a", "Bc", "De"]);
  });

  it("keeps its place in proportion when the partition gets finer", () => {
    const options = { cases: "complements-only", splitFactor: 2 } as const;
    expect(course("AbcdEFGH", options).slice(2, 13)).toEqual(
      listed(
        "cdEFGH, AbEFGH", // four chunks: the second goes
        "AbGH, AbEF, EFGH", // three chunks, a fruitless round from the second on
        "AbFGH, AbEGH, AbEFH, AbEFG, bEFGH, AEFGH", // six, from the third on
      ),
    );
  });

  it("with a split factor as large as the list and complements only is onemin", () => {
    const options = { cases: "complements-only", splitFactor: 20 } as const;
    for (const order of ["forward", "backward"] as const)
      expect(course("abCdEfgHi", { ...options, order })).toEqual(
        courseOf("abCdEfgHi", (input) => onemin(input, { order })),
      );
  });

  it.each([0, 1, 1.5, Number.NaN])("does not take %d as a split factor", (splitFactor) => {
    expect(() => ddmin(letters("ab"), { splitFactor })).toThrow(RangeError);
  });

  it("reduces 100,000 deltas to a needed one in two tests per halving at most", () => {
    const input = whole(Array.from({ length: 100_000 }, (_, i) => i));
    const { result, asked } = play(ddmin(input), (candidate) => keeps(candidate, 70_000));
    expect(elements(result)).toEqual([70_000]);
    expect(asked).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(100_000)));
  });
});

describe("ddmin as its pseudo-code is printed", () => {
  it("begins every round at the first chunk and splits the rest anew", () => {
    const options = { cases: "complements-only", splitFactor: 8 } as const;
    expect(courseOf("AbCd", (input) => ddminRestart(input, options))).toEqual(
      listed("bCd", "ACd", "Cd", "Ad", "AC", "C", "A"),
    );
  });

  it("splits a single chunk that is left by the split factor", () => {
    const asked = courseOf("abcdefghI", (input) => ddminRestart(input, { cases: "complements-only", splitFactor: 3 }));
    expect(asked).toEqual(["defghI", "ghI", "hI", "I"]);
  });
});
