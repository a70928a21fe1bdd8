import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, test } from "vitest";
import { buildIfMissing, place } from "./support.ts";

beforeAll(buildIfMissing);

/** What bash offers when the last word is completed. */
const offered = (script: string, ...words: readonly string[]): readonly string[] => {
  const line = `${script}
COMP_WORDS=(pare ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}
_pare; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["--norc", "-c", line], { encoding: "utf8" }).trim().split("\n");
};

describe("completion in bash", () => {
  test("knows commands, flags of a command, and the words of a flag", () => {
    const script = place().pare("completion", "bash").stdout;
    expect(offered(script, "re")).toEqual(["reduce", "report"]);
    expect(offered(script, "reduce", "x.c", "--match")).toEqual(["--match", "--match-stdout", "--match-stderr"]);
    expect(offered(script, "x.c", "--max")).toEqual(["--max-tests"]);
    expect(offered(script, "report", "--")).toEqual([
      "--json",
      "--output",
      "--as",
      "--open",
      "--explain",
      "--list",
      "--clean",
      "--help",
    ]);
    expect(offered(script, "x.c", "--format", "l")).toEqual(["lines"]);
    expect(offered(script, "x.c", "--strategy", "ddmin-")).toEqual(["ddmin-restart"]);
    expect(offered(script, "completion", "")).toEqual(["bash", "zsh", "fish"]);
  });

  test("leaves what stands behind -- to the shell", () => {
    const script = place().pare("completion", "bash").stdout;
    expect(offered(script, "x.c", "--", "gcc", "--")).toEqual([""]);
  });
});

describe("completion elsewhere", () => {
  test("zsh takes the functions of bash, fish has its own", () => {
    const here = place();
    expect(here.pare("completion", "zsh").stdout).toMatch(/^#compdef pare\n.*bashcompinit/);
    expect(here.pare("completion", "fish").stdout).toMatch(/^complete -c pare -l format -x -a 'auto bytes/m);
  });

  test("another shell is an error", () => {
    const { code, stderr } = place().pare("completion", "tcsh");
    expect(code).toBe(2);
    expect(stderr).toContain("Give bash, zsh or fish");
  });
});
