/** Temporary and working directories that are missing, full, read-only or elsewhere: it works, or it is said what to do. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { buildIfMissing } from "../cli/support.ts";
import { tally } from "./tally.ts";
import { without } from "../support/needs.ts";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** In a mount namespace of its own. $D holds w (the working directory), t (TMPDIR), o (for outputs) and home. */
const canMount = spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

const NO_MEMORY = "mount -t tmpfs -o size=64k none /dev/shm";
const READ_ONLY = 'mount --bind "$D/w" "$D/w"; mount -o remount,ro,bind "$D/w"';
const fullAt = (path: string): string =>
  `mount -t tmpfs -o size=16k none "${path}"; head -c 99999 /dev/zero > "${path}/filler" 2>/dev/null`;

const REDUCE = "pare reduce in.txt --test ./test.sh --format lines";
const ELSEWHERE = `${REDUCE} -o "$D/o/out.txt"`;
const SUITE = "pare suite reduce tests --cover file:covered -o";
const COVERS = `-- sh -c 'sort -u "$1" > "$PARE_COVERAGE/covered"' - {}`;

interface Case {
  readonly name: string;
  readonly setup: string;
  readonly line: string;
  /** 0 unless given. */
  readonly code?: number;
  /** What is said about it. */
  readonly says?: RegExp;
  /** Where the result must be. */
  readonly result?: string;
}

const refused = (why: string): Pick<Case, "code" | "says"> => ({
  code: 1,
  says: new RegExp(`^pare: Nothing can be written in /\\S+, where the tests run: ${why}\\.\nSet TMPDIR`, "m"),
});

const CASES: readonly Case[] = [
  { name: "TMPDIR is missing", setup: 'export TMPDIR="$D/none"', line: REDUCE, result: "w/in.reduced.txt" },
  { name: "TMPDIR is missing: check", setup: 'export TMPDIR="$D/none"', line: "pare check in.txt --test ./test.sh" },
  { name: "TMPDIR is empty", setup: `${NO_MEMORY}; export TMPDIR=`, line: REDUCE, result: "w/in.reduced.txt" },
  { name: "TMPDIR is relative", setup: `${NO_MEMORY}; export TMPDIR=../t`, line: REDUCE, result: "w/in.reduced.txt" },
  {
    name: "TMPDIR is on another device",
    setup: `${NO_MEMORY}; mount -t tmpfs -o size=9m none "$D/t"`,
    line: ELSEWHERE,
    result: "o/out.txt",
  },
  {
    name: "the output is on another device",
    setup: 'mkdir "$D/o/p"',
    line: `mount -t tmpfs none "$D/o/p" && ${REDUCE} -o "$D/o/p/x" && cp "$D/o/p/x" "$D/o/out.txt"`,
    result: "o/out.txt",
  },
  {
    name: "no memory, TMPDIR is missing",
    setup: `${NO_MEMORY}; export TMPDIR="$D/none"`,
    line: REDUCE,
    ...refused("it does not exist"),
  },
  {
    name: "no memory, TMPDIR is a file",
    setup: `${NO_MEMORY}; export TMPDIR="$D/w/in.txt"`,
    line: REDUCE,
    ...refused("it is not a directory"),
  },
  {
    name: "no memory, TMPDIR is read-only",
    setup: `${NO_MEMORY}; mount -t tmpfs -o ro none "$D/t"`,
    line: REDUCE,
    ...refused("the file system is read-only"),
  },
  {
    name: "no memory, TMPDIR leads in a circle",
    setup: `${NO_MEMORY}; ln -s loop "$D/loop"; export TMPDIR="$D/loop"`,
    line: REDUCE,
    ...refused("its links lead in a circle"),
  },
  {
    name: "no memory, TMPDIR is full",
    setup: `${NO_MEMORY}; ${fullAt("$D/t")}`,
    line: REDUCE,
    code: 1,
    says: /no room left in \S+, where the tests run\.\nMake room there/,
  },
  {
    name: "read-only, the output elsewhere",
    setup: READ_ONLY,
    line: ELSEWHERE,
    result: "o/out.txt",
    says: /Nothing can be written in \S+\/w, so this run is kept in \S+\/home\/\S+\./,
  },
  {
    name: "read-only: the same command again",
    setup: READ_ONLY,
    line: `${ELSEWHERE} --max-tests 1; ${ELSEWHERE}`,
    result: "o/out.txt",
    says: /[1-9]\d* recalled/,
  },
  {
    name: "read-only: report",
    setup: READ_ONLY,
    line: `${ELSEWHERE} && pare report --list >&2`,
    result: "o/out.txt",
    says: /in\.txt.*7 bytes/,
  },
  {
    name: "read-only, no output",
    setup: READ_ONLY,
    line: REDUCE,
    code: 2,
    says: /read-only\.\nName an output elsewhere: --output PATH/,
  },
  { name: "read-only: check", setup: READ_ONLY, line: "pare check in.txt --test ./test.sh" },
  {
    name: "read-only: isolate",
    setup: READ_ONLY,
    line: `pare isolate good.txt in.txt -- sh -c '! grep needle "$1"' - {}`,
    says: /so this run is kept in/,
  },
  {
    name: "read-only: suite",
    setup: READ_ONLY,
    line: `${SUITE} "$D/o/small" ${COVERS}`,
    says: /so this run is kept in/,
    result: "o/small/one.txt",
  },
  {
    name: "read-only, and no home",
    setup: `${READ_ONLY}; export HOME="$D/w"`,
    line: ELSEWHERE,
    code: 2,
    says: /XDG_STATE_HOME/,
  },
  {
    name: "full",
    setup:
      'mkdir "$D/x"; cp -r "$D/w/." "$D/x"; mount -t tmpfs -o size=64k none "$D/w"; cp -r "$D/x/." "$D/w"; head -c 99999 /dev/zero > "$D/w/filler" 2>/dev/null',
    line: ELSEWHERE,
    code: 1,
    says: /no space left on the disk\.\nFree some space/,
  },
  {
    name: "the output's directory is full",
    setup: fullAt("$D/o"),
    line: ELSEWHERE,
    code: 1,
    says: /no space left on the disk\.\nFree some space/,
  },
  {
    name: "the output's directory is read-only",
    setup: 'mount -t tmpfs -o ro none "$D/o"',
    line: ELSEWHERE,
    code: 2,
    says: /read-only\.\nName an output elsewhere/,
  },
];

