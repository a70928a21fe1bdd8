/** More that only a process of its own can be put through: every kind of limit, signals at chosen moments, files that vanish, another user. */
import { NODE_FAILS, type Real } from "./processes.ts";

const REDUCE = "$P in.txt --test ./t.sh";
const done = { codes: [0], result: true } as const;
/** A machine that is too small is a message; one that is not gives the result. */
const either = { codes: [0, 1] } as const;

const each = <T>(values: readonly T[], real: (value: T) => Real): readonly Real[] => values.map((value) => real(value));

/** Every command that starts without a cluster. */
const COMMANDS: Readonly<Record<string, string>> = {
  reduce: REDUCE,
  check: "$P check in.txt --test ./t.sh",
  isolate: "echo x > good; $P isolate good in.txt --test ./t.sh",
  select: "mkdir s; cp in.txt s; $P suite select s --cover lcov -- cat {}",
  report: `${REDUCE} >&2; $P report --list`,
  algorithms: "$P algorithms",
  help: "$P reduce --help",
};

const LIMITED: readonly Real[] = [
  // With fewer, Node cannot load the first module: what it prints then is not pare's.
  ...each([28, 30, 34, 36, 40, 44, 52, 56, 60, 62], (files) => ({
    name: `ulimit -n ${files}`,
    line: `ulimit -n ${files}; ${REDUCE}`,
    codes: [1],
  })),
  ...Object.entries(COMMANDS).flatMap(([name, line]) =>
    each([30, 50], (files) => ({
      name: `${name}, ulimit -n ${files}`,
      line: `ulimit -n ${files}; ${line}`,
      codes: [0, 1, 2, 3],
    })),
  ),
  // Below that, Node itself cannot start: what it prints then is not pare's.
  ...each([1000, 1500, 2000, 3000, 4000, 8000], (mega) => ({
    name: `ulimit -v ${mega} MB`,
    line: `ulimit -v ${mega}000; $N -e 0 >/dev/null 2>&1 || exit ${NODE_FAILS}; ${REDUCE}`,
    ...either,
  })),
  ...each([1, 2, 4, 64], (blocks) => ({
    name: `ulimit -f ${blocks}`,
    line: `ulimit -f ${blocks}; ${REDUCE} 2>&1 | cat; exit \${PIPESTATUS[0]}`,
    ...either,
  })),
  ...each([256, 512, 1024, 2048, 16_384, "unlimited"], (stack) => ({
    name: `ulimit -s ${stack}`,
    line: `ulimit -s ${stack}; $N -e 0 >/dev/null 2>&1 || exit ${NODE_FAILS}; ${REDUCE}`,
    ...either,
  })),
  // The seconds of each process: enough for all of them.
  { name: "ulimit -t 60", line: `ulimit -t 60; ${REDUCE}`, ...done },
  ...each([20, 24, 32, 48, 64], (mega) => ({
    name: `a heap of ${mega} MB`,
    line: `export NODE_OPTIONS=--max-old-space-size=${mega}; ${REDUCE}`,
    ...either,
  })),
  ...each([64, 96], (mega) => ({
    name: `a heap of ${mega} MB, a larger text`,
    line: `seq 60000 >> in.txt; export NODE_OPTIONS=--max-old-space-size=${mega}; ${REDUCE} --max-tests 60`,
    ...either,
  })),
];

const STREAMS: readonly Real[] = Object.entries(COMMANDS).flatMap(([name, line]) => [
  ...each(["0<&-", "1>&-", "2>&-", "1>/dev/full", "2>/dev/full", "0<&- 1>&- 2>&-"], (how) => ({
    name: `${name}, ${how}`,
    line: `${line} ${how}`,
    codes: [0, 1, 2, 3],
    mute: true,
  })),
  {
    name: `${name} | head -1`,
    line: `${line} 2>&1 | head -1; exit \${PIPESTATUS[0]}`,
    codes: [0, 1, 2, 3],
    mute: true,
  },
]);

