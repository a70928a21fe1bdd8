import { describe, expect, test } from "vitest";
import { claimText, minimalities } from "../core/claim.ts";
import { fileCase, onlyFile, type TestCase } from "../core/test-case.ts";
import { drive } from "../driver/search.ts";
import { simulated } from "../executors/simulated.ts";
import { memoryJournal } from "../journals/memory.ts";
import { loadLanguage } from "../languages/load.ts";
import { planFile, type FileChoice } from "./file.ts";

const fileOf = (content: string | Uint8Array): TestCase => {
  const bytes = Buffer.from(content as string);
  return fileCase({ path: "input", mode: 0o644, bytes: () => bytes }, bytes.length);
};

const minimized = async (content: string | Uint8Array, fails: (kept: Buffer) => boolean, choice: FileChoice = {}) => {
  const source = fileOf(content);
  const { search, format, strategy } = planFile(source, choice);
  const oracle = (candidate: TestCase): boolean => fails(Buffer.from(onlyFile(candidate).bytes()));
  const { best, claims } = await drive({
    search,
    source,
    executor: simulated<TestCase>({ capacity: 2, oracle }),
    journal: memoryJournal(),
  });
  return {
    kept: Buffer.from(onlyFile(best).bytes()),
    claims: minimalities(claims).map(claimText),
    format,
    strategy,
  };
};

const text = Array.from({ length: 60 }, (_, i) => `line ${i} of this text\n`).join("");
const has17 = (kept: Buffer): boolean => kept.includes("17");

test("text goes through all passes, until no token can go", async () => {
  const { kept, claims, format, strategy } = await minimized(text, has17);
  expect(kept.toString().trim()).toBe("17");
  expect({ claims, format, strategy }).toEqual({
    claims: ["lines", "top-level parts", "statements", "elements", "words", "tokens"].map(
      (unit) => `1-minimal by ${unit}`,
    ),
    format: "text (plain)",
    strategy: "auto",
  });
});

const program = "int a = 1;\nint f(int x, int y) {\n  if (x) { g(x, y + 2); }\n  return 0;\n}\n";
const callsG = (kept: Buffer): boolean => /g\([^()]*2\)/.test(kept.toString());

test("a text in a language goes by its syntax", async () => {
  const language = await loadLanguage("c");
  const { kept, claims, format, strategy } = await minimized(program, callsG, { language });
  expect(kept.toString().trim()).toBe("g(2);");
  expect({ claims, format, strategy }).toEqual({
    claims: ["lines", "top-level parts", "statements", "elements", "words", "tokens"].map(
      (unit) => `1-minimal by ${unit}`,
    ),
    format: "tree (c)",
    strategy: "auto",
  });
});

describe("what is left of a text", () => {
  const left = async (from: string, valid?: boolean) => {
    const language = await loadLanguage("c");
    const returns = (some: Buffer): boolean => some.includes("return");
    const { kept } = await minimized(from, returns, { language, ...(valid !== undefined && { valid }) });
    return { text: kept.toString().trim(), errors: language.parse(kept.toString()).errors };
  };

  test("parses if the text did", async () => {
    expect(await left(program)).toEqual({ text: "return;", errors: 0 });
    expect(await left(program, true)).toEqual({ text: "return;", errors: 0 });
  });

  test.each([
    ["python", "def f(x):\n    g(x)\n    return x\n", "def", /^def f\(\):\s+\w+$/],
    ["json", '{"a": [1, 2], "b": {"c": null}}', "", /^\S+$/],
  ])("is what the language takes, where the grammar takes more: %s", async (name, from, needed, whole) => {
    const language = await loadLanguage(name);
    const { kept } = await minimized(from, (some) => some.includes(needed), { language });
    expect(kept.toString().trim()).toMatch(whole);
    const smallest = await minimized(from, (some) => some.includes(needed), { language, valid: false });
    expect(smallest.kept.length).toBeLessThan(kept.length);
  });

  test("need not parse where nobody wants it to", async () => {
    expect(await left(program, false)).toEqual({ text: "return", errors: 1 });
  });

  test("need not parse if the text did not, up to where it does", async () => {
    expect(await left("return (")).toEqual({ text: "return", errors: 1 });
    expect(await left(`${program}int broken = ;\n`)).toEqual({ text: "return;", errors: 0 });
  });
});

test("tokens, tree and json are formats for any list strategy", async () => {
  const language = await loadLanguage("c");
  const tokens = await minimized(program, callsG, { language, format: "tokens", strategy: "ddmin", valid: false });
  expect(tokens).toMatchObject({ format: "tokens (c)", strategy: "ddmin", claims: ["1-minimal by tokens"] });
  expect(tokens.kept.toString().replaceAll(/\s/g, "")).toBe("g(2)");
  const tree = await minimized(program, callsG, { language, format: "tree" });
  expect(tree).toMatchObject({ format: "tree (c)", strategy: "adaptive", claims: ["1-minimal by elements"] });
  expect(tree.kept.length).toBeLessThan(program.length);
  const json = await loadLanguage("json");
  const document = JSON.stringify({ a: [1, { b: 2 }, 3], c: { d: "e" } });
  const isJsonWith2 = (kept: Buffer): boolean => {
    try {
      return JSON.stringify(JSON.parse(kept.toString())).includes("2");
    } catch {
      return false;
    }
  };
  const small = await minimized(document, isJsonWith2, { language: json, format: "json" });
  expect(small).toMatchObject({ claims: ["1-minimal by elements"], format: "json", strategy: "adaptive" });
  expect(small.kept.length).toBeLessThanOrEqual('{"a":[{"b":2}]}'.length);
});

