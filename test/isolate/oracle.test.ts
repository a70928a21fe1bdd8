/** The oracle that is learnt from both ends: real processes in real places. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { digest } from "../../src/core/digest.ts";
import type { Finding } from "../../src/core/verdict.ts";
import { localExecutor } from "../../src/executors/local.ts";
import { mixture, type Entry, type Mixture, type MixtureParts } from "../../src/isolate/mixture.ts";
import {
  openIsolateOracle,
  type OpenIsolateOracleOptions,
  type OpenIsolateOracle,
} from "../../src/isolate/oracle/open.ts";
import {
  outputLines,
  readingOf,
  type PlaceTrial,
  type OutputReading,
  reasonOf,
} from "../../src/isolate/oracle/output-terms.ts";
import type { IsolateOracleOptions } from "../../src/isolate/oracle/learn-ends.ts";
import { placePool, type PlacePool } from "../../src/isolate/places/pool.ts";
import { treePlace } from "../../src/isolate/places/tree-place.ts";
import { Timeouts } from "../../src/oracles/timeouts.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "both-ends-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

const NEVER = new AbortController().signal;

type Texts = Readonly<Record<string, string | undefined>>;

const entryOf = (text: string): Entry => {
  const bytes = new TextEncoder().encode(text);
  return { kind: "file", mode: text.startsWith("#!") ? 0o755 : 0o644, digest: digest(bytes), bytes: () => bytes };
};
const state = (texts: Texts, more: MixtureParts = {}): Mixture =>
  mixture(Object.keys(texts).length, {
    entries: new Map(Object.entries(texts).map(([path, text]) => [path, text === undefined ? text : entryOf(text)])),
    ...more,
  });

interface World {
  readonly origin: string;
  readonly pool: PlacePool;
  readonly warnings: string[];
}

/** Files at the good end, and what lies where pare was started. */
const world = (base: Texts, own: Texts = {}): World => {
  const origin = join(root, String((made += 1)));
  const lay = (directory: string, texts: Texts): void => {
    mkdirSync(directory, { recursive: true });
    for (const [path, text = ""] of Object.entries(texts)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
      if (text.startsWith("#!")) chmodSync(join(directory, path), 0o755);
    }
  };
  lay(origin, own);
  const pool = placePool({
    root: join(origin, "places"),
    open: async (directory) => {
      lay(directory, base);
      return treePlace({
        directory,
        base: (path) => (base[path] === undefined ? undefined : entryOf(base[path])),
      });
    },
  });
  open.push(pool);
  return { origin, pool, warnings: [] };
};

const learn = async (
  { origin, pool, warnings }: World,
  options: IsolateOracleOptions,
  bad: Mixture,
  more: Partial<OpenIsolateOracleOptions> = {},
): Promise<OpenIsolateOracle> => {
  const opened = await openIsolateOracle({
    options,
    origin,
    places: pool,
    good: mixture(0, {}),
    bad,
    onWarning: (code, message) => warnings.push(`${code}: ${message}`),
    signal: NEVER,
    ...more,
  });
  open.push(opened);
  return opened;
};

const ask = ({ oracle }: OpenIsolateOracle, candidate: Mixture, timeout = 60_000): Promise<Finding> =>
  oracle.test(candidate, { timeout }, NEVER);
const verdictOn = async (opened: OpenIsolateOracle, candidate: Mixture): Promise<string> => {
  const { outcome, reason } = await ask(opened, candidate);
  return outcome === "unresolved" ? `unresolved: ${reason}` : outcome;
};
const troubleOf = async (work: Promise<unknown>): Promise<{ code: string; message: string; advice: string }> => {
  try {
    await work;
  } catch (error) {
    const { code, message, advice } = error as { code: string; message: string; advice: string };
    return { code, message, advice };
  }
  throw new Error("nothing went wrong");
};

const NODE = process.execPath;
const sh = (line: string): readonly string[] => ["/bin/sh", "-c", line];

