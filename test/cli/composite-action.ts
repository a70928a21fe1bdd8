/** The composite action, run as the runner of GitHub Actions would. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { parse } from "yaml";

export const ROOT: string = join(import.meta.dirname, "../..");
export const HAY: string = Array.from({ length: 30 }, (_, i) => `line ${i}\n`).join("");

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly { readonly run: string; readonly env: Record<string, string> }[] };
}
const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8")) as Action;
const [step] = action.runs.steps;

/** Runs the step as the runner would: expressions are replaced by inputs. */
export const runAction = (given: Readonly<Record<string, string>>) => {
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
      GITHUB_ACTION_PATH: ROOT,
      GITHUB_ACTIONS: "true",
      GITHUB_OUTPUT: outputs,
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: work,
    },
  });
  const [told, summed] = [outputs, summary].map((file) => readFileSync(file, "utf8"));
  return { code: result.status, output: `${told}\n${result.stderr}`, summary: summed };
};
