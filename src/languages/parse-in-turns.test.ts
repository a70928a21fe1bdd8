import { expect, test } from "vitest";
import { Unparsable } from "../core/errors.ts";
import { loadLanguage } from "./load.ts";
import { endedInTurns, parseInTurns } from "./parse-in-turns.ts";
import { plainLanguage } from "./plain.ts";

const COLUMNS = ["kind", "start", "end", "after", "parent", "field", "flags"] as const;

test("a text that is parsed step by step has the same tree, while the parser reads other texts between the steps", async () => {
  const language = await loadLanguage("c");
  const text = Array.from({ length: 1000 }, (_, i) => `int f${i}(int a) { return a * ${i} + (a ? 1 : 2); }\n`).join("");
  const steps = language.parseInSteps?.(`${text}int last = ;`);
  let count = 0;
  let step = steps?.next();
  for (; step?.done === false; step = steps?.next()) {
    count++;
    language.parse(`int other${count};`);
  }
  const tree = step?.done === true ? step.value : undefined;
  language.parse("int other;");
  const atOnce = language.parse(`${text}int last = ;`);
  expect(count).toBeGreaterThan(1);
  expect(tree).not.toBe(atOnce);
  expect(tree?.errors).toBe(1);
  for (const column of COLUMNS) expect(tree?.[column].every((value, i) => value === atOnce[column][i])).toBe(true);
  expect(tree?.length).toBe(atOnce.length);
});

test("others have their turn while a long text is parsed", async () => {
  const language = await loadLanguage("json");
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  await parseInTurns(language, `[${"[1,2,3],".repeat(5_000)}0]`);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(1);
});

test("a text that was parsed last is not parsed again", async () => {
  const language = await loadLanguage("json");
  const tree = await parseInTurns(language, "[1, 2, 3]");
  expect(language.parse("[1, 2, 3]")).toBe(tree);
});

/** Texts, and for each whether it may come of the first. */
const CANDIDATES = {
  json: {
    '{"a": [1, 2], "b": {}}': true,
    '{"a": [], "b": {}}': true,
    "[]": true,
    '{"a": [1, 2}': false,
    "": false,
    "   ": false,
  },
  python: {
    "def f(a):\n    if a:\n        return 1\n    return 2\n": true,
    "def f(a):\n    return 2\n": true,
    "": true,
    "def f(a):\n    if a:\n    return 2\n": false,
    "def f(a):\n    return (2\n": false,
  },
} as const;

test.each(Object.entries(CANDIDATES))("a %s text is whole by any way to find out", async (name, texts) => {
  const language = await loadLanguage(name);
  const source = language.parse(Object.keys(texts)[0] ?? "");
  for (const [text, expected] of Object.entries(texts)) {
    const { errors, hollow = 0 } = language.parse(text);
    expect([text, errors === 0 && hollow <= (source.hollow ?? 0)]).toEqual([text, expected]);
    expect([text, language.isWhole?.(text, source)]).toEqual([text, expected]);
    expect([text, language.isWhole?.(text, source, false)]).toEqual([text, errors === 0]);
    const steps = language.isWholeInSteps?.(text, source);
    expect([text, steps && (await endedInTurns(steps))]).toEqual([text, expected]);
  }
});

test("a language without steps parses at once, and what the parser cannot take is unparsable in both ways", async () => {
  expect((await parseInTurns(plainLanguage, "a (b) c")).text).toBe("a (b) c");
  const deep = "<a>".repeat(6000);
  await expect(parseInTurns(await loadLanguage("html"), deep)).rejects.toThrow(Unparsable);
});