describe("what both ends do becomes the test", () => {
  const lib = "exports.parse = (text) => {\n  return text.trim();\n};\n";
  const worse = "exports.parse = (text) => {\n  return text.shout();\n};\n";
  const main = 'const { parse } = require("./lib.js");\nconsole.log(parse(" abc "));\n';

  test("stack traces are recognised wherever the lines stand, and other errors are not taken for them", async () => {
    const opened = await learn(
      world({ "lib.js": lib, "main.js": main }),
      { command: [NODE, "main.js"] },
      state({ "lib.js": worse }),
    );
    expect(opened.runs).toBe(6);
    expect(opened.samples.length).toBe(6);
    expect(opened.words).toEqual({
      good: "exits with 0 and prints: abc",
      bad: "exits with 1 and prints: TypeError: text.shout is not a function in exports.parse",
    });
    expect(await verdictOn(opened, state({ "main.js": `\n\n\n${main}`, "lib.js": `// shifted\n\n${worse}` }))).toBe(
      "fail",
    );
    expect(await verdictOn(opened, state({ "main.js": `\n\n${main}` }))).toBe("pass");
    expect(await verdictOn(opened, state({ "lib.js": worse.replace("text.shout", "mergeConfig") }))).toBe(
      "unresolved: exits with 1: ReferenceError: mergeConfig is not defined",
    );
    expect(await verdictOn(opened, state({ "lib.js": undefined }))).toBe(
      "unresolved: exits with 1: Error: Cannot find module './lib.js'",
    );
    expect(await verdictOn(opened, state({ "lib.js": "exports.parse = (" }))).toBe(
      "unresolved: exits with 1: SyntaxError: Unexpected end of input",
    );
  });

  test("a test runner's times, counts and order do not matter", async () => {
    const suite = (body: string): string =>
      `const test = require("node:test");\nconst assert = require("node:assert");\nconst { add } = require("./add.js");\n${body}`;
    const tests = suite(
      'test("adds", () => assert.equal(add(1, 2), 3));\ntest("rejects invalid input", () => assert.throws(() => add("a")));\n',
    );
    const add = (sum: string): string =>
      `exports.add = (a, b) => {\n  if (typeof a !== "number") throw new Error("no number");\n  return ${sum};\n};\n`;
    const opened = await learn(
      world({ "add.js": add("a + b"), "add.test.js": tests }),
      { command: [NODE, "--test-reporter=spec", "add.test.js"] },
      state({ "add.js": add("a - b") }),
    );
    const another = `${tests}test("one more", () => setTimeout(() => {}, 5));\n`;
    expect(await verdictOn(opened, state({ "add.js": `\n${add("b * 0 - b + a")}`, "add.test.js": another }))).toBe(
      "fail",
    );
    expect(await verdictOn(opened, state({ "add.test.js": another }))).toBe("pass");
    const broken = await verdictOn(opened, state({ "add.js": add("sum(a, b)") }));
    expect(broken).toContain("unresolved: exits with 1");
    expect(broken).toContain("sum is not defined");
  });

  test("a compiler's errors", async () => {
    const program = (body: string): string => `#include <stdio.h>\nint main(void) {\n  ${body}\n  return 0;\n}\n`;
    const opened = await learn(
      world({ "a.c": program('puts("a");') }),
      { command: ["gcc", "-Wall", "a.c", "-o", "t", "&&", "./t"] },
      state({ "a.c": program("limit = 3;") }),
    );
    expect(opened.words.bad).toContain("‘limit’ undeclared");
    expect(await verdictOn(opened, state({ "a.c": `\n\n${program("int i = 0;\n\n  limit = 3;")}` }))).toBe("fail");
    const other = await verdictOn(opened, state({ "a.c": program("other = 3;") }));
    expect(other).toMatch(/^unresolved: exits with 1: a\.c: error: ‘other’ undeclared/);
    const unlinked = await verdictOn(opened, state({ "a.c": `int helper(void);\n${program("return helper();")}` }));
    expect(unlinked).toMatch(/^unresolved: exits with 1: .*undefined reference to `helper'/);
  });

  test("ends that exit alike are told apart by what they print", async () => {
    const says = (line: string): string => `echo start\n${line}\necho "took $$ ms"\n`;
    const opened = await learn(
      world({ "t.sh": says("echo cancelable: true") }),
      { command: ["sh", "t.sh"] },
      state({ "t.sh": says("echo cancelable: undefined") }),
    );
    expect(await verdictOn(opened, state({ "t.sh": `\n${says("echo cancelable: true")}` }))).toBe("pass");
    expect(await verdictOn(opened, state({ "t.sh": `\n${says("echo cancelable: undefined")}` }))).toBe("fail");
    expect(await verdictOn(opened, state({ "t.sh": says("echo cancelable: null") }))).toMatch(
      /^unresolved: exits with 0/,
    );
    expect(
      await verdictOn(opened, state({ "t.sh": says("echo cancelable: true; echo cancelable: undefined") })),
    ).toMatch(/^unresolved/);
  });

  test("by their numbers where nothing else differs", async () => {
    const says = (number: number): string => `echo "pid $$"\necho ${number}\n`;
    const opened = await learn(world({ "t.sh": says(42) }), { command: ["sh", "t.sh"] }, state({ "t.sh": says(41) }));
    expect(await verdictOn(opened, state({ "t.sh": `\n${says(42)}` }))).toBe("pass");
    expect(await verdictOn(opened, state({ "t.sh": `\n${says(41)}` }))).toBe("fail");
    expect(await verdictOn(opened, state({ "t.sh": says(40) }))).toMatch(/^unresolved/);
  });

  test("a bad end that says nothing is not confused with a mixture that breaks", async () => {
    const check = (then: string): string => `. ./lib.sh\n${then}\nf || exit 1\n`;
    const opened = await learn(
      world({ "lib.sh": "f() { true; }\n", "check.sh": check("") }),
      { command: ["sh", "check.sh"] },
      state({ "lib.sh": "f() { false; }\n" }),
    );
    expect(await verdictOn(opened, state({ "lib.sh": "\nf() { return 4; }\n" }))).toBe("fail");
    expect(await verdictOn(opened, state({ "lib.sh": `f() { "${NODE}" -e "helper()"; }\n` }))).toBe(
      "unresolved: exits with 1: ReferenceError: helper is not defined",
    );
    const noisy = { "check.sh": check("echo cannot open the database"), "lib.sh": "f() { return 5; }\n" };
    expect(await verdictOn(opened, state(noisy))).toBe("unresolved: exits with 1: cannot open the database");
  });

  test("a good end that fails in its own way is recognised by that way", async () => {
    const opened = await learn(
      world({ "t.sh": "echo 'error: no config' >&2; exit 1\n" }),
      { command: ["sh", "t.sh"] },
      state({ "t.sh": "kill -SEGV $$\n" }),
    );
    expect(await verdictOn(opened, state({ "t.sh": "\necho 'error: no config' >&2; exit 1\n" }))).toBe("pass");
    expect(await verdictOn(opened, state({ "t.sh": "\nkill -SEGV $$\n" }))).toBe("fail");
    expect(await verdictOn(opened, state({ "t.sh": "echo 'error: no such key: colour' >&2; exit 1\n" }))).toBe(
      "unresolved: exits with 1: error: no such key: colour",
    );
  });

  test("what the user says about the failure counts", async () => {
    const says = (line: string, code: number): string => `echo ${line}; exit ${code}\n`;
    const opened = await learn(
      world({ "t.sh": says("fine", 0) }),
      { command: ["sh", "t.sh"], refine: { match: ["lea[k]"] } },
      state({ "t.sh": says("a leak and more", 1) }),
    );
    expect(await verdictOn(opened, state({ "t.sh": says("another leak", 1) }))).toBe("fail");
    expect(await verdictOn(opened, state({ "t.sh": says("something", 0) }))).toBe("pass");
    expect(await verdictOn(opened, state({ "t.sh": says("error: broken", 1) }))).toBe(
      "unresolved: exits with 1: error: broken",
    );
    expect(await verdictOn(opened, state({ "t.sh": says("a leak", 0) }))).toMatch(/^unresolved/);
  });

  test("that it hangs can be the failure", async () => {
    const opened = await learn(
      world({ "t.sh": "exit 0\n" }),
      { command: ["sh", "t.sh"], refine: { hang: 0.4 } },
      state({ "t.sh": "sleep 60\n" }),
    );
    const finding = await ask(opened, state({ "t.sh": "\nsleep 60\n" }));
    expect(finding.outcome).toBe("fail");
    expect(finding.evidence?.timedOut).toBeUndefined();
    expect(await verdictOn(opened, state({ "t.sh": "\nexit 0\n" }))).toBe("pass");
    expect(await verdictOn(opened, state({ "t.sh": "exit 3\n" }))).toMatch(/^unresolved: exits with 3/);
  });

  test("a kind may read the outcome from the output, and may know lines that say nothing", async () => {
    const says = (...lines: readonly string[]): string => `${lines.map((line) => `echo ${line}`).join("\n")}\nexit 1\n`;
    const verdict: OpenIsolateOracleOptions["verdict"] = ({ stdout }) =>
      stdout.includes("victim: ok") ? "pass" : stdout.includes("victim: failed") ? "fail" : undefined;
    const read = await learn(
      world({ "t.sh": says("victim: ok") }),
      { command: ["sh", "t.sh"] },
      state({ "t.sh": says("victim: failed") }),
      { verdict },
    );
    expect(await verdictOn(read, state({ "t.sh": says("other", "victim: ok") }))).toBe("pass");
    expect(await verdictOn(read, state({ "t.sh": says("other", "victim: failed") }))).toBe("fail");
    expect(await verdictOn(read, state({ "t.sh": says("other: not found") }))).toBe(
      "unresolved: exits with 1: other: not found",
    );

    const chatty = (passes: string, result: string): string => `echo "BISECT: running ${passes}"\necho ${result}\n`;
    const quiet = await learn(
      world({ "t.sh": chatty("a", "fine") }),
      { command: ["sh", "t.sh"] },
      state({ "t.sh": chatty("a b", "wrong") }),
      {
        chatter: /^BISECT:/g,
      },
    );
    expect(quiet.words.good).toBe("exits with 0 and prints: fine");
    expect(await verdictOn(quiet, state({ "t.sh": chatty("b", "wrong") }))).toBe("fail");
    expect(await verdictOn(quiet, state({ "t.sh": chatty("b", "fine") }))).toBe("pass");
  });
});

describe("what an output says", () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const trial = (stdout: string, stderr = ""): PlaceTrial => ({
    code: 1,
    timedOut: false,
    ms: 1,
    stdout: bytes(stdout),
    stderr: bytes(stderr),
    truncated: false,
    cwd: "/w/places/001/here",
    roots: ["/w/places/001/beside/lib", "/w/places/001/beside", "/w/places/001/here", "/w/places/001", "/w"],
  });
  const read = (stdout: string, reading: OutputReading) => readingOf(outputLines(trial(stdout)), reading);

  test("does not depend on the place, on positions, versions and times", () => {
    const text = (place: string, line: number, ms: string): string =>
      `/w/places/${place}/beside/lib/a.js:${line}: bad thing\n ✓ adds${ms}\n> p@1.2.${line} test\n(took 0.${line} s)\nin /w/places/${place}/here\n`;
    for (const reading of ["lines", "trouble"] as const)
      expect(read(text("001", 3, " (7.1 ms)"), reading)).toEqual(read(text("001", 77, ""), reading));
    expect(read("see /w/places/001/here-after, /world and /w/places/001/here", "exact")).toEqual([
      "see here-after, /world and ‹path›",
    ]);
  });

  test("a test that passes speaks of no trouble, whatever it is called; code and marks below it neither", () => {
    expect(
      read(
        " ✓ rejects invalid input\nok 3 - fails\nPASS src/errors.test.js\nx.py::test_error PASSED [ 3%]\n",
        "trouble",
      ),
    ).toEqual([]);
    expect(
      read("   12 | throw new Error(1)\n      |       ^^^ error\n    at fail (a.js:1:2)\nthrow error;\n", "trouble"),
    ).toEqual([]);
  });

  test.each([
    [
      "ld: a.o: in function `main':\na.c:(.text+0x9): undefined reference to `helper'\n",
      "a.c:(.text+‹hex›): undefined reference to `helper'",
    ],
    ["./main.go:7:2: undefined: helper\n", "./main.go: undefined: helper"],
    [
      "src/a.ts(3,14): error TS2304: Cannot find name 'helper'.\n",
      "src/a.ts: error TS2304: Cannot find name 'helper'.",
    ],
    [
      "  File \"/w/places/001/here/a.py\", line 3, in <module>\nModuleNotFoundError: No module named 'helper'\n",
      "ModuleNotFoundError: No module named 'helper'",
    ],
    [
      " FAIL  a.test.js > adds\nReferenceError: helper is not defined\n",
      "ReferenceError: helper is not defined · FAIL a.test.js > adds",
    ],
    [
      "Error: Cannot find module '../core/helper'\nRequire stack:\n- /w/places/001/beside/lib/a.js\n",
      "Error: Cannot find module '../core/helper'",
    ],
    [
      "error[E0425]: cannot find function `helper` in this scope\n --> src/a.rs:3:5\n",
      "error[E0425]: cannot find function `helper` in this scope",
    ],
    ["\u001B[31mfine so far\u001B[39m\nlast words 2024-01-01 10:00:00\n", "last words ‹date›"],
  ])("the reason names what the program named: %#", (output, reason) => {
    expect(reasonOf(trial("", output))).toBe(`exits with 1: ${reason}`);
  });

  test("it is short, leaves out what is usual, and there may be nothing to say", () => {
    expect(reasonOf(trial("", ""))).toBe("exits with 1 and says nothing");
    expect(reasonOf(trial("", `error: ${"x".repeat(1000)}`)).length).toBeLessThan(330);
    const usual = new Set(["DeprecationWarning: old"]);
    expect(reasonOf(trial("", "DeprecationWarning: old\nTypeError: new\n"), usual)).toBe(
      "exits with 1: TypeError: new",
    );
  });
});

