/** Real regressions with public reports: two ends from npm, a check, and the change that does it. */

export interface PairTarget {
  readonly name: string;
  /** Where it was reported. */
  readonly report: string;
  readonly kind: "pair";
  readonly package: string;
  readonly good: string;
  readonly bad: string;
  /** What both ends need beside them, as npm is told. */
  readonly needs: readonly string[];
  /** A module of CommonJS: `dir` is the candidate; what it prints and how it exits is the test. */
  readonly check: string;
  readonly trigger: { readonly file: string; readonly matches: RegExp };
  /** Only the trigger is asked for where it is missing. */
  readonly patchSize?: number;
  /** Search tests, at most. */
  readonly most: { readonly trigger: number; readonly patch?: number; readonly seconds?: number };
}

interface FlagsTarget {
  readonly name: string;
  readonly report: string;
  readonly kind: "flags";
  readonly flags: string;
  readonly files: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly trigger: { readonly id: string };
  readonly most: { readonly trigger: number };
}

export type Target = PairTarget | FlagsTarget;

const START = `"use strict";\nconst path = require("node:path");\nconst dir = path.resolve(process.argv[2]);\n`;

const AXIOS = `const axios = require(dir);
const client = axios.create();
let seen;
client.interceptors.request.use((config) => ((seen = config.cancelable), config));
const adapter = (config) => Promise.resolve({ data: "", status: 200, statusText: "OK", headers: {}, config });
client.get("/search", { cancelable: true, params: { q: 1 }, adapter }).then(() => {
  console.log("the interceptor sees " + seen);
  process.exitCode = seen === true ? 0 : 1;
});
`;

const QS = `const qs = require(dir);
const values = Array.from({ length: 21 }, (_, i) => "v" + i);
const { id } = qs.parse(values.map((value) => "id=" + value).join("&"));
console.log(Array.isArray(id) ? "an array" : "an object");
process.exitCode = Array.isArray(id) && id.length === 21 ? 0 : 1;
`;

const SEMVER = `const range = require(dir).validRange("1.x.x");
console.log("1.x.x is " + range);
process.exitCode = range === ">=1.0.0 <2.0.0" ? 0 : 1;
`;

const UGLIFY = `const { readFileSync } = require("node:fs");
const { minify } = require(path.join(dir, "tools/node.js"));
const source = readFileSync(require.resolve("immutable/dist/immutable.js", { paths: [path.dirname(dir)] }), "utf8");
const { code, error } = minify(source, { compress: {}, mangle: false });
if (error) throw error;
const [, body] = /function iteratorDone\\(\\)\\{(.*?\\})\\}/.exec(code);
console.log("iteratorDone: " + body);
process.exitCode = /iterating/.test(body) ? 1 : 0;
`;

interface Compiled {
  /** Beyond the least that the compiler has to know. */
  readonly lib?: string;
  readonly lines: readonly string[];
  /** Lines with their errors, as at the good end and at the bad one. */
  readonly good: string;
  readonly bad: string;
}

/** A program of a few lines, compiled without the library of the compiler. */
const compiling = ({
  lib = "",
  lines,
  good,
  bad,
}: Compiled): string => `const { mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { spawnSync } = require("node:child_process");
const work = mkdtempSync(path.join(require("node:os").tmpdir(), "check-"));
const names = "Boolean Function IArguments Number Object RegExp String".split(" ");
const lib = names.map((name) => "interface " + name + " {}\\n").join("") + ${JSON.stringify(lib)} +
  "interface CallableFunction extends Function {}\\ninterface NewableFunction extends Function {}\\ninterface Array<T> { length: number; [n: number]: T }\\n";
writeFileSync(path.join(work, "lib.d.ts"), lib);
writeFileSync(path.join(work, "a.ts"), ${JSON.stringify([...lines, ""].join("\n"))});
const files = ["lib.d.ts", "a.ts"].map((name) => path.join(work, name));
const { stdout, stderr } = spawnSync(process.execPath, [path.join(dir, "lib/tsc.js"), "--noLib", "--noEmit", "--strict", "--pretty", "false", ...files], { encoding: "utf8" });
rmSync(work, { recursive: true, force: true });
const found = [...stdout.matchAll(/a\\.ts\\((\\d+),\\d+\\): error (TS\\d+)/g)].map(([, line, code]) => line + ":" + code).join(" ");
const [good, bad] = ${JSON.stringify([good, bad])};
if (found !== good && found !== bad) throw new Error((stderr || stdout).split("\\n").find((line) => /rror/.test(line)) || "nothing was said");
console.log("errors: " + found);
process.exitCode = found === good ? 0 : 1;
`;

