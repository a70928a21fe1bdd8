import { describe, expect, test } from "vitest";
import { reduced, textCase, textOf } from "../../../test/passes/support.ts";
import { exhausted } from "../../core/claim.ts";
import type { Strategy } from "../../core/search.ts";
import type { TestCase } from "../../core/test-case.ts";
import { done, one } from "../../core/words.ts";
import { plainLanguage } from "../../languages/plain.ts";
import { statements } from "../../passes/statements.ts";
import { freeing } from "./freed.ts";

const context = { language: plainLanguage, rename: false, valid: false };
const CLAIM = exhausted("test");

/** A stage that puts one text in the place of another, if that fails. */
const replacing =
  (from: string, to: string): Strategy<TestCase> =>
  (source) => {
    const changed = textCase(textOf(source).replace(from, to));
    return one(
      () => changed,
      { phase: "test" },
      (fails) => (fails ? done(changed, [CLAIM]) : done(source, [CLAIM])),
    );
  };

/** The candidates that were tested, and what is left. */
const run = (text: string, stage: Strategy<TestCase>, holds: (text: string) => boolean) => {
  const asked: string[] = [];
  const { text: left, claims } = reduced(freeing(statements, context)(stage), text, (each) => {
    asked.push(each);
    return holds(each);
  });
  return { left, claims, asked };
};

const TEXT = "one = 1\ntwo = 2\nthree = 3\ngo(one, two, three)\nend\n";

describe("after a stage that changed something", () => {
  test("what it was the last to use goes at once, and nothing else is asked about", () => {
    const { left, asked } = run(TEXT, replacing("one, two, ", ""), (text) => /go\(.*three\)\nend/.test(text));
    expect(left).toBe("three = 3\ngo(three)\nend\n");
    expect(asked).toHaveLength(2);
  });

  test("parts that cannot all go are swept", () => {
    const { left } = run(TEXT, replacing("one, two, three", ""), (text) => text.includes("two = 2\n"));
    expect(left).toBe("two = 2\ngo()\nend\n");
  });

  test("what is still used stays, and so does what nothing has used before", () => {
    const text = `spare = 0\n${TEXT}say(one)\n`;
    const { left } = run(text, replacing("one, two", ""), () => true);
    expect(left).toBe("spare = 0\none = 1\nthree = 3\ngo(, three)\nend\nsay(one)\n");
  });

  test("a part goes with what is in it", () => {
    const text = "make one {\n  a = 1\n  b = 2\n}\ngo(one)\nend\n";
    const { left, asked } = run(text, replacing("one)", ")"), (each) => each.includes("go("));
    expect(left).toBe("go()\nend\n");
    expect(asked).toHaveLength(2);
  });

  test("what is in a part that stays is left to others", () => {
    const text = "make one {\n  a = 1\n  b = 2\n}\ngo(one, a)\nend\n";
    const { left } = run(text, replacing("one, a)", ")"), (each) => each.includes("make one {"));
    expect(left).toBe("make one {\n  a = 1\n  b = 2\n}\ngo()\nend\n");
  });

  test("its claims hold only if nothing has gone since", () => {
    expect(run(TEXT, replacing("one, ", ""), () => true).claims).toEqual([]);
    expect(run(TEXT, replacing("one, ", ""), (text) => text.includes("one = 1")).claims).toEqual([CLAIM]);
  });
});

test("after one that changed nothing, nothing is asked about", () => {
  const { left, claims, asked } = run(TEXT, replacing("one, two, ", ""), () => false);
  expect(left).toBe(TEXT);
  expect(claims).toEqual([CLAIM]);
  expect(asked).toHaveLength(1);
});
