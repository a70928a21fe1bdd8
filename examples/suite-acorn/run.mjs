/** Tests that fast-check has made for acorn, each made as small as what it covers allows: `node run.mjs [COUNT [SEED]]`. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { programs } from "./programs.mjs";

const [count = "200", seed = "7"] = process.argv.slice(2);
const pare = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "pare-acorn-"));
const acorn = dirname(createRequire(import.meta.url).resolve("acorn/package.json"));
cpSync(acorn, join(work, "node_modules", "acorn"), { recursive: true });
cpSync(new URL("./parse.mjs", import.meta.url), join(work, "parse.mjs"));
mkdirSync(join(work, "tests"));
for (const [at, text] of programs(Number(count), Number(seed)).entries())
  writeFileSync(join(work, "tests", `${String(at).padStart(4, "0")}.js`), text);
const words = ["--in-process", "./parse.mjs#run", "--cover", "counters:node_modules/acorn", "-o", "small"];
const { status } = spawnSync(process.execPath, [pare, "suite", "reduce", "tests", ...words], {
  cwd: work,
  stdio: "inherit",
});
rmSync(work, { recursive: true, force: true });
process.exitCode = status ?? 1;
