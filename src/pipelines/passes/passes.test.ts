import { describe, expect, test } from "vitest";
import { Unrenderable } from "../../core/errors.ts";
import { fileCase, onlyFile, type TestCase } from "../../core/test-case.ts";
import { play } from "../../driver/play.ts";
import { plainLanguage } from "../../languages/plain.ts";
import type { Language } from "../../languages/syntax.ts";
import type { Pass } from "../../passes/index.ts";
import { flatUnits } from "../../passes/tokens.ts";
import { passStrategy } from "./passes.ts";
import { swept } from "./list-search.ts";

const caseOf = (text: string): TestCase => {
  const bytes = new TextEncoder().encode(text);
  return fileCase({ path: "a", mode: 0o644, bytes: () => bytes }, bytes.length);
};
const textOf = (source: TestCase): string => new TextDecoder().decode(onlyFile(source).bytes());

const described = { name: "test", about: "for a test" };
const context = { language: plainLanguage, rename: true, valid: false };

const run = (pass: Pass, text: string, holds: (text: string) => boolean): string =>
  textOf(play(passStrategy(pass, context, swept)(caseOf(text)), (candidate) => holds(textOf(candidate))).result);

/** The places of a letter. */
const placesOf = (
  text: string,
  letter: string,
  from = 0,
): readonly { readonly start: number; readonly end: number }[] =>
  text.split("").flatMap((each, start) => (each === letter && start >= from ? [{ start, end: start + 1 }] : []));

describe("each kind of pass as a strategy", () => {
  test("cuts: what is not needed goes", () => {
    const pass: Pass = {
      ...described,
      kind: "cuts",
      unit: "letters",
      units: ({ tree }) => flatUnits(tree.text, placesOf(tree.text, "a")),
    };
    expect(run(pass, "a.a.a", (text) => text.split("a").length === 2)).toMatch(/^a?\.a?\.a?$/);
    expect(run(pass, "...", () => true)).toBe("...");
  });

  test("edits: those that are possible are made, and the rest is listed anew from there on", () => {
    const listed: number[] = [];
    const pass: Pass = {
      ...described,
      kind: "edits",
      filtered: false,
      edits({ tree }, from) {
        listed.push(from);
        return placesOf(tree.text, "a", from).map((place) => ({ ...place, text: "" }));
      },
    };
    expect(run(pass, "(a)(a)(a)", (text) => text.startsWith("(a)"))).toBe("(a)()()");
    expect(listed).toEqual([0, 4, 6]);
  });

  test("edits that do not depend on each other: all at once if possible, else in groups, else one by one", () => {
    const pass: Pass = {
      ...described,
      kind: "edits",
      filtered: false,
      independent: true,
      edits: ({ tree }, from) => placesOf(tree.text, "a", from).map((place) => ({ ...place, text: "" })),
    };
    let asked = 0;
    expect(run(pass, "(a)(a)(a)", () => ++asked > 0)).toBe("()()()");
    expect(asked).toBe(1);
    expect(run(pass, "(a)(a)(a)", (text) => text.startsWith("(a)"))).toBe("(a)()()");
    asked = 0;
    expect(run(pass, "(a)".repeat(100), (text) => ++asked > 0 && text.startsWith("(a)"))).toBe(`(a)${"()".repeat(99)}`);
    expect(asked).toBeLessThan(20);
  });

  test("rewrites: all at once if possible", () => {
    const pass: Pass = {
      ...described,
      kind: "rewrites",
      filtered: false,
      rewrites: ({ tree }) => ["a", "b"].map((letter) => placesOf(tree.text, letter).map((p) => ({ ...p, text: "" }))),
    };
    let asked = 0;
    expect(run(pass, "(a)(b)(a)", () => ++asked > 0)).toBe("()()()");
    expect(asked).toBe(1);
    expect(run(pass, "(a)(b)(a)", (text) => text.includes("b"))).toBe("()(b)()");
  });

  test("shortenings: parts lose their halves, then characters", () => {
    const pass: Pass = {
      ...described,
      kind: "shortenings",
      parts: ({ tree }) => [{ start: 1, end: tree.text.length - 1 }],
    };
    expect(run(pass, "(abcdefgh)", (text) => text.includes("c"))).toBe("(c)");
  });

  test("texts: the first that fails is taken", () => {
    const pass: Pass = { ...described, kind: "texts", texts: () => ["", "x", "xy"] };
    expect(run(pass, "xyz", (text) => text.includes("x"))).toBe("x");
    expect(run(pass, "xyz", (text) => text === "xyz")).toBe("xyz");
  });
});

test("where only valid texts count, others are not rendered", () => {
  const parse: Language["parse"] = (text) => ({ ...plainLanguage.parse(text), errors: text.includes("!") ? 1 : 0 });
  const pass: Pass = { ...described, kind: "texts", texts: () => ["!"] };
  const strategy = passStrategy(pass, { ...context, language: { ...plainLanguage, parse }, valid: true }, swept);
  expect(() => play(strategy(caseOf("fine")), () => true)).toThrow(Unrenderable);
});
