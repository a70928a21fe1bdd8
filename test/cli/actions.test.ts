/** pare in continuous integration: annotations and the summary of GitHub Actions, logs without carriage returns, and the composite action. */
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { HAY, ROOT, runAction } from "./composite-action.ts";
import { buildIfMissing, place, type Place } from "./support.ts";

beforeAll(buildIfMissing);

const COMMAND = ["--", "sh", "-c", "grep -q 'line 17' hay.txt && echo 'found: 100 %' >&2 && exit 3"];

const hay = (): Place => {
  const here = place();
  here.write("hay.txt", HAY);
  here.write("summary.md", "", 0o666);
  return here;
};

describe("in GitHub Actions", () => {
  test("a result is a notice and a summary of the step", () => {
    const here = hay();
    const summary = join(here.path, "summary.md");
    const actions = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary, CI: "true" };
    const { code, stdout, stderr } = here.pareWith(actions, "hay.txt", ...COMMAND);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^::notice title=pare%3A hay\.txt::size: +\d+ → \d bytes.*%0A/m);
    const written = here.read("summary.md");
    expect(written).toMatch(/^### pare: hay.txt\n\n```text\nsize: /);
    expect(written).toContain("hay.reduced.txt");
    expect(`${stdout}${stderr}`).not.toContain("\r");
  });

  test("a mistake is an error with its advice, on one line", () => {
    const { code, stderr } = hay().pareWith({ GITHUB_ACTIONS: "true" }, "hay.txt", "--", "true");
    expect(code).toBe(3);
    const lines = stderr.split("\n").filter((line) => line.startsWith("::error "));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^::error title=pare%3A NOT\w+::.+%0A/);
  });

  test("the change that causes a failure is annotated where it stands", () => {
    const here = place();
    here.write("good.json", '{\n  "a": 1,\n  "b": 2\n}\n');
    here.write("bad.json", '{\n  "a": 1,\n  "b": 3\n}\n');
    const check = ["--", "sh", "-c", "if grep -q 3 {}; then echo three >&2; exit 1; fi"];
    const { code, stderr } = here.pareWith({ GITHUB_ACTIONS: "true" }, "isolate", "good.json", "bad.json", ...check);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^::notice file=good\.json,title=pare%3A .*%0A {2}\+ 3%0A/m);
  });

  test("elsewhere nothing of it is printed unless --format-output asks for it, and not where it asks for plain lines", () => {
    const here = hay();
    expect(here.pare("hay.txt", ...COMMAND).stderr).not.toMatch(/^::/m);
    expect(here.pare("hay.txt", "--format-output", "github", ...COMMAND).stderr).toMatch(/^::notice /m);
    expect(here.pare("hay.txt", "--format-output", "github", "--", "true").stderr).toMatch(/^::error /m);
    const actions = { GITHUB_ACTIONS: "true" };
    expect(here.pareWith(actions, "hay.txt", "--format-output=plain", ...COMMAND).stderr).not.toMatch(/^::|\r/m);
  });
});

describe("the composite action", () => {
  const words = `hay.txt ${COMMAND.map((word) => `"${word}"`).join(" ")}`;

  test("installs the package, runs the command, and hands on what it has found", () => {
    const { code, output } = runAction({ arguments: words, package: ROOT, fail: "false" });
    expect(output).toContain("exit-code=0\nresult=hay.reduced.txt\njson={");
    expect(code).toBe(0);
  });

  test("fails as pare does", () => {
    const { code, output } = runAction({ arguments: "hay.txt -- true", package: ROOT });
    expect(code).toBe(3);
    expect(output).toContain("exit-code=3\nresult=\njson={");
  });
});
