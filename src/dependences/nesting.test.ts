import { describe, expect, test } from "vitest";
import { draws } from "../../test/support/seeds.ts";
import { nested, Nesting } from "./nesting.ts";

/** By unit, the unit around it; −1 for the outermost. Units stand in document order. */
const drawnParents = (length: number): readonly number[] => {
  const random = draws(length);
  const path: number[] = [];
  return Array.from({ length }, (_, unit) => {
    path.length = Math.min(path.length, random.below(path.length + 1) + random.below(2));
    const around = path.at(-1) ?? -1;
    path.push(unit);
    return around;
  });
};

const nestingOf = (parents: readonly number[]): Nesting => {
  const after = Int32Array.from(parents, (_, unit) => unit + 1);
  for (let unit = parents.length - 1; unit >= 0; unit--) {
    const around = parents[unit] as number;
    if (around >= 0) after[around] = Math.max(after[around] as number, after[unit] as number);
  }
  return new Nesting(after);
};

/** From a unit out to the whole text. */
const pathOf = (parents: readonly number[], unit: number): readonly number[] => {
  const path: number[] = [];
  for (let at = unit; at >= 0 && at < parents.length; at = parents[at] as number) path.push(at);
  return [...path, parents.length];
};

describe("nesting", () => {
  const parents = drawnParents(60);
  const nesting = nestingOf(parents);

  test("knows the unit around each, how deep it lies, and how many lie in it", () => {
    expect([...nesting.parent.subarray(0, 60)]).toEqual(parents.map((around) => (around < 0 ? 60 : around)));
    expect(Math.max(...nesting.depth)).toBeGreaterThan(3);
    for (let unit = 0; unit <= 60; unit++) {
      expect(nesting.depth[unit]).toBe(pathOf(parents, unit).length - 1);
      const own = parents.filter((around) => (around < 0 ? 60 : around) === unit);
      expect(nesting.children[unit]).toBe(own.length);
    }
  });

  test("finds where two units meet: in the deepest that holds both, below it in two different ones", () => {
    for (let a = 0; a < 60; a++)
      for (let b = 0; b < 60; b++) {
        const [left, right] = [pathOf(parents, a), pathOf(parents, b)];
        const around = left.find((unit) => right.includes(unit)) as number;
        const below = [left[left.indexOf(around) - 1], right[right.indexOf(around) - 1]];
        const { around: found, below: sides } = nesting.meeting(a, b);
        expect(found).toBe(around);
        expect(sides).toEqual(below.includes(undefined) ? undefined : below);
      }
  });

  test("puts inner units right behind the outer ones, each once", () => {
    const groups = parents.map((_, unit) => [unit]);
    expect(nested(nesting, groups).flat()).toEqual(parents.map((_, unit) => unit));
    // Groups of neighbours, the last ones first.
    const turned = nested(nesting, groups.toReversed()).flat();
    expect(turned.toSorted((a, b) => a - b)).toEqual(parents.map((_, unit) => unit));
    for (const [unit, around] of parents.entries())
      if (around >= 0) expect(turned.indexOf(unit)).toBeGreaterThan(turned.indexOf(around));
    const outer = turned.filter((unit) => parents[unit] === -1);
    expect(outer).toEqual(outer.toSorted((a, b) => b - a));
  });

  test("of any depth takes no stack, and has a limit behind which units count as beside each other", () => {
    const deep = nestingOf(Array.from({ length: 5000 }, (_, unit) => unit - 1));
    const depths = [...deep.depth.subarray(0, 5000)];
    expect(depths).toEqual(depths.toSorted((a, b) => a - b));
    expect(depths.at(-1)).toBeLessThan(1000);
    expect(deep.meeting(4000, 4999)).toEqual({ around: deep.parent[4999], below: [4000, 4999] });
  });
});
