import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import * as fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { loadLanguage } from "../../src/languages/index.ts";
import { distinctFaults, firstFixed } from "../../src/suite/mutation/versions.ts";
import { killsByTest, type MutantRun, summarizeKills } from "../../src/suite/mutation/kills.ts";
import { listMutants } from "../../src/suite/mutation/list.ts";
import { applyMutant, type Mutant } from "../../src/suite/mutation/mutant.ts";
import { sampleMutants } from "../../src/suite/mutation/run.ts";

const C = await loadLanguage("c");
const JS = await loadLanguage("javascript");

const PROGRAM = `#include <stdio.h>
#include <stdlib.h>
#if 1 > 0
#define LIMIT 10
#endif
/* if (a < b) return 1 + 1; */
static const char *text = "a < b && 1 + 1";
static int middle(int a, int b, int c) { // a < b
  int m = c;
  if (b < c) {
    if (a < b) m = b;
    else if (a < c) m = a;
  } else {
    if (a > b) m = b;
    else if (a >= c) m = a;
  }
  return m;
}
static int power(int base, unsigned n) {
  int result = 1;
  while (n > 0 && base != 0) {
    if (n % 2 == 1) result *= base;
    base *= base;
    n /= 2u;
  }
  return base ? result : 0;
}
static int deref(int a, int *p) { return a**p; }
int main(int argc, char **argv) {
  if (argc < 4) { puts(text); return LIMIT; }
  int a = atoi(argv[1]), b = atoi(argv[2]), c = atoi(argv[3]);
  for (int i = 0; i < 2; i++) printf("%d\\n", middle(a, b, c) + i);
  printf("%d %d\\n", power(a, (unsigned)b), deref(a, &c));
  return 0;
}
`;

const SCRIPT = `"use strict";
// a < b
const half = (n) => n / 2.5;
function parse(text, { strict = false } = {}) {
  const rest = /a < b && 1 + 1/.exec(text);
  if (rest === null) throw new Error("1 + 1 < 3");
  let total = 0
  for (let i = 0; i < text.length; i++) total += text.charCodeAt(i) === 97 ? 1 : 0
  do total--; while (total > 10 || strict)
  return \`\${total + 1} < b\`;
}
class Counter { #n = 0n; next() { this.#n++; return this.#n ?? half(1); } }
parse("aa < b && 1 + 1"); new Counter().next();
`;

const inFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "pare-mutants-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

const at = (mutants: readonly Mutant[], line: number): readonly string[] =>
  mutants
    .filter((mutant) => mutant.line === line)
    .map(({ operator, original, edit }) => `${operator}: ${original} -> ${edit.text}`);

