import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readCases } from "../peers/cases.ts";
import { generated } from "./csmith.ts";
import { makeCase } from "./make.ts";
import { planted } from "./planted.ts";
import type { Recipe } from "./recipe.ts";
import { lacks } from "../../test/support/needs.ts";

let into: string;
beforeEach(() => {
  into = mkdtempSync(join(tmpdir(), "made-test-"));
});
afterEach(() => rmSync(into, { recursive: true, force: true }));

/** The compiler of a planted case stands in its script. */
const compilerOf = ({ script }: Recipe): string => /(?:clang\+\+|g\+\+)-\d+/.exec(script)?.[0] ?? "";

describe("the made cases", () => {
  test("have names of their own, which say C or C++", () => {
    const names = [...generated, ...planted].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^(?:c|cpp)-[a-z0-9-]+$/.test(name))).toEqual([]);
  });

  test.skipIf(lacks("g++-12"))("one of them shows its failure, with the real headers in it", () => {
    const name = "cpp-gcc12-lambda-default";
    const recipe = planted.find((candidate) => candidate.name === name);
    if (recipe === undefined) throw new Error(`there is no ${name}`);
    expect(compilerOf(recipe)).toBe("g++-12");
    expect(makeCase(recipe, into)).toBeUndefined();
    const [subject] = readCases(into);
    expect(subject).toMatchObject({ name, c: true, binary: false });
    expect(readFileSync(join(into, name, recipe.file)).length).toBeGreaterThan(100_000);
  });

  const recipe = (script: string, text: string | undefined): Recipe => ({
    name: "c-small",
    file: "input.c",
    packages: [],
    about: "",
    script,
    make: (path) => {
      if (text === undefined) throw new Error("no such compiler\nand more");
      writeFileSync(path, text);
    },
  });

  test.each([
    ["it does not show its failure", "grep -q crash input.c", "int x;"],
    ["an empty file shows it too", "! grep -q crash input.c", "int x;"],
    ["not made: no such compiler", "true", undefined],
    [undefined, "grep -q crash input.c", "int crash;"],
  ])("%s: %s on %j", (fault, script, text) => {
    expect(makeCase(recipe(script, text), into)).toBe(fault);
  });
});
