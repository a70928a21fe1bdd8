/** There is one way to a terminal, and it lets nothing through but what pare itself says. */
import * as fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { control, forTerminal } from "../../src/core/control.ts";
import { bounded, visible, visibleJson, visibleLine } from "../../src/core/visible.ts";

const root = fileURLToPath(new URL("../../src", import.meta.url));

/** Scripts that run in test runners of others, not here. */
const ELSEWHERE = ["isolate/kinds/tests/vitest-reporter.ts", "isolate/kinds/tests/jest-scripts.ts"];
const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".ts") && !/\.test\.ts$|^web\/client/.test(path),
);

const filesWith = (pattern: RegExp): readonly string[] =>
  sources.filter((path) => pattern.test(readFileSync(join(root, path), "utf8"))).toSorted();

test("only the terminal itself writes to the streams of this process", () => {
  expect(sources.length).toBeGreaterThan(400);
  // Examples in comments print.
  const found = filesWith(/^(?! \*).*(?:process\.(?:stdout|stderr)\b|\bconsole\.\w)/m);
  expect(found.filter((path) => !ELSEWHERE.includes(path))).toEqual(["cli/terminal.ts"]);
});

test("only one file says what a terminal obeys; others read it in what programs print and people type", () => {
  expect(filesWith(/\\u001B|\\x1B|\\e\[/i)).toEqual([
    "core/control.ts",
    "isolate/oracle/output-terms.ts",
    "oracles/noise.ts",
    "tui/cells.ts",
    "tui/keys.ts",
  ]);
});

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]|\p{Cs}/u;
const UNITS = [
  "\u001B",
  "[",
  "2",
  "J",
  "\r",
  "\n",
  "\t",
  "\u009B",
  "\u007F",
  "\u202E",
  "\u2066",
  "\uFEFF",
  "\uD800",
  "\uDC00",
  "漢",
  "\u200D",
  "a",
];
const texts = fc.oneof(fc.string({ unit: fc.constantFrom(...UNITS) }), fc.string({ unit: "binary" }));

describe("texts of others", () => {
  test("are never obeyed, however they are shown", () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const shown of [visible(text), forTerminal(text), bounded(text, 10)]) expect(shown).not.toMatch(UNSAFE);
        expect(visibleLine(text)).not.toMatch(/[\n\t]/);
        expect(visibleLine(text)).not.toMatch(UNSAFE);
      }),
    );
  });

  test("cannot pretend to be of pare, whatever was shown before", () => {
    const own = control("[2J");
    expect(forTerminal(own)).toBe("\u001B[2J");
    expect(forTerminal(`${own}\u001B[2J`)).toBe("\u001B[2J␛[2J");
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const shown = forTerminal(`${before}${own}${after}`);
        expect(shown.split("\u001B")).toHaveLength(2);
      }),
    );
  });

  test("stay exactly what they are for programs, in JSON that terminals may be shown", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const json = visibleJson(JSON.stringify({ text }));
        expect(json).not.toMatch(UNSAFE);
        expect(JSON.parse(json)).toEqual({ text });
      }),
    );
  });

  test("of scripts that need joiners keep them", () => {
    expect(visible("می\u200Cخواهم 👩\u200D🔬")).toBe("می\u200Cخواهم 👩\u200D🔬");
  });
});
