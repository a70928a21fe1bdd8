import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { elements, keyOf, whole } from "../core/configuration.ts";
import { play } from "../driver/play.ts";
import { verify } from "./verify.ts";

const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);
const bitsOf = (kept: readonly number[]): number => kept.reduce((bits, delta) => bits | (1 << delta), 0);

describe.each([1, 2, 3, 4])("verification of %s-minimality", (n) => {
  it("leaves nothing of which so many could go, whatever the test", () => {
    fc.assert(
      fc.property(fc.nat(7), fc.array(fc.boolean(), { minLength: 128, maxLength: 128 }), (length, table) => {
        const fails = (kept: readonly number[]): boolean => kept.length === length || table[bitsOf(kept)] === true;
        const { result, claims } = play(verify(whole(upTo(length)), n), (c) => fails(elements(c)));
        const kept = elements(result);
        expect(claims).toEqual([{ property: `${n}-minimal`, by: "elements" }]);
        expect(kept.length === length || fails(kept)).toBe(true);
        for (let gone = 1; gone < 2 ** kept.length - 1; gone++) {
          const rest = kept.filter((_, place) => (gone & (1 << place)) === 0);
          if (kept.length - rest.length <= n) expect(fails(rest)).toBe(false);
        }
      }),
    );
  });

  it("asks about each way to remove up to so many once, the last deltas first, fewer before more", () => {
    const asked: number[][] = [];
    const { result } = play(verify(whole(upTo(7)), n), (c, { removes, phase }) => {
      const kept = new Set(elements(c));
      const gone = upTo(7).filter((delta) => !kept.has(delta));
      expect([phase, removes]).toEqual(["verify", gone.length]);
      asked.push(gone);
      return false;
    });
    expect(result.length).toBe(7);
    const sizes = [7, 21, 35, 35];
    for (let size = 1; size <= n; size++) {
      const own = asked.filter((gone) => gone.length === size).map((gone) => gone.toReversed().join(""));
      expect(own).toHaveLength(sizes[size - 1] as number);
      expect(new Set(own).size).toBe(own.length);
      expect(own[0]).toBe("6543".slice(0, size));
    }
    const lengths = asked.map((gone) => gone.length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  });
});

describe("verification", () => {
  const keys = (start?: number): readonly string[] => {
    const asked: string[] = [];
    play(verify(whole(upTo(6)), 1, start), (c) => {
      asked.push(keyOf(c));
      return elements(c).includes(2) && elements(c).includes(4);
    });
    return asked;
  };

  it("goes backward, and on behind what went: all six once, then the two that stay", () => {
    expect(keys()).toHaveLength(6 + 2);
    expect(keys(5)).toEqual(keys());
  });

  it("begins where it is told", () => {
    const gone: (number | undefined)[] = [];
    play(verify(whole(upTo(6)), 1, 3), (c) => {
      gone.push(upTo(6).find((delta) => !elements(c).includes(delta)));
      return false;
    });
    expect(gone).toEqual([3, 2, 1, 0, 5, 4]);
  });
});
