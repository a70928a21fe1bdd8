/** Coverage of a JavaScript library in threads of this process. */
import { readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, describe, expect, test } from "vitest";
import type { Cover, EntityKind } from "../../src/suite/coverage.ts";
import { createUniverse, isSuperset, numbersIn, sameCover } from "../../src/suite/covers.ts";
import {
  inProcess,
  parseInProcess,
  type InProcess,
  type InProcessOptions,
} from "../../src/suite/readers/in-process/in-process.ts";
import { countedScripts } from "../../src/suite/readers/in-process/scripts.ts";
import { folderWith, troubleOf } from "./measuring.ts";

const FILES = {
  "package.json": '{ "type": "module" }',
  "lib/parse.js": `let calls = 0;
export const parse = (text) => {
  calls++;
  if (text.startsWith("b")) {
    return big(text);
  }
  if (text === "throw") throw new TypeError("not this");
  if (text === "calls") return exactly(calls);
  while (text === "hang") calls += 0;
  return 0;
};
function big(text) {
  return text.toUpperCase();
}
function exactly(calls) {
  if (calls === 1) return "first";
  return "later";
}
`,
  "node_modules/dep/index.cjs": "exports.dep = (x) => {\n  if (x) return 1;\n  return 2;\n};\n",
  "node_modules/dep/package.json": '{ "name": "dep", "main": "index.cjs" }',
  "fuzz.js": `import { parse } from "./lib/parse.js";
import { dep } from "dep";
export const run = async (text) => {
  if (text === "exit") process.exit(7);
  if (text === "print") for (let i = 0; i < 1000; i++) console.log("x".repeat(1000));
  await Promise.resolve();
  dep(text === "d");
  return parse(text);
};
const inner = (x) => x + 1;
const outer = (x) => {
  return inner(x) & 7;
};
export const hot = (text) => {
  let sum = 0;
  for (let i = 0; i < 30000; i++) sum += outer(i);
  return sum;
};
export const bytes = (content) => {
  if (!(content instanceof Uint8Array)) throw new Error("no bytes");
  if (content[0] === 255) return 1;
  return 2;
};
export const number = 3;
`,
};

const opened: InProcess[] = [];
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()));
});

const openBy = (options: Partial<InProcessOptions> = {}) => {
  const origin = options.origin ?? folderWith(FILES);
  const universe = createUniverse();
  const library = inProcess({ universe, origin, module: "fuzz.js", export: "run", ...options });
  opened.push(library);
  const names = (cover: Cover | undefined, kind: EntityKind = "statement"): readonly string[] =>
    numbersIn(cover ?? { bits: new Uint32Array() })
      .filter((number) => universe.kindOf(number) === kind)
      .map((number) => universe.nameOf(number))
      .toSorted();
  return { library, names, origin };
};