describe.skipIf(without("mounts", canMount))("where there is no place", () => {
  beforeAll(buildIfMissing);

  test.for(CASES)("$name", ({ setup, line, code = 0, says = /(?:)/, result }, context) => {
    const directory = mkdtempSync("/var/tmp/pare-space-");
    for (const name of ["w", "w/tests", "t", "o", "home"]) mkdirSync(join(directory, name));
    const write = (name: string, text: string): void =>
      writeFileSync(join(directory, "w", name), text, { mode: 0o755 });
    write("in.txt", "a\nb\nneedle\nc\n");
    write("good.txt", "a\nb\nc\n");
    write("test.sh", '#!/bin/sh\ngrep -q needle "$1"\n');
    write("tests/one.txt", "a\na\nb\n");
    const pare = `pare() { "${process.execPath}" "${MAIN}" "$@"; }`;
    const script = `${pare}\n${setup}\ncd "$D/w" && ${line}`;
    const env = {
      PATH: process.env["PATH"],
      D: directory,
      TMPDIR: join(directory, "t"),
      HOME: join(directory, "home"),
    };
    const options = { cwd: "/", env, encoding: "utf8" } as const;
    const { status, stderr, stdout } = spawnSync("unshare", ["-m", "bash", "-c", script], options);
    const path = join(directory, result ?? "w/in.txt");
    const made = result === undefined || existsSync(path);
    const isReduced =
      result?.endsWith(".txt") !== true ||
      result.includes("small") ||
      (made && readFileSync(path, "utf8") === "needle\n");
    const isQuiet = !/This is a bug|\n {4}at /.test(stderr);
    const said = `${stderr}${stdout}`;
    const holds = status === code && says.test(said) && made && isReduced && isQuiet;
    tally(context, "space", { tried: 1, held: holds ? 1 : 0 });
    rmSync(directory, { recursive: true, force: true });
    expect(said).toMatch(says);
    expect({ status, made, isReduced, isQuiet, said }).toEqual({
      status: code,
      made: true,
      isReduced: true,
      isQuiet: true,
      said,
    });
  });
});