describe("exit codes say it", () => {
  const script = '#!/bin/sh\n. "$1/code.sh"\n';

  test.each([
    [false, { 0: "fail", 1: "pass", 125: "unresolved", 126: "pass" }],
    [true, { 0: "pass", 1: "fail", 125: "unresolved", 127: "fail", 128: "unresolved" }],
  ])("--test, with git's codes: %s", async (bisectCodes, codes) => {
    const [good, bad] = bisectCodes ? [0, 1] : [1, 0];
    const exits = (code: number | string): string => `echo "cannot find helper_$1" | sed 's|/.*||' >&2\nexit ${code}\n`;
    const opened = await learn(
      world({ "code.sh": exits(good) }, { "test.sh": script }),
      { test: "test.sh", bisectCodes },
      state({ "code.sh": exits(bad) }),
    );
    for (const [code, outcome] of Object.entries(codes)) {
      expect([code, (await ask(opened, state({ "code.sh": `\n${exits(code)}` }))).outcome]).toEqual([code, outcome]);
    }
    expect(await verdictOn(opened, state({ "code.sh": `\n${exits(125)}` }))).toBe(
      "unresolved: exit 125: cannot find helper_",
    );
    expect(await verdictOn(opened, state({ "code.sh": "kill -9 $$" }))).toMatch(/^unresolved: is ended by SIGKILL/);
  });

  test("a command may say it with git's codes, too; PARE_ORIGIN is known", async () => {
    const opened = await learn(
      world({ code: "0" }, { mark: "" }),
      { command: sh('test -e "$PARE_ORIGIN/mark" && exit $(cat code)'), bisectCodes: true },
      state({ code: "5" }),
    );
    expect(await verdictOn(opened, state({ code: "7" }))).toBe("fail");
    expect(await verdictOn(opened, state({ code: "125" }))).toBe("unresolved: exit 125");
  });
});