describe.each(["counters", "v8"] as const)("in process, by %s", (kind) => {
  const open = (options: Partial<InProcessOptions> = {}) => openBy({ kind, ...options });

  test("has what one call has executed, and nothing of the call before", async () => {
    const { library, names } = open();
    const big = await library.run("b");
    expect(big.outcome).toBe("returned");
    expect(names(big.cover, "function")).toEqual(["fuzz.js:run@3", "lib/parse.js:big@12", "lib/parse.js:parse@2"]);
    // The lines where functions are made are executed when the module is loaded, not by a run. For V8 a function begins with its first line.
    expect(names(big.cover)).toEqual(
      [
        ...[4, 5, 6, 7, 8].map((line) => `fuzz.js:${line}`),
        ...[...(kind === "v8" ? [12] : []), 13, 3, 4, 5].map((line) => `lib/parse.js:${line}`),
      ].toSorted(),
    );
    const small = await library.run("s");
    expect(names(small.cover)).not.toContain("lib/parse.js:5");
    expect(names(small.cover)).toContain("lib/parse.js:10");
    const again = await library.run("b");
    expect(sameCover(again.cover as Cover, big.cover as Cover)).toBe(true);
  });

  test("runs at once share nothing", async () => {
    const { library } = open();
    const [big, small] = [(await library.run("b")).cover as Cover, (await library.run("s")).cover as Cover];
    const tests = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? "b" : "s"));
    const covers = await Promise.all(tests.slice(0, 4).map(async (input) => (await library.run(input)).cover as Cover));
    expect(covers.map((cover, at) => sameCover(cover, at % 2 === 0 ? big : small))).toEqual([true, true, true, true]);
    expect(isSuperset(big, small)).toBe(false);
  });

  test("says what was thrown, and ends what hangs, exits or is not wanted any more", async () => {
    const { library, names } = open();
    const thrown = await library.run("throw");
    expect([thrown.outcome, thrown.reason]).toEqual(["threw", "TypeError: not this"]);
    expect(names(thrown.cover)).toContain("lib/parse.js:7");
    expect(names(thrown.cover)).not.toContain("lib/parse.js:8");
    const hanging = await library.run("hang", { timeout: 300 });
    expect([hanging.outcome, hanging.cover]).toEqual(["timeout", undefined]);
    const died = await library.run("exit");
    expect([died.outcome, died.reason]).toEqual(["died", "the thread exited with code 7"]);
    const stop = new AbortController();
    const waiting = library.run("hang", { signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    expect((await waiting).outcome).toBe("aborted");
    expect((await library.run("print")).outcome).toBe("returned");
    expect((await library.run("b")).outcome).toBe("returned");
  });

  test("does not lose what V8 has optimised", async () => {
    const { library, names } = open({ export: "hot" });
    const first = await library.run("");
    expect(names(first.cover, "function")).toEqual(["fuzz.js:hot@14", "fuzz.js:inner@10", "fuzz.js:outer@11"]);
    for (let run = 0; run < 20; run++)
      expect(names((await library.run("")).cover, "function")).toEqual(names(first.cover, "function"));
  });

  test("has the same after the same warm-up, whatever came first", async () => {
    const { library, names } = open({ warmUp: ["calls", "throw"] });
    expect(names((await library.run("calls")).cover)).toContain("lib/parse.js:17");
  });

  test("loads the module anew after so many runs", async () => {
    const { library, names } = open({ recycle: 2 });
    const isFirst: boolean[] = [];
    for (let run = 0; run < 4; run++)
      isFirst.push(!names((await library.run("calls")).cover).includes("lib/parse.js:17"));
    expect(isFirst).toEqual([true, false, true, false]);
  });

  test("measures packages that are named, and gives bytes if asked", async () => {
    const { library, names, origin } = open({ measured: ["node_modules/dep"] });
    expect(names((await library.run("d")).cover)).toEqual(
      // What V8 tells is not held against the second statement of a line.
      ["node_modules/dep/index.cjs:2", ...(kind === "v8" ? [] : ["node_modules/dep/index.cjs:2:10"])],
    );
    expect(names((await library.run("x")).cover)).toContain("node_modules/dep/index.cjs:3");
    const raw = open({ origin, export: "bytes", input: "bytes" });
    const run = await raw.library.run(Uint8Array.of(255, 1));
    expect([run.outcome, run.reason]).toEqual(["returned", undefined]);
    expect(raw.names(run.cover)).toContain("fuzz.js:21");
    expect(raw.names(run.cover)).not.toContain("fuzz.js:22");
  });

  test("refuses modules that it cannot use", async () => {
    const origin = folderWith(FILES);
    writeFileSync(join(origin, "broken.js"), "export const run = ;\n");
    for (const [module, name, why] of [
      ["nowhere.js", "run", "Cannot find module"],
      ["fuzz.js", "number", 'no function exported as "number"'],
      ["broken.js", "run", kind === "v8" ? "SyntaxError" : "the syntax of broken.js is not understood"],
    ] as const) {
      const trouble = await troubleOf(open({ origin, module, export: name }).library.run("b"));
      expect([trouble.code, trouble.message]).toEqual(["BAD_MODULE", expect.stringContaining(why)]);
    }
    expect(() => open({ origin, kind: "istanbul" })).toThrow("istanbul-lib-instrument, which is not installed");
    expect(parseInProcess("./a#b.js#run")).toEqual({ module: "./a#b.js", export: "run" });
    expect(parseInProcess("a.js")).toEqual({ module: "a.js", export: "default" });
    expect(() => parseInProcess("#run")).toThrow("does not name a module");
  });
});

