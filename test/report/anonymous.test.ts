import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { formatReport, type ReportForm } from "../../src/cli/reduction/report-file.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { reportData } from "../../src/run-report/data.ts";
import { storedRun } from "../../src/run-report/run.ts";
import type { Necessity } from "../../src/reporters/reduce/report-data.ts";

/** Stands in every name, string and comment, and in what the test prints; nowhere in what pare says. */
const CANARY = /canary/i;

const SOURCE = `/* canaryComment about the customer */
struct CanaryRecord { int canaryField; };
int canaryFunction(const char *canaryText);
int canaryMain(void) {
  // canaryLine
  return canaryFunction("canaryString for Bob");
}
`;

/** A call with a long string, whatever they are called. */
const TEST = `#!/bin/sh
echo canaryOutput "$PWD" "$1"
grep -Ehrq '[A-Za-z0-9]+\\("[^"]{8,}"\\)' "$1"
`;

const FORMS: readonly ReportForm[] = ["html", "markdown", "json"];

/** As if somebody had asked what each part is needed for. */
const NECESSITY: Necessity = {
  unit: "tokens",
  files: [{ path: "canaryDir/canaryFile.c", parts: [{ text: "n1", fate: "other", reason: "prints canaryOutput" }] }],
  recalled: 0,
  tested: 1,
  neighbour: {
    path: "canaryDir/canaryFile.c",
    line: 1,
    removed: "(",
    reason: "canaryOutput is gone",
    before: "n1(",
    after: "n1",
  },
};

test.each([
  ["a file", "canaryInput.c"],
  ["a directory", "canaryProject"],
])("the report of an anonymised run of %s tells nothing of the original", async (_, input) => {
  const cwd = mkdtempSync(join(tmpdir(), "pare-canary-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  mkdirSync(join(cwd, "canaryProject", "canaryDir"), { recursive: true });
  writeFileSync(join(cwd, "canaryProject", "canaryDir", "canaryFile.c"), SOURCE);
  writeFileSync(join(cwd, "canaryInput.c"), SOURCE);
  writeFileSync(join(cwd, "canaryTest.sh"), TEST);
  chmodSync(join(cwd, "canaryTest.sh"), 0o755);
  const run = async (anonymize: boolean): Promise<readonly string[]> => {
    const options = { cwd, input, test: "./canaryTest.sh", jobs: 2, anonymize, output: `canaryOut-${anonymize}` };
    const result = await reduce({ ...options, commandLine: `pare ${input} --test ./canaryTest.sh` }).result;
    const stored = storedRun(result.run);
    if (stored === undefined) throw new Error("no run");
    return FORMS.map((form) => formatReport(reportData(stored, cwd, NECESSITY), form));
  };
  for (const text of await run(true)) {
    expect(
      CANARY.exec(text)
        ?.input.slice(CANARY.exec(text)?.index ?? 0)
        .slice(0, 80),
    ).toBeUndefined();
    expect(text).toContain("xxxxxx");
  }
  // Without it the canaries are there: the test above looks in the right place.
  for (const text of await run(false)) expect(text).toMatch(CANARY);
});
