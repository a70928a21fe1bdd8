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

describe("pare reduce --differs", () => {
  const A = "grep -c bug in.txt; true";
  const B = "grep -q bug {} && echo 1 || echo 0";

  test("keeps what the two do not agree on; words behind them are inputs", () => {
    const here = folder();
    here.write("in.txt", "one\nbug\ntwo\nbug\nthree\n");
    const { code, stderr } = here.pare(
      "--format",
      "lines",
      "--differs",
      A,
      B,
      "in.txt",
      "--passes",
      "grep -q three {}",
    );
    expect(stderr).toContain(
      "condition: A: exits with 0, prints 2; B: exits with 0, prints 1 (what they print on stdout differs); --passes 'grep -q three {}' succeeds",
    );
    expect(code).toBe(0);
    expect(here.read("in.reduced.txt")).toBe("bug\nbug\nthree\n");
  });

  test.each([
    [["--differs", A, B, "--match", "x"], "--match has no effect together with --differs"],
    [["--differs", A, B, "--", "false"], "More than one test was given: a command after -- and --differs"],
    [["--differs", A], "--differs takes two commands, not 1"],
    [["--differs", "true", "true"], "The two commands of --differs do the same on the original"],
  ])("%j is refused", (typed, message) => {
    const { code, stderr } = folder().pare("in.txt", ...typed);
    expect(stderr).toContain(message);
    expect(code).toBe(typed.at(-1) === "true" ? 3 : 2);
  });
});

describe("pare check --differs", () => {
  test("shows what each side does, and how they differ", () => {
    const here = folder();
    const { code, stdout } = here.pare("check", "in.txt", "--differs", "wc -l < {}", "wc -w < in.txt; echo well >&2");
    expect(stdout).toContain("A: 'wc -l < {}', on a copy\n  exits with 0\n");
    expect(stdout).toContain("B: 'wc -w < in.txt; echo well >&2', on a copy\n  exits with 0\n");
    expect(stdout).toContain(
      "condition: A: exits with 0, prints nothing; B: exits with 0, prints well (what they print on stderr differs)",
    );
    expect(stdout).toMatch(/stderr:\n +well/);
    expect(code).toBe(0);
    const same = here.pare("check", "in.txt", "--json", "--differs", "wc -l < {}", "wc -l < in.txt");
    expect(lastJson(same)).toMatchObject({ finding: "not-failing", differs: [{ command: "wc -l < {}" }, {}] });
    expect(same.code).toBe(3);
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

describe("pare isolate --differs", () => {
  test("finds the change since which two commands do not agree; where both fail, nothing is said", () => {
    const here = place();
    for (const [end, lines] of Object.entries({
      old: ["a", "-", "b", "-", "ok", "-", "c"],
      new: ["A", "-", "bug", "-", "okay", "-", "C"],
    })) {
      mkdirSync(join(here.path, end));
      here.write(`${end}/list`, lines.map((line) => `${line}\n`).join(""));
    }
    // Without "okay", "A" makes both fail.
    const guard = "! grep -q A {}/list || grep -q okay {}/list || exit 3";
    const run = here.pare(
      "isolate",
      "old",
      "new",
      "--json",
      "--differs",
      `${guard}; cat {}/list | wc -l`,
      `${guard}; grep -vc bug {}/list`,
    );
    expect(run.code).toBe(0);
    expect(run.stderr).toContain("A and B agree");
    expect(run.stderr).toContain("A and B print different things");
    const { trigger } = lastJson(run) as unknown as { readonly trigger: readonly { readonly new: string }[] };
    expect(trigger.map((change) => change.new)).toEqual(["bug"]);
  });
});
