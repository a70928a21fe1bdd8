import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Change } from "../../src/isolate/change.ts";
import type { OpenKind } from "../../src/isolate/kind.ts";
import type { Mixture } from "../../src/isolate/mixture.ts";
import { eventful, fresh, numbers, open } from "./git-support.ts";
import { makeRepository } from "./repository.ts";

const shown = async (kind: OpenKind, range?: { from: number; to: number }): Promise<readonly Change[]> => {
  const changes = await kind.changes(range);
  return changes.shown?.(changes.all) ?? [];
};

describe("who made it", () => {
  test("every change has its commit, also from within a merge, also of the whole range", async () => {
    const repository = eventful();
    for (const level of ["auto", "hunks"]) {
      const { kind } = await open(repository.path, { good: "v1", bad: "v2" }, { level });
      const found = (await kind.explain?.(await shown(kind))) ?? [];
      const makers = Object.fromEntries(found.map(({ id, message, author }) => [id, `${author}: ${message}`]));
      expect(makers).toMatchObject({
        "lib/a.js:1": "ada: last",
        "lib/a.js:5": "bob: second",
        "lib/a.js:12": "ada: last",
        "lib/a.js:25": "eve: side",
        "lib/gone.js": "bob: second",
        "side.txt": "eve: side",
        "lib/moves.js -> src/moved.js": "dan: many",
        "lib/moves.js:7": "dan: many",
        "bin/run:mode": "dan: many",
        "data.bin": "dan: many",
        link: "dan: many",
        "new.txt": "dan: many",
        "crlf:2": "dan: many",
      });
      const five = found.find(({ id }) => id === "lib/a.js:5");
      expect(five?.commit).toBe(repository.git("rev-parse", "v2~3"));
      expect(five?.date).toBe("2024-01-01T00:02:00+00:00");
    }
  });

  test("lines that went: the commit that took them away, told from the state before", async () => {
    const repository = makeRepository(fresh(), [
      { message: "first", tag: "v1", files: { "a.txt": numbers(20) } },
      { message: "above", files: { "a.txt": `0\n00\n${numbers(20)}` } },
      { message: "takes", author: "bob", files: { "a.txt": `0\n00\n${numbers(20).replace("line 9\nline 10\n", "")}` } },
      { message: "below", files: { "a.txt": `0\n00\n${numbers(20).replace("line 9\nline 10\n", "")}end\n` } },
    ]);
    const { kind } = await open(repository.path, { good: "v1", bad: "HEAD" });
    const taken = (await shown(kind, { from: 1, to: 2 }))[0] as Change;
    expect(taken).toMatchObject({ line: 11, old: "line 9\nline 10" });
    // Another range that ends in the same state was asked for meanwhile.
    const all = await shown(kind, { from: 0, to: 2 });
    expect(await kind.explain?.([taken], 2)).toMatchObject([{ author: "bob", message: "takes" }]);
    expect((await kind.explain?.(all, 2))?.map(({ message }) => message)).toEqual(["above", "takes"]);
  });

  test("of lines in the working tree, those that are committed have their commit", async () => {
    const repository = eventful();
    repository.write({
      "lib/a.js": numbers(30, { 1: "0\nline 1", 5: "five", 12: "twelve", 20: "not yet", 25: "side" }),
      "side.txt": null,
      "untracked.txt": "u\n",
    });
    const { kind } = await open(repository.path, { good: "v1" }, { level: "hunks" });
    const found = (await kind.explain?.(await shown(kind))) ?? [];
    expect(Object.fromEntries(found.map(({ id, message }) => [id, message]))).toMatchObject({
      "lib/a.js:5": "second",
      "lib/a.js:20": "not committed yet",
      "lib/a.js:25": "side",
      "untracked.txt": "not committed yet",
      "lib/moves.js:7": "many",
    });
  });

  test("back in time: the commits that are taken back", async () => {
    const repository = makeRepository(fresh(), [
      { message: "first", tag: "v1", files: { "a.txt": numbers(9) } },
      { message: "cures", author: "bob", files: { "a.txt": numbers(9, { 5: "five" }), "b.txt": "b\n" } },
      { message: "last", files: { "a.txt": numbers(9, { 5: "five", 9: "nine" }) } },
    ]);
    const { kind, notes } = await open(repository.path, { good: "main", bad: "v1" });
    expect(notes.join()).toContain("backwards");
    expect(kind.history?.steps.map(({ title }) => title)).toEqual(["before: last", "before: cures"]);
    const found = await kind.explain?.(await shown(kind, { from: 1, to: 2 }), 2);
    expect(found?.map(({ id, message }) => [id, message])).toEqual([
      ["a.txt:5", "cures"],
      ["b.txt", "cures"],
    ]);
    expect(found?.[0]).toMatchObject({ old: "five", new: "line 5" });
  });
});

