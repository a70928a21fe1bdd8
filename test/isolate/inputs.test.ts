import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { select, whole } from "../../src/core/configuration.ts";
import type { Change, Changes } from "../../src/isolate/change.ts";
import { kindFor } from "../../src/isolate/kinds/index.ts";
import { inputsKind } from "../../src/isolate/kinds/inputs/kind.ts";
import { inputChanges } from "../../src/isolate/kinds/inputs/open.ts";
import type { KindOptions, OpenKind } from "../../src/isolate/kind.ts";
import type { Mixture } from "../../src/isolate/mixture.ts";
import { fileOf } from "../../src/isolate/trees/tree.ts";

const between = (good: string | Buffer, bad: string | Buffer): Changes =>
  inputChanges({
    name: "in",
    good: fileOf(0o644, () => Buffer.from(good)),
    bad: fileOf(0o644, () => Buffer.from(bad)),
  });

const mixed = (changes: Changes, isChosen: (change: Change, index: number) => boolean): Mixture =>
  changes.mix(
    select(
      whole(changes.all),
      changes.all.flatMap((change, index) => (isChosen(change, index) ? [{ from: index, to: index + 1 }] : [])),
    ),
  );

const bytesOf = ({ entries }: Mixture, good: string | Buffer): Buffer => {
  const entry = entries.get("in");
  return entry?.kind === "file" ? Buffer.from(entry.bytes()) : Buffer.from(good);
};

const textOf = (mixture: Mixture, good: string): string => bytesOf(mixture, good).toString();

const told = ({ id, old, new: put }: Change): readonly unknown[] => [id, old, put];

/** True, or it throws. */
const isLaw = (good: Buffer, bad: Buffer, choice: readonly boolean[]): true => {
  fc.pre(!good.equals(bad));
  const changes = between(good, bad);
  expect(
    bytesOf(
      mixed(changes, () => false),
      good,
    ),
  ).toEqual(good);
  expect(
    bytesOf(
      mixed(changes, () => true),
      good,
    ),
  ).toEqual(bad);
  expect(new Set(changes.all.map(({ id }) => id)).size).toBe(changes.all.length);
  const some = mixed(changes, (_, index) => choice[index % choice.length] === true);
  for (let one = 0; one < Math.min(changes.all.length, 5); one++) {
    const other = mixed(changes, (_, index) => (choice[index % choice.length] === true) !== (index === one));
    expect(some.key() === other.key()).toBe(bytesOf(some, good).equals(bytesOf(other, good)));
  }
  return true;
};

const choices = fc.array(fc.boolean(), { minLength: 7, maxLength: 7 });

