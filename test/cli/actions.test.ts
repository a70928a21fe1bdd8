/** pare in continuous integration: annotations and the summary of GitHub Actions, logs without carriage returns, and the composite action. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { buildIfMissing, place, type Place } from "./support.ts";

beforeAll(buildIfMissing);

const root = join(import.meta.dirname, "../..");
const HAY = Array.from({ length: 30 }, (_, i) => `line ${i}\n`).join("");
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
  interface Action {
    readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
    readonly runs: { readonly steps: readonly { readonly run: string; readonly env: Record<string, string> }[] };
  }
  const action = parse(readFileSync(join(root, "action.yml"), "utf8")) as Action;
  const [step] = action.runs.steps;

  /** Runs the step as the runner would: expressions are replaced by inputs. */
  const run = (given: Readonly<Record<string, string>>) => {
    const work = mkdtempSync(join(tmpdir(), "pare-action-"));
    onTestFinished(() => rmSync(work, { recursive: true, force: true }));
    writeFileSync(join(work, "hay.txt"), HAY);
    const outputs = join(work, "outputs");
    const summary = join(work, "summary.md");
    writeFileSync(outputs, "");
    writeFileSync(summary, "");
    const value = (text: string): string =>
      text.replace(
        /^\$\{\{ inputs\.([\w-]+) \}\}$/,
        (_, name: string) => given[name] ?? action.inputs[name]?.default ?? "",
      );
    const inputs = Object.entries(step?.env ?? {}).map(([name, text]) => [name, value(text)]);
    const result = spawnSync("bash", ["-c", step?.run ?? ""], {
      cwd: work,
      encoding: "utf8",
      env: {
        ...process.env,
        ...Object.fromEntries(inputs),
        GITHUB_ACTION_PATH: root,
        GITHUB_ACTIONS: "true",
        GITHUB_OUTPUT: outputs,
        GITHUB_STEP_SUMMARY: summary,
        RUNNER_TEMP: work,
      },
    });
    const [told, summed] = [outputs, summary].map((file) => readFileSync(file, "utf8"));
    return { code: result.status, output: `${told}\n${result.stderr}`, summary: summed };
  };
  const words = `hay.txt ${COMMAND.map((word) => `"${word}"`).join(" ")}`;

  test("isolate hands on its patch, triage its folder, from the package as npm packs it", () => {
    const packs = mkdtempSync(join(tmpdir(), "pare-packed-"));
    onTestFinished(() => rmSync(packs, { recursive: true, force: true }));
    const packed = spawnSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", packs], {
      cwd: root,
      encoding: "utf8",
    });
    const tarball = join(packs, packed.stdout.trim().split("\n").at(-1) ?? "");
    const files = join(packs, "files");
    cpSync(join(root, "examples/ten-tasks/files"), files, { recursive: true });
    const isolated = run({
      command: "isolate",
      arguments: `${files}/old ${files}/new -- node ${files}/check.js {}`,
      package: tarball,
    });
    expect(isolated.output).toMatch(/exit-code=0\nresult=\S+culprit\.patch\njson=\{/);
    expect(isolated.summary).toContain("the change that does it");
    const triaged = run({
      command: "triage",
      arguments: `${files}/crashes -- node ${files}/target.js {}`,
      package: tarball,
    });
    expect(triaged.output).toMatch(/exit-code=0\nresult=triaged\njson=\{/);
    expect(triaged.summary).toContain("pare triage: 2 bugs in 6 files");
  });

  test("installs the package, runs the command, and hands on what it has found", () => {
    const { code, output } = run({ arguments: words, package: root, fail: "false" });
    expect(output).toContain("exit-code=0\nresult=hay.reduced.txt\njson={");
    expect(code).toBe(0);
  });

  test("fails as pare does", () => {
    const { code, output } = run({ arguments: "hay.txt -- true", package: root });
    expect(code).toBe(3);
    expect(output).toContain("exit-code=3\nresult=\njson={");
  });
});
