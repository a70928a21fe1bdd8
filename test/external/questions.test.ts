import { expect, onTestFinished, test } from "vitest";
import { fileCase, type TestCase } from "../../src/core/test-case.ts";
import { commandPass } from "../../src/external/pass.ts";
import { openRunner, openScratch } from "../../src/runner/index.ts";
import { newDirectory } from "../runs/support.ts";

const caseOf = (text: string): TestCase => {
  const bytes = Buffer.from(text);
  return fileCase({ path: "input.txt", mode: 0o644, bytes: () => bytes }, bytes.length);
};

test("a pass is asked once about each text, and not for ever about one file", async () => {
  const scratch = openScratch();
  const runner = openRunner({ scratch });
  onTestFinished(async () => {
    await runner.close();
    scratch.close();
  });
  const warnings: string[] = [];
  const pass = commandPass(`echo '{"edits":[{"start":0,"end":1}]}'; :`, {
    runner,
    scratch,
    origin: newDirectory(),
    extraFiles: [],
    env: { PATH: process.env["PATH"] ?? "" },
    timeout: 60_000,
    questions: 2,
    sandbox: false,
    signal: new AbortController().signal,
    warn: (_, message) => void warnings.push(message),
  });
  const counts: number[] = [];
  for (const text of ["one", "two", "one", "two", "three", "one", "three", "four"])
    counts.push((await pass.changes(caseOf(text))).changes.length);
  expect(counts).toEqual([1, 1, 1, 1, 0, 1, 0, 0]);
  expect(warnings).toEqual(["The pass echo is switched off: it was asked about a file more than 2 times."]);
});
