import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { run } from "../../src/cli/commands/isolate.ts";
import { UserError } from "../../src/core/errors.ts";

const COMMAND = ["--", "node", "check.cjs", "{}"] as const;
const nowhere = {
  write: () => {},
  json: () => {},
  bytes: () => Promise.resolve(),
  isTerminal: false,
  columns: 80,
  failed: undefined,
};

describe("wrong usage", () => {
  test.each<readonly [readonly string[], string]>([
    [[...COMMAND], "Nothing to compare was given"],
    [["old", ...COMMAND], "pare isolate compares two ends, not 1: old."],
    [["old", "new", "node", "check.cjs"], "Put the command after --: pare isolate old new -- node check.cjs."],
    [["old", "new"], "No test was given: nothing tells the good end from the bad one."],
    [["old", "new", "--test", "./t.sh", ...COMMAND], "More than one test was given: --test and a command after --."],
    [["old", "new", "--good", "HEAD", ...COMMAND], "More than one comparison was given: GOOD BAD and --good."],
    [["--bad", "HEAD", ...COMMAND], "--bad needs --good"],
    [["--lock", "a.json", ...COMMAND], "--lock takes two values, the good end and the bad one, not 1."],
    [
      ["--lock", "a.json", "b.json", "c.json", ...COMMAND],
      "--lock takes two values, the good end and the bad one, not 3.",
    ],
    [["--env", ...COMMAND], "--env needs two values: --env GOOD BAD."],
    [["--tests", "t.txt", ...COMMAND], "--tests needs --victim"],
    [["old", "new", "--victim", "x", ...COMMAND], "--victim has no effect without --tests."],
    [["old", "new", "--brittle", ...COMMAND], "--brittle has no effect without --tests."],
    [["old", "new", "--level", "hunk", ...COMMAND], '--level cannot be "hunk"; did you mean "hunks"?'],
    [
      ["old", "new", "--level", "commits", ...COMMAND],
      "--level has no effect here: only git repositories have commits",
    ],
    [["--flags", "-a", "--apply", ...COMMAND], "--apply has no effect here: --flags compares no files"],
    [["--flags", "-a", "--only", "*.c", ...COMMAND], "--only has no effect here: --flags has no paths."],
    [["old", "new", "--find", "trigger", "--apply", ...COMMAND], "--find trigger does not look for the patch"],
    [["old", "new", "--test", "./t.sh", "--match", "x"], "--match has no effect together with --test."],
    [["old", "new", "--bisect-codes", "--exit", "1", ...COMMAND], "--exit has no effect together with --bisect-codes."],
    [["old", "new", "--report", "r.pdf", ...COMMAND], "it must end with .html, .md, .json"],
    [["old", "new", "--report", "none/r.md", ...COMMAND], "There is no directory"],
    [["old", "new", "--test", "./t.sh", "--events", "t.sh"], "--events t.sh would overwrite a file that pare reads."],
    [["old", "new", "--in-place", ...COMMAND], "pare isolate has no flag --in-place"],
  ])("%j", async (typed, message) => {
    const directory = mkdtempSync(join(tmpdir(), "pare-usage-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    writeFileSync(join(directory, "t.sh"), "#!/bin/sh\n");
    const said = await run(typed, { out: nowhere, err: nowhere, directory, environment: {} }).catch((error: unknown) =>
      error instanceof UserError ? `${error.message}\n${error.advice}` : error,
    );
    expect(said).toContain(message);
    expect(readFileSync(join(directory, "t.sh"), "utf8")).toBe("#!/bin/sh\n");
    expect(readdirSync(directory)).toEqual(["t.sh"]);
  });
});
