/** Programs that are reduced against their tests: what was covered, and could go. */
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entriesCase, type TestCase } from "../../src/core/test-case.ts";
import { linesCoveredByTests, type PassingOptions } from "../../src/suite/keep-passing/covered.ts";
import { lostLines, removedAlthoughCovered } from "../../src/suite/keep-passing/removed.ts";
import { folderWith, troubleOf } from "./measuring.ts";

describe("lines that are lost", () => {
  it("are those that lack something that counts", () => {
    const before = "first();\nsecond(1, 2);\nif (x) {\n  third();\n}\nlast();\n";
    expect(lostLines(before, before)).toEqual([]);
    expect(lostLines(before, "")).toEqual([1, 2, 3, 4, 6]);
    expect(lostLines(before, "first()\nif(x)third()\nlast()\n")).toEqual([2]);
    expect(lostLines(before, "first();\nsecond(2);\nthird(); last();")).toEqual([2, 3]);
  });

  it("are the ones that were taken out, whichever, when lines are told apart", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (kept) => {
        const lines = kept.map((_, at) => `call${at}(x, ${at});`);
        const after = lines.filter((_, at) => kept[at]).join("\n");
        expect(lostLines(lines.join("\n"), after)).toEqual(kept.flatMap((one, at) => (one ? [] : [at + 1])));
      }),
    );
  });
});

const caseWith = (files: Readonly<Record<string, string>>): TestCase =>
  entriesCase({
    files: Object.entries(files).map(([path, text]) => ({ path, mode: 0o644, bytes: () => Buffer.from(text) })),
  });

const LIBRARY = {
  "log.mjs": "export const log = (line) => {\n  String(line);\n};\n",
  "total.mjs": [
    'import { log } from "./log.mjs";',
    "export const total = (prices) => {",
    "  let sum = 0;",
    "  for (const price of prices) {",
    "    sum += price;",
    "    log(price);",
    "  }",
    "  return sum;",
    "};",
    "export const never = () => {",
    "  return 1;",
    "};",
    "",
  ].join("\n"),
};

const TEST = 'import { total } from "../lib/total.mjs";\nprocess.exitCode = total([1, 2]) === 3 ? 0 : 1;\n';

const orderIn = (cwd: string, more: Partial<PassingOptions> = {}): PassingOptions => ({
  original: caseWith(LIBRARY),
  subject: { name: "lib", typed: "lib", origin: cwd, extraFiles: [], stdin: false, kind: "directory" },
  command: ["sh", "-c", 'cp -R "$PARE_ORIGIN/test" .. && node ../test/test.mjs'],
  timeout: 30_000,
  signal: new AbortController().signal,
  storage: join(cwd, "storage"),
  ...more,
});

describe("tests of a program", () => {
  const place = (): string => folderWith({ "test/test.mjs": TEST });

  it("that run a line and check nothing of it are told by what could go", async () => {
    const covered = await linesCoveredByTests(orderIn(place()));
    // Nobody calls never(): its second line is not covered, and may go without a word.
    const result = caseWith({
      "total.mjs":
        "export const total = prices => {\n  let sum = 0\n  for (const price of prices) sum += price\n  return sum\n}\n",
    });
    expect(covered && removedAlthoughCovered(caseWith(LIBRARY), result, covered)).toEqual({
      lines: 5,
      files: [
        { path: "log.mjs", lines: [[1, 2]] },
        {
          path: "total.mjs",
          lines: [
            [1, 1],
            [6, 6],
            [10, 10],
          ],
        },
      ],
    });
  });

  it("are read by the reader that is named, or not at all", async () => {
    const cwd = place();
    const named = ["sh", "-c", 'printf "total.mjs:3\\nother:9\\n" > "$PARE_COVERAGE/covered"; test -e total.mjs'];
    const covered = await linesCoveredByTests(orderIn(cwd, { cover: "file:covered", command: named }));
    expect([...(covered?.get("total.mjs") ?? [])]).toEqual([3]);
    const silent = orderIn(cwd, { command: ["test", "-e", "total.mjs"] });
    expect(await linesCoveredByTests(silent)).toBeUndefined();
    expect((await troubleOf(linesCoveredByTests({ ...silent, cover: "v8" }))).code).toBe("NO_COVERAGE");
  });

  it("that pass with nothing there are refused; those that fail are left to whoever reduces", async () => {
    const cwd = place();
    expect((await troubleOf(linesCoveredByTests(orderIn(cwd, { command: ["true"] })))).code).toBe("NOT_NEEDED");
    expect(await linesCoveredByTests(orderIn(cwd, { command: ["false"] }))).toBeUndefined();
  });
});
