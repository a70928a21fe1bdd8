/**
 * Cause reduction of a suite next to the paper's figures: `npm run bench:suite -- --target DIR [--tests 24] [--seed 5000] [--mutants 120] [--into WORK]`, where
 * DIR has the setup.sh, generate.mjs and prelude.js of the mujs target. What is built and made stays in WORK, and is used again; without --into it goes.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { exit } from "node:process";
import { parseArgs } from "node:util";
import { compareSuites, type SuiteComparison } from "../src/suite/compare.ts";
import { SANCOV_RUNTIME, SANCOV_RUNTIME_NAME } from "../src/suite/readers/sancov/runtime.ts";
import { reduceSuite } from "../src/suite/reduce/suite.ts";
import type { SuiteResult } from "../src/suite/result.ts";
import { printTable } from "../src/suite/selection/print.ts";
import { mean } from "../src/suite/statistics/summary.ts";
import type { Measure } from "../src/suite/selection/tables.ts";

const { values } = parseArgs({
  options: {
    target: { type: "string" },
    into: { type: "string" },
    tests: { type: "string", default: "24" },
    units: { type: "string", default: "1000" },
    seed: { type: "string", default: "5000" },
    mutants: { type: "string", default: "0" },
  },
});
const target = values.target === undefined ? undefined : resolve(values.target);
if (target === undefined || !existsSync(join(target, "setup.sh"))) {
  console.log("Give --target DIR: the mujs target, with setup.sh, generate.mjs and prelude.js.");
  exit(target === undefined ? 0 : 2);
}

const cwd = values.into === undefined ? mkdtempSync(join(tmpdir(), "pare-suite-")) : resolve(values.into);
const names = { tests: `tests-${values.seed}-${values.tests}`, small: `small-${values.seed}-${values.tests}` };
const script = join(cwd, "run.js");

const run = (program: string, ...words: readonly string[]): void =>
  void execFileSync(program, words, { cwd, stdio: ["ignore", "ignore", "inherit"] });

/** Built and made once. */
const setUp = (from: string): void => {
  mkdirSync(cwd, { recursive: true });
  if (!existsSync(join(cwd, "gcov", "mujs"))) run("bash", join(from, "setup.sh"), cwd);
  copyFileSync(join(from, "prelude.js"), join(cwd, "prelude.js"));
  writeFileSync(script, `load(${JSON.stringify(join(cwd, "prelude.js"))});load(scriptArgs[0]);\n`);
  mkdirSync(join(cwd, "effect"), { recursive: true });
  writeFileSync(join(cwd, "effect", SANCOV_RUNTIME_NAME), SANCOV_RUNTIME);
  run("clang", "-O1", "-fno-pie", "-c", `effect/${SANCOV_RUNTIME_NAME}`, "-o", "effect/runtime.o");
  run("clang", "-no-pie", "cov/one.o", "cov/main.o", "effect/runtime.o", "-lm", "-o", "effect/mujs");
  writeFileSync(join(cwd, "Makefile"), MAKEFILE);
  if (!existsSync(join(cwd, names.tests)))
    run(process.execPath, join(from, "generate.mjs"), names.tests, values.tests, values.units, values.seed);
};

/** File by file, so that only the changed one is compiled for a mutant. */
const MAKEFILE = `SOURCES := $(filter-out %/one.c %/pp.c,$(wildcard mujs-1.3.2/*.c))
OBJECTS := $(patsubst mujs-1.3.2/%.c,mutant/%.o,$(SOURCES))
mutant/mujs: $(OBJECTS)
\tgcc -o $@ $^ -lm
mutant/%.o: mujs-1.3.2/%.c
\t@mkdir -p mutant
\tgcc -O1 -w -c -o $@ $<
`;

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)} %`;

const rowsOf = (
  result: SuiteResult,
  { tables, mutants }: SuiteComparison,
): readonly (readonly [string, string, string])[] => {
  const [full, small, prefix] = tables[0]?.rows ?? [];
  const figure = (row: typeof full, measure: Measure): number => row?.cells[measure]?.mean ?? 0;
  const kept = (measure: Measure): string => share(figure(small, measure), figure(full, measure));
  const runs = result.tests.map((test) => test.runs);
  const killed = mutants?.suites[1];
  return [
    ["units left", "12 % / 21 %", share(result.units.after, result.units.before)],
    ["run time left", "25 % / 55 %", share(result.runMs.after, result.runMs.before)],
    ["effect kept", "100 %", share(result.covered.effect.after, result.covered.effect.before)],
    ["statements (gcov)", "100 %", kept("statements")],
    ["branches (gcov)", "99.97 % / 99.95 %", kept("branches")],
    ["functions (gcov)", "100 %", kept("functions")],
    ["runs a test", "-", mean(runs.map(({ seed, search }) => seed + search)).toFixed(0)],
    ["and of single units", "-", mean(runs.map(({ alone }) => alone)).toFixed(0)],
    ["seconds a test", "1200", (result.wallMs / 1000 / result.tests.length).toFixed(1)],
    ...(killed === undefined
      ? []
      : ([
          ["mutants killed", "99.1 %", `${killed.kept.toFixed(1)} % of those of the full suite`],
          ["at equal time", "-", `${figure(small, "mutants")}, ${figure(prefix, "mutants")} by the first full tests`],
        ] as const)),
  ];
};

try {
  setUp(target);
  const startedAt = performance.now();
  const result = await reduceSuite({
    tests: [names.tests],
    cwd,
    output: names.small,
    cover: "sancov",
    command: ["./effect/mujs", script, "{}"],
  });
  const count = Number(values.mutants);
  const comparison = await compareSuites({
    suites: [names.tests, names.small],
    cwd,
    cover: "gcov",
    goal: "all",
    command: ["./gcov/mujs", script, "{}"],
    memory: 2 ** 30,
    ...(count > 0 && {
      mutants: {
        count,
        source: ["mujs-1.3.2/js*.c", "mujs-1.3.2/regexp.c", "mujs-1.3.2/utf.c"],
        build: "make -s",
        command: ["./mutant/mujs", script, "{}"],
      },
    }),
  });
  console.log(`${result.tests.length} tests of seed ${values.seed}, ${result.jobs} jobs`);
  console.log(`${"".padEnd(22)}${"paper (SM / YAFFS2)".padEnd(22)}here`);
  for (const [what, paper, here] of rowsOf(result, comparison))
    console.log(`${what.padEnd(22)}${paper.padEnd(22)}${here}`);
  for (const table of comparison.tables) console.log(`\n${printTable(table, { width: 120 })}`);
  for (const { suite, lost } of comparison.mutants?.suites ?? [])
    for (const mutant of lost) console.log(`${suite} does not kill ${mutant}`);
  for (const hint of comparison.hints) console.log(hint);
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s in all`);
} finally {
  if (values.into === undefined) rmSync(cwd, { recursive: true, force: true });
}
