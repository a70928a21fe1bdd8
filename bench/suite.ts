/**
 * Cause reduction of a suite next to the paper's figures: `npm run bench:suite -- --target DIR`, where DIR was set up by the setup.sh of the
 * mujs target and holds its tests in DIR/tests (see its README).
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { argv, exit } from "node:process";
import { compareSuites } from "../src/suite/compare.ts";
import { SANCOV_RUNTIME, SANCOV_RUNTIME_NAME } from "../src/suite/readers/sancov-runtime.ts";
import { reduceSuite } from "../src/suite/reduce/suite.ts";
import { mean } from "../src/suite/statistics/summary.ts";

const at = argv.indexOf("--target");
const target = at < 0 ? undefined : argv[at + 1];
if (target === undefined || !existsSync(join(target, "cov", "one.o")) || !existsSync(join(target, "tests"))) {
  console.log(
    "Give --target DIR: a directory that the mujs target's setup.sh and generate.mjs have made (cov/, gcov/, tests/, prelude.js).",
  );
  exit(target === undefined ? 0 : 2);
}
const cwd = resolve(target);
const effect = join(cwd, "effect");
mkdirSync(effect, { recursive: true });
writeFileSync(join(effect, SANCOV_RUNTIME_NAME), SANCOV_RUNTIME);
const clang = (...words: readonly string[]): void =>
  void execFileSync("clang", words, { cwd: effect, stdio: "inherit" });
clang("-O1", "-fno-pie", "-c", SANCOV_RUNTIME_NAME, "-o", "runtime.o");
clang("-no-pie", "../cov/one.o", "../cov/main.o", "runtime.o", "-lm", "-o", "mujs");
const script = join(cwd, "run.js");
writeFileSync(script, `load(${JSON.stringify(join(cwd, "prelude.js"))});load(scriptArgs[0]);\n`);

const suite = { tests: ["tests"], cwd, output: "small" };
const result = await reduceSuite({ ...suite, cover: "sancov", command: ["./effect/mujs", script, "{}"], fresh: true });
const { suites, tables } = await compareSuites({
  suites: ["tests", "small"],
  cwd,
  cover: "gcov",
  goal: "all",
  command: ["./gcov/mujs", script, "{}"],
});

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)} %`;
const [full, small] = tables[0]?.rows ?? [];
const kept = (measure: "statements" | "branches" | "functions"): string =>
  share(small?.cells[measure]?.mean ?? 0, full?.cells[measure]?.mean ?? 1);
const runs = result.tests.map((test) => test.runs);
const rows: readonly (readonly [string, string, string])[] = [
  ["units left", "12 % / 21 %", share(result.units.after, result.units.before)],
  ["run time left", "25 % / 55 %", share(result.runMs.after, result.runMs.before)],
  ["effect kept", "100 %", share(result.covered.effect.after, result.covered.effect.before)],
  ["statements (gcov)", "100 %", kept("statements")],
  ["branches (gcov)", "99.97 % / 99.95 %", kept("branches")],
  ["functions (gcov)", "100 %", kept("functions")],
  ["runs a test", "-", mean(runs.map(({ seed, search }) => seed + search)).toFixed(0)],
  ["and of single units", "-", mean(runs.map(({ alone }) => alone)).toFixed(0)],
  ["seconds a test", "1200", (result.wallMs / 1000 / result.tests.length).toFixed(1)],
];
console.log(`${suites[0]?.tests.length ?? 0} tests, ${result.jobs} jobs`);
console.log(`${"".padEnd(22)}${"paper (SM / YAFFS2)".padEnd(22)}here`);
for (const [what, paper, here] of rows) console.log(`${what.padEnd(22)}${paper.padEnd(22)}${here}`);
