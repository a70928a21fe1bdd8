/** The readers for JavaScript: v8, istanbul, lcov, on real node processes. */
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, describe, test } from "vitest";
import { isSuperset, sameCover } from "../../src/suite/covers.ts";
import { folderWith, mustRun, subject, troubleOf } from "./measuring.ts";
import { asOrdinaryUser } from "../support/ordinary-user.ts";

const PROGRAM = {
  "package.json": '{ "type": "module" }',
  "lib/parse.js": `// Says what a text begins with.
export const parse = (text) => {
  if (text.startsWith("b")) {
    return big(text);
  }
  return text.length > 3 ? long(text) : "short";
};

function big(text) {
  return text.toUpperCase();
}

function long(text) {
  let sum = 0;
  for (const c of text) sum += c === "z" && text.length > 4 ? 2 : 1;
  return sum;
}
`,
  "node_modules/dep/index.js": "export const dep = () => 1;\n",
  "node_modules/dep/package.json": '{ "type": "module", "name": "dep", "main": "index.js" }',
  "run.js": `import { readFileSync } from "node:fs";
import { dep } from "dep";
import { parse } from "./lib/parse.js";
console.log(parse(readFileSync(process.argv[2], "utf8")), dep());
`,
  "b.txt": "b",
  "s.txt": "s",
  "l.txt": "long",
  "z.txt": "zzzzz",
};

describe("v8", () => {
  const origin = folderWith(PROGRAM);
  const run = (input: string): readonly string[] => [process.execPath, join(origin, "run.js"), join(origin, input)];

  test("has the executed lines, arms and functions of the program, and nothing of packages", async () => {
    const { cover, names } = await subject("v8", origin);
    const big = await cover(run("b.txt"));
    expect(names(big, "function")).toEqual(["lib/parse.js:big@9", "lib/parse.js:parse@2"]);
    expect(names(big, "statement")).toEqual(
      [
        ...[10, 2, 3, 4, 9].map((line) => `lib/parse.js:${line}`),
        ...[1, 2, 3, 4].map((line) => `run.js:${line}`),
      ].toSorted(),
    );
    const short = await cover(run("s.txt"));
    expect(names(short, "statement")).toContain("lib/parse.js:6");
    expect(names(short, "statement")).not.toContain("lib/parse.js:4");
    const long = await cover(run("l.txt"));
    const arms = (one: typeof long): readonly string[] =>
      names(one, "branch").filter((name) => name.startsWith("lib/parse.js:6:"));
    expect([arms(short), arms(long)]).toEqual([["lib/parse.js:6:1"], ["lib/parse.js:6:0"]]);
    const zeds = await cover(run("z.txt"));
    expect(names(zeds, "branch").filter((name) => name.startsWith("lib/parse.js:15:"))).toContain("lib/parse.js:15:1");
    expect(isSuperset(zeds, long)).toBe(false);
  });

  test("has packages that are named", async () => {
    const { cover, names } = await subject("v8:node_modules/dep,lib", origin);
    const statements = names(await cover(run("b.txt")), "statement");
    expect(statements).toContain("node_modules/dep/index.js:1");
    expect(statements).toContain("lib/parse.js:4");
    expect(statements.some((name) => name.startsWith("run.js"))).toBe(false);
  });

  test("two runs at once share nothing; children of a run belong to it", async () => {
    const { cover, names } = await subject("v8", origin);
    const [big, small] = [await cover(run("b.txt")), await cover(run("s.txt"))];
    const both = await Promise.all(["b.txt", "s.txt", "b.txt", "s.txt"].map((name) => cover(run(name))));
    expect(both.map((one, at) => sameCover(one, at % 2 === 0 ? big : small))).toEqual([true, true, true, true]);
    const script = `const { execFileSync } = require("node:child_process"); execFileSync(process.execPath, process.argv.slice(1));`;
    const child = await cover([process.execPath, "-e", script, ...run("b.txt").slice(1)]);
    expect(names(child, "statement")).toEqual(names(big, "statement"));
  });

  test("the test itself is not the program", async () => {
    const { cover, names } = await subject("v8", origin);
    const cwd = join(origin, "work");
    mustRun(origin, "mkdir -p work");
    writeFileSync(join(cwd, "case.js"), 'import { parse } from "../lib/parse.js";\nparse("b");\n');
    const found = await cover([process.execPath, "case.js"], { cwd });
    expect(names(found, "statement")).toContain("lib/parse.js:10");
    expect(names(found, "statement").some((name) => name.includes("case.js"))).toBe(false);
  });

  test("what was compiled has the lines of its source", async () => {
    const made = folderWith({
      "in.ts": `export const f = (x: number): number => {\n  if (x > 1) {\n    return 1;\n  }\n  return 2;\n};\n\ntype Gone = string;\nf(0);\n`,
    });
    const esbuild = createRequire(import.meta.url).resolve("esbuild/bin/esbuild");
    execFileSync(esbuild, ["in.ts", "--minify-whitespace", "--format=esm", "--sourcemap", "--outfile=out/in.mjs"], {
      cwd: made,
      stdio: "ignore",
    });
    const { cover, names } = await subject("v8", made);
    const found = names(await cover([process.execPath, join(made, "out/in.mjs")]), "statement");
    expect(found).toEqual(expect.arrayContaining(["in.ts:1", "in.ts:2", "in.ts:5", "in.ts:9"]));
    expect(found).not.toContain("in.ts:3");
  });

  test("refuses runs without data, with foreign or damaged data, and a script that has changed", async () => {
    const { cover, run: covered, reader } = await subject("v8", origin);
    const none = await troubleOf(cover(["sh", "-c", "exit 3"]));
    expect([none.code, none.message]).toEqual(["NO_COVERAGE", expect.stringContaining("code 3")]);
    const foreign = await troubleOf(cover([process.execPath, "-e", "1"]));
    expect([foreign.code, foreign.message]).toEqual(["NO_COVERAGE", expect.stringContaining("executed by node")]);
    const damaged = await covered(run("b.txt"));
    mustRun(damaged.data, "for f in *.json; do echo '{' > $f; done");
    expect((await troubleOf(reader.read(damaged))).code).toBe("BAD_COVERAGE");
    const other = folderWith(PROGRAM);
    const late = await subject("v8", other);
    const before = await late.run([process.execPath, join(other, "run.js"), join(other, "b.txt")]);
    writeFileSync(join(other, "lib/parse.js"), "export const parse = 1;\n");
    expect((await troubleOf(late.reader.read(before))).code).toBe("STALE_COVERAGE");
  });
});

