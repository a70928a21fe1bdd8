import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readTrace } from "../../src/cli/check/strace.ts";
import { buildIfMissing, HAY, haystack, lastJson } from "./support.ts";

beforeAll(buildIfMissing);

describe("pare check", () => {
  test("finds a good test fine, and leaves the original alone", () => {
    const here = haystack();
    const { code, stdout } = here.pare("check", "hay.txt", "--test", "./test.sh");
    expect(code).toBe(0);
    expect(stdout).toContain("in your directory, on the file itself: 5 of 5 runs show it");
    expect(stdout).toContain("in a fresh directory, on a copy: 5 of 5 runs show it");
    expect(stdout).toMatch(/\d+ ms to \d+ ms/);
    expect(stdout).toContain("advice: none: pare reduce can begin.");
    expect(here.read("hay.txt")).toBe(HAY);
  });

  test("shows both streams, and what would count", () => {
    const here = haystack();
    const command = ["sh", "-c", 'echo "reading $0"; echo "Error: no such needle" >&2; exit 3', "hay.txt"];
    const { code, stdout } = here.pare("check", "hay.txt", "--", ...command);
    expect(code).toBe(0);
    expect(stdout).toContain("what counts: exits with 3 and prints on stderr: Error: no such needle");
    expect(stdout).toMatch(/stdout:\n +reading .*hay\.txt/);
    expect(stdout).toMatch(/stderr:\n +Error: no such needle/);
  });

  test("names the file that is missing in a copy, beside the input or in the working directory", () => {
    const here = haystack();
    mkdirSync(join(here.path, "src"));
    here.write("src/bug.c", '#include "config.h"\nint main(void) { return undeclared; }\n');
    here.write("src/config.h", "int x;\n");
    const { code, stdout } = here.pare("check", "src/bug.c", "--", "gcc", "-fsyntax-only", "src/bug.c");
    expect(code).toBe(3);
    expect(stdout).toContain("missing in the copy: config.h");
    expect(stdout).toContain("advice: it works in your directory but not in a copy: add --with src/config.h");
    const added = here.pare("check", "src/bug.c", "--with", "src/config.h", "--", "gcc", "-fsyntax-only", "src/bug.c");
    expect(added.code).toBe(0);
  });

  test("names a package that is missing in a copy", () => {
    const here = haystack();
    mkdirSync(join(here.path, "node_modules", "digester"), { recursive: true });
    here.write("node_modules/digester/index.js", 'throw new Error("indigestion");\n');
    here.write("run.cjs", 'require("digester");\n');
    const { code, stdout } = here.pare("check", "run.cjs", "--", "node", "run.cjs");
    expect(code).toBe(3);
    expect(stdout).toContain("add --with node_modules");
  });

  test("tells a test that shows it only sometimes", () => {
    const here = haystack();
    here.write("flaky.sh", '#!/bin/sh\nf="$PARE_ORIGIN/count"\necho x >> "$f"\nexit $(($(wc -l < "$f") % 2))\n', 0o755);
    const { code, stdout } = here.pare("check", "hay.txt", "--test", "./flaky.sh");
    expect(code).toBe(4);
    expect(stdout).toContain("2 of 5 runs show it");
    expect(stdout).toContain("it does not show every time");
  });

  test("ends with 3 when there is no failure", () => {
    const here = haystack();
    const nothing = here.pare("check", "hay.txt", "--", "true");
    expect(nothing.code).toBe(3);
    expect(nothing.stdout).toContain("there is no failure to keep");
    const neither = here.pare("check", "hay.txt", "--match", "haystack", "--", "cat", "hay.txt");
    expect(neither.code).toBe(3);
    expect(neither.stdout).toContain("it shows in neither place");
  });

  test("puts an input back that the command changes", () => {
    const here = haystack();
    const { stdout } = here.pare("check", "hay.txt", "--", "sh", "-c", 'echo gone > "$0"; exit 1', "{}");
    expect(here.read("hay.txt")).toBe(HAY);
    expect(stdout).toContain("the command changes its input; the original was put back");
  });

  test("is an object with --json", () => {
    const ran = haystack().pare("check", "hay.txt", "--test", "./test.sh", "--json");
    expect(ran.stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(lastJson(ran)).toMatchObject({
      status: "complete",
      finding: "fine",
      inPlace: { shows: 5, stdout: "", stderr: "" },
      inCopy: { shows: 5 },
      missing: [],
    });
  });
});

describe("a trace", () => {
  test("tells what was found and what was not, from the working directory of each process", () => {
    const log = [
      '10 openat(AT_FDCWD, "a.h", O_RDONLY) = 3',
      '10 openat(AT_FDCWD, "b.h", O_RDONLY) = -1 ENOENT (No such file or directory)',
      '11 chdir("sub") = 0',
      '11 stat("c.h", {st_mode=S_IFREG|0644, ...}) = 0',
      '11 access("/etc/d", R_OK) = -1 EACCES (Permission denied)',
    ].join("\n");
    expect(readTrace(log, "/w")).toEqual({
      found: ["/w/a.h", "/w/sub", "/w/sub/c.h"],
      absent: ["/w/b.h"],
      directory: "/w",
    });
  });
});