const SURROUNDED: readonly Real[] = [
  ...each(Object.entries(COMMANDS), ([name, line]) => ({
    name: `${name}, no HOME, no PATH, odd TERM and LANG`,
    line: `unset HOME; export TERM=$'\\e[2J' LANG=xx_YY.nope LC_ALL=; ${line}`,
    codes: [0, 2, 3],
  })),
  { name: "no PATH", line: `unset PATH; ${REDUCE}`, codes: [0, 1, 2, 3] },
  { name: "an empty PATH", line: `export PATH=; ${REDUCE}`, codes: [0, 1, 2, 3] },
  ...each(Object.entries(COMMANDS), ([name, line]) => ({
    name: `${name}, the working directory is gone`,
    line: `mkdir x; cp in.txt t.sh x; cd x; rm -r ../x; ${line.replace(/^.*; (?=\$P)/, "")}`,
    codes: [0, 1, 2],
  })),
  ...each(["in.txt", "t.sh", "pare.config.json", "in.reduced.txt", ".pare"], (name) => ({
    name: `a pipe in place of ${name}`,
    line: `cp in.txt keep; rm -f ${name}; mkfifo ${name}; ${REDUCE}; c=$?; rm -f in.txt; cp keep in.txt; exit $c`,
    codes: [0, 1, 2, 3],
  })),
  ...each(["--events", "--report", "--output", "--with"], (flag) => ({
    name: `${flag} is a pipe`,
    line: `mkfifo pipe; ${REDUCE} ${flag} pipe`,
    codes: [2],
  })),
];

/** The test itself does it, once: no clock. */
const meanwhile = (deed: string): string =>
  `printf '#!/bin/sh\\ngrep -q needle "$1" || exit 1\\ncd %s; n=$(cat n); echo $((n+1)) > n; [ "$n" = "$K" ] || exit 0\\n${deed}\\n' "$T" > t.sh; echo 0 > n`;

const MOMENTS = [0, 1, 2, 3, 4];
const SIGNALS = { INT: 130, TERM: 143, HUP: 129 } as const;

const MEANWHILE: readonly Real[] = [
  ...MOMENTS.flatMap((moment) =>
    Object.entries(SIGNALS).map(([signal, code]): Real => ({
      name: `SIG${signal} in test ${moment}`,
      // The process that waits for the test, not the test.
      line: `export K=${moment}; ${meanwhile(`kill -${signal} $(cat pid); sleep 1`)}; bash -c 'echo $$ > pid; exec ${REDUCE}'`,
      codes: [code, 0],
    })),
  ),
  ...MOMENTS.map((moment): Real => ({
    name: `.pare is removed in test ${moment}`,
    line: `export K=${moment}; ${meanwhile("rm -rf .pare")}; ${REDUCE}`,
    codes: [0, 1],
  })),
  ...MOMENTS.map((moment): Real => ({
    name: `the temporary files are removed in test ${moment}`,
    line: `export K=${moment}; ${meanwhile('rm -rf "$TMPDIR"/*')}; ${REDUCE}`,
    codes: [0, 1, 2],
  })),
];

/** For root, nothing is unreadable: these are done as nobody. */
const AS_NOBODY: readonly Real[] =
  process.getuid?.() !== 0
    ? []
    : (
        [
          ["an unreadable input", "chmod 0 in.txt", [1, 2]],
          ["an unreadable test", "chmod 0 t.sh", [2, 3]],
          ["an unwritable working directory", "chmod 555 .", [0, 1, 2]],
          ["an unreadable working directory", "chmod 111 .", [0, 1, 2]],
          ["a closed working directory", "chmod 0 .", [0, 1, 2, 3]],
          ["unreadable options", "echo {} > pare.config.json; chmod 0 pare.config.json", [1, 2]],
          ["closed runs", "mkdir .pare; chmod 0 .pare", [0, 1, 2]],
          ["a closed temporary directory", "chmod 0 $TMPDIR", [0, 1, 2]],
          ["no limit of processes is reached", "ulimit -u 4000", [0]],
        ] as const
      ).map(([name, deed, codes]) => ({
        name: `${name}, as nobody`,
        line: `chown -R 65534:65534 . "$TMPDIR"; setpriv --reuid=65534 --regid=65534 --clear-groups bash -c '${deed}; ${REDUCE}'; c=$?; chmod 700 . "$TMPDIR"; chmod 600 in.txt; exit $c`,
        codes,
      }));

export const MORE: readonly Real[] = [...LIMITED, ...STREAMS, ...SURROUNDED, ...MEANWHILE, ...AS_NOBODY];
