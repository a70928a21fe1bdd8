import { describe, expect, it } from "vitest";
import { elements, keeps, whole, type Configuration } from "../core/configuration.ts";
import { play } from "../driver/play.ts";
import { opdd, type OpddOptions } from "./opdd.ts";

const numbers = (n: number): Configuration<number> => whole(Array.from({ length: n }, (_, i) => i));

/** Candidates named one after the other, a line for each round. */
const listed = (...rounds: string[]): string[] => rounds.flatMap((round) => round.split(", "));

/** Candidates in the order they are asked about, each with its granularity. */
const course = (n: number, options: OpddOptions, fails: (c: Configuration<number>) => boolean): string[] => {
  const asked: string[] = [];
  play(opdd(numbers(n), options), (candidate, step) => {
    asked.push(`${step.granularity}: ${elements(candidate).join("")}`);
    return fails(candidate);
  });
  return asked;
};

describe("OPDD", () => {
  it("visits every chunk once per granularity and never again", () => {
    const visits = course(8, { cases: "complements-only" }, (c) => keeps(c, 0) && keeps(c, 7));
    expect(visits).toEqual(
      listed(
        "2: 4567, 2: 0123",
        "4: 234567, 4: 014567, 3: 0167, 2: 01", // the fold's n falls with every chunk that goes
        "4: 167, 4: 067, 3: 07, 2: 0",
      ),
    );
  });

  it("goes backward from the last chunk", () => {
    const visits = course(4, { cases: "complements-only", order: "backward" }, (c) => keeps(c, 1));
    expect(visits).toEqual(["2: 01", "2: 0", "2: 1"]);
  });

  it("tries subsets before complements unless told not to", () => {
    expect(course(4, {}, (c) => keeps(c, 0) && keeps(c, 3))).toEqual(
      listed("2: 01, 2: 23, 2: 23, 2: 01", "4: 0, 4: 1, 4: 2, 4: 3, 4: 123, 4: 023, 3: 03, 2: 0"),
    );
  });

  it("with complements first tries subsets only where a pass removed nothing", () => {
    expect(course(4, { cases: "complements-first" }, (c) => keeps(c, 0) && keeps(c, 3))).toEqual(
      listed("2: 23, 2: 01, 2: 01, 2: 23", "4: 123, 4: 023, 3: 03, 2: 0"),
    );
  });

  it("takes a number of tests linear in the list where ddmin takes a quadratic one", () => {
    // Only the last delta can go: forward, every pass at single deltas removes one.
    const isPrefix = (c: Configuration<number>): boolean => elements(c).every((value, i) => value === i);
    const n = 256;
    expect(course(n, { cases: "complements-only", order: "forward" }, isPrefix).length).toBeLessThanOrEqual(2 * n);
  });

  it("promises no minimality: what can go only after a later delta stays", () => {
    const fails = (c: Configuration<number>): boolean => keeps(c, 0) && (keeps(c, 1) || !keeps(c, 3)) && keeps(c, 2);
    const { result, claims } = play(opdd(numbers(4), { cases: "complements-only" }), fails);
    expect(elements(result)).toEqual([0, 1, 2]);
    expect(claims).toEqual([]);
  });
});
