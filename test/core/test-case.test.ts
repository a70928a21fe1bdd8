import { describe, expect, it } from "vitest";
import { entriesCase, fileCase, foldersAbove, onlyFile, sizeOf, type CaseFile } from "../../src/core/test-case.ts";

let reads = 0;
const fileOf = (path: string, text: string, mode = 0o644): CaseFile => ({
  path,
  mode,
  bytes: () => {
    reads += 1;
    return Buffer.from(text);
  },
});

describe("a case", () => {
  it("of one file is named by its bytes, which are read once for that", () => {
    const [a, b] = [fileCase(fileOf("a", "text"), 4), fileCase(fileOf("b", "text", 0o755), 4)];
    reads = 0;
    expect(a.key()).toBe(b.key());
    expect(a.key()).toBe(a.key());
    expect(reads).toBe(2);
    expect([a.size, onlyFile(a).path]).toEqual([4, "a"]);
  });

  it("of many is as large as its bytes and things", () => {
    const files = [fileOf("a", "one"), fileOf("b", "three")];
    const links = [{ path: "c", target: "a" }];
    const folders = [{ path: "d", mode: 0o755 }];
    expect(entriesCase({ files }).size).toBe(3 + 5 + 2);
    expect(entriesCase({ files, links, folders }).size).toBe(3 + 5 + 4);
    expect(entriesCase({ files, words: [0, 2] }).size).toBe(3 + 5 + 2 + 2);
    expect(entriesCase({ files })).toMatchObject({ files, links: [], folders: [] });
    expect("words" in entriesCase({ files })).toBe(false);
  });

  it("of many is named by everything that is in it", () => {
    const file = fileOf("a", "one");
    const base = {
      files: [file],
      links: [{ path: "l", target: "a" }],
      folders: [{ path: "f", mode: 0o755 }],
      words: [1],
    };
    const keys = [
      base,
      { ...base, files: [fileOf("b", "one")] },
      { ...base, files: [fileOf("a", "two")] },
      { ...base, files: [fileOf("a", "one", 0o755)] },
      { ...base, links: [{ path: "k", target: "a" }] },
      { ...base, links: [{ path: "l", target: "b" }] },
      { ...base, folders: [{ path: "g", mode: 0o755 }] },
      { ...base, folders: [{ path: "f", mode: 0o700 }] },
      { ...base, words: [2] },
      { files: [file] },
    ].map((entries) => entriesCase(entries).key());
    expect(new Set(keys).size).toBe(keys.length);
    expect(entriesCase({ ...base, files: [fileOf("a", "one")] }).key()).toBe(keys[0]);
    expect(entriesCase({ files: [file], links: [], folders: [], words: [] }).key()).toBe(keys.at(-1));
  });

  it("reads a file once, however many cases it is in", () => {
    const file = fileOf("a", "one");
    reads = 0;
    const cases = [1, 2, 3].map((word) => entriesCase({ files: [file], words: [word] }));
    for (const each of cases) each.key();
    expect([sizeOf(file), reads]).toEqual([3, 1]);
  });

  it("has one file where one is wanted", () => {
    expect(() => onlyFile({ files: [] })).toThrow("a case of one file, not of 0");
    expect(() => onlyFile({ files: [fileOf("a", ""), fileOf("b", "")] })).toThrow("a case of one file, not of 2");
  });
});

describe("the folders above", () => {
  it("are all on the way", () => {
    expect(foldersAbove("a/b/c")).toEqual(["a", "a/b"]);
    expect(foldersAbove("a")).toEqual([]);
  });
});