test("a file of which nothing is needed is as small as can be, and that is claimed", async () => {
  for (const format of ["auto", "tokens"] as const) {
    expect(await minimized(program, () => true, { format })).toMatchObject({ claims: ["1-minimal by tokens"] });
    expect((await minimized("", () => true, { format })).claims).toEqual(["1-minimal by tokens"]);
  }
});

test("a higher minimality is proved by tokens", async () => {
  const even = (kept: Buffer): boolean => kept.includes("17") && kept.toString().split(/\s+/).length % 2 === 0;
  expect((await minimized("17 a b c", even, { minimality: 2 })).claims).toEqual([
    "2-minimal by tokens",
    ...["lines", "top-level parts", "statements", "elements", "words"].map((unit) => `1-minimal by ${unit}`),
  ]);
  expect(() => planFile(fileOf("[]"), { format: "json", minimality: 2 })).toThrow(
    expect.objectContaining({ code: "BAD_OPTION" }),
  );
});

test("binary goes by bytes", async () => {
  const content = Uint8Array.from({ length: 512 }, (_, i) => i & 255);
  const { kept, claims, format } = await minimized(content, (some) => some.includes(0) && some.includes(200));
  expect([...kept].toSorted((a, b) => a - b)).toEqual([0, 200]);
  expect({ claims, format }).toEqual({ claims: ["1-minimal by bytes"], format: "bytes" });
});

test("a format asked for is the only one", async () => {
  const { kept, claims } = await minimized(text, has17, { format: "lines" });
  expect(kept.toString()).toBe("line 17 of this text\n");
  expect(claims).toEqual(["1-minimal by lines"]);
  expect((await minimized("añb👩‍👩‍👧c", (some) => some.includes("👧"), { format: "characters" })).kept.toString()).toBe(
    "👩‍👩‍👧",
  );
});

test("a strategy asked for runs over lines, or over the format asked for", async () => {
  const ddmin = await minimized(text, has17, { strategy: "ddmin", splitFactor: 3 });
  expect(ddmin).toMatchObject({ format: "lines", strategy: "ddmin" });
  expect(ddmin.kept.toString()).toBe("line 17 of this text\n");
  expect(
    (
      await minimized("abcdef", (some) => some.includes("d"), { strategy: "weighted", format: "bytes" })
    ).kept.toString(),
  ).toBe("d");
});

test("what is no JSON is refused by the format json", () => {
  expect(() => planFile(fileOf('{"a": }'), { format: "json" })).toThrow(expect.objectContaining({ code: "NOT_JSON" }));
});

test("unknown names, and options nobody reads, are refused", () => {
  expect(() => planFile(fileOf(""), { splitFactor: 3 })).toThrow(expect.objectContaining({ code: "BAD_OPTION" }));
  expect(() => planFile(fileOf(""), { strategy: "ddmax" })).toThrow(
    expect.objectContaining({ code: "UNKNOWN_STRATEGY" }),
  );
  expect(() => planFile(fileOf(""), { format: "words" as "lines" })).toThrow(
    expect.objectContaining({ code: "UNKNOWN_FORMAT" }),
  );
});

describe("a text that is one long word", () => {
  /** Some characters, in order, with anything between them. */
  const holds = (kept: Buffer): boolean => /a.*b.*b.*c.*7.*d.*e.*f.*gh.*k.*l.*m/s.test(kept.toString());

  test.each(["axbxbcxx7defxghkxlm", `${"x".repeat(300)}abbc${"y".repeat(200)}7defghklm\n`, "17abbcxxxxxx7defghxkxlxm"])(
    "loses what its characters alone would lose: %j",
    async (word) => {
      const alone = await minimized(word, holds, { format: "characters" });
      const { kept, claims } = await minimized(word, holds, { valid: false });
      expect(kept.length).toBe(alone.kept.length);
      expect(claims).toContain("1-minimal by characters");
      expect(claims).toContain("1-minimal by tokens");
    },
  );

  test("keeps its brackets in pairs, unless they need not be", async () => {
    const word = "aaaaaaaaaaaaaaaaaaaaaaa(b)";
    const isLong = (kept: Buffer): boolean => kept.toString().startsWith("a") && kept.includes("b)");
    expect((await minimized(word, isLong)).kept.toString()).toBe("a(b)");
    expect((await minimized(word, isLong, { valid: false })).kept.toString()).toBe("ab)");
  });

  test.each(["first second third", 'second "and a text that is much longer than it"'])(
    "is none where a name stands among others, or a string behind it: %s",
    async (words) => {
      const { kept, claims } = await minimized(words, (each) => /s\w*d/.test(each.toString()));
      expect(kept.toString()).toBe("second");
      expect(claims).not.toContain("1-minimal by characters");
    },
  );
});
