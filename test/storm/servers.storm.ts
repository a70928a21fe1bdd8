import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ground, inTurns } from "./started.ts";
import { tally } from "./tally.ts";

/** One question is read; its number is `$id`, and it is the `$n`th of this process. */
const READ = `read -r line || exit 0; n=$((n + 1)); id=$(printf %s "$line" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')`;
const NUMBERED = `printf '{"id": %s, "outcome": "fail"}\\n' "$id"`;
const PLAIN = `echo '{"outcome": "fail"}'`;
/** In bytes. */
const HUGE = 300_000_000;
/** In kilobytes, as the system counts. */
const MAX_MEMORY = 400 * 1024;

interface Misdeed {
  readonly name: string;
  /** For sh: what it does on each question. */
  readonly does: string;
  readonly typed?: readonly string[];
  /** The code of the error; none where the run ends well. */
  readonly code?: string;
}

const MISDEEDS: readonly Misdeed[] = [
  { name: "none, with numbers", does: NUMBERED },
  { name: "none, without numbers", does: PLAIN },
  { name: "a line of 300 MB", does: `head -c ${HUGE} /dev/zero | tr '\\0' x; echo`, code: "BAD_ANSWER" },
  {
    name: "an answer of 300 MB",
    does: `printf '{"outcome": "fail", "reason": "'; head -c ${HUGE} /dev/zero | tr '\\0' x; echo '"}'`,
    code: "BAD_ANSWER",
  },
  { name: "a line without an end", does: "exec cat /dev/zero", code: "BAD_ANSWER" },
  { name: "lines without an end", does: `yes '${"x".repeat(100)}'`, code: "BAD_ANSWER" },
  { name: "answers without an end", does: `yes '{"outcome": "fail"}'`, code: "OUT_OF_TURN" },
  { name: "20 MB of blank lines", does: `[ $n -eq 1 ] && yes '' | head -c 20000000; ${NUMBERED}` },
  { name: "300 MB on standard error", does: `[ $n -eq 1 ] && head -c ${HUGE} /dev/zero >&2; ${NUMBERED}` },
  { name: "two answers at once", does: `printf '{"outcome": "fail"}\\n{"outcome": "pass"}\\n'`, code: "OUT_OF_TURN" },
  { name: "one answer and a half", does: `printf '{"outcome": "fail"}\\n{"outcome"'`, code: "OUT_OF_TURN" },
  {
    name: "a surplus answer while the next question is open",
    does: `[ $n -eq 2 ] && printf '{"id": 1, "outcome": "pass"}\\n'; ${NUMBERED}`,
    code: "OUT_OF_TURN",
  },
  { name: "the number of the question before", does: `id=$((id > 3 ? id - 1 : id)); ${NUMBERED}`, code: "OUT_OF_TURN" },
  { name: "numbers that stop", does: `if [ $n -lt 4 ]; then ${NUMBERED}; else ${PLAIN}; fi`, code: "OUT_OF_TURN" },
  { name: "half an answer, then its end", does: `printf '{"outcome": "fa'; exit 0`, code: "SERVER_DIED" },
  { name: "words", does: "echo yes", code: "BAD_ANSWER" },
  { name: "NUL bytes", does: String.raw`printf '\0\0\0\n'`, code: "BAD_ANSWER" },
  { name: "what is not UTF-8", does: String.raw`printf '{"outcome": "fail", "reason": "\377"}\n'`, code: "BAD_ANSWER" },
  { name: "escape sequences", does: String.raw`printf '\033]0;title\007\033[2J\n'`, code: "BAD_ANSWER" },
  { name: "its death at once", does: "kill -9 $$", code: "SERVER_DIED" },
  { name: "its death at every fourth question", does: `[ $n -eq 4 ] && exit 7; ${NUMBERED}` },
  { name: "a closed output", does: "exec >&-; sleep 300", code: "SERVER_DIED" },
  { name: "a child that keeps its output, and its own end", does: "sleep 300 & exit 0", code: "SERVER_DIED" },
  {
    name: "no answer to a candidate",
    does: `[ $n -gt 3 ] && sleep 300; ${NUMBERED}`,
    typed: ["--timeout", "1", "--max-tests", "2"],
  },
];

interface Outcome {
  readonly name: string;
  readonly exit: number | null;
  readonly code: string | undefined;
  readonly isSmall: boolean;
  readonly left: number;
}

const tried = async ({ name, does, typed = [] }: Misdeed): Promise<Outcome & { readonly said: string }> => {
  const here = ground();
  try {
    here.write("hay.txt", "one\ntwo\nthree\nfour\n");
    here.write("server.sh", `#!/bin/sh\necho $$ >> pids\nn=0\nwhile :; do\n${READ}\n${does}\ndone\n`);
    // The most memory that it has ever had, from its own last moment.
    here.write(
      "peak.cjs",
      `process.on("exit", () => require("node:fs").writeFileSync("peak", /VmHWM:\\s+(\\d+)/.exec(require("node:fs").readFileSync("/proc/self/status", "utf8"))[1]));`,
    );
    const words = [
      "hay.txt",
      "-j",
      "1",
      "--json",
      "--format",
      "lines",
      // It says "fail" to everything.
      "--allow-trivial",
      ...typed,
      "--oracle-server",
      "exec ./server.sh",
    ];
    const { code: exit, stdout, stderr } = await here.start(words, { NODE_OPTIONS: "--require=./peak.cjs" }).ended;
    const { code } = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "{}") as { readonly code?: string };
    const peak = Number(readFileSync(`${here.path}/peak`, "utf8"));
    const pids = readFileSync(`${here.path}/pids`, "utf8").trim().split("\n").map(Number);
    const outcome = { name, exit, code, isSmall: peak < MAX_MEMORY, left: pids.filter(isAlive).length };
    // No terminal is told what to do by what a server says.
    const isClean = !/\p{Cc}/u.test(stderr.replaceAll(/[\n\r\t]/g, ""));
    return { ...outcome, said: isClean && outcome.isSmall ? "" : `${peak} kB: ${JSON.stringify(stderr)}` };
  } finally {
    here.remove();
  }
};

const isAlive = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.startsWith("Z") === false;
  } catch {
    return false;
  }
};

test("a server that talks too much, out of turn or not at all is ended with a clear error", async (context) => {
  const wanted = MISDEEDS.map(({ name, code }) => ({
    name,
    exit: code === undefined ? 0 : 2,
    code,
    isSmall: true,
    left: 0,
    said: "",
  }));
  const outcomes = await inTurns(MISDEEDS, 4, tried);
  const held = outcomes.filter((outcome, at) => JSON.stringify(outcome) === JSON.stringify(wanted[at])).length;
  tally(context, "servers", { tried: MISDEEDS.length, held });
  expect(outcomes).toEqual(wanted);
});