describe("mutants of C", () => {
  const mutants = listMutants(C, PROGRAM, "main.c");

  test("are those of the operators", () => {
    expect(at(mutants, 11)).toEqual([
      "negation: (a < b) -> (!(a < b))",
      "relational: < -> <=",
      "relational: < -> >=",
      "deletion: m = b; -> ;",
    ]);
    expect(at(mutants, 21)).toEqual([
      "negation: (n > 0 && base != 0) -> (!(n > 0 && base != 0))",
      "relational: > -> >=",
      "relational: > -> <=",
      "constant: 0 -> 1",
      "constant: 0 -> (-1)",
      "logical: && -> ||",
      "relational: != -> ==",
      "constant: 0 -> 1",
      "constant: 0 -> (-1)",
    ]);
    expect(at(mutants, 24)).toEqual([
      "deletion: n /= 2u; -> ;",
      "arithmetic: /= -> *=",
      "constant: 2u -> 3u",
      "constant: 2u -> 1u",
      "constant: 2u -> 0u",
    ]);
    expect(at(mutants, 26)).toEqual([
      "negation: base -> !(base)",
      "return: base ? result : 0 -> 0",
      "constant: 0 -> 1",
      "constant: 0 -> (-1)",
    ]);
    expect(at(mutants, 34)).toEqual(["return: 0 -> 1", "constant: 0 -> (-1)"]);
  });

  test("never touch comments, strings and the preprocessor", () => {
    for (const line of [1, 2, 3, 4, 6, 7]) expect(at(mutants, line)).toEqual([]);
    for (const mutant of mutants) {
      const changed = applyMutant(PROGRAM, mutant);
      for (const kept of [
        "/* if (a < b) return 1 + 1; */",
        '"a < b && 1 + 1"',
        "// a < b",
        "#if 1 > 0",
        "#define LIMIT 10",
      ])
        expect(changed).toContain(kept);
    }
  });

  test("do not run together with what stands beside them", () => {
    expect(at(mutants, 28)).toContain("arithmetic: * -> / ");
    expect(listMutants(C, "int f(int a, int b) { return a+-b; }", "f.c").map(({ edit }) => edit.text)).toContain("- ");
  });

  test("differ from the program in one place, and have different ids", () => {
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
    expect(new Set(mutants.map((mutant) => applyMutant(PROGRAM, mutant))).size).toBe(mutants.length);
    for (const { edit, original, line, column } of mutants) {
      const before = PROGRAM.slice(0, edit.start).split("\n");
      expect([line, column]).toEqual([before.length, (before.at(-1) as string).length + 1]);
      expect(PROGRAM.slice(edit.start, edit.end)).toBe(original);
      expect(edit.text).not.toBe(original);
    }
  });

  test("compile, all of them here", () => {
    const folder = inFolder();
    const files = mutants.map((mutant, index) => {
      const file = join(folder, `m${index}.c`);
      writeFileSync(file, applyMutant(PROGRAM, mutant));
      return file;
    });
    expect(files.length).toBeGreaterThan(80);
    const { status, stderr } = spawnSync("gcc", ["-fsyntax-only", "-w", ...files], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(status).toBe(0);
  });

  test("are killed by running the program", () => {
    const folder = inFolder();
    const outcome = (text: string): string => {
      writeFileSync(join(folder, "main.c"), text);
      execFileSync("gcc", ["-w", "-O0", "-o", join(folder, "main"), join(folder, "main.c")]);
      const { status, stdout } = spawnSync(join(folder, "main"), ["3", "2", "5"], { encoding: "utf8", timeout: 5000 });
      return `${status} ${stdout}`;
    };
    const original = outcome(PROGRAM);
    expect(original).toBe("0 3\n4\n9 15\n");
    const chosen = mutants.filter(({ line, operator }) => line === 28 || (line === 23 && operator === "deletion"));
    expect(chosen.length).toBe(3);
    expect(chosen.filter((mutant) => outcome(applyMutant(PROGRAM, mutant)) === original)).toEqual([]);
  });

  test("leave alone macros outside of functions, and tell long constants apart", () => {
    expect(listMutants(C, "DECLARE(x);\nint f(void) { CALL(x); }", "x.c").map(({ line }) => line)).toEqual([2]);
    const long = listMutants(C, "double f(void) { return g(1.7976931348623157e+308); }", "x.c");
    expect(new Set(long.map(({ id }) => id)).size).toBe(long.length);
  });

  test("leave alone what the parser did not understand", () => {
    const broken = "int f(int a) { return a + 1; }\nint g( { ] a < 1 1 +\n";
    expect(listMutants(C, broken, "x.c").filter(({ line }) => line === 2)).toEqual([]);
  });
});

describe("mutants of JavaScript", () => {
  const mutants = listMutants(JS, SCRIPT, "main.js");

  test("are those of the operators", () => {
    expect(at(mutants, 3)).toEqual([
      "return: n / 2.5 -> undefined",
      "arithmetic: / -> *",
      "constant: 2.5 -> (2.5 + 1)",
      "constant: 2.5 -> (2.5 - 1)",
      "constant: 2.5 -> 0",
    ]);
    expect(at(mutants, 6)).toEqual([
      "negation: (rest === null) -> (!(rest === null))",
      "relational: === -> !==",
      'deletion: throw new Error("1 + 1 < 3"); -> ;',
    ]);
    expect(at(mutants, 9)).toContain("deletion: total--; -> ;");
    expect(at(mutants, 12)).toContain("logical: ?? -> &&");
    expect(at(mutants, 4)).toEqual(["constant: false -> true"]);
  });

  test("never touch comments, strings, templates and regular expressions", () => {
    for (const line of [1, 2, 5]) expect(at(mutants, line)).toEqual([]);
    for (const mutant of mutants)
      for (const kept of ['"use strict"', "// a < b", "/a < b && 1 + 1/", "} < b`"])
        if (mutant.operator !== "return" && mutant.operator !== "deletion")
          expect(applyMutant(SCRIPT, mutant)).toContain(kept);
  });

  test("compile, all of them here", () => {
    expect(mutants.length).toBeGreaterThan(40);
    const compiles = (text: string): boolean => {
      try {
        return new Script(text) instanceof Script;
      } catch {
        return false;
      }
    };
    expect(compiles("1 +")).toBe(false);
    expect(mutants.filter((mutant) => !compiles(applyMutant(SCRIPT, mutant)))).toEqual([]);
  });

  test("are the same every time", () => {
    expect(listMutants(JS, SCRIPT, "main.js")).toEqual(mutants);
  });
});

describe("what cannot be done", () => {
  test("a language without a mutator", async () => {
    const python = await loadLanguage("python");
    expect(() => listMutants(python, "x = 1", "x.py")).toThrow(expect.objectContaining({ code: "NO_MUTATOR" }));
  });

  test("a mutant of another text", () => {
    const [mutant] = listMutants(C, "int f(void) { return 1; }", "f.c");
    expect(() => applyMutant("int f(void) { return 2; }", mutant as Mutant)).toThrow(
      expect.objectContaining({ code: "STALE_MUTANT" }),
    );
  });
});

describe("samples", () => {
  const long = Array.from({ length: 40 }, (_, index) => `int f${index}(int a) { return a + ${index + 5} < 3; }`).join(
    "\n",
  );
  const short = "int g(int a) { return a < 3; }\nint h(int a) { g(a); g(a + 1); g(a - 1); return a * 2; }\n";
  const all = [...listMutants(C, long, "long.c"), ...listMutants(C, short, "short.c")];

  test("are spread over files and functions", () => {
    const sample = sampleMutants(all, 20, 1);
    expect(sample.filter(({ path }) => path === "short.c")).toHaveLength(10);
    const inShort = sample.filter(({ path }) => path === "short.c").map(({ scope }) => scope);
    expect(inShort.filter((scope) => scope === 0)).toHaveLength(5);
    const inLong = sample.filter(({ path }) => path === "long.c").map(({ scope }) => scope);
    expect(new Set(inLong).size).toBe(10);
  });

  test("depend on the seed alone; larger ones contain smaller ones", () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(all.length + 5), (seed, count) => {
        const sample = sampleMutants(all, count, seed);
        expect(new Set(sample).size).toBe(Math.min(count, all.length));
        expect(sampleMutants(all.toReversed(), count, seed)).toEqual(sample);
        expect(sampleMutants(all, count + 3, seed).slice(0, count)).toEqual(sample);
      }),
      { numRuns: 30 },
    );
    expect(sampleMutants(all, 10, 2)).not.toEqual(sampleMutants(all, 10, 1));
  });
});

