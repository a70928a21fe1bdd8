/** What each command takes: read by the parser, the help and the completion alike. */
import type { Usage } from "./arguments.ts";
import { CLUSTER_SETTINGS } from "./cluster/settings.ts";
import { ISOLATION_SETTINGS } from "./isolation/settings.ts";
import { SETTINGS } from "./settings.ts";
import { SUITE_SETTINGS } from "./suite/settings.ts";

type FlagName = Usage["settings"][number];

const ALL_FLAGS = Object.keys(SETTINGS) as FlagName[];

/** What only an isolation or a suite takes. */
const FOREIGN: readonly string[] = [...Object.keys(ISOLATION_SETTINGS), ...Object.keys(SUITE_SETTINGS)];

/** What an effect takes of them. */
const EFFECTS: readonly string[] = ["cover", "goal", "ignoreCover", "coverOnly", "verdict", "inProcess"];

const ALL = ALL_FLAGS.filter((name) => !FOREIGN.includes(name) || EFFECTS.includes(name));
const ORACLE = ALL.filter((name) => ["What counts", "How a test runs"].includes(SETTINGS[name].group));

const LAYERS = `Every flag can also be set as PARE_NAME in the environment (PARE_JOBS=4) or in the pare.config.json of the
nearest directory upward ({"jobs": 4}); a flag counts more than the environment, the environment more than the file.`;

export const REDUCE: Usage = {
  name: "reduce",
  summary: "Makes a failing file or directory small: the smallest one that still fails in the same way.",
  settings: [...ALL, "report"],
  takesInput: "several",
  notes: [
    `What counts is said by --test SCRIPT, or learnt from -- COMMAND: it is run on the original a few times, and what it
does there is the test. Every test runs in a fresh directory where the candidate lies under the input's name; {} in
the command is its path, scripts get it as $1.`,
    `A directory is laid out under its name, and tests run in it: folders and files go first, then parts of files; links,
modes and empty folders are kept. node_modules is linked and not reduced, .git is left out. Several files (a.c b.h)
lie side by side. Words of the command between [[ and ]] are reduced too.`,
    `The same command again goes on where it was stopped. Exit codes: 0 a result, 1 something broke, 2 wrong usage,
3 the original does not show the failure, 4 the test is flaky, 5 somebody else has changed the test or the output
meanwhile, 130 or 143 interrupted (the best is kept).`,
    LAYERS,
  ],
  examples: [
    ["pare bug.c -- gcc -O2 -c bug.c", "the smallest file on which gcc fails in the same way"],
    ["pare reduce app -- npx tsc --noEmit", "the smallest project on which tsc fails in the same way"],
    ["pare reduce a.c b.h -- gcc [[ -O2 -Wall -g ]] -c a.c", "two files and the flags, all at once"],
    ["pare reduce bug.c --test ./interesting.sh", "a script decides (as for C-Reduce, C-Vise and Shrink Ray)"],
    ["pare page.html --with node_modules --match 'Parse Error' -- node min.js {}", "only this message counts"],
    ["pare big.json --hang 5 -- ./parser big.json", "the smallest file on which it hangs"],
    ["pare reduce slow.js --effect coverage:sancov -- ./prog {}", "the part of a test that does its work"],
    [
      "pare reduce src --keep-passing 'cp -R \"$PARE_ORIGIN/test\" .. && node --test ../test'",
      "what no test needs can go",
    ],
    [
      "pare bug.c --cluster nats://host:4222 --secret-file pare.secret -- gcc -c bug.c",
      "on all machines with `pare worker`",
    ],
    ["pare core.bin --stdin --signal SEGV -j 8 --budget 10m -- ./decoder", "fed on standard input; ten minutes"],
  ],
};

/** What an isolation does not take: it has no input to become small. */
const NOT_ISOLATION: readonly FlagName[] = [
  "effect",
  "keepPassing",
  ...ALL.filter((name) => SETTINGS[name].group === "How it is reduced"),
  "oracleServer",
  "stdin",
  "with",
  "flaky",
  "untilSize",
  "output",
  "inPlace",
  "web",
  "explainPasses",
];

/** In the order of its help. */
const GROUPS = [
  "What is compared",
  "What counts",
  "How a test runs",
  "How it is searched",
  "When it ends",
  "On a cluster",
  "Output",
] as const;

