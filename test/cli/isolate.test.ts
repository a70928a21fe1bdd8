import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { buildIfMissing, lastJson, place, type Place } from "./support.ts";

beforeAll(buildIfMissing);

const OLD = Array.from({ length: 9 }, (_, i) => `exports.a${i} = ${i};\n\n`).join("");
const NEW = `const { two } = require("./two.js");\n${OLD.replace("a2 = 2", "a2 = two()").replace("a5 = 5", "a5 = 50").replace("a8 = 8", "a8 = 9")}`;
const CHECK = 'if grep -q "a5 = 5;" "$1/lib/a.js"; then echo fine; else echo broken; exit 1; fi\n';

/** Two directories between which one line matters. */
const releases = (): Place => {
  const here = place();
  for (const [name, text] of [
    ["old", OLD],
    ["new", NEW],
  ] as const) {
    mkdirSync(join(here.path, name, "lib"), { recursive: true });
    here.write(`${name}/lib/a.js`, text);
    here.write(`${name}/README.md`, `the ${name} one\n`);
  }
  here.write("new/lib/two.js", "exports.two = () => 2;\n");
  here.write("check.sh", CHECK);
  return here;
};

const COMMAND = ["--", "sh", "check.sh", "{}"] as const;

describe("two directories", () => {
  test("the line that does it, with a proof, patches and a report", () => {
    const here = releases();
    const ran = here.pare("isolate", "old", "new", "--apply", "--revert", "--report", "r.html", "--json", ...COMMAND);
    expect(ran.stderr).toContain("the change that does it");
    expect(ran.code).toBe(0);
    const found = lastJson(ran);
    expect(found).toMatchObject({
      status: "complete",
      trigger: [{ file: "lib/a.js", line: 11, old: "exports.a5 = 5;", new: "exports.a5 = 50;" }],
      proof: { goodPlusPatchFails: true, badMinusTriggerPasses: true },
    });
    expect(readdirSync(join(here.path, String(found["run"])))).toEqual(
      expect.arrayContaining(["culprit.patch", "trigger.patch", "revert.patch"]),
    );
    execFileSync("patch", ["-s", "-p1", "-d", "old", "-i", "../culprit.patch"], { cwd: here.path });
    execFileSync("patch", ["-s", "-p1", "-d", "new", "-i", "../revert.patch"], { cwd: here.path });
    expect(here.read("old/lib/a.js")).toBe(OLD.replace("a5 = 5", "a5 = 50"));
    expect(here.read("new/lib/a.js")).toBe(NEW.replace("a5 = 50", "a5 = 5"));
    expect(here.read("r.html")).toContain("exports.a5 = 50;");
  });

  test("what it says to do next works as it is printed", () => {
    const here = releases();
    const { stdout } = here.pare("isolate", "old", "new", ...COMMAND);
    const [line = ""] = /patch -p1 -d new < \S+/.exec(stdout) ?? [];
    execFileSync("sh", ["-e", "-c", line], { cwd: here.path, stdio: "ignore" });
    expect(execFileSync("sh", ["check.sh", "new"], { cwd: here.path, encoding: "utf8" })).toBe("fine\n");
  });

  test("a patch that is not pare's stays, and nothing is run for it", () => {
    const here = releases();
    here.write("culprit.patch", "mine\n");
    const { code, stderr } = here.pare("isolate", "old", "new", "--apply", ...COMMAND);
    expect(code).toBe(2);
    expect(stderr).toContain("pare did not write it");
    expect(here.read("culprit.patch")).toBe("mine\n");
    expect(existsSync(join(here.path, ".pare"))).toBe(false);
  });

  test("--quiet prints nothing, --events writes what happens", () => {
    const here = releases();
    const ran = here.pare("isolate", "old", "new", "--quiet", "--events", "events.jsonl", ...COMMAND);
    expect(ran).toEqual({ code: 0, stdout: "", stderr: "" });
    const types = here
      .read("events.jsonl")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(new Set(types)).toEqual(new Set([...types, "ends", "run", "test"]));
  });

  test.each([
    ["the same twice", ["old", "old"]],
    ["ends that do the same", ["old", "old2"]],
    ["ends the wrong way round", ["new", "old", "--test", "./test.sh"]],
  ])("%s: exit 3", (_, typed) => {
    const here = releases();
    mkdirSync(join(here.path, "old2", "lib"), { recursive: true });
    here.write("old2/lib/a.js", `${OLD}// more\n`);
    here.write("test.sh", '#!/bin/sh\n! sh check.sh "$1"\n', 0o755);
    const ran = here.pare("isolate", ...typed, "--json", ...(typed.includes("--test") ? [] : COMMAND));
    expect(ran.code).toBe(3);
    expect(lastJson(ran)).toMatchObject({ status: "error" });
  });
});

