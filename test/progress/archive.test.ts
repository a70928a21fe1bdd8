import * as fc from "fast-check";
import { expect, test } from "vitest";
import { changeText, entriesOf, entryChanges } from "../../src/progress/archive.ts";
import { contentOf } from "../../src/runs/steps/content.ts";

const names = fc.string({ minLength: 1, maxLength: 5 });
const trees = fc.record({
  files: fc
    .uniqueArray(fc.record({ path: names, text: fc.string() }), { selector: ({ path }) => path, maxLength: 5 })
    .map((files) => files.map(({ path, text }) => ({ path, mode: 0o644, bytes: () => Buffer.from(text) }))),
  links: fc.array(fc.record({ path: names, target: names }), { maxLength: 2 }),
  folders: fc.array(fc.record({ path: names, mode: fc.constant(0o755) }), { maxLength: 2 }),
});

test("every entry of an archive is found, with its bytes", () => {
  fc.assert(
    fc.property(trees, fc.option(fc.array(fc.nat())), (tree, words) => {
      const content = contentOf({ ...tree, ...(words !== null && { words }) }, { plain: false });
      const entries = entriesOf(content);
      const files = entries.filter(({ kind }) => kind === "file");
      expect(files.map(({ path, from, to }) => [path, Buffer.from(content.subarray(from, to)).toString()])).toEqual(
        tree.files.map(({ path, bytes }) => [path, bytes().toString()]),
      );
      expect(entries.filter(({ kind }) => kind === "link").map(({ path }) => path)).toEqual(
        tree.links.map(({ path, target }) => `${path} → ${target}`),
      );
      expect(entries.filter(({ kind }) => kind === "folder").map(({ path }) => path)).toEqual(
        tree.folders.map(({ path }) => path),
      );
      expect(entries.find(({ kind }) => kind === "words")?.words).toEqual(words ?? undefined);
    }),
  );
});

test("what is no archive, or only the start of one, has what can be read of it", () => {
  const content = contentOf(
    { files: ["a", "b"].map((path) => ({ path, mode: 0o644, bytes: () => Buffer.from("text\n") })) },
    { plain: false },
  );
  fc.assert(
    fc.property(fc.nat({ max: content.length }), (length) => {
      expect(entriesOf(content.subarray(0, length)).length).toBeLessThanOrEqual(2);
    }),
  );
  expect(entriesOf(Buffer.from("int main;\n{}\n[1]\n"))).toEqual([]);
});

test("changes are told by files, links, folders and words", () => {
  const of = (files: Readonly<Record<string, string>>, words: readonly number[]): Uint8Array =>
    contentOf(
      {
        files: Object.entries(files).map(([path, text]) => ({ path, mode: 0o644, bytes: () => Buffer.from(text) })),
        folders: words.length > 1 ? [{ path: "empty", mode: 0o755 }] : [],
        words,
      },
      { plain: false },
    );
  const { changes, kept } = entryChanges(of({ a: "1", b: "22", c: "3" }, [0, 1]), of({ a: "1", b: "2", d: "" }, [0]));
  expect(kept).toBe(1);
  expect(changes.map(changeText)).toEqual([
    "words of the command, 2 → 1",
    "folder empty, gone",
    "b, 2 → 1 byte",
    "c, gone (1 byte)",
    "d, new (0 bytes)",
  ]);
});