const OPTIONAL_INDEX = compiling({
  lines: [
    "declare const some: { a?: number; b?: number };",
    "const all: { [name: string]: number } = some;",
    'const never: number = "x";',
    'const neither: { [name: string]: number } = { a: "s" };',
  ],
  good: "2:TS2322 3:TS2322 4:TS2322",
  bad: "3:TS2322 4:TS2322",
});

const NOT_A_NUMBER = compiling({
  lib: "declare var NaN: number;\n",
  lines: ["declare const some: number;", "if (some === NaN) { }", 'const never: number = "x";'],
  good: "3:TS2322",
  bad: "2:TS2845 3:TS2322",
});

const ALIAS = `#include <stdio.h>
__attribute__((noinline)) int both(int *a, float *b) { *a = 1; *b = 2.0f; return *a; }
int main(void) { int x = 0; int r = both(&x, (float *)&x); printf("%d\\n", r); return r == 1; }
`;

export const TARGETS: readonly Target[] = [
  {
    name: "axios",
    report: "https://github.com/axios/axios/issues/2203",
    kind: "pair",
    package: "axios",
    good: "0.18.1",
    bad: "0.19.0",
    needs: ["follow-redirects@1.5.10", "is-buffer@2.0.5"],
    check: START + AXIOS,
    trigger: { file: "lib/core/Axios.js", matches: /mergeConfig\(this\.defaults, config\)/ },
    patchSize: 5,
    most: { trigger: 15, patch: 45 },
  },
  {
    name: "semver",
    report: "https://github.com/npm/node-semver/issues/322",
    kind: "pair",
    package: "semver",
    good: "7.3.0",
    bad: "7.3.1",
    needs: [],
    check: START + SEMVER,
    trigger: { file: "classes/range.js", matches: /\.0\.0-0`/ },
    patchSize: 1,
    most: { trigger: 8 },
  },
  {
    name: "uglify-js",
    report: "https://github.com/mishoo/UglifyJS/issues/3054",
    kind: "pair",
    package: "uglify-js",
    good: "3.3.15",
    bad: "3.3.16",
    needs: ["source-map@0.6.1", "commander@2.15.1", "immutable@3.8.2"],
    check: START + UGLIFY,
    trigger: { file: "lib/compress.js", matches: /scan_rhs\(node, this\)/ },
    patchSize: 5,
    most: { trigger: 10 },
  },
  {
    name: "qs",
    report: "https://github.com/ljharb/qs/issues/537",
    kind: "pair",
    package: "qs",
    good: "6.14.0",
    bad: "6.14.1",
    needs: ["side-channel@1.1.0"],
    check: START + QS,
    trigger: { file: "lib/utils.js", matches: /combine\(a, b, arrayLimit/ },
    patchSize: 6,
    most: { trigger: 12 },
  },
  {
    name: "typescript",
    report: "a documented change of TypeScript 4.2: optional properties and string index signatures",
    kind: "pair",
    package: "typescript",
    good: "4.1.5",
    bad: "4.2.2",
    needs: [],
    check: START + OPTIONAL_INDEX,
    trigger: { file: "lib/tsc.js", matches: /getTypeWithFacts\(propType, 524288\)/ },
    patchSize: 1,
    most: { trigger: 55, seconds: 60 },
  },
  {
    name: "typescript-4.9",
    report:
      "a change of TypeScript 4.9 in its release notes: comparisons with NaN are errors; most of the releases is renumbered constants",
    kind: "pair",
    package: "typescript",
    good: "4.8.4",
    bad: "4.9.5",
    needs: [],
    check: START + NOT_A_NUMBER,
    trigger: { file: "lib/tsc.js", matches: /checkNaNEquality/ },
    most: { trigger: 60, seconds: 600 },
  },
  {
    name: "gcc",
    report: "type punning through pointers, which -O2 takes for undefined",
    kind: "flags",
    flags: "-O2:gcc",
    files: { "alias.c": ALIAS },
    command: ["gcc", "{flags}", "alias.c", "-o", "alias", "&&", "./alias"],
    trigger: { id: "-fstrict-aliasing" },
    most: { trigger: 8 },
  },
];