describe("other ends", () => {
  test("flags: the flag, by its name", () => {
    const here = place();
    here.write("app.sh", 'case " $* " in *" --fast "*) exit 1 ;; esac\n');
    const flags = "--one --two --three --fast --four";
    const { code, stdout } = here.pare("isolate", "--flags", flags, "--", "sh", "app.sh", "{flags}");
    expect(stdout).toContain("the flag that does it");
    expect(stdout).toContain("--fast");
    expect(code).toBe(0);
  });

  test("the environment: the variable, with both values", () => {
    const here = place();
    here.write("good.env", "LEVEL=low\nCOLOUR=red\nSIZE=1\n");
    here.write("bad.env", "LEVEL=high\nCOLOUR=blue\nSIZE=2\nMORE=1\n");
    here.write("app.sh", 'test "$LEVEL" != high\n');
    const { code, stdout } = here.pare("isolate", "--env", "good.env", "bad.env", "--", "sh", "app.sh");
    expect(stdout).toMatch(/the variable that does it +LEVEL\n +- low\n +\+ high/);
    expect(code).toBe(0);
  });

  test("a git repository: with the commit and who made it", () => {
    const here = releases();
    const git = (...words: readonly string[]): void =>
      void execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", ...words], {
        cwd: here.path,
        stdio: "ignore",
      });
    mkdirSync(join(here.path, "lib"));
    const commit = (message: string, text: string): void => {
      writeFileSync(join(here.path, "lib", "a.js"), text);
      git("add", "lib", "check.sh");
      git("commit", "-qm", message);
    };
    git("init", "-q");
    commit("one", OLD);
    commit("two", OLD.replace("a8 = 8", "a8 = 9"));
    commit("three", OLD.replace("a8 = 8", "a8 = 9").replace("a5 = 5", "a5 = 50"));
    commit("four", OLD.replace("a8 = 8", "a8 = 10").replace("a5 = 5", "a5 = 50"));
    const ran = here.pare("isolate", "--good", "HEAD~3", "--bad", "HEAD", "--json", "--", "sh", "check.sh", ".");
    expect(lastJson(ran)).toMatchObject({ trigger: [{ file: "lib/a.js", author: "Ann", message: "three" }] });
    const [line = ""] = /git apply \S*revert.patch/.exec(ran.stderr) ?? [];
    execFileSync("sh", ["-e", "-c", line], { cwd: here.path });
    expect(readFileSync(join(here.path, "lib", "a.js"), "utf8")).toContain("a5 = 5;");
  });
});

describe("wrong usage", () => {
  test("reduce does not know the flags of isolate, nor their variables", () => {
    const here = place();
    here.write("x", "a\nb\n");
    expect(here.pare("reduce", "x", "--level", "hunks", "--", "cat", "x").stderr).toContain("no flag --level");
    here.write("test.sh", '#!/bin/sh\ngrep -q b "$1"\n', 0o755);
    expect(here.pareWith({ PARE_LEVEL: "3", PARE_LOCK: "x" }, "reduce", "x", "--test", "./test.sh").code).toBe(0);
  });
});

describe("where settings come from", () => {
  test("pairs in the configuration and in the environment", () => {
    const here = place();
    here.write("good.env", "A=1\n");
    here.write("bad.env", "A=2\n");
    here.write("pare.config.json", JSON.stringify({ env: ["good.env", "bad.env"], command: ["sh", "-c", "exit $A"] }));
    expect(here.pare("isolate", "--exit", "2", "--json").stdout).toContain('"id":"A"');
    here.write("pare.config.json", JSON.stringify({ env: ["good.env"] }));
    expect(here.pare("isolate").stderr).toContain('Give a list of two strings, ["GOOD", "BAD"].');
    here.write("pare.config.json", "{}");
    const ran = here.pareWith({ PARE_ENV: "good.env:bad.env" }, "isolate", "--json", "--", "sh", "-c", "exit $A");
    expect(ran.stdout).toContain('"id":"A"');
  });
});

describe("help and completion", () => {
  test("--help has examples and exit codes", () => {
    const { code, stdout } = place().pare("isolate", "--help");
    expect(code).toBe(0);
    expect(stdout).toContain("Usage: pare isolate [GOOD BAD] [options] [-- COMMAND ARG...]");
    expect(stdout).toContain("--lock <good> <bad>");
    expect(stdout).toContain("3 the good end does not work or the bad end does not fail");
    expect(stdout).toContain("pare isolate --good v1.4 -- npm test");
    expect(stdout).not.toContain("--anonymize");
    expect(stdout.split("\n").filter((line) => line.length > 120)).toEqual([]);
  });

  test("the shells know it", () => {
    const here = place();
    const bash = here.pare("completion", "bash").stdout;
    expect(bash).toMatch(/isolate\) words=".*--good --bad --lock/);
    expect(bash).toContain('--level) COMPREPLY=($(compgen -W "auto commits files functions hunks lines"');
    expect(here.pare("completion", "fish").stdout).toContain(
      "complete -c pare -n '__fish_seen_subcommand_from isolate' -l find -x -a 'trigger patch all'",
    );
  });
});
