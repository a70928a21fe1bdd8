/** The page of a comparison. */
import { describe, expect, test } from "vitest";
import { suitePage } from "../../src/reporters/html/comparison.ts";

describe("the page of a comparison", () => {
  const page = suitePage({
    title: "a <b>",
    tables: [
      {
        title: "At equal time",
        columns: ["ms", "mutants"],
        rows: [
          { suite: "a", cells: [{ mean: 1234.56 }, { mean: 0 }] },
          {
            suite: '"b"',
            cells: [
              { mean: 2, p: 0.04 },
              { mean: 3, p: 0.2 },
            ],
          },
          { suite: "c", cells: [undefined, { mean: 1, p: 1e-9 }] },
        ],
      },
    ],
    notes: ["a kills 1 & more"],
    lost: [{ suite: "b", names: ["statement <x>:1"] }],
  });

  test("tells what the test against the first row says", () => {
    expect(page).toContain("<td>1,234.6</td><td>0</td>");
    expect(page).toContain("<td><b>2</b> <small>p 0.040</small></td><td>3 <small>p 0.200</small></td>");
    expect(page).toContain("<td>-</td><td><b>1</b> <small>p 1e-9</small></td>");
    expect(page).toContain("<p>a kills 1 &amp; more</p>");
  });

  test("has no bar for nothing, and text that can be read on a dark ground", () => {
    expect([...page.matchAll(/<rect [^>]*width="(\d+)"/g)].map(([, width]) => Number(width))).toEqual([
      360, 1, 0, 0, 360, 120,
    ]);
    expect(page).toContain("color-scheme:light dark");
    expect(page).toContain("svg text{fill:currentColor}");
  });

  test("shows names as they are", () => {
    expect(page).not.toMatch(/<b>"|a <b>|<x>/);
    expect(page).toContain("statement &lt;x&gt;:1");
  });
});
