import { settingOf } from "../../src/cli/settings.ts";
import { REDUCE } from "../../src/cli/usages.ts";
import { flagOf } from "../../src/settings/setting.ts";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { buildIfMissing, HAY, haystack, lastJson, place } from "./support.ts";

beforeAll(buildIfMissing);

/** A program that crashes on what it does not know. */
const PARSER = `import { readFileSync } from "node:fs";
for (const line of readFileSync(process.argv[2] ?? 0, "utf8").split("\\n"))
  if (line.includes("needle")) throw new TypeError("cannot digest a needle");
`;

describe("pare reduce", () => {
  test("makes a file small and says what it did", () => {
    const here = haystack();
    const { code, stdout, stderr } = here.pare("reduce", "hay.txt", "--test", "./test.sh");
    expect(code).toBe(0);
    expect(here.read("hay.reduced.txt").trim()).toBe("needle");
    expect(here.read("hay.txt")).toBe(HAY);
    expect(stderr).toContain(`hay.txt: ${HAY.length.toLocaleString("en-US")} bytes, 200 lines`);
    expect(stderr).toContain("condition: ./test.sh exits with 0");
    expect(stdout).toMatch(/^size: +[\d,]+ → [6-8] bytes \(.*%\), 200 → 1 line$/m);
    expect(stdout).toMatch(/^tests: +\d+ candidates: \d+ still fail, \d+ gone, 0 can't tell$/m);
    expect(stdout).toMatch(/^time: +\d/m);
    expect(stdout).toMatch(/^guaranteed: nothing more can go: no line, .*word or token alone \(1-minimal\)$/m);
    expect(stdout).not.toContain("not tried:");
    expect(stdout).toMatch(/^result: +hay\.reduced\.txt$/m);
  });

  test("is meant when no command is named", () => {
    const here = haystack();
    expect(here.pare("hay.txt", "--test", "./test.sh").code).toBe(0);
    expect(here.read("hay.reduced.txt").trim()).toBe("needle");
  });

  test("prints a command that shows the failure on the result", () => {
    const here = haystack();
    const { stdout } = here.pare("hay.txt", "--test", "./test.sh");
    const commands = /^reproduce: +\(condition: .*\)\n([^]*)$/m.exec(stdout)?.[1] ?? "exit 1";
    expect(() => execFileSync("sh", ["-c", commands], { cwd: tmpdir() })).not.toThrow();
  });

  test("learns what counts from a command, and says it in words", () => {
    const here = haystack();
    here.write("parser.mjs", PARSER);
    const { code, stderr } = here.pare("hay.txt", "--with", "parser.mjs", "--", "node", "parser.mjs", "hay.txt");
    expect(stderr).toContain("condition: exits with 1 and reports on stderr: TypeError: cannot digest a needle");
    expect(code).toBe(0);
    expect(here.read("hay.reduced.txt").trim()).toBe("needle");
  });

  test("feeds the candidate on standard input, and takes refinements", () => {
    const here = haystack();
    here.write("parser.mjs", PARSER);
    const typed = ["hay.txt", "--stdin", "--exit", "1", "--match-stderr", "digest a (needle|pin)"];
    const { code, stderr } = here.pare(...typed, "--with", "parser.mjs", "--", "node", "parser.mjs");
    expect(stderr).toContain(
      "condition: exits with 1 and prints on stderr something that matches /digest a (needle|pin)/",
    );
    expect(code).toBe(0);
    expect(here.read("hay.reduced.txt").trim()).toBe("needle");
  });

  test("keeps a hang", () => {
    const here = haystack();
    here.write("slow.sh", '#!/bin/sh\nif grep -q needle "$1"; then sleep 20; fi\n', 0o755);
    const typed = ["hay.txt", "--format", "lines", "--hang", "0.3", "--max-tests", "12"];
    const { code, stderr } = here.pare(...typed, "--", "./slow.sh", "hay.txt");
    expect(stderr).toContain("condition: is still running after 0.3 s");
    expect(code).toBe(0);
    expect(here.read("hay.reduced.txt").length).toBeLessThan(HAY.length);
  });

  test("answers a finished run at once, and starts over with --fresh", () => {
    const here = haystack();
    here.pare("hay.txt", "--test", "./test.sh");
    const again = here.pare("hay.txt", "--test", "./test.sh");
    expect(again.code).toBe(0);
    expect(again.stderr).toMatch(/this run is already finished: \.pare\/hay\.txt-/);
    expect(again.stdout).toMatch(/^ +[1-9]\d* recalled .*\nruns: +0$/m);
    const fresh = here.pare("hay.txt", "--test", "./test.sh", "--fresh");
    expect(fresh.stderr).not.toContain("finished before");
    expect(fresh.stdout).toMatch(/^ +[1-9]\d* run/m);
  });

  test("goes on where a budget ended it, and says so", () => {
    const here = haystack();
    const first = here.pare("hay.txt", "--test", "./test.sh", "--max-tests", "5");
    expect(first.code).toBe(0);
    expect(first.stdout).toContain("stopped: the limit of tests was reached");
    expect(first.stdout).toContain("guaranteed: the result still shows the failure");
    expect(first.stdout).toContain("not tried:  the rest of the search: repeat the command: it goes on from here");
    const second = here.pare("hay.txt", "--test", "./test.sh");
    expect(second.stderr).toMatch(/resuming \.pare\/hay\.txt-[0-9a-f]+: \d+ answers known/);
    expect(here.read("hay.reduced.txt").trim()).toBe("needle");
  });

  test("stops when it is small enough", () => {
    const here = haystack();
    const { code, stdout } = here.pare("hay.txt", "--test", "./test.sh", "--until-size", "1k");
    expect(code).toBe(0);
    expect(stdout).toContain("stopped: the wanted size was reached");
    expect(here.read("hay.reduced.txt").length).toBeLessThanOrEqual(1024);
  });

  test("writes where it is told, or in place with the original kept", () => {
    const here = haystack();
    here.pare("hay.txt", "--test", "./test.sh", "-o", "small.txt");
    expect(here.read("small.txt").trim()).toBe("needle");
    here.pare("hay.txt", "--test", "./test.sh", "--in-place");
    expect(here.read("hay.txt").trim()).toBe("needle");
    expect(here.read("hay.txt.orig")).toBe(HAY);
  });

  test("takes the strategies and formats of pare algorithms", () => {
    const here = haystack();
    const typed = ["--strategy", "ddmin", "--split-factor", "3", "--order", "backward", "--cases", "complements-only"];
    const ran = here.pare("hay.txt", "--test", "./test.sh", ...typed, "--json");
    expect(lastJson(ran)).toMatchObject({ strategy: "ddmin", format: "lines", claims: ["1-minimal by lines"] });
    expect(here.read("hay.reduced.txt")).toBe("the needle is here\n");
  });
});

/** A program, and a script that wants a call in it; comments and names do not matter to it. */
const program = () => {
  const here = place();
  const body = "  if (x > 1) {\n    report(x, 2);\n  }\n  return x;\n";
  here.write("bug.c", `/* starts here */\nint twice(int x) {\n  return 2 * x;\n}\nint main(int x) {\n${body}}\n`);
  here.write("test.sh", '#!/bin/sh\ngrep -q "report(.*2)" "$1"\n', 0o755);
  return here;
};

describe("the language of a file", () => {
  test("is found out, and its grammar is used from anywhere", () => {
    const here = program();
    const ran = here.pare("bug.c", "--test", "./test.sh", "--json");
    expect(lastJson(ran)).toMatchObject({
      format: "tree (c)",
      strategy: "auto",
      claims: expect.arrayContaining(["1-minimal by tokens"]) as string[],
    });
    expect(here.read("bug.reduced.c").trim()).toBe("report(2);");
  });

  test("can be said, on the command line, in the environment and in the configuration", () => {
    const here = program();
    const typed = ["bug.c", "--test", "./test.sh", "--json", "--max-tests", "1"];
    expect(lastJson(here.pare(...typed, "--language", "cpp"))).toMatchObject({ format: "tree (cpp)" });
    expect(lastJson(here.pareWith({ PARE_LANGUAGE: "plain" }, ...typed))).toMatchObject({ format: "text (plain)" });
    here.write("pare.config.json", '{"language": "java"}');
    expect(lastJson(here.pare(...typed))).toMatchObject({ format: "tree (java)" });
    here.write("pare.config.json", '{"language": "none.wasm"}');
    expect(lastJson(here.pare(...typed))).toMatchObject({
      code: "BAD_GRAMMAR",
      message: expect.stringContaining(join(here.path, "none.wasm")) as string,
    });
  });

  test("that there is not is refused, with the one that was meant and the list", () => {
    const { code, stderr } = program().pare("bug.c", "--test", "./test.sh", "--language", "pyton");
    expect(code).toBe(2);
    expect(stderr).toContain('There is no language "pyton"; did you mean "python"?');
    expect(stderr).toMatch(/The languages are plain, bash, c, .*zig/);
  });

  test("makes tokens and trees of it for any strategy", () => {
    const here = program();
    const typed = ["bug.c", "--test", "./test.sh", "--json"];
    expect(lastJson(here.pare(...typed, "--format", "tokens", "--strategy", "ddmin"))).toMatchObject({
      format: "tokens (c)",
      strategy: "ddmin",
      claims: ["1-minimal by tokens"],
    });
    expect(lastJson(here.pare(...typed, "--format", "tree"))).toMatchObject({
      format: "tree (c)",
      strategy: "adaptive",
      claims: ["1-minimal by elements"],
    });
    expect(lastJson(here.pare(...typed, "--format", "json"))).toMatchObject({ status: "error", code: "NOT_JSON" });
  });

  test("decides what may be asked about: whole programs, with --smallest anything", () => {
    const here = program();
    const typed = ["bug.c", "--test", "./test.sh", "--json"];
    const left = (...flags: readonly string[]): string => {
      expect(lastJson(here.pare(...typed, ...flags))).toMatchObject({ status: "complete", format: "tree (c)" });
      return here.read("bug.reduced.c").trim();
    };
    expect(left("--valid")).toBe("report(2);");
    expect(left("--no-valid")).toBe("report(2)");
    expect(left("--smallest")).toBe("report(2)");
    expect(left("--smallest", "--valid")).toBe("report(2);");
    expect(lastJson(here.pare(...typed, "--valid", "--format", "lines"))).toMatchObject({ code: "BAD_OPTION" });
  });
});

describe("--explain-passes", () => {
  test("prints what each pass removed at which cost, and puts it into the object", () => {
    const here = program();
    const ran = here.pare("bug.c", "--test", "./test.sh", "--explain-passes", "--rename", "--json");
    expect(ran.stderr).toMatch(/^pass +tests +known +successes +bytes removed +time$/m);
    expect(ran.stderr).toMatch(/^comments +1 +0 +1 +18 /m);
    const { passes, input, output } = lastJson(ran) as {
      readonly passes: readonly { readonly removed: number }[];
      readonly input: { readonly bytes: number };
      readonly output: { readonly bytes: number };
    };
    expect(passes.reduce((sum, { removed }) => sum + removed, 0)).toBe(input.bytes - output.bytes);
  });
});

describe("--json", () => {
  test("ends standard output with the object of the specification, and nothing else", () => {
    const here = haystack();
    const ran = here.pare("hay.txt", "--test", "./test.sh", "-j", "2", "--json");
    expect(ran.stdout.trimEnd().split("\n")).toHaveLength(1);
    const small = here.read("hay.reduced.txt");
    expect(small.trim()).toBe("needle");
    const number = expect.any(Number) as number;
    const units = ["lines", "top-level parts", "statements", "elements", "words", "tokens"];
    expect(lastJson(ran)).toStrictEqual({
      status: "complete",
      input: { path: "hay.txt", bytes: HAY.length },
      output: {
        path: "hay.reduced.txt",
        bytes: small.length,
        lines: 1,
        tokens: 1,
        sha256: createHash("sha256").update(small).digest("hex"),
      },
      tests: { run: number, recalled: number, wasted: number, fail: number, pass: number, unresolved: 0, timeouts: 0 },
      wallMs: number,
      jobs: 2,
      format: "text (plain)",
      strategy: "auto",
      claims: units.map((unit) => `1-minimal by ${unit}`),
      proved: { minimality: 1, units, exhausted: [], untried: [] },
      run: expect.stringMatching(/^\.pare\/hay\.txt-[0-9a-f]+$/) as string,
      oracle: "./test.sh exits with 0",
    });
    expect(ran.stderr).toContain("condition:");
  });

  test("says stopped when a budget was reached", () => {
    const ran = haystack().pare("hay.txt", "--test", "./test.sh", "--max-tests", "3", "--json");
    expect(ran.code).toBe(0);
    expect(lastJson(ran)).toMatchObject({ status: "stopped", claims: [] });
  });
});

describe("what is printed", () => {
  test("is nothing with --quiet", () => {
    const { code, stdout, stderr } = haystack().pare("hay.txt", "--test", "./test.sh", "--quiet");
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("has plain lines without colours where there is no terminal", () => {
    const { stdout, stderr } = haystack().pare("hay.txt", "--test", "./test.sh", "--plain");
    expect(stderr).toMatch(/^\S+ m?s: [\d,]+ bytes \(.*\), \d+ tests?, by [a-z -]+$/m);
    expect(stdout + stderr).not.toContain("\u001B");
  });

  test("has a live line and colours on a terminal, and no colours with --no-color", () => {
    const here = haystack();
    const command = `${process.execPath} ${join(import.meta.dirname, "../../dist/cli/main.js")} hay.txt --test ./test.sh --fresh`;
    // Where CI is set there are plain lines.
    const { CI: _, ...env } = process.env;
    const onTerminal = (more: string): string =>
      spawnSync("script", ["-qec", command + more, "/dev/null"], { cwd: here.path, encoding: "utf8", env }).stdout;
    const coloured = onTerminal("");
    expect(coloured).toContain("\u001B[1G\u001B[2K");
    expect(coloured).toMatch(/→ [\d,]+ bytes? \(.* %\) · /);
    expect(coloured).toContain("\u001B[32mhay.reduced.txt");
    expect(onTerminal(" --no-color")).not.toContain("\u001B[32m");
    expect(onTerminal(" --plain")).not.toContain("\u001B[");
  });

  test("may be read by somebody who goes away", () => {
    const here = haystack();
    const main = join(import.meta.dirname, "../../dist/cli/main.js");
    const line = `{ ${process.execPath} ${main} hay.txt --test ./test.sh --json 2>&1; echo $? > code; } | head -c 1`;
    spawnSync("sh", ["-c", line], { cwd: here.path });
    expect(here.read("code")).toBe("0\n");
    expect(here.read("hay.reduced.txt").trim()).toBe("needle");
  });
});

describe("--events", () => {
  test("writes every event as a line with its version and time", () => {
    const here = haystack();
    expect(here.pare("hay.txt", "--test", "./test.sh", "--events", "events.jsonl").code).toBe(0);
    const events = here
      .read("events.jsonl")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly type: string; readonly version: number; readonly ms: number });
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["oracle", "run", "test", "best", "published", "end"]),
    );
    expect(new Set(events.map(({ version }) => version))).toEqual(new Set([1]));
    expect(events.map(({ ms }) => ms)).toEqual(events.map(({ ms }) => ms).toSorted((a, b) => a - b));
  });
});