describe("kills", () => {
  const runs: readonly MutantRun[] = [
    { mutant: "m1", built: true, killedBy: { full: ["a", "b"], min: ["a"] } },
    { mutant: "m2", built: true, killedBy: { full: ["b"], min: [] } },
    { mutant: "m3", built: true, killedBy: { full: [], min: ["b"] } },
    { mutant: "m4", built: true, killedBy: {} },
    { mutant: "m5", built: false, killedBy: { full: ["a"], min: ["a"] } },
  ];

  test("are counted by suite and compared with the first", () => {
    expect(summarizeKills(runs, ["full", "min"])).toEqual([
      { suite: "full", mutants: 4, killed: 2, score: 50, kept: 100, lost: [], gained: [] },
      { suite: "min", mutants: 4, killed: 2, score: 50, kept: 50, lost: ["m2"], gained: ["m3"] },
    ]);
  });

  test("are a matrix by test", () => {
    expect(killsByTest(runs, "full")).toEqual(
      new Map([
        ["a", ["m1"]],
        ["b", ["m1", "m2"]],
      ]),
    );
  });
});

describe("distinct faults", () => {
  test("the first version that fixes a test is found in few runs", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 200 }), fc.nat(200), async (length, fix) => {
        const versions = Array.from({ length }, (_, index) => `v${index}`);
        let runs = 0;
        const found = await firstFixed(versions, async (version) => {
          runs++;
          return versions.indexOf(version) < fix;
        });
        expect(found).toBe(versions[fix]);
        expect(runs).toBeLessThanOrEqual(length === 0 ? 0 : Math.ceil(Math.log2(length)) + 1);
      }),
    );
  });

  test("where a failure comes and goes, it is a version in which it goes", async () => {
    const fails = [true, false, true, true, false, true, false, false];
    const found = await firstFixed([0, 1, 2, 3, 4, 5, 6, 7], async (version) => fails[version] as boolean);
    expect(fails[found as number]).toBe(false);
    expect(fails[(found as number) - 1]).toBe(true);
  });

  test("are the different versions; what is never fixed is told apart", () => {
    expect(distinctFaults(["v3", "v7", "v3", undefined, undefined])).toEqual({ distinct: 2, unfixed: 2 });
  });
});
