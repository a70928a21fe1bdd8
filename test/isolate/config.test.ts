import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { parse as parseToml, stringify as printToml } from "smol-toml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse as parseYaml, stringify as printYaml } from "yaml";
import { select, whole } from "../../src/core/configuration.ts";
import { Unrenderable } from "../../src/core/errors.ts";
import type { Change, Changes } from "../../src/isolate/change.ts";
import { configKind } from "../../src/isolate/kinds/config/kind.ts";
import { memberChanges } from "../../src/isolate/documents/changes.ts";
import { formatOf } from "../../src/isolate/documents/formats.ts";
import type { DocumentFormat } from "../../src/isolate/documents/document.ts";
import type { OpenKind } from "../../src/isolate/kind.ts";
import { fileOf } from "../../src/isolate/trees/tree.ts";

const between = (name: string, good: string, bad: string): Changes =>
  memberChanges({
    name,
    good: fileOf(0o644, () => Buffer.from(good)),
    bad: fileOf(0o644, () => Buffer.from(bad)),
    format: formatOf(name) as DocumentFormat,
  });

const mixed = (changes: Changes, isChosen: (change: Change, index: number) => boolean): string | undefined => {
  const { entries } = changes.mix(
    select(
      whole(changes.all),
      changes.all.flatMap((change, index) => (isChosen(change, index) ? [{ from: index, to: index + 1 }] : [])),
    ),
  );
  const [entry] = entries.values();
  return entry?.kind === "file" ? Buffer.from(entry.bytes()).toString() : undefined;
};

const told = ({ id, old, new: put }: Change): readonly unknown[] => [id, old, put];

/** Names and values that all formats have. */
const names = fc.constantFrom("a", "b", "c d", "e.f", "true", "1");
const scalar = fc.oneof(fc.integer(), fc.boolean(), fc.constantFrom("", "x", "yes", "1", "a: b", "é"));
const settings = fc.dictionary(
  names,
  fc.oneof(
    scalar,
    fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 4 }),
    fc.dictionary(names, scalar, { maxKeys: 3 }),
  ),
  { maxKeys: 5 },
);