describe("help and version", () => {
  test.each(["reduce", "check", "init", "report", "algorithms", "completion"])(
    "pare %s --help has examples",
    (name) => {
      const { code, stdout } = place().pare(name, "--help");
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Usage: pare ${name}`));
      expect(stdout).toContain("Examples:");
      expect(stdout).toContain("pare ");
    },
  );

  test("pare --help lists the commands, and pare help reduce is pare reduce --help", () => {
    const here = place();
    const overview = here.pare("--help").stdout;
    expect(overview).toMatch(/Commands:\n {2}reduce/);
    // One screen, on the smallest terminals.
    expect(overview.trimEnd().split("\n").length).toBeLessThanOrEqual(24);
    expect(overview.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(here.pare("help", "reduce").stdout).toBe(here.pare("reduce", "--help").stdout);
  });

  test("pare reduce --help opens with examples and ten flags; --all explains every flag", () => {
    const here = place();
    const short = here.pare("reduce", "--help").stdout;
    const [before = "", flags = ""] = short.split(/^The flags that most people need:\n/m);
    expect(before).toContain("Examples:\n  pare bug.c -- gcc");
    expect(flags.split(/^More flags:/m)[0]?.match(/^ {2}-/gm)).toHaveLength(10);
    expect(short).toContain("pare reduce --help --all explains all flags");
    const all = here.pare("reduce", "--help", "--all").stdout;
    for (const name of REDUCE.settings) {
      // Named in both, explained in one.
      expect(short).toContain(flagOf(name));
      expect(all).toContain(`  ${settingOf(name).flags}`);
    }
    for (const text of [short, all]) expect(text.split("\n").filter((line) => line.length > 120)).toEqual([]);
  });

  test("pare --version is the version of the package", () => {
    expect(place().pare("--version").stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("pare algorithms", () => {
  test("lists strategies, formats, languages and passes, each with a line and its source", () => {
    const { stdout } = place().pare("algorithms");
    expect(stdout).toMatch(/^ {2}ddmin +minimizing delta debugging.*\n +Zeller & Hildebrandt 2002/m);
    for (const name of ["characters", "tokens", "tree", "python", "hoist"])
      expect(stdout).toMatch(new RegExp(`^ {2}${name} +\\S`, "m"));
  });

  test("does so for programs too", () => {
    const listed = JSON.parse(place().pare("algorithms", "--json").stdout) as {
      readonly strategies: readonly object[];
      readonly languages: readonly { readonly name: string }[];
      readonly passes: readonly { readonly name: string }[];
    };
    expect(listed.languages.map(({ name }) => name)).toEqual(expect.arrayContaining(["plain", "c", "typescript"]));
    expect(listed.passes.map(({ name }) => name)).toContain("elements");
    expect(listed.strategies).toContainEqual(
      expect.objectContaining({ name: "opdd", source: expect.stringContaining("2018") as string }),
    );
  });
});

describe("pare report", () => {
  test("lists and cleans up runs", () => {
    const here = haystack();
    expect(here.pare("report", "--list").stderr).toContain("There are no runs in");
    here.pare("hay.txt", "--test", "./test.sh");
    expect(here.pare("report", "--list").stdout).toMatch(
      /^\.pare\/hay\.txt-[0-9a-f]+ .* complete, [\d,]+ → [6-8] bytes/,
    );
    expect(here.pare("report", "--clean").stderr).toContain("1 run removed");
    expect(here.pare("report", "--list", "--json").stdout).toBe('{"status":"complete","runs":[]}\n');
    expect(existsSync(join(here.path, "hay.reduced.txt"))).toBe(true);
  });

  test("says that there is no run", () => {
    const { code, stderr } = place().pare("report");
    expect(code).toBe(2);
    expect(stderr).toContain("There is no run in");
  });
});
