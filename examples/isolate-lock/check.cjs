/**
 * Lists the sources of a project: descends only into folders that the pattern can still match below, which minimatch tells
 * ("partial"). Usage: node check.cjs PROJECT
 */
const { mkdtempSync, mkdirSync, readdirSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join, relative, resolve } = require("node:path");
const { Minimatch } = require(resolve(process.argv[2] ?? ".", "node_modules", "minimatch"));

const root = mkdtempSync(join(tmpdir(), "find-sources-"));
mkdirSync(join(root, "src", "deep"), { recursive: true });
for (const name of ["src/a.ts", "src/deep/b.ts"]) writeFileSync(join(root, name), "");

const files = new Minimatch("src/**/*.ts");
const folders = new Minimatch("src/**/", { partial: true });
const found = [];
const waiting = ["src"];
for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop())
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && folders.match(path, true)) waiting.push(path);
    if (entry.isFile() && files.match(path)) found.push(relative(".", path));
  }
rmSync(root, { recursive: true });

console.log(found.sort().join(" "));
process.exitCode = found.length === 2 ? 0 : 1;
