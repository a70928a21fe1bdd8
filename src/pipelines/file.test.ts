import { expect, test } from "vitest";
import { claimText } from "../core/claim.ts";
import { fileCase, onlyFile, type TestCase } from "../core/test-case.ts";
import { drive } from "../driver/search.ts";
import { simulated } from "../executors/simulated.ts";
import { memoryJournal } from "../journals/memory.ts";
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
  return { kept: Buffer.from(onlyFile(best).bytes()), claims: claims.map(claimText), format, strategy };
};

const text = Array.from({ length: 60 }, (_, i) => `line ${i} of this text\n`).join("");
const has17 = (kept: Buffer): boolean => kept.includes("17");

test("text goes by lines, then by characters, until nothing goes", async () => {
  const { kept, claims, format, strategy } = await minimized(text, has17);
  expect(kept.toString()).toBe("17");
  expect({ claims, format, strategy }).toEqual({
    claims: ["1-minimal by characters"],
    format: "lines, characters",
    strategy: "adaptive",
  });
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

test("unknown names are refused", () => {
  expect(() => planFile(fileOf(""), { strategy: "ddmax" })).toThrow(
    expect.objectContaining({ code: "UNKNOWN_STRATEGY" }),
  );
  expect(() => planFile(fileOf(""), { format: "words" as "lines" })).toThrow(
    expect.objectContaining({ code: "UNKNOWN_FORMAT" }),
  );
});
