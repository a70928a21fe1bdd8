import { describe, expect, test } from "vitest";
import { closingLine } from "./closing-line.mjs";

/**
 * @param {readonly string[]} states of its tests
 * @param {readonly unknown[]} errors outside its tests
 * @returns {any} as much of a TestModule as the reporter reads
 */
function file(states, errors = []) {
  const tests = states.map((state) => ({ result: () => ({ state }) }));
  return { children: { allTests: () => tests, allSuites: () => [] }, errors: () => errors };
}

describe("the closing line", () => {
  test("counts the tests of all files", () => {
    expect(closingLine([file(["passed", "failed"]), file(["passed"])], [])).toBe("2 passed, 1 failed");
  });

  test("tells of skipped tests only if there are some", () => {
    expect(closingLine([file(["passed", "skipped", "skipped"])], [])).toBe("1 passed, 0 failed, 2 skipped");
  });

  test("counts what broke outside a test as failed", () => {
    expect(closingLine([file(["passed"]), file([], ["does not load"])], ["stray"])).toBe("1 passed, 2 failed");
  });

  test("counts a run without a single file as failed", () => {
    expect(closingLine([], [])).toBe("0 passed, 1 failed");
  });
});
