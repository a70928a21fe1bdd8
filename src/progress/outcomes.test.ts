import { expect, test } from "vitest";
import { answersText, outcomesText, outcomeWord, runsText } from "./outcomes.ts";

const TESTS = { run: 41, recalled: 17, wasted: 5, answered: 33, fail: 20, pass: 22, unresolved: 57 };

/** The figures before the equals sign. */
const parts = (text: string): readonly number[] =>
  (text.split(" = ")[0] ?? "").split(" + ").map((part) => Number.parseInt(part, 10));
const total = (text: string): number => parts(text).reduce((sum, part) => sum + part, 0);

test("outcomes have words that cannot be misread", () => {
  expect(outcomesText({ ...TESTS, timeouts: 0 })).toBe("20 still fail, 22 gone, 57 can't tell");
  expect(outcomesText({ fail: 1, pass: 0, unresolved: 2, timeouts: 1 })).toBe(
    "1 still fails, 0 gone, 2 can't tell (1 timeout)",
  );
});

test("a success and an effect are not called a failure", () => {
  const tests = { fail: 2, pass: 1, unresolved: 0, timeouts: 0 };
  expect(outcomesText(tests, "success")).toBe("2 still pass, 1 broken, 0 can't tell");
  expect(outcomesText(tests, "effect")).toBe("2 keep the effect, 1 lost it, 0 can't tell");
  expect(outcomeWord("fail", "success")).toBe("still passes");
});

test("figures add up", () => {
  expect(answersText(TESTS)).toBe("33 run + 17 recalled (known from before) + 49 not run (not valid, or skipped) = 99");
  expect(total(answersText(TESTS))).toBe(99);
  expect(total(runsText(TESTS))).toBe(41);
  const { answered: _, ...earlier } = TESTS;
  expect(total(answersText(earlier))).toBe(99);
  expect(total(runsText(earlier))).toBe(41);
});

test("what is nothing is not named", () => {
  const recalled = { run: 0, recalled: 9, wasted: 0, answered: 0, fail: 4, pass: 5, unresolved: 0 };
  expect(answersText(recalled)).toBe("9 recalled (known from before)");
  expect(runsText(recalled)).toBe("0");
});