describe("ends that are not as they should be", () => {
  const codes = (good: string, bad: string, options: IsolateOracleOptions, own: Texts = {}) => {
    const here = world({ "t.sh": good }, own);
    return troubleOf(learn(here, options, state({ "t.sh": bad })));
  };
  const plain = { command: ["sh", "t.sh"] };
  const script = { test: "test.sh" };
  const own = { "test.sh": '#!/bin/sh\n. "$1/t.sh"\n' };

  test("both do the same: it is shown what", async () => {
    const { code, message, advice } = await codes("echo 'one of us'; exit 2\n", "\necho 'one of us'; exit 2\n", plain);
    expect(code).toBe("SAME_OUTCOME");
    expect(message.match(/exits with 2 and prints:\n {4}one of us/g)?.length).toBe(2);
    expect(advice).toContain("--match");
  });

  test("a version that is printed makes no difference", async () => {
    expect((await codes("echo 'p@1.2.3 test'", "echo 'p@1.3.0 test'", plain)).code).toBe("SAME_OUTCOME");
  });

  test.each([
    ["a command", "exit 1", "exit 0", plain],
    ["a script", "exit 0", "exit 1", script],
    ["git's codes", "exit 1", "exit 0", { ...plain, bisectCodes: true }],
    ["a pattern", "echo leak", "echo fine", { ...plain, refine: { match: ["leak"] } }],
  ])("they are swapped: %s", async (_, good, bad, options) => {
    expect(await codes(good, bad, options, own)).toMatchObject({
      code: "SWAPPED_ENDS",
      advice: expect.stringContaining("Swap them"),
    });
  });

  test.each([
    ["BOTH_FAIL", "exit 0", "exit 0\n", script],
    ["NEITHER_FAILS", "exit 1", "exit 2", script],
    ["BOTH_FAIL", "exit 1", "exit 2", { ...plain, bisectCodes: true }],
    ["NEITHER_FAILS", "exit 0", "exit 0\n", { ...plain, bisectCodes: true }],
    ["BOTH_FAIL", "echo leak", "echo a leak", { ...plain, refine: { match: ["leak"] } }],
    ["NEITHER_FAILS", "echo a", "echo b", { ...plain, refine: { match: ["leak"] } }],
    ["CANNOT_TELL", "exit 125", "exit 0", script],
    ["CANNOT_TELL", "exit 0", "exit 130", { ...plain, bisectCodes: true }],
    ["USAGE", "", "", {}],
    ["USAGE", "", "", { ...plain, ...script }],
    ["NO_TEST", "", "", { test: "nowhere.sh" }],
    ["NO_COMMAND", "", "", { command: ["there-is-no-such-program"] }],
  ])("%s: %s, %s", async (expected, good, bad, options) => {
    const { code, advice } = await codes(good, bad, options, own);
    expect(code).toBe(expected);
    expect(advice).not.toBe("");
  });

  /** Every run counts one further; the digits of a line are what the runs exit with, over and over. */
  const turns = (digits: string): string =>
    `n=$(cat "$PARE_ORIGIN/n"); echo $((n + 1)) > "$PARE_ORIGIN/n"; echo "turn"; exit $(echo ${digits} | cut -c $((n % ${digits.length} + 1)))\n`;

  test("one does not repeat", async () => {
    const { code, message, advice } = await codes("exit 0", turns("10"), plain, { n: "0" });
    expect([code, advice]).toEqual(["FLAKY", expect.stringContaining("--repeat N")]);
    expect(message).toContain("The bad end behaves differently");
    expect(message).toContain("exits with 1");
    expect(message).toContain("exits with 0");
    expect(await codes(turns("01"), "exit 1", plain, { n: "0" })).toMatchObject({
      code: "FLAKY",
      message: expect.stringContaining("good end"),
    });
    expect(await codes("exit 1", turns("01"), script, { ...own, n: "0" })).toMatchObject({ code: "FLAKY" });
    expect(await codes("echo $(cat /proc/sys/kernel/random/uuid | tr 0-9- g-q)", "exit 0", plain)).toMatchObject({
      code: "FLAKY",
    });
  });

  test("with repeats a failure that shows sometimes is one that shows once, and a pass needs all of them", async () => {
    const here = world({ "t.sh": "exit 0\n" }, { n: "0" });
    const opened = await learn(here, { ...plain, repeat: 4 }, state({ "t.sh": turns("0010") }));
    expect(opened.runs).toBe(8);
    const again = (text: string): Promise<string> => {
      writeFileSync(join(here.origin, "n"), "0");
      return verdictOn(opened, state({ "t.sh": text }));
    };
    expect(await again(`\n${turns("0001")}`)).toBe("fail");
    expect(await again(`\n${turns("0000")}`)).toBe("pass");
    expect(await again(`\n${turns("0020")}`)).toBe("unresolved: does not repeat");
  });

  test("with repeats all runs must agree where the failure always shows", async () => {
    const here = world({ "t.sh": "exit 0\n" }, { n: "0" });
    const opened = await learn(here, { ...plain, repeat: 3 }, state({ "t.sh": "exit 1\n" }));
    expect(await verdictOn(opened, state({ "t.sh": turns("001") }))).toBe("unresolved: does not repeat");
    writeFileSync(join(here.origin, "n"), "0");
    expect(await verdictOn(opened, state({ "t.sh": turns("111") }))).toBe("fail");
    expect(readFileSync(join(here.origin, "n"), "utf8").trim()).toBe("3");
  });

  test("one does not end", async () => {
    expect(await codes("exit 0", "sleep 60", { ...plain, timeout: 300 })).toMatchObject({
      code: "TIMEOUT",
      message: "The command did not end within 0.3 s at the bad end.",
      advice: expect.stringContaining("--hang"),
    });
  });

  test("the build fails", async () => {
    expect(
      await codes("exit 0", "exit 1", {
        ...plain,
        build: "grep -q 'exit 0' t.sh || { echo 'error: no zero' >&2; exit 2; }",
      }),
    ).toMatchObject({
      code: "BUILD_FAILS",
      message: expect.stringMatching(/at the bad end: it exits with 2 and prints:\n {4}error: no zero/),
    });
  });
});

