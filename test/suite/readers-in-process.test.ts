/** Coverage of a JavaScript library in threads of this process. */
import { symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Cover, EntityKind } from "../../src/suite/coverage.ts";
import { createUniverse, isSuperset, numbersIn, sameCover } from "../../src/suite/covers.ts";
import {
  inProcess,
  parseInProcess,
  type InProcess,
  type InProcessOptions,
} from "../../src/suite/readers/in-process.ts";
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
    expect(() => parseInProcess("#run")).toThrow("names no module");
  });
});

const instrumenter = ((): string | undefined => {
  try {
    return createRequire(import.meta.url).resolve("istanbul-lib-instrument/package.json");
  } catch {
    return undefined;
  }
})();

describe.skipIf(instrumenter === undefined)("in process, by istanbul", () => {
  test("has what one call has executed, in modules and in scripts", async () => {
    const origin = folderWith(FILES);
    symlinkSync(dirname(instrumenter ?? ""), join(origin, "node_modules/istanbul-lib-instrument"));
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
