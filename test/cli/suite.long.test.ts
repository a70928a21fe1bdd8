/** `pare suite` as it is typed. */
import { mkdirSync, readdirSync, readFileSync, existsSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { buildIfMissing, lastJson, place, type Place } from "./support.ts";

beforeAll(buildIfMissing);

/** Every distinct line is an entity. */
const LINES = ["--cover", "file:covered", "--", "sh", "-c", 'sort -u "$1" > "$PARE_COVERAGE/covered"', "-", "{}"];

const lines = (...words: readonly string[]): string =>
  Array.from({ length: 40 }, (_, at) => `${words[at % words.length]}\n`).join("");

const suite = (): Place => {
  const here = place();
  mkdirSync(join(here.path, "tests"));
  here.write("tests/a.txt", lines("one", "two", "three"));
  here.write("tests/b.txt", lines("two", "four"));
  here.write("tests/c.txt", lines("two"));
  return here;
};

describe("pare suite", () => {
  it("tells its commands, and refuses others", () => {
    const here = place();
    expect(here.pare("suite", "--help").stdout).toContain("reduce");
    const wrong = here.pare("suite", "redcue");
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("did you mean reduce");
    expect(here.pare("suite", "runtime", "sancov").stdout).toContain("__sanitizer_cov");
  });

  it("reduces, selects, orders, cuts and compares", () => {
    const here = suite();
    const reduced = here.pare("suite", "reduce", "tests", "-o", "small", "--json", ...LINES);
    expect(reduced.code).toBe(0);
    expect(lastJson(reduced)).toMatchObject({
      status: "complete",
      cases: 3,
      units: { before: 120, after: 6 },
      covered: { effect: { before: 4, after: 4 } },
    });
    expect(reduced.stderr).toContain("guaranteed");
    const selected = here.pare("suite", "select", "tests", "-o", "few", "--json", ...LINES);
    expect(lastJson(selected)).toMatchObject({ cases: 2, selected: ["a.txt", "b.txt"] });
    expect(readdirSync(join(here.path, "few"))).toEqual(["a.txt", "b.txt"]);
    const order = here.pare("suite", "order", "tests", "--by", "st", "--json", ...LINES);
    expect((lastJson(order)["order"] as { name: string }[]).map(({ name }) => name)).toEqual([
      "a.txt",
      "b.txt",
      "c.txt",
    ]);
    const quick = here.pare("suite", "quick", "tests", "--budget", "1h", "--by", "dst", ...LINES);
    expect(quick.stdout).toContain("fit into 1h");
    expect(here.read("quick/1h.txt").split("\n").filter(Boolean).toSorted()).toEqual([
      "tests/a.txt",
      "tests/b.txt",
      "tests/c.txt",
    ]);
    expect(here.pare("suite", "quick", "tests", "--check", ...LINES).code).toBe(0);
    here.write("tests/a.txt", "one\n");
    const stale = here.pare("suite", "quick", "tests", "--check", ...LINES);
    expect(stale.code).toBe(1);
    expect(stale.stdout).toContain("stale");
    const compared = here.pare("suite", "compare", "small", "tests", "--lost", "--report", "page.html", ...LINES);
    expect(compared.stdout).toContain("statement three");
    expect(here.read("page.html")).toContain("<svg");
  });

  it("writes scripts that run the tests", () => {
    const here = suite();
    here.pare(
      "suite",
      "quick",
      "tests",
      "--budget",
      "1h",
      "--cover",
      "file:covered",
      "--",
      "sh",
      "-c",
      'sort -u "$1" > "${PARE_COVERAGE:-.}/covered"; ! grep -q four "$1"',
      "-",
      "{}",
    );
    const { status, stderr } = spawnSync(join(here.path, "quick", "1h.sh"), { cwd: "/", encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr.trim().split("\n")).toEqual([`failed: ${join(here.path, "tests/b.txt")}`]);
  });

  it("compares by mutants and versions", () => {
    const here = place();
    for (const folder of ["full", "weak", "old", "new"]) mkdirSync(join(here.path, folder));
    const program = "import fs from 'node:fs';\nfs.writeFileSync(process.env.PARE_COVERAGE + '/covered', 'all\\n');\n";
    here.write(
      "old/main.mjs",
      `${program}const n = Number(fs.readFileSync(process.argv[2]));\nprocess.exitCode = n > 1 ? 1 : 0;\n`,
    );
    here.write("new/main.mjs", program);
    here.write("full/one.txt", "1");
    here.write("full/two.txt", "2");
    here.write("weak/zero.txt", "0");
    here.write("list", "env AGE=new\n");
    const found = [
      "--mutants",
      "3",
      "--source",
      "old/*.mjs",
      "--build",
      "true",
      "--versions",
      "list",
      "--lost",
      "--json",
    ];
    const command = ["--", "sh", "-c", 'node "$PARE_ORIGIN/${AGE:-old}/main.mjs" "$1"', "-", "{}"];
    const ran = here.pare("suite", "compare", "full", "weak", "--cover", "file:covered", ...found, ...command);
    expect(ran.stderr).toContain("full kills");
    expect(lastJson(ran)).toMatchObject({
      status: "complete",
      mutants: {
        suites: [
          { suite: "full", mutants: 3 },
          { suite: "weak", mutants: 3 },
        ],
      },
      faults: [
        { suite: "full", failing: 1, distinct: 1, unfixed: 0 },
        { suite: "weak", failing: 0, distinct: 0, unfixed: 0 },
      ],
    });
    expect(ran.stderr).toContain("note: full: all tests cover the same");
    expect(here.pare("suite", "compare", "full", "weak", "--mutants", "3", ...LINES).stderr).toContain("--build");
  });

  it("makes quick tests of a suite that it reduces first", () => {
    const here = suite();
    const typed = ["suite", "quick", "tests", "--reduce", "--start", "whole", "--budget", "1h", "--json", ...LINES];
    const made = here.pare(...typed);
    expect(made.code).toBe(0);
    expect(made.stderr).toContain("120 units -> 6");
    expect(lastJson(made)).toMatchObject({
      status: "complete",
      cases: 3,
      covered: { effect: { before: 4, after: 4 } },
    });
    const listed = here.read("quick/1h.txt").split("\n").filter(Boolean).toSorted();
    expect(listed).toEqual(["quick/tests/a.txt", "quick/tests/b.txt", "quick/tests/c.txt"]);
    expect(listed.map((path) => here.read(path).split("\n").length - 1)).toEqual([3, 2, 1]);
    // What lies there from an earlier suite is not run.
    here.write("quick/tests/old.txt", "old\n");
    const before = here.read("quick/tests/a.txt");
    expect(here.pare(...typed).code).toBe(0);
    expect([here.read("quick/1h.txt").includes("old"), here.read("quick/tests/a.txt")]).toEqual([false, before]);
    const check = ["suite", "quick", "tests", "--check", ...LINES];
    expect(here.pare(...check).code).toBe(0);
    here.write("quick/tests/a.txt", "one\n");
    expect(here.pare(...check).code).toBe(1);
  });

  it("reduces for quick tests where it was stopped, and leaves no quick tests before that", async () => {
    const here = suite();
    const slow = 'sleep 0.02; sort -u "$1" > "$PARE_COVERAGE/covered"';
    const how = ["--reduce", "--start", "whole", "--budget", "1h", "-j", "1", "--cover", "file:covered"];
    const typed = ["suite", "quick", "tests", ...how, "--", "sh", "-c", slow, "-", "{}"];
    const child = here.start(...typed);
    const isBegun = (): boolean => existsSync(join(here.path, "quick", "tests", "a.txt"));
    while (!isBegun() && child.exitCode === null) await new Promise((done) => setTimeout(done, 10));
    child.kill("SIGINT");
    const code = await new Promise((done) => child.once("close", done));
    expect([code, existsSync(join(here.path, "quick", "1h.txt"))]).toEqual([130, false]);
    expect(here.pare(...typed).code).toBe(0);
    expect(here.read("quick/tests/b.txt").split("\n").length - 1).toBe(2);
    expect(existsSync(join(here.path, "quick", "1h.sh"))).toBe(true);
  });

  it("says when a suite that it has reduced looks wrong", () => {
    const here = suite();
    const command = ["--", "sh", "-c", 'sort -u "$1" > "$PARE_COVERAGE/covered"; cat missing', "-", "{}"];
    const typed = ["suite", "reduce", "tests", "-o", "small", "--start", "whole", "--cover", "file:covered"];
    expect(here.pare(...typed, ...command).stdout).toContain("every test fails (the first exits with 1)");
  });

  it("goes on after kill -9", async () => {
    const here = suite();
    const slow = [
      "--cover",
      "file:covered",
      "--start",
      "whole",
      "--",
      "sh",
      "-c",
      'sleep 0.01; sort -u "$1" > "$PARE_COVERAGE/covered"',
      "-",
      "{}",
    ];
    const child = here.start("suite", "reduce", "tests", "-o", "small", "-j", "1", ...slow);
    const journals = (): boolean => {
      const [run] = existsSync(join(here.path, ".pare"))
        ? readdirSync(join(here.path, ".pare")).filter((name) => name.startsWith("suite-"))
        : [];
      const journal = run === undefined ? "" : join(here.path, ".pare", run, "tests", "000000.jsonl");
      return existsSync(journal) && readFileSync(journal, "utf8").split("\n").length > 4;
    };
    while (!journals() && child.exitCode === null) await new Promise((done) => setTimeout(done, 10));
    child.kill("SIGKILL");
    await new Promise((done) => child.once("close", done));
    const again = here.pare("suite", "reduce", "tests", "-o", "small", "--json", "-j", "1", ...slow);
    expect(lastJson(again)).toMatchObject({ status: "complete", units: { before: 120, after: 6 } });
    expect((lastJson(again)["tests"] as { recalled: number }).recalled).toBeGreaterThan(0);
  });

  it("says what is wrong with its input", () => {
    const here = suite();
    const said = (...typed: readonly string[]): string => {
      const { code, stderr } = here.pare("suite", ...typed);
      expect(code).toBe(2);
      return stderr;
    };
    expect(said("reduce", "tests", ...LINES)).toContain("-o DIR");
    expect(said("reduce", "tests", "-o", "x", "--", "true", "{}")).toContain("--cover");
    expect(said("reduce", "tests", "-o", "x", "--cover", "file:covered", "--", "true", "{}")).toContain(
      "has written no covered",
    );
    expect(said("compare", "tests", ...LINES)).toContain("two suites");
    expect(said("quick", "tests", "--budget", "soon", ...LINES)).toContain("--budget cannot be");
    expect(said("quick", "tests", "--budget", "1ms", ...LINES)).toContain("No test fits");
  });
});

describe("pare reduce", () => {
  it("keeps an effect instead of a failure", () => {
    const here = suite();
    const ran = here.pare(
      "reduce",
      "tests/a.txt",
      "--effect",
      "coverage:file:covered",
      "-o",
      "a.txt",
      "--",
      "sh",
      "-c",
      'sort -u "$1" > "$PARE_COVERAGE/covered"',
      "-",
      "{}",
    );
    expect(ran.code).toBe(0);
    expect(here.read("a.txt").trim().split("\n").toSorted()).toEqual(["one", "three", "two"]);
  });

  it("takes out of a program what its tests do not need", () => {
    const here = place();
    mkdirSync(join(here.path, "src"));
    here.write("src/used.sh", "used() { echo 1; }\n");
    here.write("src/unused.sh", "unused() { echo 2; }\n");
    const tests = '. ./used.sh && test "$(used)" = 1';
    const ran = here.pare("reduce", "src", "--strategy", "ddmin", "--keep-passing", tests, "-o", "left");
    expect(ran.code).toBe(0);
    expect(readdirSync(join(here.path, "left"))).toEqual(["used.sh"]);
    expect(ran.stdout).toContain("give --cover READER");
    expect(here.pare("reduce", "src", "--keep-passing", "false", "-o", "left2").code).toBe(3);
    const unneeded = here.pare("reduce", "src", "--keep-passing", "true", "-o", "left3");
    expect([unneeded.code, unneeded.stderr.includes("nothing left of src")]).toEqual([2, true]);
    // A file of settings for suites is nobody's mistake.
    here.write("pare.config.json", '{"cover": "gcov"}');
    expect(
      here.pare("reduce", "src/used.sh", "--match", "1", "--max-tests", "1", "--", "cat", "src/used.sh").code,
    ).toBe(0);
    const misplaced = here.pare("reduce", "src/used.sh", "--cover", "v8", "--", "sh", "src/used.sh");
    expect([misplaced.code, misplaced.stderr.includes("--effect coverage:v8")]).toEqual([2, true]);
  });

  it("names code that tests run and do not check", () => {
    const here = place();
    mkdirSync(join(here.path, "test"));
    here.write("sum.mjs", "let calls = 0;\nexport const sum = (a, b) => {\n  calls++;\n  return a + b;\n};\n");
    here.write("test/sum.mjs", 'import { sum } from "../sum.mjs";\nprocess.exitCode = sum(1, 2) === 3 ? 0 : 1;\n');
    const tests = 'mkdir -p test && cp "$PARE_ORIGIN/test/sum.mjs" test && node test/sum.mjs';
    const typed = ["reduce", "sum.mjs", "--strategy", "ddmin", "--format", "lines", "--keep-passing", tests];
    const ran = here.pare(...typed, "-o", "left.mjs", "--json");
    expect(here.read("left.mjs")).toBe("export const sum = (a, b) => {\n  return a + b;\n};\n");
    expect(lastJson(ran)["removedAlthoughCovered"]).toEqual({
      lines: 2,
      files: [
        {
          path: "sum.mjs",
          lines: [
            [1, 1],
            [3, 3],
          ],
        },
      ],
    });
    const again = here.pare(...typed, "-o", "left.mjs", "--cover", "v8");
    expect(again.stdout).toContain("removed although covered: 2 lines in 1 file");
    expect(again.stdout).toContain("sum.mjs: 1, 3");
  });

  it("makes the shortest file with as long a message, for every number of jobs", () => {
    const here = place();
    // Every x is said three times; nothing is said where there is no end.
    here.write("in.txt", `${lines("ax", "b", "c")}end\n`);
    const command = ["--", "sh", "-c", 'grep -q end "$1" && tr -cd x < "$1" | sed "s/x/xxx/g" >&2; exit 1', "-", "{}"];
    const typed = (jobs: string): readonly string[] => ["--effect", "maximize:stderr/size", "-j", jobs, "--fresh"];
    const one = here.pare("reduce", "in.txt", ...typed("1"), "-o", "one.txt", "--json", ...command);
    expect(lastJson(one)["effect"]).toEqual({ effect: "maximize:stderr/size", original: 42, result: 42 });
    expect(one.stderr).toContain("42 bytes on the original, 42 bytes on the result");
    expect(here.read("one.txt").replaceAll(/\s/g, "")).toBe(`${"ax".repeat(14)}end`);
    here.pare("reduce", "in.txt", ...typed("3"), "-o", "three.txt", ...command);
    expect(here.read("three.txt")).toBe(here.read("one.txt"));
  });
});
