/** What a new condition flag costs: a toy is added to a copy of the source, and every command that has conditions has it. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cost, extend, type ExtendedTree, type Extension } from "./tree.ts";

const condition: Extension = {
  writes: {
    "oracles/conditions/max-lines.ts": `/** \`--max-lines\`: at most so many lines on standard output: a toy. */
import { wholeNumber } from "../../settings/readers.ts";
import { value } from "../../settings/setting.ts";
import { textOf } from "../trial.ts";
import type { Condition } from "./condition.ts";

const setting = value(
  { group: "Test", flags: "--max-lines <n>", about: "standard output must have at most this many lines" },
  wholeNumber(0),
  "number",
);

export const maxLines: Condition<number, typeof setting> = {
  setting,
  replaces: "output",
  refutedBy: (given, trial) => {
    const lines = textOf(trial.stdout).split("\\n").length - 1;
    return lines <= given ? undefined : \`prints \${lines} lines\`;
  },
  describe: (given) => [\`prints at most \${given} lines\`],
};
`,
  },
  inserts: {
    "oracles/conditions/index.ts": [
      ['import { hang } from "./hang.ts";\n', 'import { maxLines } from "./max-lines.ts";\n'],
      ["export const CONDITIONS = { ", "maxLines, "],
    ],
  },
};

const FILES = {
  "hay.txt": "one\ntwo\nneedle\nthree\n",
  "count.sh": "#!/bin/sh\ngrep -v needle hay.txt\ngrep -q needle hay.txt && exit 3\n",
};
const COMMAND = ["--with", "count.sh", "--", "./count.sh"];

describe("a toy condition", () => {
  let tree: ExtendedTree;
  beforeAll(() => {
    tree = extend([condition]);
  });
  afterAll(() => tree.remove());

  test("is a file and an entry, as the page says, and compiles", () => {
    const page = readFileSync(new URL("../../docs/architecture.md", import.meta.url), "utf8");
    expect(cost(condition)).toBe(Number(/^\| a condition flag \| (\d+) \|/m.exec(page)?.[1]));
    expect(tree.compile()).toBe("");
  });

  test("is in the help of every command that has conditions, and in the completion", () => {
    for (const command of ["reduce", "isolate", "check"])
      expect(tree.pare([command, "--help", "--all"], {}).output).toContain("--max-lines <n>");
    expect(tree.pare(["completion", "bash"], {}).output).toContain("--max-lines");
  });

  test("decides what is kept, and is described", () => {
    const run = tree.pare(["hay.txt", "--max-lines", "9", "--plain", ...COMMAND], FILES);
    expect(run.output).toContain("exits with 3 and prints at most 9 lines");
    expect(run.status).toBe(0);
    expect(run.result("hay.reduced.txt").toString().trim()).toBe("needle");
  });

  test("is read from the configuration, and no original meets what it cannot", () => {
    const wrong = tree.pare(["hay.txt", ...COMMAND], { ...FILES, "pare.config.json": '{"maxLines": "few"}' });
    expect(wrong.output).toContain("a whole number of at least 0");
    const none = tree.pare(["hay.txt", ...COMMAND], { ...FILES, "pare.config.json": '{"maxLines": 0}' });
    expect(none.status).toBe(3);
  });

  test("is refused where a script decides", () => {
    const run = tree.pare(["hay.txt", "--test", "./count.sh", "--max-lines", "1"], FILES);
    expect(run.status).toBe(2);
    expect(run.output).toContain("--max-lines has no effect together with --test.");
  });
});
