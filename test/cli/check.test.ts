import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { readTrace } from "../../src/cli/check/strace.ts";
import { buildIfMissing, HAY, haystack, lastJson, place, type Place } from "./support.ts";
import { lacks, without } from "../support/needs.ts";

beforeAll(buildIfMissing);

describe("pare check", () => {
  test("finds a good test fine, and leaves the original alone", () => {
    const here = haystack();
    const { code, stdout } = here.pare("check", "hay.txt", "--test", "./test.sh");
    expect(code).toBe(0);
    expect(stdout).toContain("in your directory, on the file itself: 5 of 5 runs fail");
    expect(stdout).toContain("in a fresh directory, on a copy: 5 of 5 runs fail");
    expect(stdout).toMatch(/\d+ ms to \d+ ms/);
    expect(stdout).toContain("advice: none: pare reduce can start.");
    expect(here.read("hay.txt")).toBe(HAY);
  });

  test("shows both streams, and what would count", () => {
    const here = haystack();
    const command = [
      "sh",
      "-c",
      'echo "reading $0"; grep -q needle "$0" || exit 0; echo "Error: no such needle" >&2; exit 3',
      "hay.txt",
    ];
    const { code, stdout } = here.pare("check", "hay.txt", "--", ...command);
    expect(code).toBe(0);
    expect(stdout).toContain("condition: exits with 3 and prints on stderr: Error: no such needle");
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
    expect(stdout).toContain("advice: the failure shows in your directory but not in a copy: add --with src/config.h");
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
    expect(stdout).toContain("2 of 5 runs fail");
    expect(stdout).toContain("the failure shows only in some runs");
  });

  test("ends with 3 when there is no failure", () => {
    const here = haystack();
    const nothing = here.pare("check", "hay.txt", "--", "true");
    expect(nothing.code).toBe(3);
    expect(nothing.stdout).toContain("there is no failure to keep");
    const neither = here.pare("check", "hay.txt", "--match", "haystack", "--", "cat", "hay.txt");
    expect(neither.code).toBe(3);
    expect(neither.stdout).toContain("the failure shows neither in your directory nor in a copy");
  });

  test("puts an input back that the command changes", () => {
    const here = haystack();
    const { stdout } = here.pare("check", "hay.txt", "--", "sh", "-c", 'echo gone > "$0"; exit 1', "{}");
    expect(here.read("hay.txt")).toBe(HAY);
    expect(stdout).toContain("the command changes its input; pare has restored the original");
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

/** Ends a command in the middle of a test that has left a mark. */
const interrupted = async (
  here: Place,
  ...typed: readonly string[]
): Promise<{ code: number | null; said: string }> => {
  const child = here.start(...typed);
  let said = "";
  child.stderr?.on("data", (data: Buffer) => (said += data.toString()));
  const end = once(child, "close");
  while (!existsSync(join(here.path, "mark")) && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill("SIGINT");
  const [code] = (await end) as [number | null];
  return { code, said };
};

describe("the input of pare check is put back", () => {
  test.each([
    ["removed", 'rm "$1"; exit 1'],
    ["moved", 'mv "$1" "$1.tmp"; exit 1'],
    ["emptied", ': > "$1"; exit 1'],
    ["replaced by a directory", 'rm "$1"; mkdir "$1"; exit 1'],
    ["locked", 'chmod 000 "$1"; exit 1'],
  ])("when it is %s", (_, script) => {
    const here = haystack();
    here.write("bad.sh", `#!/bin/sh\n${script}\n`, 0o755);
    chmodSync(join(here.path, "hay.txt"), 0o640);
    const { code, stdout, stderr } = here.pare("check", "hay.txt", "--test", "./bad.sh");
    expect(stderr).toBe("");
    expect(code).toBe(3);
    expect(stdout).toContain("pare has restored the original");
    expect(here.read("hay.txt")).toBe(HAY);
    expect(statSync(join(here.path, "hay.txt")).mode & 0o777).toBe(0o640);
  });

  test("before each run, so that all runs see the same", () => {
    const here = haystack();
    here.write("once.sh", '#!/bin/sh\ngrep -q needle "$1" && rm "$1"\n', 0o755);
    const { code, stdout } = here.pare("check", "hay.txt", "--test", "./once.sh");
    expect(stdout).toContain("on the file itself: 5 of 5 runs fail");
    expect(code).toBe(0);
    expect(here.read("hay.txt")).toBe(HAY);
  });

  test("where a link leads to it, with the link", () => {
    const here = haystack();
    symlinkSync("hay.txt", join(here.path, "link.txt"));
    here.pare("check", "link.txt", "--", "sh", "-c", 'echo gone > "$0"; rm "$0"; exit 1', "{}");
    expect(here.read("hay.txt")).toBe(HAY);
    expect(here.read("link.txt")).toBe(HAY);
    expect(
      readdirSync(here.path, { withFileTypes: true })
        .find(({ name }) => name === "link.txt")
        ?.isSymbolicLink(),
    ).toBe(true);
  });

  test("when Ctrl-C comes in the middle", async () => {
    const here = haystack();
    here.write("slow.sh", '#!/bin/sh\nrm "$1"; touch "$PARE_ORIGIN/mark"; sleep 20\n', 0o755);
    const { code, said } = await interrupted(here, "check", "hay.txt", "--test", "./slow.sh");
    expect(code).toBe(130);
    expect(said).not.toContain("    at ");
    expect(here.read("hay.txt")).toBe(HAY);
  });
});

const canSandbox = spawnSync("bwrap", ["--ro-bind", "/", "/", "--unshare-net", "--", "/bin/true"]).status === 0;

describe.skipIf(lacks("bwrap") || without("sandbox", canSandbox))("with --sandbox nothing is run outside of it", () => {
  const EVIL = '#!/bin/sh\ntouch "$HOME/EVIL" "$PARE_ORIGIN/EVIL" ./EVIL "$1.EVIL"\nrm -f "$1"\nexit 1\n';

  test.each([
    ["pare check --test", ["check", "hay.txt", "--sandbox", "--test", "./evil.sh"], 3],
    ["pare reduce --test", ["reduce", "hay.txt", "--sandbox", "--test", "./evil.sh"], 3],
    ["pare check --", ["check", "hay.txt", "--sandbox", "--exit", "9", "--", "./evil.sh", "hay.txt"], 3],
    ["pare reduce --", ["reduce", "hay.txt", "--sandbox", "--exit", "9", "--", "./evil.sh", "hay.txt"], 3],
  ])("%s", (_, typed, expected) => {
    const here = haystack();
    const home = place();
    here.write("evil.sh", EVIL, 0o755);
    const { code, stdout } = here.pareWith({ HOME: home.path }, ...typed);
    expect(code).toBe(expected);
    if (typed[0] === "check") expect(stdout).toContain("in the sandbox, where it is read-only");
    expect(readdirSync(home.path)).toEqual([]);
    expect(readdirSync(here.path).filter((name) => name.includes("EVIL"))).toEqual([]);
    expect(here.read("hay.txt")).toBe(HAY);
  });

  test("nor where a missing file is looked for", () => {
    const here = haystack();
    here.write("words.txt", "needle\n");
    here.write("with.sh", '#!/bin/sh\ntouch "$PARE_ORIGIN/EVIL"\ngrep -q -f words.txt "$1"\n', 0o755);
    for (const command of ["check", "reduce"]) {
      const { code, stdout, stderr } = here.pare(command, "hay.txt", "--sandbox", "--test", "./with.sh");
      expect(code).toBe(3);
      expect(stdout + stderr).toContain("the failure shows in your directory but not in a copy: add --with words.txt");
    }
    expect(existsSync(join(here.path, "EVIL"))).toBe(false);
  });

  test("a good test is fine in both places", () => {
    const { code, stdout } = haystack().pare("check", "hay.txt", "--sandbox", "--test", "./test.sh");
    expect(stdout).toContain("advice: none: pare reduce can start.");
    expect(code).toBe(0);
  });
});

describe("pare reduce", () => {
  test("that is stopped while it explains ends as stopped", async () => {
    const here = haystack();
    // Quick while the original is measured, slow when it is looked at more closely.
    const slow =
      'f="$PARE_ORIGIN/count"; echo x >> "$f"; [ $(wc -l < "$f") -le 20 ] && exit 1; touch "$PARE_ORIGIN/mark"; sleep 20';
    here.write("slow.sh", `#!/bin/sh\n${slow}\n`, 0o755);
    const { code, said } = await interrupted(here, "hay.txt", "--test", "./slow.sh");
    expect(code).toBe(130);
    expect(said).toContain("stopped before the search began; nothing was changed");
    expect(said).not.toContain("    at ");
    expect(here.read("hay.txt")).toBe(HAY);
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
      opened: ["/w/a.h"],
      started: [],
      absent: ["/w/b.h"],
      directory: "/w",
    });
  });
});