describe("changes between two inputs", () => {
  it("make the good one without any, the bad one with all: texts", () => {
    const text = fc.array(fc.constantFrom("a", "bc", " ", "\n", "\r\n", "é", "\u{1F600}", "1", "+"), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, choices, (a, b, choice) => {
        expect(isLaw(Buffer.from(a.join("")), Buffer.from(b.join("")), choice)).toBe(true);
      }),
    );
  });

  it("make the good one without any, the bad one with all: bytes", () => {
    const bytes = fc.array(fc.constantFrom(0, 1, 10, 200, 255), { maxLength: 30 }).map((list) => Buffer.from(list));
    fc.assert(
      fc.property(bytes, bytes, choices, (a, b, choice) => {
        expect(isLaw(a, b, choice)).toBe(true);
      }),
    );
  });

  it("make the good one without any, the bad one with all: JSON, and any subset is JSON", () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    fc.assert(
      fc.property(value, value, choices, fc.constantFrom(undefined, 2, "\t"), (a, b, choice, indent) => {
        const [good, bad] = [a, b].map((each) => JSON.stringify({ each, x: [1, each] }, undefined, indent)) as [
          string,
          string,
        ];
        expect(isLaw(Buffer.from(good), Buffer.from(bad), choice)).toBe(true);
        const changes = between(good, bad);
        const some = textOf(
          mixed(changes, (_, index) => choice[index % choice.length] === true),
          good,
        );
        expect(() => JSON.parse(some) as unknown).not.toThrow();
      }),
    );
  });

  it("are hunks, then lines, then words, numbers and signs", () => {
    const changes = between("keep\nlet x = foo(1);\nkeep\nend\n", "keep\nlet y = foo(2);\nkeep\nadd it\nend\n");
    expect(changes.levels.map(({ name, groups }) => [name, ...groups])).toEqual([
      ["hunks", 0, 0, 1, 1, 1, 1],
      ["lines", 0, 0, 1, 1, 1, 1],
      ["tokens", 0, 1, 2, 3, 4, 5],
    ]);
    expect(changes.finest).toBeUndefined();
    expect(changes.counted).toBe(2);
    expect(changes.all.slice(0, 2).map(told)).toEqual([
      ["in:2/1", "x", "y"],
      ["in:2/2", "1", "2"],
    ]);
    expect(
      textOf(
        mixed(changes, (_, index) => index === 1),
        "",
      ),
    ).toBe("keep\nlet x = foo(2);\nkeep\nend\n");
    expect(changes.shown?.(changes.all).map(told)).toEqual([
      ["in:2", "x = foo(1", "y = foo(2"],
      ["in:4", undefined, "add it"],
    ]);
  });

  it("are members where both are JSON, by path; numbers stay as they are written", () => {
    const good = '{\n  "a": {"b": [1, 2, 3]},\n  "n": 1.50,\n  "old": null\n}\n';
    const bad = '{\n  "a": {"b": [1, 7, 3, 4]},\n  "n": 12345678901234567890,\n  "x.y": true\n}\n';
    const changes = between(good, bad);
    expect(changes.all.map(told)).toEqual([
      ["a.b[1]", "2", "7"],
      ["a.b[+3]", undefined, "4"],
      ["n", "1.50", "12345678901234567890"],
      ['["x.y"]', undefined, "true"],
      ["old", "null", undefined],
    ]);
    expect(changes.levels.map(({ name, groups }) => [name, ...groups])).toEqual([
      ["sections", 0, 0, 1, 2, 3],
      ["members", 0, 1, 2, 3, 4],
    ]);
    expect(
      textOf(
        mixed(changes, ({ id }) => id === "n" || id === "a.b[+3]"),
        good,
      ),
    ).toBe(
      '{\n  "a": {\n    "b": [\n      1,\n      2,\n      3,\n      4\n    ]\n  },\n  "n": 12345678901234567890,\n  "old": null\n}\n',
    );
  });

  it("are lines where JSON differs in its form alone, has a name twice, or is none", () => {
    for (const [good, bad] of [
      ['{"a": 1}', '{"a":1}'],
      ['{"a": 1, "a": 2}', '{"a": 1, "a": 3}'],
      ["{a}", "{b}"],
    ] as const)
      expect(between(good, bad).levels.map(({ name }) => name)).toEqual(["hunks", "lines", "tokens"]);
  });

  it("do not mind how deep JSON is nested", () => {
    const deep = (inside: string): string => `${"[".repeat(30_000)}${inside}${"]".repeat(30_000)}`;
    const changes = between(deep("1, 2"), deep("1, 3, 4"));
    expect(changes.all.map(({ old, new: put }) => [old, put])).toEqual([
      ["2", "3"],
      [undefined, "4"],
    ]);
    expect(
      textOf(
        mixed(changes, (_, index) => index === 1),
        "",
      ),
    ).toBe(deep("1, 2, 4"));
  });

  it("are runs of bytes, then bytes, where one is binary", () => {
    const good = Buffer.from([0, 1, 2, 3, 4, 5]);
    const changes = between(good, Buffer.from([0, 1, 9, 8, 4, 5, 6]));
    expect(changes.all.map(told)).toEqual([
      ["in:2/1", "02", "09"],
      ["in:2/2", "03", "08"],
      ["in:6", undefined, "06"],
    ]);
    expect(
      bytesOf(
        mixed(changes, (_, index) => index > 0),
        good,
      ),
    ).toEqual(Buffer.from([0, 1, 2, 8, 4, 5, 6]));
  });
});

describe("two input files", () => {
  let origin: string;
  beforeAll(() => {
    origin = mkdtempSync(join(tmpdir(), "pare-inputs-"));
    for (const [name, text] of Object.entries({
      "good.txt": "a\nb\n",
      "bad.txt": "a\nc\n",
      "same.txt": "a\nb\n",
      "g.zip.txt": "",
    }))
      writeFileSync(join(origin, name), text);
  });
  afterAll(() => rmSync(origin, { recursive: true, force: true }));

  const open = (good: string, bad: string): Promise<OpenKind> => {
    const order: KindOptions = {
      ends: { paths: [good, bad] },
      origin,
      storage: join(origin, ".pare"),
      only: [],
      skip: [],
      level: "auto",
      note: () => undefined,
      signal: new AbortController().signal,
    };
    return inputsKind.open(order);
  };

  it("are placed under the name of the good one, beside its neighbours", async () => {
    const kind = await open("good.txt", "bad.txt");
    const changes = await kind.changes();
    expect(kind.titles).toEqual({ good: "good.txt", bad: "bad.txt" });
    expect(kind.base?.("good.txt")?.kind).toBe("file");
    const place = await kind.openPlace(join(origin, ".pare", "place"));
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(place.path, "utf8")).toBe("a\nb\n");
    expect(place.path.endsWith("/good.txt")).toBe(true);
    await place.prepare(changes.mix(whole(changes.all)));
    expect(readFileSync(place.path, "utf8")).toBe("a\nc\n");
    expect(readFileSync(join(place.path, "..", "same.txt"), "utf8")).toBe("a\nb\n");
    expect(readFileSync(join(place.cwd, "bad.txt"), "utf8")).toBe("a\nc\n");
    await place.close();
    await kind.close();
    expect(readFileSync(join(origin, "good.txt"), "utf8")).toBe("a\nb\n");
  });

  it("must be there, and differ", async () => {
    await expect(open("good.txt", "none.txt")).rejects.toMatchObject({ code: "NO_INPUT" });
    await expect((await open("good.txt", "same.txt")).changes()).rejects.toMatchObject({ code: "SAME_ENDS" });
    expect(kindFor({ paths: ["good.txt", "bad.txt"] }, origin)).toBe(inputsKind);
    expect(kindFor({ paths: [".", "bad.txt"] }, origin)).not.toBe(inputsKind);
    expect(kindFor({ config: ["a", "b"] }, origin)).not.toBe(inputsKind);
  });
});
