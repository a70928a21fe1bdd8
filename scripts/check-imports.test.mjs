import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { mayImport, violations } from "./check-imports.mjs";
import { root as repository } from "./run.mjs";

/** @type {string} */
let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pare-imports-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/**
 * @param {Record<string, string>} files their text by their path in src
 * @returns {string[]}
 */
function check(files) {
  if (!existsSync(join(root, "package.json"))) writeFileSync(join(root, "package.json"), "{}");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, "src", path)), { recursive: true });
    writeFileSync(join(root, "src", path), text);
  }
  return violations(root).map(({ file, line, rule }) => `${file}:${line}: ${rule}`);
}

describe("the import check", () => {
  test("accepts imports in the direction of the table", () => {
    const found = check({
      "core/case.ts": "export const key = 1;",
      "strategies/ddmin.ts": 'import { key } from "../core/case.ts";\nexport const ddmin = key;',
      "executors/local.ts": 'import { spawn } from "node:child_process";\nexport { spawn };',
      "cli/main.ts": 'export { ddmin } from "../strategies/ddmin.ts";',
    });
    expect(found).toEqual([]);
  });

  test("finds an import against the direction, with its line and the rule", () => {
    const found = check({
      "core/case.ts": '// a comment\nimport type { Walk } from "../driver/walk.ts";\nexport type Case = Walk;',
      "driver/walk.ts": "export type Walk = string;",
    });
    expect(found).toEqual(["src/core/case.ts:2: core may import nothing, not driver"]);
  });

  test("finds an import against the direction in a type, in a re-export and in a call", () => {
    const found = check({
      "driver/walk.ts": "export type Walk = string;",
      "strategies/a.ts": 'export type A = import("../driver/walk.ts").Walk;',
      "strategies/b.ts": 'export * from "../driver/walk.ts";',
      "strategies/c.ts": 'export const c = () => import("../driver/walk.ts");',
    });
    expect(found).toEqual(
      ["a", "b", "c"].map((name) => `src/strategies/${name}.ts:1: strategies may import core, not driver`),
    );
  });

  test("lets nobody import study, cli and the library's index", () => {
    const found = check({
      "cli/main.ts": 'import "../index.ts";\nimport "../study/race.ts";',
      "study/race.ts": "export {};",
      "index.ts": 'import "./cli/main.ts";',
    });
    expect(found).toContain("src/cli/main.ts:1: nobody imports index.ts");
    expect(found).toContain("src/cli/main.ts:2: nobody imports study");
    expect(found).toContain("src/index.ts:1: nobody imports cli");
  });

  test("finds a cycle between files of one folder", () => {
    const found = check({
      "core/a.ts": 'export type { B } from "./b.ts";',
      "core/b.ts": 'export type { A } from "./a.ts";',
    });
    expect(found).toEqual(["src/core/b.ts:1: no cycles: core/a.ts → core/b.ts → core/a.ts"]);
  });

  test("finds a module of Node in code for the browser, also behind another file, but not where only its types are used", () => {
    const found = check({
      "core/digest.ts": 'import { createHash } from "node:crypto";\nexport { createHash };',
      "executors/in-process.ts": 'import type { Stats } from "node:fs";\nexport type { Stats };',
      "executors/local.ts": 'export { spawn } from "node:child_process";',
      "browser.ts": 'export * from "./executors/local.ts";',
    });
    expect(found).toEqual([
      "src/browser.ts:1: must run in a browser, but loads executors/local.ts → node:child_process",
      "src/core/digest.ts:1: must run in a browser, but loads node:crypto",
    ]);
  });

  test("keeps syntax out of the bundle for browsers", () => {
    const found = check({
      "passes/hoist.ts": "export const hoist = 1;",
      "pipelines/value.ts": 'export { hoist } from "../passes/hoist.ts";',
      "browser.ts": 'export { hoist } from "./pipelines/value.ts";',
    });
    expect(found).toEqual(["src/browser.ts:1: is for values alone, but loads pipelines/value.ts → passes/hoist.ts"]);
  });

  test("finds a package that is not a dependency, and a folder without a rule", () => {
    const found = check({
      "core/a.ts": 'import "left-pad";',
      "utils/b.ts": 'import "../core/a.ts";',
    });
    expect(found).toEqual([
      "src/core/a.ts:1: left-pad is not among the dependencies of package.json",
      "src/utils/b.ts:1: utils has no rule: add it to the table in scripts/check-imports.mjs",
    ]);
  });

  test("reads files with JSX too, and lets the bundle of the live page use packages that serve development", () => {
    writeFileSync(join(root, "package.json"), JSON.stringify({ devDependencies: { preact: "1" } }));
    const found = check({
      "driver/walk.ts": "export {};",
      "web/app.ts": 'import "preact";',
      "web/client/live.tsx": 'import "preact/hooks";\nimport "uplot";\nimport "../../driver/walk.ts";',
    });
    expect(found).toEqual([
      "src/web/app.ts:1: preact is not among the dependencies of package.json",
      "src/web/client/live.tsx:2: uplot is not among the dependencies of package.json",
      "src/web/client/live.tsx:3: web may import core, languages, progress, reporters, not driver",
    ]);
  });

  test("leaves tests beside the source alone", () => {
    const found = check({
      "core/a.test.ts": 'import { test } from "vitest";\nimport "../driver/walk.ts";\ntest("", () => {});',
      "driver/walk.ts": "export {};",
    });
    expect(found).toEqual([]);
  });
});

test("docs/architecture.md shows the same table", () => {
  const page = readFileSync(join(repository, "docs", "architecture.md"), "utf8");
  const [, table = ""] = page.split("| part of src | may import besides itself |\n|---|---|\n");
  const shown = table
    .slice(0, table.indexOf("\n\n"))
    .split("\n")
    .flatMap((row) => {
      const [, parts = "", imports = ""] = row.split("|").map((cell) => cell.trim());
      const list = ["everything", "nothing"].includes(imports) ? imports : imports.split(", ");
      return parts.split(", ").map((part) => [part.replaceAll("`", ""), list]);
    });
  const wanted = Object.entries(mayImport).map(([part, list]) => [part, list.length === 0 ? "nothing" : list]);
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(wanted));
});
