/** Moments of a run, each made as long as anybody may have to wait, by tests and programs that say when they are reached. */
import { execFileSync } from "node:child_process";
import { MAIN, type Ground } from "./started.ts";

/** A moment that lasts far longer than any budget here, and says that it was reached. */
const LONG = '{ : > "$REACHED"; sleep 300; }';
const HAY: string = Array.from({ length: 60 }, (_, i) => (i === 37 ? "the needle\n" : `hay ${i}\n`)).join("");
const NEEDLE = 'grep -q needle "$1"';
/** How often this content was tested, the original aside, as `$times`. */
const TIMES = `k=$PARE_ORIGIN/seen-$(cksum < "$1" | tr -d ' '); [ $(wc -c < "$1") -lt ${HAY.length} ] && echo >> "$k"; times=$(cat "$k" 2>/dev/null | wc -l)`;
const IS_SMALLER = `[ $(wc -c < "$1") -lt ${HAY.length} ]`;

export interface Moment {
  readonly name: string;
  readonly prepare: (here: Ground) => void;
  readonly typed: readonly string[];
  readonly environment?: (here: Ground) => Readonly<Record<string, string>>;
  /** 0 where there is something to keep, 2 where the original was not confirmed yet. */
  readonly code: number;
}

/** Inputs with nothing of the original in them are tested beside it: no moment is about them. */
const IS_OURS = `grep -q 'hay\\|needle' "$1" || exit 1`;

const script = (here: Ground, ...lines: readonly string[]): void => {
  here.write("hay.txt", HAY);
  here.write("test.sh", `#!/bin/sh\n${[IS_OURS, ...lines].join("\n")}\n`);
};
const ends = (here: Ground): void => {
  for (let i = 0; i < 6; i++) {
    here.write(`good/${i}.txt`, `good ${i}\n`);
    here.write(`bad/${i}.txt`, `bad ${i}\n`);
  }
};
const BAD = "grep -q 'bad 3' {}/3.txt";
const isolate = (command: string, ...more: readonly string[]): readonly string[] =>
  ["isolate", "good", "bad"].concat(more, ["--", "sh", "-c", command]);
const byScript = (...more: readonly string[]): readonly string[] => ["hay.txt", "--test", "./test.sh", ...more];
/** A program of that name comes first. */
const instead = (here: Ground, name: string, line: string): void =>
  void here.write(`bin/${name}`, `#!/bin/sh\n${line}\n`);
const withBin = (here: Ground): Readonly<Record<string, string>> => ({
  PATH: `${here.path}/bin:${process.env["PATH"]}`,
});

/** Two tests of some units, and a program that covers the words in them. */
const suite =
  (...lines: readonly string[]) =>
  (here: Ground): void => {
    for (const name of ["a", "b"]) here.write(`tests/${name}.txt`, ORIGINAL);
    here.write("cover.sh", `#!/bin/sh\n${lines.join("\n")}\nsort -u "$1" > "$PARE_COVERAGE/covered"\n`);
  };
const ORIGINAL = "one\ntwo\none\ntwo\nthree\n";
const IS_PART = `[ $(wc -c < "$1") -lt ${ORIGINAL.length} ]`;
const inSuite = (command: string, ...more: readonly string[]): readonly string[] =>
  ["suite", command, "tests"].concat(more, ["--cover", "file:covered", "--", "./cover.sh", "{}"]);
const reduceSuite = (...more: readonly string[]): readonly string[] => inSuite("reduce", "-o", "small", ...more);