describe("reports that a run writes", () => {
  const lcov =
    "TN:\nSF:lib/a.js\nFN:1,f\nFNDA:2,f\nFN:9,g\nFNDA:0,g\nFNL:0,5,8\nFNA:0,1,h\nDA:1,2\nDA:2,0\nDA:3,1e3\nBRDA:3,0,0,1\nBRDA:3,0,1,-\nend_of_record\n";
  const writing = (name: string): readonly string[] => ["sh", "-c", `mkdir -p "$(dirname ${name})" && cp "$0" ${name}`];

  test("lcov, below the data and in the run's directory", async () => {
    const origin = folderWith({ "report.txt": lcov });
    const { cover, names } = await subject("lcov:coverage/lcov.info", origin);
    for (const place of ["coverage/lcov.info", '"$PARE_COVERAGE/coverage/lcov.info"']) {
      const found = await cover([...writing(place), join(origin, "report.txt")]);
      expect(names(found, "statement")).toEqual(["lib/a.js:1", "lib/a.js:3"]);
      expect(names(found, "branch")).toEqual(["lib/a.js:3:0.0"]);
      expect(names(found, "function")).toEqual(["lib/a.js:f", "lib/a.js:h"]);
    }
  });

  test("refuses a report of an earlier run, none, and something else", async () => {
    const origin = folderWith({ "report.txt": lcov, "other.txt": "hello\n", "lcov.info": lcov });
    const { cover, reader } = await subject("lcov:lcov.info", origin);
    const stale = await troubleOf(cover(["true"], { cwd: origin }));
    expect([stale.code, stale.message]).toEqual([
      "STALE_COVERAGE",
      expect.stringContaining("lcov.info was not written"),
    ]);
    const cwd = folderWith();
    await cover([...writing("lcov.info"), join(origin, "report.txt")], { cwd });
    expect((await troubleOf(cover(["true"], { cwd }))).code).toBe("STALE_COVERAGE");
    await cover([...writing("lcov.info"), join(origin, "report.txt")], { cwd });
    const none = await troubleOf(cover(["false"]));
    expect([none.code, none.message]).toEqual(["NO_COVERAGE", expect.stringContaining("code 1")]);
    const other = await troubleOf(cover([...writing("lcov.info"), join(origin, "other.txt")]));
    expect([other.code, other.message]).toEqual([
      "BAD_COVERAGE",
      expect.stringContaining("no record of the lcov format"),
    ]);
    expect((await troubleOf(cover(["mkdir", "lcov.info"]))).code).toBe("BAD_COVERAGE");
    expect((await troubleOf(subject("lcov", origin))).advice).toContain("lcov:coverage/lcov.info");
    await reader.close();
  });

  test("refuses a report that may not be read", async () => {
    const origin = folderWith();
    const { reader, run } = await subject("lcov:lcov.info", origin);
    const covered = await run(["sh", "-c", "echo DA:1,1 > lcov.info"]);
    chmodSync(join(covered.cwd, "lcov.info"), 0);
    const trouble = await asOrdinaryUser([covered.cwd], () => troubleOf(reader.read(covered)));
    expect(trouble.message).toContain("cannot be read (EACCES)");
  });

  test("istanbul's objects, as an instrumented program dumps them", async () => {
    const at = (line: number): object => ({ start: { line, column: 0 }, end: { line, column: 9 } });
    const file = {
      statementMap: { 0: at(1), 1: at(2) },
      fnMap: { 0: { name: "f", decl: at(1), loc: at(1), line: 1 }, 1: { name: "f", decl: at(7), loc: at(7) } },
      branchMap: { 0: { loc: at(2), type: "if", locations: [at(2), at(2)] } },
      s: { 0: 1, 1: 0 },
      f: { 0: 0, 1: 3 },
      b: { 0: [0, 1] },
    };
    const origin = folderWith();
    writeFileSync(join(origin, "dump.json"), JSON.stringify({ [join(origin, "lib/a.js")]: file }));
    appendFileSync(join(origin, "bad.json"), '{"x":{"s":{}}}');
    const { cover, names } = await subject("istanbul:out.json", origin);
    const found = await cover([...writing("out.json"), join(origin, "dump.json")]);
    expect(names(found, "statement")).toEqual(["lib/a.js:1"]);
    expect(names(found, "function")).toEqual(["lib/a.js:f@7"]);
    expect(names(found, "branch")).toEqual(["lib/a.js:2:0.1"]);
    const trouble = await troubleOf(cover([...writing("out.json"), join(origin, "bad.json")]));
    expect([trouble.code, trouble.message]).toEqual(["BAD_COVERAGE", expect.stringContaining("statementMap")]);
  });

  test("the names of a list", async () => {
    const origin = folderWith();
    const { cover, names } = await subject("file:names.txt", origin);
    const found = await cover([
      "sh",
      "-c",
      `printf 'one\\r\\nbranch\\ttwo:1\\n\\nfunction\\tf\\nodd\\tname\\n' > names.txt`,
    ]);
    expect(names(found, "statement")).toEqual(["odd\tname", "one"]);
    expect(names(found, "branch")).toEqual(["two:1"]);
    expect(names(found, "function")).toEqual(["f"]);
    expect((await troubleOf(cover(["sh", "-c", "> names.txt"]))).code).toBe("NO_COVERAGE");
    expect((await troubleOf(subject("magic", origin))).advice).toContain("sancov");
  });
});
