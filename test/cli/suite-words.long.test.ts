/** `pare suite` as it is typed: what it says at the end, to people and to programs, and files with awkward names. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { quickFileIn, readQuick, writeQuick } from "../../src/cli/suite/quick-file.ts";
import { heldFile } from "../../src/runs/output/guarded-output.ts";
import { UserError } from "../../src/core/errors.ts";
import { buildIfMissing, lastJson, place, type Place } from "./support.ts";

beforeAll(buildIfMissing);

/** Every distinct line is an entity; "bad" fails, "none" tells nothing, "long" does not end. */
const COMMAND = [
  "sh",
  "-c",
  'grep -q none "$1" && exit; grep -q long "$1" && sleep 60; sort -u "$1" > "${PARE_COVERAGE:-.}/covered"; ! grep -q bad "$1"',
  "-",
  "{}",
];
const LINES = ["--cover", "file:covered", "--", ...COMMAND];

const suite = (more: Readonly<Record<string, string>> = {}): Place => {
  const here = place();
  mkdirSync(join(here.path, "tests"));
  const tests = { a: "one\ntwo\none\n", b: "two\nbad\n", c: "two\ntwo\n", ...more };
  for (const [name, text] of Object.entries(tests)) here.write(`tests/${name}`, text);
  return here;
};

describe("--json of pare suite", () => {
  it("ends with the same object for every command", () => {
    const here = suite({ d: "none\n", e: "long\n" });
    const ran = (...typed: readonly string[]): Record<string, unknown> =>
      lastJson(here.pare("suite", ...typed, "--timeout", "4", "--json", ...LINES));
    const tests = (run: number, fail: number, pass: number, unresolved: number, timeouts: number): object => ({
      run,
      recalled: 0,
      wasted: 0,
      fail,
      pass,
      unresolved,
      timeouts,
    });
    const covered = (before: number, after: number): object => ({
      effect: { before, after },
      statements: { before, after },
      branches: { before: 0, after: 0 },
      functions: { before: 0, after: 0 },
    });
    const measured = { runMs: expect.objectContaining({ after: expect.any(Number) }), wallMs: expect.any(Number) };
    const selected = ran("select", "tests");
    expect(selected).toMatchObject({ ...measured, units: { before: 3, after: 2 }, covered: covered(3, 3) });
    expect(selected["tests"]).toEqual(tests(5, 1, 2, 2, 1));
    rmSync(join(here.path, "tests/e"));
    const order = ran("order", "tests", "--by", "dst");
    expect(order).toMatchObject({ ...measured, cases: 3, units: { before: 3, after: 3 }, covered: covered(3, 3) });
    expect(order["tests"]).toEqual(tests(12, 3, 6, 3, 0));
    expect(order["leftOut"]).toHaveLength(1);
    const quick = ran("quick", "tests", "--budget", "1h");
    expect(quick).toMatchObject({ ...measured, cases: 3, units: { before: 3, after: 3 }, covered: covered(3, 3) });
    // Each of the three is run three times more by the script.
    expect(quick["tests"]).toEqual(tests(21, 3, 6, 3, 0));
    expect(ran("quick", "tests", "--check")).toMatchObject({ ...measured, status: "complete", covered: covered(3, 3) });
    here.write("few.txt", "tests/a\n");
    const compared = ran("compare", "tests", "few.txt");
    expect(compared).toMatchObject({ ...measured, cases: 3, units: { before: 3, after: 1 }, covered: covered(3, 2) });
    expect(compared["tests"]).toMatchObject({ recalled: 0, wasted: 0, timeouts: 0 });
    const reduced = ran("reduce", "tests", "-o", "small", "--start", "whole");
    expect(Object.keys(reduced["tests"] as object)).toEqual(Object.keys(tests(0, 0, 0, 0, 0)));
  });
});