describe("what is run", () => {
  const good = state({});

  test("placeholders are filled, as words of their own and inside of words; operators are for a shell", async () => {
    const words = ["echo", "{flags}", "x{flags}y", "{}", "{tests}", "{other}", "a b", "'", ";", "exit", "{code}"];
    const fills = { flags: ["-a", "$b c"], tests: [] };
    const withCode = (code: string): Mixture => state({}, { fills: { ...fills, code: [code] } });
    const opened = await learn(world({}), { command: words }, withCode("3"), { good: withCode("0") });
    const finding = await ask(opened, withCode("3"));
    expect(finding.outcome).toBe("fail");
    const printed = finding.evidence?.output ?? "";
    expect(printed).toMatch(/^-a \$b c x-a \$b cy \/.*\/places\/\d+ \{other\} a b '\n$/);
  });

  test("variables are set and taken away; the outcome does not depend on PWD", async () => {
    process.env["PARE_TEST_GONE"] = "there";
    const command = sh('[ "$A" != 1 ] || [ -n "$PARE_TEST_GONE" ]');
    const bad = state({}, { environment: { A: "1", PARE_TEST_GONE: undefined } });
    const opened = await learn(world({}), { command }, bad);
    delete process.env["PARE_TEST_GONE"];
    expect(await verdictOn(opened, state({}, { environment: { A: "2" } }))).toBe("pass");
    expect(await verdictOn(opened, bad)).toBe("fail");
  });

  test("a script that is not part of the candidate is found where pare was started", async () => {
    const opened = await learn(
      world({ ok: "" }, { "check.sh": "#!/bin/sh\ntest -e ok\n" }),
      { command: ["./check.sh"] },
      state({ ok: undefined }),
    );
    expect(await verdictOn(opened, state({ more: "" }))).toBe("pass");
    // One that is part of it, and missing in a mixture, cannot be run.
    const own = await learn(
      world({ "check.sh": "#!/bin/sh\nexit 0\n" }),
      { command: ["./check.sh"] },
      state({ "check.sh": "#!/bin/sh\nexit 1\n" }),
    );
    expect(await verdictOn(own, state({ "check.sh": undefined }))).toMatch(/^unresolved: .*check\.sh/);
  });

  test("the line that repeats it by hand does", async () => {
    const here = world({ "t.sh": "exit 0" });
    const opened = await learn(
      here,
      { command: ["sh", "{}/t.sh", "&&", "test", "-n", "$X"] },
      state({ "t.sh": "exit 1" }),
    );
    const line = opened.oracle.repeatLine("/some where", state({}, { environment: { A: "1 2", B: undefined } }));
    expect(line).toContain(`PARE_ORIGIN=${here.origin}`);
    expect(line).toContain("A='1 2'");
    expect(line).toContain("-u B");
    const candidate = join(here.origin, "candidate");
    mkdirSync(candidate);
    writeFileSync(join(candidate, "t.sh"), "exit 7");
    expect(() => execFileSync("sh", ["-c", opened.oracle.repeatLine(candidate)])).toThrow(
      expect.objectContaining({ status: 7 }),
    );
  });

  test("what was learnt is not learnt again, and decides the same", async () => {
    const here = world({ "t.sh": "exit 0" }, { "test.sh": '#!/bin/sh\n! sh "$1/t.sh"\n' });
    for (const options of [{ command: ["sh", "t.sh"] }, { test: "test.sh" }]) {
      const first = await learn(here, options, state({ "t.sh": "echo 'error: x'; exit 1" }));
      const earlier: unknown = JSON.parse(JSON.stringify(first.oracle.identity));
      const again = await learn(here, options, state({ "t.sh": "nobody runs this" }), { earlier });
      expect([again.runs, again.samples, again.words]).toEqual([0, [], first.words]);
      expect(again.oracle.identity).toEqual(first.oracle.identity);
      for (const text of ["echo 'error: x'; exit 1;", "exit 0;", "echo 'error: y'; exit 3"]) {
        expect(await verdictOn(again, state({ "t.sh": text }))).toBe(await verdictOn(first, state({ "t.sh": text })));
      }
    }
    // A script that was changed since is another test.
    const first = await learn(here, { test: "test.sh" }, state({ "t.sh": "exit 1" }));
    writeFileSync(join(here.origin, "test.sh"), '#!/bin/sh\n! sh "$1/t.sh" # changed\n');
    expect(
      (await learn(here, { test: "test.sh" }, state({ "t.sh": "exit 1" }), { earlier: first.oracle.identity })).runs,
    ).toBe(6);
  });

  test("one that runs out of time is unresolved, and the executor lets it have its say", async () => {
    const opened = await learn(world({ "t.sh": "exit 0" }), { command: ["sh", "t.sh"] }, state({ "t.sh": "exit 1" }));
    expect(await ask(opened, state({ "t.sh": "sleep 60" }), 300)).toMatchObject({
      outcome: "unresolved",
      reason: "timeout",
      evidence: { timedOut: true },
    });
    const executor = localExecutor({ oracle: opened.oracle, jobs: 2, timeouts: new Timeouts([], 300) });
    expect(await executor.run(state({ "t.sh": "sleep 61" }), NEVER)).toMatchObject({ provisional: true });
    expect(await executor.run(good, NEVER)).toMatchObject({ outcome: "pass" });
    await executor.close();
  });

  test("an aborted test leaves its place as good as new", async () => {
    const here = world({ "t.sh": "exit 0" });
    const opened = await learn(here, { command: ["sh", "t.sh"] }, state({ "t.sh": "exit 1" }));
    const controller = new AbortController();
    const busy = opened.oracle.test(
      state({ "t.sh": "echo spoilt > t.sh; touch new; sleep 60" }),
      { timeout: 60_000 },
      controller.signal,
    );
    const place = join(here.origin, "places/001");
    while (!existsSync(join(place, "new"))) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort(new Error("enough"));
    await expect(busy).rejects.toThrow("enough");
    expect(existsSync(join(place, "new"))).toBe(false);
    expect(await verdictOn(opened, state({ "t.sh": "test ! -e new; exit 0" }))).toBe("pass");
    expect(here.pool.size).toBe(1);
    await expect(opened.oracle.test(good, { timeout: 1000 }, controller.signal)).rejects.toThrow("enough");
  });

  test("files that the command changes are put back after every run, and it is said once", async () => {
    const here = world({ "t.sh": "echo x >> data; wc -l < data > out; exit 0", data: "" });
    const opened = await learn(
      here,
      { command: ["sh", "t.sh"] },
      state({ "t.sh": "grep x data && exit 2; echo x >> data; exit 1" }),
    );
    expect(
      await verdictOn(
        opened,
        state({ "t.sh": "grep x data && exit 2; test -e out && exit 3; echo x >> data; exit 1" }),
      ),
    ).toBe("fail");
    expect(here.warnings).toEqual([
      "WRITES: The command changes files of the candidate (data): pare restores them after every test.",
    ]);
  });

  test("tests at once have places of their own", async () => {
    const here = world({ "t.sh": "exit 0" });
    const opened = await learn(here, { command: ["sh", "t.sh"] }, state({ "t.sh": "exit 1" }));
    const states = Array.from({ length: 6 }, (_, n) =>
      state({ "t.sh": `echo ${n} > n; sleep 0.1; test "$(cat n)" = ${n} || exit 1` }),
    );
    const outcomes = await Promise.all(states.map((each) => verdictOn(opened, each)));
    expect(outcomes).toEqual(states.map(() => "pass"));
    expect(here.pool.size).toBeGreaterThan(1);
  });

  test("in a sandbox nothing but the place can be written", async () => {
    const here = world(
      { "t.sh": 'touch here || exit 5; touch "$PARE_ORIGIN/there" 2>/dev/null && exit 6; exit 0' },
      { "ok.txt": "" },
    );
    const opened = await learn(here, { command: ["sh", "t.sh"], sandbox: true }, state({ "t.sh": "exit 1" }));
    expect(await verdictOn(opened, state({ "t.sh": 'test -e "$PARE_ORIGIN/ok.txt"' }))).toBe("pass");
    expect(existsSync(join(here.origin, "there"))).toBe(false);
  });
});

describe("builds", () => {
  test("their failure is unresolved, with what they say; nothing is built twice for nothing", async () => {
    const makefile = "t: a.o b.o\n\tgcc -o $@ $^\n%.o: %.c\n\tgcc -c $<\n\techo $< >> $(PARE_ORIGIN)/log\n";
    const a = (code: string): string => `int f(void);\nint main(void) { return f() + ${code}; }\n`;
    const here = world({ Makefile: makefile, "a.c": a("0"), "b.c": "int f(void) { return 0; }\n" });
    const log = join(here.origin, "log");
    const built = (): readonly string[] => {
      const lines = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
      rmSync(log, { force: true });
      return lines;
    };
    const opened = await learn(here, { command: ["./t"], build: "make -s" }, state({ "a.c": a("1") }));
    // Three runs at each end, and a build for each end: only what was written is built.
    expect(built()).toEqual(["a.c", "b.c", "a.c"]);
    expect(await verdictOn(opened, state({ "a.c": a("1") }))).toBe("fail");
    expect(built()).toEqual([]);
    expect(await verdictOn(opened, state({ "a.c": a("2 - 2") }))).toBe("pass");
    expect(await verdictOn(opened, state({ "a.c": a("1") }))).toBe("fail");
    expect(await verdictOn(opened, state({}))).toBe("pass");
    expect(built()).toEqual(["a.c", "a.c", "a.c"]);
    const reason = await verdictOn(opened, state({ "b.c": "int f(void) { return limit; }\n" }));
    expect(reason).toMatch(/^unresolved: the build fails: b\.c: error: ‘limit’ undeclared/);
    expect(await verdictOn(opened, state({ "b.c": "int g(void) { return 0; }\n" }))).toMatch(
      /^unresolved: the build fails: .*undefined reference to `f'/,
    );
    expect(await verdictOn(opened, state({ "a.c": `\n${a("1")}` }))).toBe("fail");
    expect(here.warnings).toEqual([]);
  });

  test("a place that is at a mixture already is not built again, unless its files were changed", async () => {
    const here = world({ code: "0" });
    const count = (): number => readFileSync(join(here.origin, "builds"), "utf8").length;
    const build = 'printf x >> "$PARE_ORIGIN/builds"; test ! -e broken';
    const command = sh('test -e spoils && echo more >> spoils; exit "$(cat code)"');
    const opened = await learn(here, { command, build }, state({ code: "1" }));
    expect(count()).toBe(2);
    expect(await verdictOn(opened, state({ code: "1" }))).toBe("fail");
    expect(count()).toBe(2);
    for (const _ of [1, 2]) expect(await verdictOn(opened, state({ broken: "" }))).toBe("unresolved: the build fails");
    expect(count()).toBe(3);
    for (const _ of [1, 2]) expect(await verdictOn(opened, state({ spoils: "" }))).toBe("pass");
    expect(count()).toBe(5);
    expect(here.warnings.length).toBe(1);
  });

  test("one that does not end is unresolved as other tests are, after ten times as long", async () => {
    const here = world({ code: "0" });
    const opened = await learn(
      here,
      { command: sh("exit $(cat code)"), build: "if [ -e slow ]; then sleep 60; fi" },
      state({ code: "1" }),
    );
    expect(await ask(opened, state({ slow: "" }), 50)).toMatchObject({
      outcome: "unresolved",
      reason: "the build does not end",
      evidence: { timedOut: true },
    });
  });
});