describe("counters", () => {
  const counted = async (source: string) => {
    const universe = createUniverse();
    const scripts = countedScripts(universe, "/program");
    const { text, used } = await scripts.script("/program/a.js", source);
    return { text, used, universe, scripts };
  };
  /** What a script returns, with the bytes it has set. */
  const result = (text: string, bytes: Uint8Array): unknown =>
    runInNewContext(`(function () { ${text}\n})()`, { $pare$: bytes });

  test.each([
    ["a directive", "return (function () { 'use strict'; return this === undefined })()"],
    ["no semicolons", "let f = (a) => {\n a++\n ++a\n do a++; while (a < 9) a--\n return a\n}\nreturn f(1)"],
    [
      "a dangling else",
      "const f = (a, b) => { if (a) if (b) return 1; else return 2\n return 3 }; return [f(1,1), f(1,0), f(0,1)]",
    ],
    [
      "labels",
      "const f = () => { let n = 0; a: for (;;) { b: { if (n++ > 2) break a; if (n) break b; n = 9 } continue a } return n }; return f()",
    ],
    [
      "cases",
      "const f = (x) => { switch (x) { case 1: case 2: x += 10; default: x++; break\n case 3: { x = 0 } } return x }; return [1,2,3,4].map(f)",
    ],
    [
      "arrows",
      "const f = (a) => ({ a }), g = (a) => a ? (b) => b : [1, 2], h = async () => await 1; return [f(1).a, g(1)(2), g(0), f.name]",
    ],
    [
      "classes",
      "class A { #x = 1; static has = (o) => typeof o === 'object' && #x in o; get x() { return this.#x || 5 } constructor() { 'use strict'; this.y = 2 } }; class B extends A { constructor() { super(); } }; return [A.has(new B()), A.has({}), new B().x, new A().y]",
    ],
    [
      "generators",
      "function* f(n) { const got = yield n && (yield n + 1); return got ?? 7 } return [...f(1), ...f(0)]",
    ],
    [
      "logic",
      "const f = (a, b, c) => a && b || c ?? 0; const g = (o) => o?.a?.(1) || delete o.b && void 0 || typeof nothing; return 1".replace(
        "c ?? 0",
        "c",
      ),
    ],
    [
      "regular expressions, templates and comments",
      "const f = (s) => { /* { */ if (/[/}]/.test(s)) // }\n return `${s ? `in ${s}` : ''}`\n else return 0 }; return [f('}'), f('x')]",
    ],
    [
      "functions in branches",
      "const f = (x) => { if (x) { function g() { return 1 } return g() } else; for (const y of [1]) x = y; while (x < 3) x++; return x }; return [f(1), f(0)]",
    ],
    [
      "getters and computed names",
      "const o = { get a() { return 1 }, ['b' + (1 ? 'c' : 'd')]() { return 2 }, async *e() {} }; return [o.a, o.bc(), Object.keys(o)]",
    ],
  ])("do not change what a script does: %s", async (_, source) => {
    const { text, used, scripts } = await counted(`function whole() { ${source}\n}`);
    const bytes = new Uint8Array(used + 1);
    expect(result(`${text}\nreturn whole()`, bytes)).toEqual(
      runInNewContext(`(function () { function whole() { ${source}\n}\nreturn whole() })()`),
    );
    expect(text.split("\n")).toHaveLength(`function whole() { ${source}\n}`.split("\n").length);
    // All that is set belongs to the script, and something is.
    expect(bytes[used]).toBe(0);
    expect(numbersIn(scripts.cover(bytes)).length).toBeGreaterThan(1);
  });

  test("tell statements, functions and branches that were executed from those that were not", async () => {
    const source =
      "const f = (a) => {\n  if (a) return 1;\n  const g = () => a || 2;\n  return a ? g() :\n    g;\n};\n";
    const { text, used, universe, scripts } = await counted(source);
    const bytes = new Uint8Array(used);
    result(`${text}\nreturn f(0)`, bytes);
    const names = (set: Uint8Array) =>
      numbersIn(scripts.cover(set)).map((entity) => `${universe.kindOf(entity)} ${universe.nameOf(entity)}`);
    const all = names(new Uint8Array(used).fill(1));
    expect(all.filter((one) => !names(bytes).includes(one)).toSorted()).toEqual(
      [
        "branch a.js:3:24",
        "branch a.js:4:14",
        "function a.js:g@3",
        "statement a.js:2:10",
        "statement a.js:3:19",
      ].toSorted(),
    );
    expect(names(bytes)).toEqual(expect.arrayContaining(["function a.js:f@1", "statement a.js:4", "branch a.js:5:5"]));
  });

  test("let a parser parse itself as before", async () => {
    const path = createRequire(import.meta.url).resolve("acorn");
    const source = readFileSync(path, "utf8");
    const { text, used } = await counted(source);
    const load = (script: string, bytes: Uint8Array) => {
      const module = { exports: {} as { parse(text: string, options: object): unknown } };
      runInNewContext(script, { module, exports: module.exports, $pare$: bytes });
      return module.exports;
    };
    const bytes = new Uint8Array(used);
    const tree = load(text, bytes).parse(source, { ecmaVersion: 2022 });
    expect(JSON.stringify(tree)).toBe(JSON.stringify(load(source, bytes).parse(source, { ecmaVersion: 2022 })));
    expect(bytes.filter((byte) => byte === 1).length).toBeGreaterThan(500);
  });
});

test("packages that are links are measured where they are", async () => {
  const origin = folderWith(FILES);
  renameSync(join(origin, "node_modules/dep"), join(origin, "elsewhere"));
  symlinkSync(join(origin, "elsewhere"), join(origin, "node_modules/dep"));
  const { library, names } = openBy({ origin, measured: ["node_modules/dep"] });
  expect(names((await library.run("d")).cover)).toContain("elsewhere/index.cjs:2");
});

const instrumenter = createRequire(import.meta.url).resolve("istanbul-lib-instrument/package.json");

describe("in process, by istanbul", () => {
  test("has what one call has executed, in modules and in scripts", async () => {
    const origin = folderWith(FILES);
    symlinkSync(dirname(instrumenter), join(origin, "node_modules/istanbul-lib-instrument"));
    const { library, names } = openBy({ origin, kind: "istanbul", measured: ["lib", "fuzz.js", "node_modules/dep"] });
    const big = await library.run("b");
    expect(names(big.cover)).toEqual(
      expect.arrayContaining(["lib/parse.js:5", "node_modules/dep/index.cjs:3", "fuzz.js:8"]),
    );
    expect(names(big.cover)).not.toContain("lib/parse.js:10");
    expect(names(big.cover, "function")).toContain("lib/parse.js:big@12");
    const small = await library.run("s");
    expect(names(small.cover)).not.toContain("lib/parse.js:5");
    expect(names(small.cover, "branch").length).toBeGreaterThan(2);
  });
});
