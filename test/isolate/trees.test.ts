import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { select, whole, type Configuration } from "../../src/core/configuration.ts";
import { Unrenderable } from "../../src/core/errors.ts";
import type { Change, Changes, Level } from "../../src/isolate/change.ts";
import { entryKey, type Entry, type Mixture } from "../../src/isolate/mixture.ts";
import { changesNamed } from "../../src/isolate/trees/line-changes.ts";
import { treeChanges } from "../../src/isolate/trees/changes.ts";
import { selects } from "../../src/isolate/trees/globs.ts";
import { directoryTree, fileOf, sameEntry, treeOf, type EntryTree } from "../../src/isolate/trees/tree.ts";

const file = (text: string, mode = 0o644): Entry => fileOf(mode, () => Buffer.from(text, "latin1"));
const link = (target: string): Entry => ({ kind: "link", target });
const folder: Entry = { kind: "folder", mode: 0o755 };

const tree = (entries: Readonly<Record<string, Entry | string>>): EntryTree =>
  treeOf(
    new Map(Object.entries(entries).map(([path, entry]) => [path, typeof entry === "string" ? file(entry) : entry])),
  );

const chosen = (changes: Changes, isChosen: (change: Change, index: number) => boolean): Configuration<Change> =>
  select(
    whole(changes.all),
    changes.all.flatMap((change, index) => (isChosen(change, index) ? [{ from: index, to: index + 1 }] : [])),
  );

