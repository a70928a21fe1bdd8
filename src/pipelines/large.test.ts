import { expect, test } from "vitest";
import { fileCase, onlyFile, type TestCase } from "../core/test-case.ts";
import { done } from "../core/words.ts";
import { drive } from "../driver/search.ts";
import { simulated } from "../executors/simulated.ts";
import { memoryJournal } from "../journals/memory.ts";
import { loadLanguage } from "../languages/load.ts";
import { plainLanguage } from "../languages/plain.ts";
import { isDeep, isNeverParsed, largeFirst } from "./large.ts";
import type { PassContext } from "./passes/seeing.ts";

const fileOf = (content: string | Uint8Array): TestCase => {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return fileCase({ path: "input", mode: 0o644, bytes: () => bytes }, bytes.length);
};

/** What is left for the strategy behind it, and how many questions came before. */
const leftOf = async (
  content: string | Uint8Array,
  fails: (kept: Buffer) => boolean,
  { language = plainLanguage, valid = "whole" }: Partial<PassContext> = {},
) => {
  const source = fileOf(content);
  let left: TestCase | undefined;
  const search = largeFirst((given) => done((left = given)), { language, rename: false, valid })(source);
  const oracle = (candidate: TestCase): boolean => fails(Buffer.from(onlyFile(candidate).bytes()));
  const executor = simulated<TestCase>({ capacity: 1, oracle });
  const { best, tests } = await drive({ search, source, executor, journal: memoryJournal() });
  return { text: Buffer.from(onlyFile(left ?? best).bytes()).toString(), tests: tests.run };
};

const MANY = 5_000_000;

test("a large text loses blocks before it is parsed, at the ends of lines", async () => {
  const lines = Array.from({ length: MANY / 10 }, (_, index) => (index === 300_000 ? "the needle\n" : "some line\n"));
  const { text, tests } = await leftOf(lines.join(""), (kept) => kept.includes("needle"));
  expect(text).toContain("the needle\n");
  expect(text.split("\n").every((line) => ["some line", "the needle", ""].includes(line))).toBe(true);
  expect(text.length).toBeLessThan(100_000);
  expect(tests).toBeLessThan(20);
});

test("where no block can go, that is known after few questions", async () => {
  const { text, tests } = await leftOf("0123456789".repeat(MANY / 10), (kept) => kept.length === MANY);
  expect(text.length).toBe(MANY);
  expect(tests).toBeLessThan(10);
});

test("blocks end between characters", async () => {
  const text = "é".repeat(MANY / 2);
  const seen: string[] = [];
  await leftOf(text, (kept) => {
    seen.push(kept.subarray(0, 2).toString(), kept.subarray(-2).toString());
    return kept.length > MANY / 8;
  });
  expect(new Set(seen.filter((part) => part !== ""))).toEqual(new Set(["é"]));
});

test("deep texts are large, small and flat ones are left to the strategy at once", async () => {
  const deep = `${"[".repeat(20_000)}1${"]".repeat(20_000)}`;
  expect(isDeep(deep)).toBe(true);
  expect(isDeep("[]".repeat(20_000))).toBe(false);
  expect(isDeep(`${"<e>".repeat(6000)}${"</e>".repeat(6000)}`)).toBe(true);
  expect(isDeep("a<b>c ".repeat(6000))).toBe(false);
  expect((await leftOf(deep, (kept) => kept.includes("1"))).text.length).toBeLessThan(0.6 * deep.length);
  expect((await leftOf("small", (kept) => kept.includes("m"))).text).toBe("small");
});

test("what has to stay valid is not cut into blocks: text of a language by default, and any text on demand", async () => {
  const json = await loadLanguage("json");
  const text = `[${"1,\n".repeat(700_000)}2]`;
  const lengthOf = async (context: Partial<PassContext>): Promise<number> =>
    (await leftOf(text, (kept) => kept.includes("2"), context)).text.length;
  expect(await lengthOf({ language: json })).toBe(text.length);
  expect(await lengthOf({ valid: true })).toBe(text.length);
  expect(await lengthOf({ language: json, valid: false })).toBeLessThan(100_000);
  expect(await lengthOf({})).toBeLessThan(100_000);
});

test("one long line of many bytes is never parsed whole", () => {
  const line = new Uint8Array(17_000_000).fill(0x61);
  expect(isNeverParsed(line)).toBe(true);
  for (let at = 0; at < line.length; at += 80) line[at] = 10;
  expect(isNeverParsed(line)).toBe(false);
});