const textOf = (mixture: Mixture | undefined, path: string): string | undefined => {
  const entry = mixture?.entries.get(path);
  return entry?.kind === "file" ? Buffer.from(entry.bytes()).toString() : undefined;
};

describe("the bad end without changes of an earlier commit", () => {
  const history = (last: string): ReturnType<typeof makeRepository> =>
    makeRepository(fresh(), [
      {
        message: "first",
        tag: "v1",
        files: { "a.txt": numbers(20), "gone.txt": "x\n", "m.txt": numbers(9), "bin/x": "x\n" },
      },
      {
        message: "guilty",
        moves: { "m.txt": "n.txt" },
        files: {
          "a.txt": numbers(20, { 5: "five", 10: "ten\nten and a half", 15: "" }),
          "gone.txt": null,
          "new.txt": "new\n",
          "bin/x": { run: "x\n" },
        },
      },
      { message: "later", files: { "a.txt": last } },
    ]);

  test("the old text is put back where the lines stand now", async () => {
    const later = `top\n${numbers(20, { 5: "five", 10: "ten\nten and a half", 15: "", 18: "later" })}`;
    const repository = history(later);
    const { kind } = await open(repository.path, { good: "v1", bad: "HEAD" });
    const changes = await kind.changes({ from: 0, to: 1 });
    const inText = changes.all.filter(({ file }) => file === "a.txt");
    const only = async (some: readonly Change[]): Promise<string | undefined> =>
      textOf(await kind.without?.({ from: 0, to: 1 }, some), "a.txt");
    expect(await only(inText)).toBe(`top\n${numbers(20, { 18: "later" })}`);
    expect(await only(inText.filter(({ line }) => line === 5))).toBe(
      `top\n${numbers(20, { 10: "ten\nten and a half", 15: "", 18: "later" })}`,
    );
    expect(await only(inText.filter(({ new: text }) => text === "ten and a half"))).toBe(
      `top\n${numbers(20, { 5: "five", 10: "ten", 15: "", 18: "later" })}`,
    );
    // As people see them: a hunk of several lines.
    expect(await only(changes.shown?.(inText) ?? [])).toBe(`top\n${numbers(20, { 18: "later" })}`);
    const everything = await kind.without?.({ from: 0, to: 1 }, changes.all);
    expect([...(everything?.entries.keys() ?? [])]).toEqual(["a.txt"]);
  });

  test("whole files, modes and names", async () => {
    const repository = history(numbers(20, { 5: "five", 10: "ten\nten and a half", 15: "" }));
    const { kind } = await open(repository.path, { good: "v1", bad: "HEAD" });
    const { all } = await kind.changes({ from: 0, to: 1 });
    const without = async (what: string): Promise<readonly string[]> => {
      const mixed = await kind.without?.(
        { from: 0, to: 1 },
        all.filter((each) => each.what === what),
      );
      const bad = await kind.history?.at(2);
      return [...(bad?.entries.keys() ?? [])].filter((path) => !mixed?.entries.has(path)).toSorted();
    };
    expect(await without("added")).toEqual(["new.txt"]);
    expect(await without("deleted")).toEqual(["gone.txt"]);
    expect(await without("mode")).toEqual(["bin/x"]);
    expect(await without("renamed")).toEqual(["m.txt", "n.txt"]);
  });

  test("lines that were written over later cannot be told apart any more", async () => {
    const repository = history(numbers(20, { 5: "V", 10: "ten\nten and a half", 15: "" }));
    const { kind } = await open(repository.path, { good: "v1", bad: "HEAD" });
    const { all } = await kind.changes({ from: 0, to: 1 });
    const at = (line: number): readonly Change[] => all.filter((each) => each.line === line && each.file === "a.txt");
    expect(await kind.without?.({ from: 0, to: 1 }, at(5))).toBeUndefined();
    expect(textOf(await kind.without?.({ from: 0, to: 1 }, at(15)), "a.txt")).toBe(
      numbers(20, { 5: "V", 10: "ten\nten and a half" }),
    );
    expect(readFileSync(join(repository.path, "a.txt"), "utf8")).toContain("V\n");
  });
});
