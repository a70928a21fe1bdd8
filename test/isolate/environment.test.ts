/** Variables of the environment, as files have them and as programs get them. */
import * as fc from "fast-check";
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whole } from "../../src/core/configuration.ts";
import type { Changes } from "../../src/isolate/change.ts";
import { environmentKind } from "../../src/isolate/kinds/environment/kind.ts";
import { readVariables } from "../../src/isolate/kinds/environment/open.ts";
import { chosen, none, openBench, type Bench } from "./test-order-support.ts";

let bench: Bench;
beforeEach(() => {
  bench = openBench();
});
afterEach(() => {
  bench.close();
  vi.unstubAllEnvs();
});

const changesOf = async (good: string, bad: string): Promise<Changes> =>
  (await bench.open(environmentKind, { env: [good, bad] })).changes();

test("a file such as .env", () => {
  const text = `# settings
A=1
export B = two words   # a remark
C='single # "as it is" \\n'
D="double\\n\\"quoted\\" $HOME" # a remark
E=
F=a#b
declare -x G="of bash"
export H

I="several
lines"\r
J='x'`;
  expect(Object.fromEntries(readVariables(text, "x"))).toEqual({
    A: "1",
    B: "two words",
    C: String.raw`single # "as it is" \n`,
    D: 'double\n"quoted" $HOME',
    E: "",
    F: "a#b",
    G: "of bash",
    I: "several\nlines",
    J: "x",
  });
});

test("what env prints is taken as it is, with values of several lines", () => {
  const text = `HOME=/root\nQUOTED="x" # no remark\nMULTI=first\n  second\n}\nSHLVL=1\n_=/usr/bin/env\n`;
  expect(Object.fromEntries(readVariables(text, "x"))).toEqual({
    HOME: "/root",
    QUOTED: '"x" # no remark',
    MULTI: "first\n  second\n}",
    SHLVL: "1",
    _: "/usr/bin/env",
  });
});

test("any environment comes back from what the real env -0 prints", () => {
  const name = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,6}$/);
  const value = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"));
  fc.assert(
    fc.property(fc.dictionary(name, value, { minKeys: 1, noNullPrototype: true }), (env) => {
      const text = execFileSync("/usr/bin/env", ["-0"], { env, encoding: "utf8" });
      expect(Object.fromEntries(readVariables(text, "x"))).toEqual(env);
    }),
    { numRuns: 10 },
  );
});

test("a line that says nothing is named", () => {
  expect(() => readVariables("A=1\n\nwhat is this\n", "bad.env")).toThrow(/bad\.env:3 is not of the form NAME=VALUE/);
});

test("changes are variables added, removed and changed; what is in neither file stays, what is in both is set", async () => {
  vi.stubEnv("ONLY_GOOD", "now");
  vi.stubEnv("ELSEWHERE", "kept");
  bench.write("good.env", "SAME=s\nONLY_GOOD=g\nOTHER=1\nPWD_=x\n");
  bench.write("bad.env", "SAME=s\nOTHER=2\nONLY_BAD=b\nPWD_=x\n");
  const changes = await changesOf("good.env", "bad.env");
  expect(changes.all).toEqual([
    { id: "OTHER", old: "1", new: "2", what: "changed" },
    { id: "ONLY_BAD", new: "b", what: "added" },
    { id: "ONLY_GOOD", old: "g", what: "deleted" },
  ]);
  const shown = (ids: readonly string[]): readonly string[] =>
    bench
      .run(["env"], changes.mix(chosen(changes, ids)))
      .stdout.split("\n")
      .filter((line) => /^(?:SAME|ONLY|OTHER|ELSE)/.test(line))
      .toSorted((a, b) => (a < b ? -1 : 1));
  expect(shown([])).toEqual(["ELSEWHERE=kept", "ONLY_GOOD=g", "OTHER=1", "SAME=s"]);
  expect(shown(["ONLY_BAD", "ONLY_GOOD"])).toEqual(["ELSEWHERE=kept", "ONLY_BAD=b", "OTHER=1", "SAME=s"]);
  expect(shown(["OTHER", "ONLY_BAD", "ONLY_GOOD"])).toEqual(["ELSEWHERE=kept", "ONLY_BAD=b", "OTHER=2", "SAME=s"]);
});

test("- is the environment that pare has; where a shell is does not count", async () => {
  vi.stubEnv("FOR_THIS_TEST", "here");
  const now = Object.entries(process.env).filter(([name]) => name !== "FOR_THIS_TEST");
  bench.write("bad.env", [...now, ["PWD", "/elsewhere"], ["SHLVL", "77"]].map((pair) => pair.join("=")).join("\0"));
  const changes = await changesOf("-", "bad.env");
  expect(changes.all).toEqual([{ id: "FOR_THIS_TEST", old: "here", what: "deleted" }]);
  expect(changes.mix(none(changes)).environment?.["FOR_THIS_TEST"]).toBe("here");
  expect(changes.mix(whole(changes.all)).environment).toHaveProperty("FOR_THIS_TEST", undefined);
});

test("files that are missing or alike are mistakes", async () => {
  bench.write("a.env", "A=1\n");
  bench.write("b.env", "# the same\nexport A='1'\n");
  await expect(changesOf("a.env", "c.env")).rejects.toMatchObject({ code: "NO_INPUT" });
  await expect(changesOf("a.env", "b.env")).rejects.toMatchObject({ code: "SAME_ENDS" });
});

test("values do not enter the identity of the run", async () => {
  bench.write("a.env", "TOKEN=secret-one\n");
  bench.write("b.env", "TOKEN=secret-two\n");
  const { identity } = await bench.open(environmentKind, { env: ["a.env", "b.env"] });
  expect(JSON.stringify(identity)).not.toContain("secret");
});
