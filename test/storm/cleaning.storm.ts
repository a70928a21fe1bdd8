/** Tests that leave what pare may not remove: the result and the exit code stand, and one warning names the path. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildIfMissing } from "../cli/support.ts";
import { tally } from "./tally.ts";
import { without } from "../support/needs.ts";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

interface Fault {
  readonly name: string;
  /** What a test does in its directory. */
  readonly script: string;
  /** As somebody with fewer rights. */
  readonly isReduced?: boolean;
  /** Even this can be removed: nothing is to be told. */
  readonly isNothing?: boolean;
}

const FAULTS: readonly Fault[] = [
  { name: "immutable", script: "[ -e stuck ] || { touch stuck; chattr +i stuck; }" },
  { name: "immutable folder", script: "[ -e stuck ] || { mkdir -p stuck/in; touch stuck/in/x; chattr +i stuck; }" },
  { name: "mounted", script: "mkdir -p m; mountpoint -q m || mount -t tmpfs none m; touch m/x" },
  { name: "bound", script: 'mkdir -p m; mountpoint -q m || mount --bind "$PRECIOUS" m' },
  { name: "somebody else's", script: '"$HELPER"', isReduced: true },
  { name: "locked", script: "mkdir -p l/k; touch l/k/x; chmod 0 l/k l", isReduced: true, isNothing: true },
  { name: "deep", script: 'perl -e \'for (1..60) { mkdir "d" x 100; chdir "d" x 100 }\'', isNothing: true },
];

/** In the directory with good.txt, bad.txt and tests: the failure is the word needle. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  reduce: ["reduce", "bad.txt", "--test", "./test.sh", "--format", "lines", "-j", "2"],
  check: ["check", "bad.txt", "--test", "./test.sh"],
  isolate: ["isolate", "good.txt", "bad.txt", "--", "./has.sh", "{}"],
  suite: ["suite", "reduce", "tests", "-o", "small", "--cover", "file:covered", "--", "./covers.sh", "{}"],
};

const LEFT = /cannot remove what a test has left: (\/.*) \(/;

describe.skipIf(without("root", isRoot))("what cannot be removed", () => {
  const directories: string[] = [];
  let helper = "";

  beforeAll(() => {
    buildIfMissing();
    const here = mkdtempSync("/var/tmp/pare-cleaning-");
    directories.push(here);
    chmodSync(here, 0o755);
    helper = join(here, "helper");
    const source = `${helper}.c`;
    writeFileSync(
      source,
      '#include <fcntl.h>\n#include <sys/stat.h>\n#include <unistd.h>\nint main(void) { return mkdir("theirs", 0755) < 0 || close(open("theirs/file", O_CREAT | O_WRONLY, 0600)) < 0; }\n',
    );
    execFileSync("gcc", ["-o", helper, source]);
    chmodSync(helper, 0o4755);
  });
  afterAll(() => {
    for (const directory of directories) free(directory);
  });

  const run = (fault: Fault, command: string): { readonly code: number | null; readonly text: string } => {
    const here = mkdtempSync(join(tmpdir(), "pare-cleaning-"));
    directories.push(here);
    const write = (name: string, text: string): void => writeFileSync(join(here, name), text, { mode: 0o755 });
    const after = `status=$?\n${fault.script} >/dev/null 2>&1\nexit $status\n`;
    write("good.txt", "a\nb\nc\nd\n");
    write("bad.txt", "a\nb\nneedle\nc\nd\n");
    write("test.sh", `#!/bin/sh\ngrep -q needle "$1"\n${after}`);
    write("has.sh", `#!/bin/sh\n! grep needle "$1"\n${after}`);
    write("covers.sh", `#!/bin/sh\nsort -u "$1" > "$PARE_COVERAGE/covered"\n${after}`);
    mkdirSync(join(here, "tests"));
    write("tests/one.txt", "a\na\nb\n");
    write("tests/two.txt", "b\nc\nc\n");
    mkdirSync(join(here, "precious"));
    write("precious/file", "precious");
    const owner = fault.isReduced === true ? { uid: NOBODY, gid: NOBODY } : {};
    if (fault.isReduced === true)
      for (const name of [".", "tests", "precious"]) chownSync(join(here, name), NOBODY, NOBODY);
    const env = { ...process.env, HELPER: helper, PRECIOUS: join(here, "precious"), HOME: here };
    const options = { cwd: here, env, encoding: "utf8", ...owner } as const;
    const { status, stderr } = spawnSync(process.execPath, [MAIN, ...(COMMANDS[command] ?? [])], options);
    for (const [, path = ""] of stderr.matchAll(new RegExp(LEFT, "g"))) free(scratchOf(path));
    expect(existsSync(join(here, "precious", "file"))).toBe(true);
    return { code: status, text: stderr };
  };

  const cases = FAULTS.flatMap((fault) =>
    Object.keys(COMMANDS)
      .filter((command) => command === "reduce" || ["immutable", "somebody else's"].includes(fault.name))
      .map((command) => [fault.name, command, fault] as const),
  );

  test.for(cases)("%s: pare %s", ([, command, fault], context) => {
    const { code, text } = run(fault, command);
    const told = text.split("\n").filter((line) => LEFT.test(line)).length;
    const holds = code === 0 && told === (fault.isNothing === true ? 0 : 1);
    tally(context, "cleaning", { tried: 1, held: holds ? 1 : 0 });
    expect({ code, told, text }).toEqual({ code: 0, told: fault.isNothing === true ? 0 : 1, text });
  });
});

/** The directory of the run that holds it. */
const scratchOf = (path: string): string => {
  for (let at = path; at !== "/"; at = dirname(at))
    if (/^pare-[A-Za-z0-9]{6}$/.test(at.split("/").at(-1) ?? "")) return at;
  return path;
};

/** With the rights of root, and with what is known of the faults. */
const free = (directory: string): void => {
  const mounts = spawnSync("findmnt", ["-rno", "TARGET"], { encoding: "utf8" }).stdout.split("\n");
  for (const point of mounts.filter((each) => each.startsWith(`${directory}/`))) spawnSync("umount", ["-l", point]);
  spawnSync("chattr", ["-R", "-f", "-i", directory]);
  rmSync(directory, { recursive: true, force: true });
};
