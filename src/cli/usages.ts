/** What each command takes: read by the parser, the help and the completion alike. */
import type { Usage } from "./arguments.ts";
import { SETTINGS } from "./settings.ts";

type FlagName = Usage["settings"][number];

const ALL = Object.keys(SETTINGS) as FlagName[];
const ORACLE = ALL.filter((name) => ["What counts", "How a test runs"].includes(SETTINGS[name].group));

const LAYERS = `Every flag can also be set as PARE_NAME in the environment (PARE_JOBS=4) or in the pare.config.json of the
nearest directory upward ({"jobs": 4}); a flag counts more than the environment, the environment more than the file.`;

export const REDUCE: Usage = {
  name: "reduce",
  summary: "Makes a failing file or directory small: the smallest one that still fails in the same way.",
  settings: ALL,
  takesInput: "several",
  notes: [
    `What counts is said by --test SCRIPT, or learnt from -- COMMAND: it is run on the original a few times, and what it
does there is the test. Every test runs in a fresh directory where the candidate lies under the input's name; {} in
the command is its path, scripts get it as $1.`,
    `A directory is laid out under its name, and tests run in it: folders and files go first, then parts of files; links,
modes and empty folders are kept. node_modules is linked and not reduced, .git is left out. Several files (a.c b.h)
lie side by side. Words of the command between [[ and ]] are reduced too.`,
    `The same command again goes on where it was stopped. Exit codes: 0 a result, 1 something broke, 2 wrong usage,
3 the original does not show the failure, 4 the test is flaky, 130 or 143 interrupted (the best is kept).`,
    LAYERS,
  ],
  examples: [
    ["pare bug.c -- gcc -O2 -c bug.c", "the smallest file on which gcc fails in the same way"],
    ["pare reduce app -- npx tsc --noEmit", "the smallest project on which tsc fails in the same way"],
    ["pare reduce a.c b.h -- gcc [[ -O2 -Wall -g ]] -c a.c", "two files and the flags, all at once"],
    ["pare reduce bug.c --test ./interesting.sh", "a script decides (as for C-Reduce, C-Vise and Shrink Ray)"],
    ["pare page.html --with node_modules --match 'Parse Error' -- node min.js {}", "only this message counts"],
    ["pare big.json --hang 5 -- ./parser big.json", "the smallest file on which it hangs"],
    ["pare core.bin --stdin --signal SEGV -j 8 --budget 10m -- ./decoder", "fed on standard input; ten minutes"],
  ],
};

export const CHECK: Usage = {
  name: "check",
  summary: "Tries the test on the original and tells what it saw: the doctor.",
  settings: [
    ...ORACLE.filter((name) => !["jobs", "flaky", "repeat", "oracleServer"].includes(name)),
    "json",
    "noColor",
  ],
  takesInput: true,
  notes: [
    `Runs the test 5 times in your directory, on the file itself, and 5 times on a copy in a fresh directory, as pare
reduce does. Tells verdicts, times, both streams, whether it repeats, which files are missing in the copy and the
--with that brings them. Exit codes: 0 fine, 2 wrong usage, 3 the failure does not show, 4 it shows only sometimes.`,
    LAYERS,
  ],
  examples: [
    ["pare check bug.c -- gcc -O2 -c bug.c", "what does pare see?"],
    ["pare check bug.c --test ./interesting.sh --json", "the same for a program that reads it"],
  ],
};

export const ALGORITHMS: Usage = {
  name: "algorithms",
  summary: "Lists strategies, formats, languages and passes, each with a line and its source.",
  settings: ["json"],
  takesInput: false,
  notes: [],
  examples: [
    ["pare algorithms", "what can be given to --strategy, --format and --language"],
    ["pare algorithms --json", "the same for a program that reads it"],
  ],
};

export const REPORT: Usage = {
  name: "report",
  summary: "Lists and cleans up the runs in .pare.",
  settings: ["json"],
  extras: [
    { flag: "--list", about: "list the runs in .pare of this directory" },
    { flag: "--clean", about: "remove finished and stopped runs; what is running stays" },
  ],
  takesInput: false,
  notes: [],
  examples: [
    ["pare report --list", "which runs are there, and what became of them?"],
    ["pare report --clean", "make room"],
  ],
};
