import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { violations } from "./check-house.mjs";
import { root as repository } from "./run.mjs";

/** @type {string} */
let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pare-house-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/**
 * @param {Record<string, string>} files their text by their path
 * @param {Partial<Parameters<typeof violations>[1]>} exceptions
 */
function check(files, exceptions = {}) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return violations(root, { folders: {}, repeats: [], ...exceptions });
}

/** @param {number} count */
const folderOf = (count) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`src/core/${index}.ts`, `export const a = ${index};`]),
  );

const six = ["const a = 1;", "const b = 2;", "const c = [", "  a,", "  b,", "];"];

describe("the check of the house", () => {
  test("accepts 25 files in a folder, whatever lies in the folders below", () => {
    expect(check({ ...folderOf(25), "src/core/deep/a.ts": "", "src/b.ts": "" })).toEqual([]);
  });

  test("finds a folder with 26 files, tests among them", () => {
    expect(check({ ...folderOf(25), "src/core/0.test.ts": "" })).toEqual([
      "src/core: 26 files, at most 25 may be in one folder",
    ]);
  });

  test("accepts a large folder with a reason, and no reason without a large folder", () => {
    const folders = { "src/core": "a registry" };
    expect(check(folderOf(26), { folders })).toEqual([]);
    rmSync(join(root, "src"), { recursive: true });
    expect(check(folderOf(25), { folders })).toEqual([
      "src/core: no longer needs its exception in scripts/check-house.mjs",
    ]);
  });

  test("finds two exported types of one name; what a file keeps to itself and the words of a language may be the same", () => {
    const type = "export interface Token {}\n";
    const files = {
      "src/languages/sql/a.ts": type,
      "src/languages/llvm/a.ts": type,
      "src/formats/binary/elf/a.ts": type,
      "src/core/a.ts": type,
      "src/core/b.ts": "interface Token {}\n",
      "src/core/a.test.ts": type,
    };
    expect(check(files)).toEqual([]);
    expect(check({ "src/driver/a.tsx": "export type Token = 1;\n", "src/languages/sql/passes/b.ts": type })).toEqual([
      "Token: declared in src/core/a.ts and src/driver/a.tsx: one type, one name",
      "Token: declared in src/languages/sql/a.ts and src/languages/sql/passes/b.ts: one type, one name",
    ]);
  });

  test("finds six equal lines in two files, with their places and their number", () => {
    const files = {
      "src/a.ts": ["/** One. */", ...six, "use(a);"].join("\n"),
      "src/b.ts": ["const z = 0;", "", ...six, "use(a);", "use(z);"].join("\n"),
    };
    expect(check(files)).toEqual(["src/b.ts:3: 7 lines equal src/a.ts:2: share them"]);
  });

  test("finds them in one file, between folders, and however they are indented", () => {
    const files = {
      "bench/a.ts": [...six, "other();", ...six].join("\n"),
      "scripts/a.mjs": six.map((line) => `  ${line}`).join("\n"),
    };
    expect(check(files)).toEqual([
      "bench/a.ts:8: 6 lines equal bench/a.ts:1: share them",
      "scripts/a.mjs:1: 6 lines equal bench/a.ts:1: share them",
    ]);
  });

  test("does not mind five equal lines", () => {
    expect(check({ "src/a.ts": [...six.slice(0, 5), "first"].join("\n"), "src/b.ts": six.join("\n") })).toEqual([]);
  });

  test("does not count imports, re-exports, comments and blank lines", () => {
    const head = [
      'import { a } from "./a.ts";',
      "import {",
      "  b,",
      "  c,",
      '} from "./b.ts";',
      'import type { D } from "./d.ts";',
      'export * from "./e.ts";',
      'export { f } from "./f.ts";',
      "",
      "// A remark.",
      "/** Another,",
      " * longer one. */",
      ...six.slice(0, 5),
    ];
    expect(check({ "src/a.ts": [...head, "first"].join("\n"), "src/b.ts": [...head, "second"].join("\n") })).toEqual(
      [],
    );
  });

  test("leaves tests alone", () => {
    expect(check({ "src/a.test.ts": six.join("\n"), "src/b.test.ts": six.join("\n") })).toEqual([]);
  });

  test("does not take a run of equal lines for two places", () => {
    expect(check({ "src/a.ts": Array.from({ length: 9 }, () => "0,").join("\n") })).toEqual([]);
  });

  test("accepts a repeat with a reason, and no reason without a repeat", () => {
    const repeats = /** @type {const} */ ([["src/a.ts", "src/b.ts", "on purpose"]]);
    expect(check({ "src/a.ts": six.join("\n"), "src/b.ts": six.join("\n") }, { repeats })).toEqual([]);
    expect(check({ "src/b.ts": "changed();" }, { repeats })).toEqual([
      "src/a.ts, src/b.ts: no longer need their exception in scripts/check-house.mjs",
    ]);
  });
});

test("only tests are excepted from the limits of files and functions", () => {
  const { overrides, rules } = JSON.parse(
    readFileSync(join(repository, ".oxlintrc.json"), "utf8").replaceAll(/^ *\/\/.*$/gm, ""),
  );
  const limits = ["eslint/max-lines", "eslint/max-lines-per-function"];
  expect(limits.map((rule) => rules[rule][0])).toEqual(["error", "error"]);
  /** @type {{ files: string[], rules: Record<string, unknown> }[]} */
  const loosened = overrides.filter((each) => limits.some((rule) => rule in each.rules));
  expect(loosened.flatMap(({ files }) => files)).toEqual(["**/*.test.ts", "**/*.test.mjs", "test/**"]);
});
