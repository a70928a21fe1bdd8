/** What a new condition flag costs: one file and one entry. A toy is added to a copy of the source, which then runs. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const copy = mkdtempSync(join(tmpdir(), "pare-toy-"));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const TOY = `/** \`--max-lines\`: at most so many lines on standard output. */
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
`;

const addToy = (): void => {
  cpSync(join(root, "src"), join(copy, "src"), { recursive: true });
  for (const name of ["node_modules", "grammars", "package.json", "tsconfig.json"])
    symlinkSync(join(root, name), join(copy, name));
  const conditions = join(copy, "src/oracles/conditions");
  writeFileSync(join(conditions, "max-lines.ts"), TOY);
  const index = readFileSync(join(conditions, "index.ts"), "utf8");
  const extended = index
    .replace("export const CONDITIONS = { ", "export const CONDITIONS = { maxLines, ")
    .replace("import { hang }", 'import { maxLines } from "./max-lines.ts";\nimport { hang }');
  writeFileSync(join(conditions, "index.ts"), extended);
  writeFileSync(join(copy, "hay.txt"), "one\ntwo\nneedle\nthree\n");
  writeFileSync(join(copy, "count.sh"), "#!/bin/sh\ngrep -v needle hay.txt\ngrep -q needle hay.txt && exit 3\n");
  chmodSync(join(copy, "count.sh"), 0o755);
};

const pare = (environment: Readonly<Record<string, string>>, ...typed: readonly string[]) =>
  spawnSync(process.execPath, ["--import", "tsx", "src/cli/main.ts", ...typed], {
    cwd: copy,
    encoding: "utf8",
    env: { ...process.env, ...environment },
  });

describe("a condition that is added as one file and one entry", { timeout: 120_000 }, () => {
  addToy();

  test("is in the help of every command that has conditions, and in the completion", () => {
    for (const command of ["reduce", "isolate", "check"])
      expect(pare({}, command, "--help").stdout).toContain("--max-lines <n>");
    expect(pare({}, "completion", "bash").stdout).toContain("--max-lines");
  });

  test("decides what is kept, and is described", () => {
    const command = ["--", "./count.sh"];
    const { status, stderr } = pare({}, "hay.txt", "--with", "count.sh", "--max-lines", "9", "--plain", ...command);
    expect(stderr).toContain("exits with 3 and prints at most 9 lines");
    expect(status).toBe(0);
    expect(readFileSync(join(copy, "hay.reduced.txt"), "utf8").trim()).toBe("needle");
    const none = pare({ PARE_MAX_LINES: "0" }, "hay.txt", "--with", "count.sh", "--fresh", ...command);
    expect(none.status).toBe(3);
  });

  test("is refused where a script decides, and read from the configuration", () => {
    const { status, stderr } = pare({}, "hay.txt", "--test", "./count.sh", "--max-lines", "1");
    expect(status).toBe(2);
    expect(stderr).toContain("--max-lines has no effect together with --test.");
    writeFileSync(join(copy, "pare.config.json"), '{"maxLines": "few"}');
    expect(pare({}, "hay.txt", "--", "./count.sh").stderr).toContain("a whole number of at least 0");
  });

  test("needs no other change: the copy compiles", () => {
    const typed = ["-p", join(copy, "tsconfig.toy.json")];
    writeFileSync(
      join(copy, "tsconfig.toy.json"),
      '{ "extends": "./tsconfig.json", "include": ["src/cli/main.ts"], "compilerOptions": { "paths": {} } }',
    );
    expect(execFileSync(join(root, "node_modules/.bin/tsc"), typed, { cwd: copy, encoding: "utf8" })).toBe("");
  });
});