/** One member, wherever it is, as JSON. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

describe("members of settings", () => {
  it.each([
    ["a.json", (value: unknown) => JSON.stringify(value, undefined, 2), (text: string): unknown => JSON.parse(text)],
    ["a.yml", (value: unknown) => printYaml(value), (text: string): unknown => parseYaml(text)],
    ["a.toml", (value: unknown) => printToml(value), (text: string): unknown => parseToml(text)],
  ] as const)("of %s can be taken over in any combination", (name, print, parse) => {
    fc.assert(
      fc.property(settings, settings, fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }), (a, b, choice) => {
        const [good, bad] = [print(a), print(b)];
        const changes = between(name, good, bad);
        fc.pre(changes.all.length > 0);
        expect(mixed(changes, () => false)).toBeUndefined();
        expect(mixed(changes, () => true)).toBe(bad);
        const isTaken = (index: number): boolean => choice[index % choice.length] === true;
        const some = mixed(changes, (_, index) => isTaken(index)) ?? good;
        // Members of the top level that are wholly of one end are that end's.
        const result = plain(parse(some)) as Readonly<Record<string, unknown>>;
        const ends = [plain(parse(good)), plain(parse(bad))] as readonly Readonly<Record<string, unknown>>[];
        for (const key of new Set(ends.flatMap((end) => Object.keys(end)))) {
          const id = /^[\w$-]+$/.test(key) ? key : `[${JSON.stringify(key)}]`;
          const own = changes.all.flatMap((change, index) =>
            change.id === id || change.id.startsWith(`${id}.`) || change.id.startsWith(`${id}[`)
              ? [isTaken(index)]
              : [],
          );
          if (own.every((taken) => !taken)) expect(result[key]).toEqual(ends[0]?.[key]);
          else if (own.every(Boolean)) expect(result[key]).toEqual(ends[1]?.[key]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("of YAML keep their comments, and the others theirs", () => {
    const good = "# top\na:\n  b: 1 # one\n  # about c\n  c: [1, 2]\nz: &x\n  k: v\nw: *x\n";
    const bad = "# top\na:\n  b: 2 # two\n  c: [1, 3]\n  # about d\n  d: 0x10\nz: &x\n  k: v\nw: *x\n";
    const changes = between("a.yaml", good, bad);
    expect(changes.all.map(told)).toEqual([
      ["a.b", "1 # one", "2 # two"],
      ["a.c[1]", "2", "3"],
      ["a.d", undefined, "0x10"],
    ]);
    expect(mixed(changes, ({ id }) => id === "a.c[1]" || id === "a.d")).toBe(
      "# top\na:\n  b: 1 # one\n  # about c\n  c: [ 1, 3 ]\n  # about d\n  d: 0x10\nz: &x\n  k: v\nw: *x\n",
    );
  });

  it("of YAML that name what is not there are refused, and streams of documents are lists", () => {
    const alias = between("a.yml", "a: 1\nb: 2\n", "a: &x 3\nb: *x\n");
    expect(() => mixed(alias, ({ id }) => id === "b")).toThrow(Unrenderable);
    const stream = between("a.yml", "a: 1\n---\nb: 1\n", "a: 2\n---\nb: 2\n");
    expect(stream.all.map(({ id }) => id)).toEqual(["[0].a", "[1].b"]);
    expect(mixed(stream, ({ id }) => id === "[1].b")).toBe("a: 1\n---\nb: 2\n");
  });

  it("of TOML keep integers, floats and dates apart", () => {
    const good = "n = 9007199254740993\nf = 1.0\n[t]\nd = 1979-05-27\n[[l]]\nx = 1\n[[l]]\nx = 2\n";
    const bad = "n = 9007199254740993\nf = 2.0\n[t]\nd = 1979-05-28\n[[l]]\nx = 1\n[[l]]\nx = 3\n";
    const changes = between("a.toml", good, bad);
    expect(changes.all.map(told)).toEqual([
      ["f", "1.0", "2.0"],
      ["t.d", "1979-05-27", "1979-05-28"],
      ["l[1].x", "2", "3"],
    ]);
    const text = mixed(changes, ({ id }) => id !== "f") ?? "";
    expect(text).toContain("n = 9007199254740993\nf = 1.0\n");
    expect(text).toContain("d = 1979-05-28\n");
  });

  it("of ini files are lines with the comments above them", () => {
    const good = "x=1\n; about a\n[a]\n# k\nk = v\nlist = 1\nlist = 2\n[b]\nq: 1\n  more\n; end\n";
    const bad = "x=1\n[a]\n# K\nk = V\nlist = 1\nlist = 3\n[b]\nq: 1\n  less\n[c]\nnew=1\n";
    const changes = between("a.ini", good, bad);
    expect(changes.all.map(told)).toEqual([
      ["a.k", "v", "V"],
      ['a["list#2"]', "2", "3"],
      ["b.q", "1\nmore", "1\nless"],
      ["c", undefined, "new=1"],
    ]);
    expect(mixed(changes, ({ id }) => id === "a.k" || id === "c")).toBe(
      "x=1\n; about a\n[a]\n# K\nk = V\nlist = 1\nlist = 2\n[b]\nq: 1\n  more\n[c]\nnew=1\n; end\n",
    );
    const env = between(".env.local", "A=1\nexport B=2", "A=1\nexport B=3\nC=4\n");
    expect(env.all.map(({ id }) => id)).toEqual(["B", "C"]);
    expect(mixed(env, ({ id }) => id === "C")).toBe("A=1\nexport B=2\nC=4\n");
  });

  it("of JSON may have comments and commas at the end", () => {
    const changes = between(
      "tsconfig.json",
      '{\n  // strict\n  "a": [1, 2,], /* x */\n}\n',
      '{\n  "a": [1, 3], "b": {}\n}\n',
    );
    expect(changes.all.map(told)).toEqual([
      ["a[1]", "2", "3"],
      ["b", undefined, "{}"],
    ]);
    expect(mixed(changes, ({ id }) => id === "b")).toBe('{\n  "a": [\n    1,\n    2\n  ],\n  "b": {}\n}\n');
  });
});

describe("two files of settings", () => {
  let origin: string;
  beforeAll(() => {
    origin = mkdtempSync(join(tmpdir(), "pare-config-"));
    const files = {
      "a.json": '{"a": 1}',
      "b.json": '{"a": 2}',
      "same.json": '{ "a": 1 }',
      "bad.json": "{",
      "a.unknown": "",
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(origin, name), text);
  });
  afterAll(() => rmSync(origin, { recursive: true, force: true }));

  const open = (good: string, bad: string): Promise<OpenKind> =>
    configKind.open({
      ends: { config: [good, bad] },
      origin,
      storage: join(origin, ".pare"),
      only: [],
      skip: [],
      level: "auto",
      note: () => undefined,
      signal: new AbortController().signal,
    });

  it("are compared by their members", async () => {
    expect((await (await open("a.json", "b.json")).changes()).all.map(told)).toEqual([["a", "1", "2"]]);
  });

  it("must be readable, in a known format, and differ in what they say", async () => {
    await expect(open("a.unknown", "a.unknown")).rejects.toMatchObject({ code: "BAD_INPUT" });
    await expect(open("none.json", "a.json")).rejects.toMatchObject({ code: "NO_INPUT" });
    await expect((await open("a.json", "same.json")).changes()).rejects.toMatchObject({ code: "SAME_ENDS" });
    await expect((await open("a.json", "bad.json")).changes()).rejects.toMatchObject({ code: "BAD_INPUT" });
  });
});
