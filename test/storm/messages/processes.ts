/** What only a process of its own can be put through: limits, streams, names that are no text. */
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { faultsOf } from "./judge.ts";

const main = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

export interface Real {
  readonly name: string;
  /** In bash; $P is the command. */
  readonly line: string;
  /** The exit codes that are right here. */
  readonly codes: readonly number[];
  /** The result has to be there. */
  readonly result?: boolean;
  /** Standard error leads nowhere. */
  readonly mute?: boolean;
}

/** A line ends with this where Node itself cannot start under its limits. */
export const NODE_FAILS = 77;

const REDUCE = "$P in.txt --test ./t.sh";
const done = { codes: [0], result: true } as const;

const STREAMS: readonly Real[] = [
  ...["0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-", "2>/dev/full", "0</dev/zero", "0</tmp", "2</dev/null"].map(
    (how): Real => ({ name: `streams ${how}`, line: `${REDUCE} ${how}`, ...done, mute: true }),
  ),
  ...["1>/dev/full", "1>/dev/full 2>&1", "1</dev/null"].map((how): Real => ({
    name: `streams ${how}`,
    line: `${REDUCE} ${how}`,
    codes: [1],
    result: true,
    mute: true,
  })),
  { name: "a reader that goes away", line: `${REDUCE} 2>&1 | head -c 1; exit \${PIPESTATUS[0]}`, ...done },
  { name: "nobody reads at all", line: `${REDUCE} --json 2>&1 | true; exit \${PIPESTATUS[0]}`, ...done },
  {
    name: "a long list, and a reader that goes away",
    line: "$P algorithms | head -1; exit ${PIPESTATUS[0]}",
    codes: [0],
  },
  { name: "help on a full device", line: "$P reduce --help > /dev/full", codes: [1] },
  {
    name: "a report on a full device",
    line: `${REDUCE} >/dev/null 2>&1; $P report --as json > /dev/full`,
    codes: [1],
    result: true,
  },
  { name: "an error on a full device", line: "$P missing --json --test ./t.sh > /dev/full", codes: [2] },
];

const LIMITS: readonly Real[] = [
  ...[64, 80, 128, 300].map((files): Real => ({
    name: `ulimit -n ${files}`,
    line: `ulimit -n ${files}; ${REDUCE}`,
    ...done,
  })),
  ...[32, 48, 63].map((files): Real => ({
    name: `ulimit -n ${files}`,
    line: `ulimit -n ${files}; ${REDUCE}`,
    codes: [1],
  })),
  { name: "64 files, many jobs", line: `ulimit -n 64; ${REDUCE} -j 50`, codes: [1] },
  { name: "64 files, check", line: "ulimit -n 64; $P check in.txt --test ./t.sh", codes: [0] },
  { name: "64 files, suite", line: "ulimit -n 64; mkdir s; cp in.txt s; $P suite select s -- cat {}", codes: [2] },
  {
    name: "64 files, isolate",
    line: "ulimit -n 64; echo x > good; $P isolate good in.txt -- grep -c needle {}",
    codes: [0, 1, 2, 3],
  },
  { name: "64 files, algorithms", line: "ulimit -n 64; $P algorithms", codes: [0] },
  { name: "ulimit -f 0", line: `ulimit -f 0; ${REDUCE} 2>&1 | cat; exit \${PIPESTATUS[0]}`, codes: [1] },
  {
    name: "ulimit -f 1",
    line: `seq 3000 >> in.txt; ulimit -f 1; ${REDUCE} 2>&1 | cat; exit \${PIPESTATUS[0]}`,
    codes: [0, 1],
  },
  { name: "ulimit -s", line: `ulimit -s 4096; ${REDUCE}`, ...done },
  { name: "ulimit -c 0", line: `ulimit -c 0; ${REDUCE}`, ...done },
];

