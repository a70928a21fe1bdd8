import { describe, expect, test } from "vitest";
import { reduced, syntaxOf } from "../../../test/passes/support.ts";
import { plainLanguage } from "../../languages/plain.ts";
import type { Edit, EditPass, Syntax } from "../../languages/pass.ts";
import { Failures } from "./alike.ts";
import { swept } from "./list-search.ts";
import { passStrategy } from "./passes.ts";

/** A language whose own words count as themselves, as without a grammar, and one that has none. */
const fitted = plainLanguage.fitted?.("let let let let var var var var") ?? plainLanguage;
const { form: _, ...wordless } = fitted;

/** The text, and one edit for each of its lines: the line goes, or something else takes its place. */
const linesOf = (text: string, other = "", language = fitted): { syntax: Syntax; edits: readonly Edit[] } => ({
  syntax: syntaxOf(language, text),
  edits: [...text.matchAll(/.+/g)].map((line) => ({
    start: line.index,
    end: line.index + line[0].length,
    text: other,
  })),
});

/** Which lines are asked about now, and which wait. */
const sorted = (text: string, failed = new Failures(), other = ""): Readonly<Record<string, readonly string[]>> => {
  const { syntax, edits } = linesOf(text, other);
  const { asked, waiting } = failed.sort(syntax, edits);
  const shown = (some: readonly Edit[]): readonly string[] => some.map(({ start, end }) => text.slice(start, end));
  return { asked: shown(asked), waiting: shown(waiting) };
};

describe("edits that are alike", () => {
  test("differ in names, numbers and strings alone: two of them are asked about, others wait", () => {
    expect(sorted("let a = 1\nlet bc = 23\nlet d = 4\nlet e = 5")).toEqual({
      asked: ["let a = 1", "let bc = 23"],
      waiting: ["let d = 4", "let e = 5"],
    });
    expect(sorted('let a = "x"\nlet b = "some more"\nlet c = "y"')["waiting"]).toEqual(['let c = "y"']);
  });

  test("are not those with other signs, other words of the language, or something else to come", () => {
    const text = "let a = 1\nlet b = 2\nvar c = 3\nlet d + 4";
    expect(sorted(text)).toEqual({ asked: text.split("\n"), waiting: [] });
    const { syntax, edits } = linesOf("let a = 1\nlet b = 2\nlet c = 3");
    const others = edits.map((edit, index) => ({ ...edit, text: index === 2 ? ";" : "" }));
    expect(new Failures().sort(syntax, others).waiting).toEqual([]);
  });

  test("are alike in all words where no text says which of them are the language's", () => {
    const { syntax, edits } = linesOf("let a = 1\nvar b = 2\nval c = 3", "", wordless);
    expect(new Failures().sort(syntax, edits).waiting).toEqual(edits.slice(2));
  });

  test("are not those of more than 200 characters", () => {
    const lineOf = (name: string, length: number): string => `let ${name} = ${"1".repeat(length - 8)}`;
    const textOf = (length: number): string => ["a", "b", "c"].map((name) => lineOf(name, length)).join("\n");
    expect(sorted(textOf(200))["waiting"]).toHaveLength(1);
    expect(sorted(textOf(201))["waiting"]).toHaveLength(0);
  });
});

describe("failures", () => {
  const text = "let a = 1\nlet b = 2\nvar c = 3";
  const { syntax, edits } = linesOf(text);

  test("are remembered: what has failed twice waits in another text", () => {
    const failed = new Failures().with(syntax, edits);
    expect(sorted("let z = 9\nvar y = 8", failed)).toEqual({ asked: ["var y = 8"], waiting: ["let z = 9"] });
  });

  test("of a form are forgotten once it has worked", () => {
    const failed = new Failures().with(syntax, edits).with(syntax, edits.slice(0, 1));
    expect(sorted("let z = 9\nlet y = 8\nlet x = 7", failed)["waiting"]).toEqual(["let x = 7"]);
  });

  test("that came to be later change nothing of those before", () => {
    const before = new Failures();
    before.with(syntax, edits);
    expect(sorted(text, before)["waiting"]).toEqual([]);
  });
});

/** Lines go, one by one. */
const lines: EditPass = {
  kind: "edits",
  name: "lines",
  about: "for a test",
  filtered: false,
  edits: ({ tree }, from) => linesOf(tree.text).edits.filter(({ start }) => start >= from),
};

test("a pass asks about all of them before it says that nothing can go, but not before all others", () => {
  const text = "let a = 1\nlet b = 2\nlet c = 3\nlet d = 4\nvar e = 5\n";
  const asked: string[] = [];
  const context = { language: fitted, rename: false, valid: false };
  const { claims } = reduced(passStrategy(lines, context, swept), text, (each) => {
    asked.push(text.split("\n").find((line) => !each.includes(line)) ?? "");
    return false;
  });
  expect(asked).toEqual(["let a = 1", "let b = 2", "var e = 5", "let c = 3", "let d = 4"]);
  expect(claims).toHaveLength(1);
});
