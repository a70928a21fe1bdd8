import { beforeAll, describe, expect, test } from "vitest";
import { symptomOf } from "../../src/cli/init/script.ts";
import { tmux } from "../tui/tmux.ts";
import { buildIfMissing, mainFile, place, type Place } from "./support.ts";

beforeAll(buildIfMissing);

const TOOL = `#!/bin/sh
# A program that fails on some inputs, each in its own way.
[ "$(head -n 1 "$2")" = ok ] && exit 0
grep -q crash "$2" && kill -SEGV $$
grep -q hang "$2" && sleep 60
grep -qF 'it'"'"'s *bad' "$2" && echo "error: it's *bad" && exit 3
exit 0
`;

/** A program of one's own beside the input: the script has to find both from any directory. */
const workshop = (content: string): Place => {
  const here = place();
  here.write("tool", TOOL, 0o755);
  here.write("in put.txt", `first\n${content}\nlast\n`);
  return here;
};

describe("pare init writes a script that pare check accepts", () => {
  test.each([
    ["a text that is printed, with signs of the shell in it", "it's *bad", "it's *bad"],
    ["an exit code", "it's *bad", "3"],
    ["a crash", "crash", "crash"],
    ["a hang", "hang", "hang 1"],
  ])("%s", (_, content, shows) => {
    const here = workshop(content);
    const made = here.pare("init", "in put.txt", "--shows", shows, "--", "./tool", "--read", "in put.txt");
    expect(made).toMatchObject({ code: 0, stdout: "interesting.sh\n" });
    expect(made.stderr).toContain("next: pare check 'in put.txt' --test ./interesting.sh");
    expect(here.read("interesting.sh")).toMatch(/^#!\/bin\/sh\n# The test for in put\.txt/);
    const checked = here.pare("check", "in put.txt", "--test", "./interesting.sh");
    expect(checked.stdout).toContain("in a fresh directory, on a copy: 5 of 5 runs fail");
    expect(checked.stdout).toContain("advice: none");
    expect(checked.code).toBe(0);
  });

  test("it overwrites nothing, and asks nobody who cannot answer", () => {
    const here = workshop("crash");
    here.write("interesting.sh", "mine");
    expect(here.pare("init", "in put.txt", "--shows", "crash", "--", "./tool", "{}")).toMatchObject({ code: 2 });
    expect(here.read("interesting.sh")).toBe("mine");
    const { code, stderr } = here.pare("init", "-o", "other.sh");
    expect(code).toBe(2);
    expect(stderr).toContain("cannot ask");
  });

  test("on a terminal it asks three questions", async () => {
    const here = workshop("it's *bad");
    const terminal = tmux(here.path, 110, 30);
    terminal.keys(`'${process.execPath}' '${mainFile}' init`, "Enter");
    await terminal.shows(/Which file or directory fails\?/);
    terminal.keys("tool", "Enter");
    await terminal.shows(/Which command shows the failure\?/);
    terminal.keys("sh {} -x 'in put.txt'", "Enter");
    await terminal.shows(/\| error: it's \*bad[^]*How do you recognise the failure\?/);
    terminal.keys("", "Enter");
    await terminal.shows(/The test fails if the command exits with 3\.[^]*next: pare check tool/);
    expect(here.read("interesting.sh")).toContain(`output=$(sh "$1" -x 'in put.txt' 2>&1)`);
  });
});

test("an answer is a text, an exit code, a crash or a hang", () => {
  expect(symptomOf("3")).toEqual({ kind: "exit", code: 3 });
  expect(symptomOf(" crash ")).toEqual({ kind: "crash" });
  expect(symptomOf("hang 10")).toEqual({ kind: "hang", seconds: 10 });
  expect(symptomOf("hangs in 10")).toEqual({ kind: "text", text: "hangs in 10" });
  expect(symptomOf("  ")).toBeUndefined();
});
