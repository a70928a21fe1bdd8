/** Examples do what their READMEs say: the commands are run, and the lines of the text block behind them must be printed. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Block {
  readonly commands: string;
  /** The lines of the text block that follows; those with an ellipsis are only for readers. */
  readonly lines: readonly string[];
}

/** The fenced sh blocks of a README, each with the text block behind it, if there is one. */
const blocksOf = (readme: string): Block[] =>
  Array.from(
    readme.matchAll(/^```sh\n([\s\S]*?)^```$(?:\s*^```text\n([\s\S]*?)^```$)?/gm),
    ([, commands = "", text = ""]) => ({
      commands,
      lines: text.split("\n").filter((line) => line !== "" && !line.includes("…")),
    }),
  );

const run = (commands: string): string => {
  const path = [dirname(process.execPath), join(root, "node_modules", ".bin"), process.env["PATH"]].join(delimiter);
  const env = { ...process.env, PATH: path, NO_COLOR: "1" };
  return execFileSync("sh", ["-e", "-c", commands], {
    cwd: root,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
};

/** The examples that take the most time: a suite, an external pass, the history of a repository, a compiler. */
const LONG: readonly string[] = ["external-passes", "isolate-axios", "reduce-first", "suite-acorn", "ten-tasks"];

const names = readdirSync(join(root, "examples"));

export const longExamples: readonly string[] = names.filter((name) => LONG.includes(name));

export const quickExamples: readonly string[] = names.filter((name) => !LONG.includes(name));

export const describeExamples = (some: readonly string[]): void => {
  describe.each(some)("examples/%s", (name) => {
    const blocks = blocksOf(readFileSync(join(root, "examples", name, "README.md"), "utf8"));

    test("has commands in its README", () => {
      expect(blocks.length).toBeGreaterThan(0);
    });

    test.each(blocks)("does what its README says: $commands", ({ commands, lines }) => {
      const printed = run(commands).split("\n");
      for (const line of lines) expect(printed).toContain(line);
    });
  });
};
