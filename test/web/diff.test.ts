import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contentOf } from "../../src/runs/steps/content.ts";
import { applyEdits, editsBetween } from "../../src/runs/steps/edits.ts";
import { BookReader, type Book } from "../../src/web/steps/book.ts";
import { assembled, compared, edited, readable, seen, whole } from "../../src/web/steps/diff.ts";

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

/** A row of contents, each made of the one before by cutting and putting in. */
const rows = fc
  .tuple(
    fc.uint8Array({ minLength: 1, maxLength: 200 }),
    fc.array(fc.tuple(fc.nat(), fc.nat(), fc.uint8Array({ maxLength: 5 })), { minLength: 1, maxLength: 40 }),
  )
  .map(([start, changes]) => {
    const contents: Uint8Array[] = [start];
    for (const [a, b, inserted] of changes) {
      const last = contents.at(-1) as Uint8Array;
      const [from, to] = [a % (last.length + 1), b % (last.length + 1)].toSorted((x, y) => x - y) as [number, number];
      contents.push(Uint8Array.from([...last.subarray(0, from), ...inserted, ...last.subarray(to)]));
    }
    return contents;
  });

describe("steps in a browser", () => {
  test("every step is rebuilt as the run does, from any other", () => {
    fc.assert(
      fc.property(rows, fc.array(fc.nat(), { maxLength: 10 }), (contents, visits) => {
        const steps = contents.slice(1).map((after, index) => ({
          number: index + 1,
          size: after.length,
          edits: editsBetween(contents[index] as Uint8Array, after),
        }));
        const book: Book = {
          plain: true,
          leftOut: 0,
          start: { number: 0, size: 0, content: contents[0] as Uint8Array },
          steps,
        };
        const reader = new BookReader(book);
        for (const visit of [...visits, contents.length - 1]) {
          const place = visit % contents.length;
          expect(text(reader.content(place))).toBe(text(contents[place] as Uint8Array));
        }
      }),
    );
  });

  test("what stayed and what came make the new content, what stayed and what went the old one", () => {
    fc.assert(
      fc.property(rows, (contents) => {
        const [start] = contents as [Uint8Array];
        let pieces = whole(start);
        let content: Uint8Array = start;
        for (const after of contents.slice(1)) {
          const edits = editsBetween(content, after);
          pieces = edited(pieces, edits);
          content = applyEdits(content, edits);
        }
        const segments = compared(start, pieces);
        const join = (...kinds: readonly string[]): string =>
          segments
            .filter(({ kind }) => kinds.includes(kind))
            .map(({ bytes }) => text(bytes))
            .join("");
        expect(join("same", "new")).toBe(text(content));
        expect(join("same", "old")).toBe(text(start));
        expect(text(assembled(start, pieces))).toBe(text(content));
      }),
    );
  });

  test("far from a change only a gap is shown, of what went the ends", () => {
    const lines = Array.from({ length: 300 }, (_, line) => `${String.fromCharCode(97 + (line % 26))} line ${line}\n`);
    const before = Buffer.from(lines.join(""));
    const after = Buffer.from([...lines.slice(0, 100), ...lines.slice(200)].join(""));
    const shown = readable(compared(before, edited(whole(before), editsBetween(before, after))), false);
    expect(shown.map((each) => (each.kind === "gap" ? `${each.of} ${each.lines}` : each.kind))).toEqual([
      "same 97",
      "same",
      "old",
      "old 59",
      "old",
      "same",
      "same 96",
    ]);
    // Told by lines, although the two have more in common: "line " before, "99" behind.
    expect(shown[1]).toEqual({ kind: "same", text: "t line 97\nu line 98\nv line 99\n" });
    expect(JSON.stringify(shown)).not.toContain("line 50");
  });

  test("control characters are pictures, bytes are hexadecimal", () => {
    const bytes = Buffer.from("a\u001B[31m\u0000b");
    const segments = [{ kind: "same", bytes }] as const;
    expect(readable(segments, false)).toEqual([{ kind: "same", text: "a␛[31m␀b" }]);
    expect(readable(segments, true)).toEqual([{ kind: "same", text: "61 1b 5b 33 31 6d 00 62 " }]);
  });
});

interface Files {
  readonly [path: string]: string;
}

const archive = (files: Files, links: readonly { path: string; target: string }[] = []): Uint8Array =>
  contentOf(
    {
      files: Object.entries(files).map(([path, said]) => ({ path, mode: 0o644, bytes: () => Buffer.from(said) })),
      links,
    },
    { plain: false },
  );

const readerOf = (...contents: readonly Uint8Array[]): BookReader =>
  new BookReader({
    plain: false,
    leftOut: 0,
    start: { number: 0, size: 0, content: contents[0] as Uint8Array },
    steps: contents.slice(1).map((after, index) => ({
      number: index + 1,
      size: after.length,
      edits: editsBetween(contents[index] as Uint8Array, after),
    })),
  });

describe("steps of directories", () => {
  test("are shown file by file, without a line of the archive", () => {
    const first = archive({ "a.c": "int a;\nint b;\nint c;\n", "b/b.c": "keep\n", "z\n.c": "gone\n" }, [
      { path: "l", target: "a.c" },
    ]);
    const reader = readerOf(first, archive({ "a.c": "int a;\nint c;\n", "b/b.c": "keep\n" }));
    expect(reader.change(1)).toEqual([
      { kind: "head", text: "link l → a.c, gone" },
      { kind: "head", text: "a.c, 21 → 14 bytes" },
      { kind: "same", text: "int a;\n" },
      { kind: "old", text: "int b;\n" },
      { kind: "same", text: "int c;\n" },
      { kind: "head", text: "z␊.c, gone (5 bytes)" },
      { kind: "old", text: "gone\n" },
      { kind: "head", text: "1 file as before" },
    ]);
    expect(reader.plain(1).filter(({ kind }) => kind === "head")).toEqual([
      { kind: "head", text: "a.c, 14 bytes", path: "a.c" },
      { kind: "head", text: "b/b.c, 5 bytes", path: "b/b.c" },
    ]);
  });

  test("what is told of a file makes up its old content and its new one", () => {
    const trees = fc.dictionary(
      fc.constantFrom("a", "b", "c", "d/e"),
      fc
        // So few that nothing is left out between them.
        .array(fc.constantFrom("x", "yy", '["file","a",420,3]', "zzz", "int main"), { maxLength: 4 })
        .map((lines) => lines.map((line) => `${line}\n`).join("")),
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(trees, trees, trees, (...files) => {
        const reader = readerOf(...files.map((each) => archive(sorted(each))));
        const [first, , last] = files as [Files, Files, Files];
        const told = new Map<string, { old: string; now: string }>();
        let current = { old: "", now: "" };
        for (const each of reader.sinceStart(2)) {
          if (each.kind === "head") told.set(each.text.replace(/, .*/, ""), (current = { old: "", now: "" }));
          else if (each.kind !== "gap") {
            if (each.kind !== "new") current.old += each.text;
            if (each.kind !== "old") current.now += each.text;
          }
        }
        for (const path of ["a", "b", "c", "d/e"]) {
          const changed = first[path] !== last[path];
          expect(told.has(path)).toBe(changed);
          if (changed) expect(told.get(path)).toEqual({ old: first[path] ?? "", now: last[path] ?? "" });
        }
      }),
    );
  });
});

const sorted = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));

test("white space that was deleted is seen; other text stays as it is", () => {
  expect(["\n", "  \n", "\t", "a b\n", ""].map(seen)).toEqual(["↵\n", "··↵\n", "⇥\t", "a b\n", ""]);
});
