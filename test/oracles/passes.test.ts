/** `--passes`: commands that must succeed on every candidate, beside any test. */
import { afterAll, describe, expect, test } from "vitest";
import type { ProcessOracle } from "../../src/oracles/oracle.ts";
import { scriptOracle } from "../../src/oracles/script.ts";
import { withPasses } from "../../src/oracles/sides/passes.ts";
import { storedTest } from "../../src/reduce/process-test.ts";
import { commandOracle } from "../../src/oracles/command.ts";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { NEVER, openWorkshop, textCase } from "./workshop.ts";

const workshop = openWorkshop();
afterAll(() => workshop.close());

workshop.write("shows.sh", "#!/bin/sh\ngrep -q bug in.txt\n", 0o755);
const oracleWith = (...lines: readonly string[]): ProcessOracle => {
  const setting = workshop.setting("in.txt");
  return withPasses(scriptOracle(setting, "./shows.sh"), { setting, lines });
};
const run = (oracle: ProcessOracle, text: string, timeout = 60_000) =>
  oracle.test(textCase("in.txt", text), { timeout }, NEVER);

describe("a candidate counts if the failure shows and every command succeeds", () => {
  const oracle = oracleWith("grep -q one in.txt", "grep two {} | grep -q 'two'");
  test.each([
    ["one two bug", { outcome: "fail" }],
    ["one two", { outcome: "pass", reason: "exit 1" }],
    ["two bug", { outcome: "pass", reason: "--passes 'grep -q one in.txt' exits with 1" }],
    ["one bug", { outcome: "pass", reason: String.raw`--passes 'grep two {} | grep -q '\''two'\''' exits with 1` }],
    ["", { outcome: "pass" }],
  ])("%s", async (text, expected) => {
    expect(await run(oracle, text)).toMatchObject(expected);
  });
});

test("a command that a signal ends, or that does not end, refuses", async () => {
  expect(await run(oracleWith("kill -SEGV $$"), "bug")).toMatchObject({
    outcome: "pass",
    reason: "--passes 'kill -SEGV $$' is ended by SIGSEGV",
  });
  expect(await run(oracleWith("sleep 60"), "bug", 200)).toMatchObject({
    outcome: "unresolved",
    reason: "timeout",
    evidence: { timedOut: true },
  });
});

test("what the command has printed is kept for people", async () => {
  const finding = await run(oracleWith("echo not valid >&2; exit 3"), "bug");
  expect(finding.evidence).toEqual({ output: "not valid\n", exit: 3 });
});

test("the first side that refuses ends the other", async () => {
  expect(await run(oracleWith("sleep 600"), "nothing", 600_000)).toMatchObject({ outcome: "pass", reason: "exit 1" });
  const setting = workshop.setting("in.txt");
  workshop.write("slow.sh", "#!/bin/sh\nsleep 600\n", 0o755);
  const slow = withPasses(scriptOracle(setting, "./slow.sh"), { setting, lines: ["exit 4"] });
  expect(await run(slow, "bug", 600_000)).toMatchObject({ outcome: "pass", reason: "--passes 'exit 4' exits with 4" });
});

test("in turn, a command is not run where the failure does not show", async () => {
  const mark = join(workshop.folder, "was-run");
  const setting = workshop.setting("in.txt");
  const lines = ['touch "$PARE_ORIGIN/was-run"'];
  const oracle = withPasses(scriptOracle(setting, "./shows.sh"), { setting, lines, inTurn: true });
  expect(await run(oracle, "nothing")).toMatchObject({ outcome: "pass" });
  expect(existsSync(mark)).toBe(false);
  expect(await run(oracle, "bug")).toMatchObject({ outcome: "fail" });
  expect(existsSync(mark)).toBe(true);
});

test("when the test is called off, so are all its sides", async () => {
  const controller = new AbortController();
  const under = oracleWith("sleep 60").test(textCase("in.txt", "bug"), { timeout: 60_000 }, controller.signal);
  controller.abort(new Error("enough"));
  await expect(under).rejects.toThrow("enough");
});

test("each command has a directory of its own", async () => {
  const oracle = oracleWith("test ! -e left && touch left", "test ! -e left");
  expect(await run(oracle, "bug")).toMatchObject({ outcome: "fail" });
});

test("another command is another test, and what was learnt is found below it", () => {
  expect(oracleWith("true").identity).not.toEqual(oracleWith("true ").identity);
  const setting = workshop.setting("in.txt");
  const learnt = { command: ["false"], signature: { ending: { code: 1 } }, refinements: {} };
  expect(storedTest(withPasses(commandOracle(setting, learnt), { setting, lines: ["true"] }).identity)).toEqual(learnt);
});

test("the line that repeats the test runs the commands, too", () => {
  const path = workshop.write("a file.txt", "one bug");
  const repeats = (line: string): string => {
    try {
      execFileSync("/bin/sh", ["-c", oracleWith(line).repeatLine(path)], { cwd: workshop.folder, stdio: "pipe" });
      return "succeeds";
    } catch {
      return "fails";
    }
  };
  expect(repeats('test "$(cat {})" = "one bug"')).toBe("succeeds");
  expect(repeats('test "$(cat {})" = "two bug"')).toBe("fails");
});
