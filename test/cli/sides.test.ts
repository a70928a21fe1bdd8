/** Tests with two sides and no script: `--passes` at `pare reduce`, `pare check` and `pare isolate`. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { buildIfMissing, lastJson, place, type Place } from "./support.ts";

beforeAll(buildIfMissing);

/** Lines of which some are needed by one side and some by the other. */
const LINES = ["zero", "one", "two", "bug", "three", "four"].join("\n") + "\n";
const COMMAND = ["--", "sh", "-c", '! grep bug "$0"', "{}"];

const folder = (): Place => {
  const here = place();
  here.write("in.txt", LINES);
  here.write("valid.sh", "#!/bin/sh\ngrep -q two in.txt\n", 0o755);
  return here;
};

describe("pare reduce --passes", () => {
  test("keeps what the other commands need, in few words", () => {
    const here = folder();
    const { code, stderr } = here.pare(
      "in.txt",
      "--format",
      "lines",
      "--passes",
      "./valid.sh",
      "--passes",
      "grep one {}",
      ...COMMAND,
    );
    expect(stderr).toContain("; --passes ./valid.sh, 'grep one {}' succeed");
    expect(code).toBe(0);
    expect(here.read("in.reduced.txt")).toBe("one\ntwo\nbug\n");
  });

  test("goes with a script and with an oracle server", () => {
    const here = folder();
    here.write("test.sh", "#!/bin/sh\ngrep -q bug in.txt\n", 0o755);
    here.write(
      "server.mjs",
      `import { readFileSync } from "node:fs"; import { createInterface } from "node:readline";
       for await (const line of createInterface({ input: process.stdin })) {
         const { id, path } = JSON.parse(line);
         console.log(JSON.stringify({ id, outcome: readFileSync(path, "utf8").includes("bug") ? "fail" : "pass" }));
       }`,
    );
    for (const given of [
      ["--test", "./test.sh"],
      ["--oracle-server", "node server.mjs"],
    ]) {
      expect(here.pare("in.txt", "--format", "lines", "--fresh", "--passes", "./valid.sh", ...given).code).toBe(0);
      expect(here.read("in.reduced.txt")).toBe("two\nbug\n");
    }
  });

  test("another command is another run, and a changed program begins anew", () => {
    const here = folder();
    const run = (line: string) =>
      lastJson(here.pare("in.txt", "--format", "lines", "--json", "--passes", line, ...COMMAND)) as unknown as {
        readonly tests: { readonly run: number };
      };
    run("./valid.sh");
    expect(run("./valid.sh").tests.run).toBe(0);
    expect(run("grep two {}").tests.run).toBeGreaterThan(0);
    here.write("valid.sh", "#!/bin/sh\ngrep -q four in.txt\n", 0o755);
    expect(run("./valid.sh").tests.run).toBeGreaterThan(0);
    expect(here.read("in.reduced.txt")).toBe("bug\nfour\n");
  });

  test("is refused when a command does not succeed on the original: says which, and what it printed", () => {
    const here = folder();
    const { code, stderr } = here.pare("in.txt", "--passes", "echo no such thing; exit 9", ...COMMAND);
    expect(code).toBe(3);
    expect(stderr).toContain("--passes 'echo no such thing; exit 9' exits with 9");
    expect(stderr).toContain("no such thing\n");
    expect(stderr).toContain("must succeed on the original");
  });
});

describe("pare check --passes", () => {
  test("shows what each command does", () => {
    const here = folder();
    const { code, stdout } = here.pare("check", "in.txt", "--passes", "./valid.sh", ...COMMAND);
    expect(stdout).toContain("--passes ./valid.sh, on a copy: 5 of 5 runs succeed");
    expect(stdout).toContain("advice: none: pare reduce can start.");
    expect(code).toBe(0);
  });

  test("names the one that refuses", () => {
    const here = folder();
    const typed = ["check", "in.txt", "--passes", "true", "--passes", "cat here.txt", ...COMMAND];
    const { code, stdout } = here.pare(...typed);
    expect(code).toBe(3);
    expect(stdout).toContain("--passes 'cat here.txt', on a copy: 0 of 5 runs succeed");
    expect(stdout).toMatch(/exits with 1: pass \(--passes 'cat here.txt' exits with 1\)/);
    expect(stdout).toContain("here.txt: No such file");
    expect(stdout).toContain("advice: --passes 'cat here.txt' must succeed on the original");
    const { sides, finding } = lastJson(here.pare(...typed.slice(0, 2), "--json", ...typed.slice(2))) as unknown as {
      readonly sides: readonly object[];
      readonly finding: string;
    };
    expect(finding).toBe("not-failing");
    expect(sides).toMatchObject([
      { passes: "true", refuses: 0 },
      { passes: "cat here.txt", refuses: 5 },
    ]);
  });
});

describe("pare isolate --passes", () => {
  const OLD = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  const NEW = "1\n2\nbug\n4\n5 more\n6\nseven\n8\n9 more\n";
  const ends = (): Place => {
    const here = place();
    for (const [end, text] of Object.entries({ old: OLD, new: NEW })) {
      mkdirSync(join(here.path, end));
      here.write(`${end}/list`, text);
    }
    return here;
  };

  test("a mixture that a command refuses tells nothing", () => {
    const here = ends();
    const typed = ["isolate", "old", "new", "--json", "--passes", "test $(grep -c -e bug -e seven {}/list) -ne 1"];
    const { code, stdout, stderr } = here.pare(...typed, "--", "sh", "-c", '! grep bug "$0/list"', "{}");
    expect(stderr).not.toContain("refuses");
    expect(code).toBe(0);
    const { trigger } = lastJson({ code, stdout, stderr }) as unknown as {
      readonly trigger: readonly { readonly new: string }[];
    };
    expect(JSON.stringify(trigger)).toContain("bug");
    expect(JSON.stringify(trigger)).toContain("seven");
    expect(JSON.stringify(trigger)).not.toContain("more");
  });

  test("must succeed at both ends", () => {
    const { code, stderr } = ends().pare(
      "isolate",
      "old",
      "new",
      "--passes",
      "grep 2 {}/list && grep 3 {}/list",
      "--",
      "sh",
      "-c",
      '! grep bug "$0/list"',
      "{}",
    );
    expect(code).toBe(3);
    expect(stderr).toMatch(/A command of --passes refuses the bad end: --passes '.*' exits with 1\./);
  });
});