export const ISOLATE: Usage = {
  name: "isolate",
  summary: "Finds the change that made it fail: between two revisions, directories, files, lockfiles, sets of flags, …",
  settings: GROUPS.flatMap((group) =>
    ALL_FLAGS.filter(
      (name) => SETTINGS[name].group === group && !NOT_ISOLATION.includes(name) && !(name in SUITE_SETTINGS),
    ),
  ),
  takesInput: "several",
  inputWords: "[GOOD BAD]",
  notes: [
    `Two ends are compared: two directories, archives or files (GOOD BAD), two revisions of a git repository (--good), or
one of --lock, --flags, --env, --config and --tests. The command is run at both; what it does at the good end is a
pass, what it does at the bad end a failure, anything else tells nothing. {} in the command is the candidate; in a
git repository the command runs in a private copy of it, elsewhere in a directory with links to what is in yours,
for --env and --tests in your directory itself. pare changes nothing of yours; what the command writes is its own.`,
    `Printed: the change that does it, what it needs beside it, and a proof: the good end with these changes fails, the bad
end without that change works. Patches for both are left in the directory of the run.`,
    `The same command again goes on where it was stopped. Exit codes: 0 found, 1 something broke or nothing was found,
2 wrong usage, 3 the ends do not differ as they should, 4 the test is flaky, 5 somebody else has changed the test
meanwhile, 130 or 143 interrupted.`,
    LAYERS,
  ],
  examples: [
    [
      "pare isolate --good v1.4 -- npm test",
      "which lines since v1.4? Commits first, then the changes of the guilty one",
    ],
    ["pare isolate old/ new/ -- node check.js {}", "two directories or archives, no history"],
    ["pare isolate pass.json fail.json -- ./app {}", "two inputs: the difference that matters"],
    ["pare isolate --lock good-lock.json package-lock.json -- npm test", "which of 70 upgrades?"],
    ["pare isolate --flags -O2:gcc -- sh -c 'gcc {flags} a.c -o a && ./a'", "which optimisation?"],
    ["pare isolate --env good.env bad.env -- ./app", "which variable?"],
    ["pare isolate --tests list.txt --victim test_z -- pytest {tests}", "which earlier tests break it?"],
    [
      "pare isolate --good v1.4 --cluster nats://host:4222 --secret-file pare.secret -- npm test",
      "on all machines with `pare worker`",
    ],
    [
      "pare isolate old/ new/ --except lib/a.js:35 -- node check.js {}",
      "without that change: is there a second cause?",
    ],
  ],
};

export const CHECK: Usage = {
  name: "check",
  summary: "Tries the test on the original and tells what it saw: the doctor.",
  settings: [
    ...ORACLE.filter(
      (name) => !["jobs", "flaky", "repeat", "oracleServer", "effect", "keepPassing", ...EFFECTS].includes(name),
    ),
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
  summary: "Makes a report of a run that can be shared; lists and cleans up the runs in .pare.",
  settings: ["json"],
  extras: [
    { flag: "-o, --output <file>", about: "where the report goes (NAME.report.html; - is standard output)" },
    { flag: "--as <form>", about: "html, markdown (for a bug report) or json (by the name of the file unless given)" },
    { flag: "--explain", about: "what each part of the result is needed for: takes each away and tells what happens" },
    { flag: "--list", about: "list the runs in .pare of this directory" },
    { flag: "--clean", about: "remove finished and stopped runs; what is running stays" },
  ],
  takesInput: true,
  inputWords: "[RUN]",
  notes: [
    `RUN is the name of a run (or its beginning), its directory, or the path of its input or result; the latest run
unless given. The HTML report is one file that loads nothing. --explain answers from the journal what it can, and
tests the rest with the run's own test; the map is kept with the run.`,
  ],
  examples: [
    ["pare report -o report.html", "one file to share: what failed, the result, every step, the passes, the versions"],
    ["pare report --as markdown", "to paste into a bug report"],
    ["pare report --explain", "why is each token of the result there?"],
    ["pare report --list", "which runs are there, and what became of them?"],
    ["pare report --clean", "make room"],
  ],
};

/** How a cluster is reached. Workers verify nobody. */
const CONNECTION = (Object.keys(CLUSTER_SETTINGS) as FlagName[]).filter((name) => name !== "verifyWorkers");

export const WORKER: Usage = {
  name: "worker",
  summary:
    "Lends this machine's cores to the runs of a cluster, which were started with --cluster; --status shows who does.",
  settings: [...CONNECTION, "jobs", "json", "quiet"],
  extras: [
    { flag: "--status", about: "list the workers, the runs and the queue of the cluster, and end" },
    { flag: "--name <name>", about: "how others call this worker (the host and the process)" },
    { flag: "--cache <dir>", about: "where inputs and files of runs are kept (~/.cache/pare/cluster)" },
    { flag: "--cache-size <size>", about: "how much of them at most: 500M, 20G (10G)" },
  ],
  takesInput: false,
  notes: [
    `The cluster is a NATS server with JetStream (nats-server -js). A worker runs the tests of every run that is signed with
its secret, after it has tested the original itself: where that does not fail, it takes no part, and says why. Whoever has
the secret can run commands on every worker.`,
    `Ctrl-C or SIGTERM: no more jobs, those under way end; once more: they are given to others. Exit codes: 0 left as told,
1 something broke, 2 wrong usage.`,
    `How the cluster is reached, -j, --json and --quiet can also be said in the environment (PARE_CLUSTER, PARE_SECRET_FILE,
PARE_JOBS, …) or in the pare.config.json of the nearest directory upward.`,
  ],
  examples: [
    ["pare worker --cluster nats://10.0.0.5:4222 --secret-file pare.secret", "lend all cores of this machine"],
    ["pare worker --cluster nats://10.0.0.5:4222 --secret-file pare.secret -j 4 --cache-size 2G", "some of it"],
    ["pare worker --status --cluster nats://10.0.0.5:4222 --secret-file pare.secret", "who is there, and what waits?"],
  ],
};