describe("what pare suite says", () => {
  it("promises of endings what --verdict asks for, in columns", () => {
    const here = suite(Object.fromEntries(["g", "h", "i", "j", "k", "l"].map((name) => [name, `none\n${name}\n`])));
    const said = (...typed: readonly string[]): string =>
      here.pare("suite", "reduce", "tests", "-o", "small", "--start", "whole", ...typed, ...LINES).stdout;
    const same = said();
    expect(same).toContain("covers all of its effect, and ends as before:");
    const any = said("--verdict", "any");
    expect(any).toContain("covers all of its effect, and ends without a new crash:");
    expect(any).not.toContain("ends as before");
    const lines = same.split("\n").filter((line) => /^(?:guaranteed|unchanged| {4,}and 1 more)/.test(line));
    expect(lines).toHaveLength(7);
    for (const line of lines) expect(line).toMatch(/^.{12} {2}\S/);
  });

  it("does not promise to go on with what was only measured", async () => {
    const here = suite();
    const slow = ["--cover", "file:covered", "--", "sh", "-c", 'touch "$PARE_ORIGIN/$0"; sleep 60'];
    for (const command of ["select", "order"]) {
      const child = here.start("suite", command, "tests", ...slow, `begun-${command}`, "{}");
      let said = "";
      child.stderr?.on("data", (piece: Buffer) => (said += piece.toString()));
      while (!existsSync(join(here.path, `begun-${command}`)) && child.exitCode === null)
        await new Promise((done) => setTimeout(done, 10));
      child.kill("SIGINT");
      expect(await new Promise((done) => child.once("close", done))).toBe(130);
      expect(said).toContain("the measurements are not kept");
      expect(said).toContain(`start again with: pare suite ${command} tests`);
    }
  });
});

describe("quick tests", () => {
  it("leave out what a list cannot name, and say so", () => {
    const here = suite({ "new\nline": "three\n" });
    const made = here.pare("suite", "quick", "tests", "--budget", "1h", "--json", ...LINES);
    expect(made.code).toBe(0);
    expect(made.stderr).toContain('1 test left out: "new\\nline": a list with one path per line cannot contain it');
    expect(lastJson(made)).toMatchObject({ cases: 3, units: { before: 3, after: 3 } });
    expect(here.read("quick/1h.txt").split("\n").filter(Boolean).toSorted()).toEqual(["tests/a", "tests/b", "tests/c"]);
    expect(here.pare("suite", "compare", "tests", "quick/1h.txt", ...LINES).code).toBe(0);
    mkdirSync(join(here.path, "only"));
    here.write("only/new\nline", "three\n");
    const none = here.pare("suite", "quick", "only", "--budget", "1h", "-o", "none", ...LINES);
    expect([none.code, none.stderr.includes("without line breaks")]).toEqual([2, true]);
  });

  it("run where they were made, whatever the directory is called", () => {
    const outer = place();
    const name = "a $(touch bad) `touch bad` \"b\" 'c'";
    for (const path of [name, join(name, "tests")]) mkdirSync(join(outer.path, path));
    outer.write(join(name, "tests", "a"), "one\n");
    const main = join(import.meta.dirname, "../../dist/cli/main.js");
    const cwd = join(outer.path, name);
    const typed = ["suite", "quick", "tests", "--budget", "1h", "-o", "../quick", ...LINES];
    expect(spawnSync(process.execPath, [main, ...typed], { cwd }).status).toBe(0);
    const { status, stderr } = spawnSync(join(outer.path, "quick", "1h.sh"), { cwd: outer.path, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(existsSync(join(outer.path, "bad"))).toBe(false);
  });

  it("are not read from another file of that name", () => {
    const here = place();
    for (const text of ["{}", "null", '{"quick": [{}]}', '{"quick": 1}', "no JSON"]) {
      here.write("quick.json", text);
      expect(() => readQuick(here.path)).toThrow("There are no quick tests in");
    }
    expect(() => readQuick(join(here.path, "nowhere"))).toThrow(UserError);
    const quick = [{ name: "1s", budgetMs: 1000, ms: 5, tests: ["a"], covered: 3 }];
    writeQuick(heldFile(quickFileIn(here.path)), { quick, reduced: true }, () => 0o600);
    expect(readQuick(here.path)).toEqual({ quick, reduced: true });
  });
});