/** What lies there with a mixture: the base and what is said against it. */
const applied = (base: EntryTree, { entries }: Mixture): Readonly<Record<string, string>> => {
  const all = new Map<string, Entry | undefined>(base.paths.map((path) => [path, base.entry(path)]));
  for (const [path, entry] of entries) {
    expect(sameEntry(entry, base.entry(path))).toBe(false);
    all.set(path, entry);
  }
  return Object.fromEntries(
    [...all]
      .flatMap(([path, entry]) => (entry === undefined ? [] : [[path, entryKey(entry)] as const]))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
};

const stateOf = (of: EntryTree): Readonly<Record<string, string>> =>
  Object.fromEntries(of.paths.map((path) => [path, entryKey(of.entry(path) as Entry)]));

/** The groups of a level, where all changes matter. */
const groupsOf = ({ all, levels }: Changes, level: number): readonly number[] => {
  const { groups, groupsFor } = levels[level] as Level;
  return [...(groupsFor?.(whole(all)) ?? groups)];
};

const textAt = (mixture: Mixture, path: string): string => {
  const entry = mixture.entries.get(path);
  return entry?.kind === "file" ? Buffer.from(entry.bytes()).toString("latin1") : "";
};

const numbered = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");

/** Paths that meet: files where others have folders. */
const entry = fc.oneof(
  fc
    .tuple(fc.array(fc.constantFrom("a", "b", "c", "", "\0"), { maxLength: 6 }), fc.constantFrom(0o644, 0o755))
    .map(([lines, mode]) => file(lines.join("\n"), mode)),
  fc.constantFrom("x", "y").map(link),
  fc.constant(folder),
  fc.constantFrom("1", "2").map((commit): Entry => ({ kind: "submodule", commit })),
);

const anyTree = fc
  .dictionary(
    fc.constantFrom("a", "a/b", "a/b/c", "a/d", "e", "e/f", "name with\nlines and spaces.js", "g:mode", "g"),
    entry,
  )
  .map((entries) => {
    const paths = Object.keys(entries).toSorted();
    // Nothing lies below what is no folder, and folders with something in them are not told.
    const isLeft = (path: string): boolean => paths.some((other) => other !== path && other.startsWith(`${path}/`));
    return tree(Object.fromEntries(Object.entries(entries).filter(([path]) => !isLeft(path))));
  });

const hasConflict = (paths: readonly string[]): boolean =>
  paths.some((path) => paths.some((other) => other.startsWith(`${path}/`)));

describe("changes between trees", () => {
  it("lead from the good to the bad end; any subset is a tree, and equal trees have equal keys", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTree,
        anyTree,
        fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
        async (good, bad, choice) => {
          fc.pre(JSON.stringify(stateOf(good)) !== JSON.stringify(stateOf(bad)));
          const changes = await treeChanges({ good, bad });
          expect(applied(good, changes.mix(chosen(changes, () => false)))).toEqual(stateOf(good));
          expect(applied(good, changes.mix(whole(changes.all)))).toEqual(stateOf(bad));
          expect(new Set(changes.all.map(({ id }) => id)).size).toBe(changes.all.length);
          const some = changes.mix(chosen(changes, (_, index) => choice[index] === true));
          const state = applied(good, some);
          expect(hasConflict(Object.keys(state))).toBe(false);
          for (let one = 0; one < changes.all.length; one++) {
            const other = changes.mix(chosen(changes, (_, index) => (choice[index] === true) !== (index === one)));
            expect(some.key() === other.key()).toBe(JSON.stringify(applied(good, other)) === JSON.stringify(state));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("are told against the base where they are a range of a history", async () => {
    await fc.assert(
      fc.asyncProperty(anyTree, anyTree, anyTree, async (base, good, bad) => {
        fc.pre(JSON.stringify(stateOf(good)) !== JSON.stringify(stateOf(bad)));
        const changes = await treeChanges({ good, bad, base });
        expect(applied(base, changes.mix(chosen(changes, () => false)))).toEqual(stateOf(good));
        expect(applied(base, changes.mix(whole(changes.all)))).toEqual(stateOf(bad));
      }),
      { numRuns: 100 },
    );
  });

  it("have levels that divide each other, in order", async () => {
    const code = (name: string, value: number): string =>
      `function ${name}() {\n  one(${value});\n  same();\n  two(${value});\n}\n\n`;
    const changes = await treeChanges({
      good: tree({ "a.js": code("f", 1) + code("g", 1), "b.txt": "1\n2\n" }),
      bad: tree({ "a.js": code("f", 2) + code("g", 2), "b.txt": "1\n3\n4\n" }),
    });
    expect(changes.levels.map(({ name }) => name)).toEqual(["files", "functions", "hunks", "lines"]);
    expect(changes.levels.map((_, level) => groupsOf(changes, level))).toEqual([
      [0, 0, 0, 0, 1, 1],
      [0, 0, 1, 1, 2, 2],
      [0, 1, 2, 3, 4, 4],
      [0, 1, 2, 3, 4, 5],
    ]);
    expect([changes.finest, changes.counted]).toEqual(["hunks", 5]);
    expect(changes.all[0]).toEqual({
      id: "a.js:2",
      file: "a.js",
      line: 2,
      old: "  one(1);",
      new: "  one(2);",
      span: { file: "a.js", from: 1, to: 2 },
    });
    expect(changes.all.slice(4).map(({ id }) => id)).toEqual(["b.txt:2/1", "b.txt:2/2"]);
    expect(changes.shown?.(changes.all.slice(3))).toEqual([
      changes.all[3],
      { id: "b.txt:2", file: "b.txt", line: 2, old: "2", new: "3\n4", span: { file: "b.txt", from: 1, to: 3 } },
    ]);
    expect(changesNamed(changes, "b.txt:2")).toEqual(changes.all.slice(4));
    expect(changesNamed(changes, "b.txt:2/1-2")).toEqual(changes.all.slice(4));
    expect(changesNamed(changes, "b.txt:2/2")).toEqual(changes.all.slice(5));
    expect(changesNamed(changes, "a.js")).toEqual(changes.all.slice(0, 4));
    expect(changesNamed(changes, "c.js")).toEqual([]);
  });

  it("put code before settings, papers, tests and what is made", async () => {
    const names = ["dist/a.js", "test/a.js", "README.md", "package.json", "lib/z.js", "lib/a.js"];
    const changes = await treeChanges({
      good: tree({ x: "" }),
      bad: tree({ x: "", ...Object.fromEntries(names.map((name) => [name, name])) }),
    });
    expect(changes.all.map(({ file: path }) => path)).toEqual([
      "lib/a.js",
      "lib/z.js",
      "package.json",
      "README.md",
      "test/a.js",
      "dist/a.js",
    ]);
  });

  it("group by the innermost function, also in wrappers, and never fail for want of a grammar", async () => {
    const inner = (value: number): string =>
      `(function (ns) {\n  var start = ${value};\n  function a() {\n    x.forEach(function () {\n      one(${value});\n    });\n    same();\n    two(${value});\n  }\n  ns.b = function () {\n    one(${value});\n    same();\n    two(${value});\n  };\n})(this);\n`;
    const changes = await treeChanges({
      good: tree({ "a.js": inner(1), "b.unknown": inner(1) }),
      bad: tree({ "a.js": inner(2), "b.unknown": inner(2) }),
    });
    expect(groupsOf(changes, 1)).toEqual([0, 1, 1, 2, 2, 3, 4, 5, 6, 7]);
    // A file of which nothing matters is not parsed.
    expect([...(changes.levels[1]?.groupsFor?.(chosen(changes, (_, index) => index === 9)) ?? [])]).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
  });

  it("refuse mixtures that do not parse where both ends do", async () => {
    const good = tree({ "a.js": "f();\n\n\n\ng();\n", "b.x": "1\n" });
    const bad = tree({ "a.js": "if (x) {\nf();\n\n\n\ng();\n}\n", "b.x": "2\n" });
    const changes = await treeChanges({ good, bad });
    expect(changes.all).toHaveLength(3);
    for (const index of [0, 1])
      expect(() => changes.mix(chosen(changes, (_, each) => each === index))).toThrow(
        new Unrenderable("a.js does not parse"),
      );
    expect(textAt(changes.mix(chosen(changes, (_, each) => each < 2)), "a.js")).toBe("if (x) {\nf();\n\n\n\ng();\n}\n");
    const torn = await treeChanges({
      good: tree({ "a.js": "f(;\n\n\n\ng();\n" }),
      bad: tree({ "a.js": "if {\nf(;\n\n\n\ng();\n}\n" }),
    });
    expect(textAt(torn.mix(chosen(torn, (_, each) => each === 0)), "a.js")).toBe("if {\nf(;\n\n\n\ng();\n");
  });
});

describe("renamed files", () => {
  const long = numbered(20, (index) => `line ${index}`);

  it("are one change, and their lines are independent of it", async () => {
    const good = tree({ "old.txt": long, keep: "" });
    const bad = tree({ "new/name.txt": long.replace("line 3\n", "line three\n"), keep: "" });
    const changes = await treeChanges({ good, bad });
    expect(changes.all.map(({ id, what }) => [id, what])).toEqual([
      ["old.txt -> new/name.txt", "renamed"],
      ["old.txt:4", undefined],
    ]);
    const only = (index: number): Mixture => changes.mix(chosen(changes, (_, each) => each === index));
    expect([...only(0).entries.keys()]).toEqual(["old.txt", "new/name.txt"]);
    expect([only(0).entries.get("old.txt"), textAt(only(0), "new/name.txt")]).toEqual([undefined, long]);
    expect([...only(1).entries.keys()]).toEqual(["old.txt"]);
    expect(textAt(only(1), "old.txt")).toContain("line three\n");
  });

  it("are found by their bytes first, and are not what is empty or hardly alike", async () => {
    const good = tree({ a: long, b: "\0\u0001", c: "", d: "1\n2\n3\n" });
    const bad = tree({ a2: long, b2: "\0\u0001", c2: "", d2: "1\n5\n6\n7\n" });
    const changes = await treeChanges({ good, bad });
    expect(changes.all.map(({ id, what }) => `${what} ${id}`)).toEqual([
      "renamed a -> a2",
      "renamed b -> b2",
      "deleted c",
      "added c2",
      "deleted d",
      "added d2",
    ]);
  });
});

describe("what is no text", () => {
  it("is one change each", async () => {
    const good = tree({
      bin: "\0a",
      mode: "x",
      link: link("a"),
      sub: { kind: "submodule", commit: "1" },
      type: "t",
      gone: folder,
      del: "d",
    });
    const bad = tree({
      bin: "\0b",
      mode: file("x", 0o755),
      link: link("b"),
      sub: { kind: "submodule", commit: "2" },
      type: link("t"),
      come: folder,
      "add ed\n": "a\n",
    });
    const changes = await treeChanges({ good, bad });
    expect(changes.all.map(({ id, what, old, new: put }) => [id, what, old, put])).toEqual([
      ["add ed\n", "added", undefined, "a"],
      ["bin", "binary", "binary, 2 bytes", "binary, 2 bytes"],
      ["come", "added", undefined, "empty folder"],
      ["del", "deleted", "d", undefined],
      ["gone", "deleted", "empty folder", undefined],
      ["link", "link", "link to a", "link to b"],
      ["mode:mode", "mode", "0644", "0755"],
      ["sub", "submodule", "submodule at 1", "submodule at 2"],
      ["type", "type", "t", "link to t"],
    ]);
  });

  it("takes a file that becomes a folder, with all that is in it, as one", async () => {
    const good = tree({ a: "file" });
    const bad = tree({ "a/b": "1", "a/c/d": "2" });
    const changes = await treeChanges({ good, bad });
    expect(changes.all.map(({ id, what }) => [id, what])).toEqual([["a", "type"]]);
    expect(applied(bad, (await treeChanges({ good: bad, bad: good })).mix(whole(changes.all)))).toEqual(stateOf(good));
  });

  it("keeps an empty folder exactly as long as nothing is in it", async () => {
    const good = tree({ d: folder });
    const bad = tree({ "d/x": "1", "d/y": "2" });
    const changes = await treeChanges({ good, bad });
    expect(changes.all.map(({ id }) => id)).toEqual(["d/x", "d/y"]);
    expect(applied(good, changes.mix(chosen(changes, (_, index) => index === 0)))).toEqual(
      stateOf(tree({ "d/x": "1" })),
    );
  });
});

describe("large texts", () => {
  it("cost what changes in them: 50 MB with one line", async () => {
    const line = `${"x".repeat(999)}\n`;
    const good = line.repeat(50_000);
    const bad = `${line.repeat(25_000)}here\n${line.repeat(25_000)}`;
    const changes = await treeChanges({ good: tree({ "a.txt": good }), bad: tree({ "a.txt": bad }) });
    expect(changes.all.map(({ line: at, new: put }) => [at, put])).toEqual([[50_001 - 25_000, "here"]]);
  });

  it("can have 100,000 hunks", async () => {
    const good = numbered(200_000, (index) => `line ${index}`);
    const bad = numbered(200_000, (index) => (index % 2 === 0 ? `LINE ${index}` : `line ${index}`));
    const changes = await treeChanges({ good: tree({ a: good }), bad: tree({ a: bad }) });
    expect([changes.all.length, changes.counted]).toEqual([100_000, 100_000]);
    const half = changes.mix(chosen(changes, (_, index) => index % 2 === 0));
    expect(textAt(half, "a")).toBe(numbered(200_000, (index) => (index % 4 === 0 ? `LINE ${index}` : `line ${index}`)));
  });
});

describe("a directory as a tree", () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "pare-trees-"));
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    write("a b\nc/d.txt", "text");
    write(".git/config", "no");
    write("sub/.pare/run", "no");
    write("left/out", "no");
    mkdirSync(join(root, "empty"));
    symlinkSync("nowhere", join(root, "link"));
    chmodSync(join(root, "a b\nc/d.txt"), 0o751);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it("has files, links and empty folders, but neither histories nor runs", () => {
    const read = directoryTree(root, (path) => path === "left");
    expect(read.paths).toEqual(["a b\nc/d.txt", "empty", "link"]);
    expect(read.entry("a b\nc/d.txt")).toMatchObject({
      kind: "file",
      mode: 0o751,
      digest: (file("text") as { digest: string }).digest,
    });
    expect(read.entry("link")).toEqual(link("nowhere"));
    expect(read.entry("empty")?.kind).toBe("folder");
    expect(read.entry("left/out")).toBeUndefined();
  });

  it("refuses names that are not UTF-8", () => {
    const odd = join(root, "left");
    writeFileSync(Buffer.concat([Buffer.from(`${odd}/`), Buffer.from([0xff])]), "");
    expect(() => directoryTree(odd)).toThrow(expect.objectContaining({ code: "BAD_NAME" }));
  });
});

describe("patterns of paths", () => {
  it.each([
    ["*.js", "lib/a.js", true],
    ["lib/*.js", "lib/a.js", true],
    ["lib/*.js", "lib/b/a.js", false],
    ["lib/**", "lib/b/a.js", true],
    ["lib", "lib/b/a.js", true],
    ["lib/", "other/lib/a.js", true],
    ["/lib", "other/lib/a.js", false],
    ["**/a.js", "a.js", true],
    ["a.{js,ts}", "x/a.ts", true],
    ["[!a].js", "b.js", true],
    ["[!a].js", "a.js", false],
    ["a?.js", "a/.js", false],
    ["a+(b).js", "a+(b).js", true],
  ])("%s and %s: %s", (glob, path, matches) => {
    expect(selects({ only: [glob] })(path)).toBe(matches);
    expect(selects({ skip: [glob] })(path)).toBe(!matches);
  });

  it("decide what changes; when nothing is left, the user is told", async () => {
    const [good, bad] = [tree({ a: "1", b: "1" }), tree({ a: "2", b: "2" })];
    expect((await treeChanges({ good, bad, only: ["a"] })).all.map(({ id }) => id)).toEqual(["a:1"]);
    await expect(treeChanges({ good, bad, skip: ["*"] })).rejects.toMatchObject({ code: "SAME_ENDS" });
    await expect(treeChanges({ good, bad: good })).rejects.toMatchObject({ code: "SAME_ENDS" });
  });
});
