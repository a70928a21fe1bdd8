import * as fc from "fast-check";
import { expect, test } from "vitest";
import { lineDiff, type Hunk } from "../../src/progress/line-diff.ts";

const lines = fc.array(fc.constantFrom("{", "}", "a", "b", "c", "d", "", "return 1;"), { maxLength: 60 });
const of = (kind: Hunk["kind"], hunks: readonly Hunk[]): number =>
  hunks.filter((hunk) => hunk.kind === kind).reduce((sum, { from, to }) => sum + to - from, 0);

test("kept and removed lines are the old text, kept and added lines the new one", () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const hunks = lineDiff(before, after);
      const olds = hunks.flatMap(({ kind, from, to }) => (kind === "added" ? [] : before.slice(from, to)));
      const news = hunks.flatMap(({ kind, from, to }) =>
        kind === "removed" ? [] : (kind === "same" ? before : after).slice(from, to),
      );
      expect(olds).toEqual(before);
      expect(news).toEqual(after);
    }),
  );
});

test("of a text with unlike lines from which some went, exactly those are removed", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 200 }), (kept) => {
      const before = kept.map((_, index) => `line ${index}`);
      const after = before.filter((_, index) => kept[index]);
      const hunks = lineDiff(before, after);
      expect(of("added", hunks)).toBe(0);
      expect(of("removed", hunks)).toBe(before.length - after.length);
    }),
  );
});

test("neighbours of one kind are one hunk", () => {
  expect(lineDiff(["a", "b", "c", "d"], ["a", "d"])).toEqual([
    { kind: "same", from: 0, to: 1 },
    { kind: "removed", from: 1, to: 3 },
    { kind: "same", from: 3, to: 4 },
  ]);
});

test("a hundred thousand lines that are all alike are no trouble", () => {
  const before = Array.from({ length: 100_000 }, () => "}");
  const hunks = lineDiff(["first", ...before, "x"], ["second", ...before.slice(50_000), "y"]);
  expect(hunks.length).toBeGreaterThan(0);
  expect(of("removed", hunks) + of("same", hunks)).toBe(100_002);
});