const SURROUNDINGS: readonly Real[] = [
  { name: "the working directory is gone", line: "mkdir x; cd x; rmdir ../x; $P ../in.txt --test ../t.sh", codes: [1] },
  {
    name: "a deep working directory",
    line: 'd=$(printf "d%.0s" {1..200}); for i in {1..15}; do mkdir $d; cd $d; done; cp $T/in.txt $T/t.sh .; $P in.txt --test ./t.sh',
    codes: [0, 2],
  },
  {
    name: "an odd working directory",
    line: `d=$'a\\n"b\\' \\e[2J'; mkdir "$d"; cd "$d"; cp $T/in.txt $T/t.sh .; $P in.txt --test ./t.sh`,
    codes: [0],
  },
  { name: "no environment", line: `env -i \${P%% *} ${main} in.txt --test ./t.sh`, ...done },
  {
    name: "a name that is no text",
    line: "cp in.txt $'\\xff\\xfe.txt'; $P $'\\xff\\xfe.txt' --test ./t.sh",
    codes: [2],
  },
  { name: "an output that is no text", line: "$P in.txt -o $'\\xff.txt' --test ./t.sh", codes: [0, 2] },
  {
    name: "a directory with names that are no text",
    line: "mkdir s; cp in.txt s; cp in.txt $'s/\\xff'; $P s --match needle -- cat s/in.txt",
    codes: [0, 2],
  },
  {
    name: "a long argument",
    line: "$P in.txt --match \"$(head -c 100000 /dev/zero | tr '\\0' x)\" -- cat in.txt",
    codes: [2, 3],
  },
  { name: "many arguments", line: "$P in.txt --test ./t.sh $(seq 20000)", codes: [2] },
  {
    name: "an options file that is endless",
    line: "ln -s /dev/zero pare.config.json; $P in.txt --test ./t.sh",
    codes: [2],
  },
  {
    name: ".pare is removed meanwhile",
    line: `printf '#!/bin/sh\\nrm -rf %s/.pare; grep -q needle "$1"\\n' "$T" > t.sh; ${REDUCE}`,
    codes: [0, 1, 2],
  },
  {
    name: "the input is removed meanwhile",
    line: `printf '#!/bin/sh\\nrm -f %s/in.txt; grep -q needle "$1"\\n' "$T" > t.sh; cp in.txt keep; ${REDUCE}; c=$?; cp keep in.txt; exit $c`,
    codes: [0, 1, 2],
  },
  {
    name: "the test is removed meanwhile",
    line: `printf '#!/bin/sh\\nrm -f %s/t.sh; grep -q needle "$1"\\n' "$T" > t.sh; ${REDUCE}`,
    codes: [0, 1, 2, 3, 4, 5],
  },
  {
    name: "the output's directory is removed meanwhile",
    line: `mkdir o; printf '#!/bin/sh\\nrm -rf %s/o; grep -q needle "$1"\\n' "$T" > t.sh; ${REDUCE} -o o/x`,
    codes: [1, 2],
  },
];

export const REAL: readonly Real[] = [...STREAMS, ...LIMITS, ...SURROUNDINGS];

/** Whatever was started has the mark in its environment. What is about to end may take a moment; how long does not matter. */
const stillRunning = async (mark: string): Promise<readonly string[]> => {
  for (let patience = 200; ; patience--) {
    const found = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && environmentOf(pid).includes(mark));
    if (found.length === 0) return [];
    if (patience === 0) return found.map((pid) => `a process is left: ${commandOf(pid)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

const readProc = (pid: string, name: string): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1").split("\0");
  } catch {
    return [];
  }
};

const environmentOf = (pid: string): readonly string[] => readProc(pid, "environ");
const commandOf = (pid: string): string => readProc(pid, "cmdline").join(" ");

const HANG_MS = 60_000;

/** `undefined` where Node itself cannot start: nothing was tried. */
export const runReal = async (
  { line, codes, result, mute }: Real,
  root: string,
): Promise<readonly string[] | undefined> => {
  const [here, temporary, home] = [join(root, "here"), join(root, "tmp"), join(root, "home")];
  chmodSync(root, 0o711);
  mkdirSync(here);
  mkdirSync(temporary);
  mkdirSync(home);
  chmodSync(home, 0o777);
  writeFileSync(join(here, "in.txt"), "a\nneedle\nb\n");
  writeFileSync(join(here, "t.sh"), '#!/bin/sh\ngrep -q needle "$1"\n', { mode: 0o755 });
  const { PATH = "" } = process.env;
  const env = {
    PATH,
    HOME: home,
    TMPDIR: temporary,
    T: here,
    N: process.execPath,
    P: `${process.execPath} ${main}`,
    STORM_MARK: root,
  };
  const child = spawn("bash", ["-c", line], { cwd: here, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let [out, err] = ["", ""];
  child.stdout.on("data", (data: Buffer) => void (out += data.toString()));
  child.stderr.on("data", (data: Buffer) => void (err += data.toString()));
  const code = await new Promise<number | undefined>((resolve) => {
    const timer = setTimeout(() => {
      process.kill(-(child.pid as number), "SIGKILL");
      resolve(undefined);
    }, HANG_MS);
    child.once("close", (ended) => {
      clearTimeout(timer);
      resolve(ended ?? undefined);
    });
  });
  if (code === NODE_FAILS) return undefined;
  const own = faultsOf(["--quiet"], { code, out, err });
  const left = readdirSync(temporary);
  return [
    ...own,
    ...(code !== undefined && codes.includes(code) ? [] : [`exit code ${code}`]),
    ...(result === true && readFileSync(join(here, "in.reduced.txt"), "utf8").trim() !== "needle" ? ["no result"] : []),
    ...(mute !== true && code !== 0 && `${out}${err}` === "" ? ["no message"] : []),
    ...(await stillRunning(`STORM_MARK=${root}`)),
    ...left.map((name) => `left in the temporary directory: ${name}`),
    ...readdirSync(here)
      .filter((name) => /^\..*\.pare-\d/.test(name))
      .map((name) => `left beside: ${name}`),
    ...(readFileSync(join(here, "in.txt"), "utf8").startsWith("a\nneedle\nb\n") ? [] : ["the input was changed"]),
  ].map((fault) => `${fault}\n  ${line}\n  ${`${err}${out}`.slice(0, 600)}`);
};