export const MOMENTS: readonly Moment[] = [
  { name: "suite: the program is tried", prepare: suite(LONG), typed: reduceSuite(), code: 2 },
  { name: "suite: a test is measured", prepare: suite(LONG), typed: reduceSuite("--start", "whole"), code: 2 },
  {
    name: "suite: a start is looked for",
    prepare: suite(`${IS_PART} && ${LONG}`),
    typed: reduceSuite("--start", "seeded"),
    code: 0,
  },
  {
    name: "suite: the search",
    prepare: suite(`${IS_PART} && ${LONG}`),
    typed: reduceSuite("--start", "whole"),
    code: 0,
  },
  {
    name: "suite: a run is settled under the hard limit, and ignores SIGTERM",
    prepare: suite("trap '' TERM INT HUP", `${IS_PART} && ${LONG}`),
    typed: reduceSuite("--start", "whole", "-j", "2"),
    code: 0,
  },
  {
    name: "suite: the proof",
    prepare: suite(
      `k=$PARE_ORIGIN/seen-$(basename "$1")-$(cksum < "$1" | tr -d ' '); echo >> "$k"`,
      `${IS_PART} && [ $(wc -l < "$k") -gt 1 ] && ${LONG}`,
    ),
    typed: reduceSuite("--start", "whole"),
    code: 0,
  },
  { name: "suite: tests are selected", prepare: suite(LONG), typed: inSuite("select"), code: 2 },
  { name: "suite: tests are ordered", prepare: suite(LONG), typed: inSuite("order"), code: 2 },
  {
    name: "a command is learnt",
    prepare: (here) => script(here, ""),
    typed: ["hay.txt", "--", "sh", "-c", `${LONG}; exit 3`],
    code: 2,
  },
  { name: "the original is tested", prepare: (here) => script(here, LONG), typed: byScript(), code: 2 },
  {
    name: "the original is measured",
    prepare: (here) => script(here, `[ -e "$PARE_ORIGIN/once" ] && ${LONG}; : > "$PARE_ORIGIN/once"`, NEEDLE),
    typed: byScript("--flaky"),
    code: 2,
  },
  {
    name: "the search",
    prepare: (here) => script(here, `${IS_SMALLER} && ${LONG}`, NEEDLE),
    typed: byScript(),
    code: 0,
  },
  {
    name: "a test is settled under the hard limit",
    prepare: (here) => script(here, `${IS_SMALLER} && ${LONG}`, NEEDLE),
    typed: byScript("-j", "2"),
    code: 0,
  },
  {
    name: "a best is tested again",
    prepare: (here) => script(here, TIMES, `[ $times -gt 1 ] && ${LONG}`, NEEDLE),
    typed: byScript(),
    code: 0,
  },
  {
    name: "the result is tested once more",
    prepare: (here) => script(here, TIMES, `[ $times -gt 1 ] && [ $(wc -c < "$1") -lt 12 ] && ${LONG}`, NEEDLE),
    typed: byScript("--format", "lines"),
    code: 0,
  },
  {
    name: "a pass of one's own",
    prepare: (here) => script(here, NEEDLE),
    typed: byScript("--pass", `${LONG}; true`),
    code: 0,
  },
  {
    name: "the input is preprocessed",
    prepare: (here) => script(here, NEEDLE),
    typed: byScript("--preprocess", `${LONG}; cat {}`),
    code: 2,
  },
  {
    name: "tests that ignore SIGTERM",
    prepare: (here) => script(here, `trap '' TERM INT HUP`, `${IS_SMALLER} && ${LONG}`, NEEDLE),
    typed: byScript(),
    code: 0,
  },
  {
    name: "a deep tree of processes, each a session of its own",
    prepare: (here) => {
      here.write(
        "deep.sh",
        `#!/bin/sh\n[ $1 -eq 0 ] && ${LONG}\nsetsid "$0" $(($1 - 1)) &\ntrap '' TERM\nwait\n${LONG}\n`,
      );
      script(here, `${IS_SMALLER} && "$PARE_ORIGIN/deep.sh" 12`, NEEDLE);
    },
    typed: byScript("-j", "2"),
    code: 0,
  },
  {
    name: "an oracle server does not answer",
    prepare: (here) => {
      script(here, "");
      const answer = `read line; echo '{"outcome": "fail"}'`;
      here.write("server.sh", `#!/bin/sh\n${answer}\n${answer}\n${answer}\nread line; ${LONG}\n`);
    },
    typed: ["hay.txt", "-j", "1", "--oracle-server", "exec ./server.sh"],
    code: 0,
  },
  {
    name: "an effect is measured",
    prepare: (here) => script(here, ""),
    typed: ["hay.txt", "--effect", "output>=1K", "--", "sh", "-c", LONG],
    code: 2,
  },
  {
    name: "a run that goes on",
    prepare: (here) => {
      script(here, `[ -e "$PARE_ORIGIN/slow" ] && ${IS_SMALLER} && ${LONG}`, NEEDLE);
      const typed = [MAIN, ...byScript("--max-tests", "5", "--quiet")];
      execFileSync(process.execPath, typed, { cwd: here.path });
      here.write("slow", "");
    },
    typed: byScript(),
    code: 0,
  },
  { name: "isolate: the ends are learnt", prepare: ends, typed: isolate(`${LONG}; ${BAD}`), code: 2 },
  { name: "isolate: an end is built", prepare: ends, typed: isolate(BAD, "--build", LONG), code: 2 },
  {
    name: "isolate: the search",
    prepare: ends,
    typed: isolate(`case $(cat {}/*.txt | grep -c bad) in 0|6) ;; *) ${LONG};; esac; ! ${BAD}`),
    code: 0,
  },
  {
    name: "isolate: the proof",
    prepare: ends,
    typed: isolate(
      `k=$PARE_ORIGIN/seen-$(cat {}/*.txt | cksum | tr -d ' '); echo >> "$k"; n=$(grep -l bad {}/*.txt | wc -l)
[ $n -gt 0 ] && [ $n -lt 6 ] && [ $(wc -l < "$k") -gt 1 ] && ${LONG}; ! ${BAD}`,
    ),
    code: 0,
  },
  {
    name: "isolate: packages are installed",
    prepare: (here) => {
      for (const [end, version] of [
        ["good", "1.0.0"],
        ["bad", "2.0.0"],
      ]) {
        const packages = { "": { dependencies: { a: "*" } }, "node_modules/a": { version } };
        here.write(`${end}/package-lock.json`, JSON.stringify({ lockfileVersion: 3, packages }));
        here.write(`${end}/package.json`, JSON.stringify({ dependencies: { a: "*" } }));
      }
      here.write("package.json", JSON.stringify({ dependencies: { a: "*" } }));
      instead(here, "npm", LONG);
    },
    environment: withBin,
    typed: ["isolate", "--lock", "good/package-lock.json", "bad/package-lock.json", "--", "true"],
    code: 2,
  },
  {
    name: "isolate: git is slow",
    prepare: (here) => {
      execFileSync("sh", ["-c", "git init -q . && git commit -q --allow-empty -m one"], { cwd: here.path, env: WHO });
      instead(here, "git", ': > "$REACHED"; exec sleep 300');
    },
    environment: withBin,
    typed: ["isolate", "--good", "HEAD", "--", "true"],
    code: 2,
  },
];
/** For git. */
const WHO = {
  ...process.env,
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@b",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@b",
};
