/** The cases of the fields among the examples: what becomes of them is what the gallery shows, and it takes few tests. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { auto } from "../../src/pipelines/auto.ts";
import { languageNamed, reduced } from "../passes/support.ts";
import { lacks } from "../support/needs.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const gallery = readFileSync(join(ROOT, "docs/gallery.md"), "utf8");

/** Longer than a case takes on a busy machine. */
const LIMIT_MS = 1_200_000;

test.each([
  ["smt-z3-push", "smtlib", "script.smt2", "z3", 340],
  ["sql-sqlite-subquery", "sql", "script.sql", "sqlite3", 230],
  ["verilog-yosys-latch", "verilog", "design.v", "yosys", 110],
] as const)("%s", { timeout: LIMIT_MS }, async (name, field, file, program, most) => {
  if (lacks(program)) return;
  const folder = join(ROOT, "examples/cases", name);
  const place = mkdtempSync(join(tmpdir(), "pare-field-"));
  const known = new Map<string, boolean>();
  const holds = (text: string): boolean => {
    if (!known.has(text)) {
      writeFileSync(join(place, file), text);
      known.set(text, spawnSync(join(folder, "interesting.sh"), { cwd: place, stdio: "ignore" }).status === 0);
    }
    return known.get(text) === true;
  };
  const source = readFileSync(join(folder, file), "utf8");
  expect(holds(source)).toBe(true);
  const language = await languageNamed(field);
  const { text } = reduced(auto({ language, rename: true, valid: false }), source, holds);
  rmSync(place, { recursive: true });
  expect(holds(source)).toBe(true);
  expect(gallery).toContain(`\n${text.trim()}\n`);
  expect(known.size).toBeLessThanOrEqual(most);
});
