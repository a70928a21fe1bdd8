/** A program that was changed between two triages: what was learnt of the old one does not count. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { triagePlace } from "./support.ts";

test.skipIf(lacks("python3"))("a script that the command names is a part of the program", async () => {
  const place = triagePlace();
  const script = (bugs: string): void =>
    writeFileSync(
      join(place.path, "target.py"),
      `import sys\ntext = open(sys.argv[1]).read()\ndef fails(): raise KeyError("shape")\n${bugs}\n`,
    );
  script('if "berry" in text: fails()');
  place.write("a", "a berry pie\n");
  const command = ["python3", "target.py", "{}"];
  const first = await place.triage({ command });
  expect(first.bugs.map(({ state }) => state)).toEqual(["new"]);
  script("pass");
  const second = await place.triage({ command });
  expect(second.bugs.map(({ state, files }) => [state, files.length])).toEqual([["fixed", 0]]);
  expect(second.aside.map(({ reason }) => reason)).toEqual(["does not fail"]);
});

test("the summary of a step has the bugs once", () => {
  const place = triagePlace();
  place.write("a", "a berry pie\n");
  const main = join(import.meta.dirname, "../../dist/cli/main.js");
  const summary = join(place.path, "summary.md");
  const env = { ...process.env, GITHUB_STEP_SUMMARY: summary };
  const words = ["triage", "crashes", "--sort-only", "--debugger", "none", "--", "./target.sh", "{}"];
  expect(spawnSync(process.execPath, [main, ...words], { cwd: place.path, env }).status).toBe(0);
  const text = readFileSync(summary, "utf8");
  expect(text.match(/KeyError: /g)).toHaveLength(1);
  expect(text).toMatch(/^### pare triage: 1 bug in 1 file\n/);
});
