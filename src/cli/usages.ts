/** What each command takes: read by the parser, the help and the completion alike. */
import type { Usage } from "./usage.ts";
import { CONDITION_SETTINGS } from "../oracles/conditions/index.ts";
import { CLUSTER_SETTINGS, CONNECTION_SETTINGS } from "../settings/cluster.ts";
import { ISOLATION_SETTINGS } from "../settings/isolation.ts";
import { REDUCTION_SETTINGS } from "../settings/reduction.ts";
import { COVERAGE_SETTINGS } from "../settings/suite.ts";
import { LAYOUT_SETTINGS, TEST_SETTINGS } from "../settings/tests.ts";
import { TRIAGE_SETTINGS } from "../settings/triage.ts";
import {
  EFFECT_SETTINGS,
  KIND_SETTINGS,
  namesIn,
  RECORD_SETTINGS,
  SCREEN_SETTINGS,
  VIEW_SETTINGS,
} from "./settings.ts";

const LAYERS = `Every flag can also be set in the environment, as PARE_NAME (PARE_JOBS=4), or in the nearest pare.config.json, here or
in a directory above ({"jobs": 4}). A flag overrides the environment, and the environment overrides the file.`;

export const REDUCE: Usage = {
  name: "reduce",
  summary: "Makes a failing file or directory small: removes everything that the failure does not need.",
  settings: [
    ...namesIn(CONDITION_SETTINGS, EFFECT_SETTINGS, COVERAGE_SETTINGS, REDUCTION_SETTINGS, CLUSTER_SETTINGS),
    "stdinName",
    "verdict",
    ...namesIn(RECORD_SETTINGS, VIEW_SETTINGS, SCREEN_SETTINGS),
  ],
  common: ["test", "match", "with", "timeout", "jobs", "budget", "smallest", "output", "report", "web"],
  takesInput: "several",
  notes: [
    `The test is a script (--test SCRIPT), a command (-- COMMAND), or two commands that disagree (--differs A B). pare runs
the command on the original a few times; a candidate fails if the command does the same with it. Every test runs in a
fresh directory that contains the candidate under the name of the input; {} in the command is its path, and a script
gets the path as $1.`,
    `If the input is a directory, tests run in a copy of it. pare removes folders and files first, then parts of files; it
keeps links, modes and empty folders, links node_modules without reducing it, and leaves out .git. Several files (a.c
b.h) are reduced together. Words of the command between [[ and ]] are reduced too.`,
    `To resume a run that was stopped, run the same command again. Exit codes: 0 a result, 1 an error, 2 wrong usage, 3 the
original does not show the failure, or the test tells nothing (an empty input fails, too), 4 the test is flaky, 5 the
test or the output was changed by others during the run, 130 or 143 interrupted (the best result so far is kept).`,
    LAYERS,
  ],
  examples: [
    ["pare bug.c -- gcc -O2 -c bug.c", "a small file on which gcc fails in the same way"],
    ["pare reduce bug.c --test ./interesting.sh", "a script decides, as with C-Reduce, C-Vise and Shrink Ray"],
    ["pare reduce app -- npx tsc --noEmit", "a small project on which tsc fails in the same way"],
    [
      "pare page.html --with node_modules --match 'Parse Error' -- node min.js {}",
      "a small file that prints this message",
    ],
    ["pare reduce a.c b.h -- gcc [[ -O2 -Wall -g ]] -c a.c", "reduce two files and the flags together"],
    [
      "pare bug.c --passes 'gcc -w -c bug.c' -- other-cc bug.c",
      "gcc accepts every candidate, and the other compiler fails",
    ],
    [
      "pare bug.c --differs 'gcc -O0 {} && ./a.out' 'gcc -O2 {} && ./a.out'",
      "a small program that prints something else with -O2",
    ],
    ["pare big.json --hang 5 -- ./parser big.json", "a small file on which it hangs"],
    ["pare reduce slow.js --effect coverage:sancov -- ./prog {}", "the part of a test that covers the same code"],
    [
      "pare reduce src --keep-passing 'cp -R \"$PARE_ORIGIN/test\" .. && node --test ../test'",
      "remove all code that no test needs",
    ],
    [
      "pare bug.c --cluster nats://host:4222 --secret-file pare.secret -- gcc -c bug.c",
      "run the tests on all machines with `pare worker`",
    ],
    [
      "pare core.bin --stdin --signal SEGV -j 8 --budget 10m -- ./decoder",
      "pass the input on standard input; stop after ten minutes",
    ],
    ["cat bug.json | pare - -o - -- jq .a > small.json", "read the input from standard input, print the result"],
  ],
};

export const ISOLATE: Usage = {
  name: "isolate",
  summary:
    "Finds the change that causes a failure: between two revisions, directories, files, lockfiles, sets of flags, …",
  settings: namesIn(
    KIND_SETTINGS,
    CONDITION_SETTINGS,
    ISOLATION_SETTINGS,
    CLUSTER_SETTINGS,
    RECORD_SETTINGS,
    SCREEN_SETTINGS,
  ),
  common: [...namesIn(KIND_SETTINGS), "match", "jobs", "budget", "report"],
  takesInput: "several",
  shellWords: ["&&", "||", ";", "|"],
  inputWords: "[GOOD BAD]",
  notes: [
    `pare compares a good end, which works, with a bad end, which fails: two directories, archives or files (GOOD BAD), two
revisions of a git repository (--good), or one of --lock, --flags, --env, --config and --tests. It runs the command at
both ends. A mixture of the ends passes if the command does what it does at the good end, fails if it does what it
does at the bad end, and is unresolved otherwise. {} in the command is the path of the mixture. The command runs in a
private copy of the git repository; for --env and --tests in your directory itself; otherwise in a directory with
links to the files in yours. pare changes none of your files, but the command can.`,
    `pare prints the change that causes the failure, the changes that it needs, and a proof: the good end with these
changes fails, and the bad end without that change works. The patches for both are in the directory of the run.`,
    `To resume a run that was stopped, run the same command again. Exit codes: 0 found, 1 an error, or nothing was found, 2
wrong usage, 3 the good end does not work or the bad end does not fail, 4 the test is flaky, 5 the test was changed by
others during the run, 130 or 143 interrupted.`,
    LAYERS,
  ],
  examples: [
    ["pare isolate --good v1.4 -- npm test", "which lines since v1.4? First the commit, then its changes"],
    ["pare isolate old/ new/ -- node check.js {}", "two directories or archives without history"],
    ["pare isolate pass.json fail.json -- ./app {}", "two inputs: which difference matters?"],
    ["pare isolate --lock good-lock.json package-lock.json -- npm test", "which of 70 upgrades?"],
    ["pare isolate --flags -O2:gcc -- sh -c 'gcc {flags} a.c -o a && ./a'", "which optimisation?"],
    ["pare isolate --env good.env bad.env -- ./app", "which variable?"],
    ["pare isolate --tests list.txt --victim test_z -- pytest {tests}", "which earlier tests break it?"],
    [
      "pare isolate --good v1.4 --cluster nats://host:4222 --secret-file pare.secret -- npm test",
      "run the tests on all machines with `pare worker`",
    ],
    [
      "pare isolate old/ new/ --except lib/a.js:35 -- node check.js {}",
      "without that change: is there a second cause?",
    ],
  ],
};

export const TRIAGE: Usage = {
  name: "triage",
  summary: "Sorts a folder of failing files into bugs, and reduces an input for each bug.",
  settings: [
    ...namesIn(CONDITION_SETTINGS, TRIAGE_SETTINGS, CLUSTER_SETTINGS, SCREEN_SETTINGS),
    "web",
    "language",
    "format",
    "build",
    "output",
  ],
  own: { output: { flags: "-o, --output <dir>", about: "where to write the results", default: "triaged" } },
  common: ["output", "known", "sortOnly", "timeout", "jobs", "budget", "bucketBudget", "stdin", "match", "web"],
  takesInput: "several",
  inputWords: "FOLDER...",
  takesCommand: true,
  notes: [
    `pare runs the command once on every file and sorts the files by what they show: the report of a sanitizer, an
assertion, a panic, an exception, a signal with its innermost functions (gdb or lldb), a hang, lack of memory, or an
error message. Numbers, addresses and names of the input do not tell bugs apart; functions do. Files that do not fail
or cannot be told apart are set aside with the reason; a bug that does not show every time gets its rate.`,
    `Then pare reduces the smallest file of each bug, all bugs in turn, and a second one if it differs much. A candidate that
fails in another way is a find: a smaller input of another bug, or a new bug. FOLDER is a folder (also of AFL++,
libFuzzer, honggfuzz, SQLancer), a file, a pattern, or - for a list of paths on standard input. {} in the command is
the path of the input; @@ is, too.`,
    `The results are in the folder triaged (-o): index.html, triage.json, triage.sarif, junit.xml, and for each bug a folder
with the reduced input, reproduce.sh, report.md and the list of its files. Run the same command again to go on, or to
add new files: known bugs keep their numbers, and only new ones are reduced.`,
    `Exit codes: 0 done, 1 an error, or with --known a bug that is not known, 2 wrong usage, 5 the program was changed during
the run, 130 or 143 interrupted.`,
    LAYERS,
  ],
  examples: [
    ["pare triage crashes/ -- ./target {}", "which bugs are in this folder?"],
    ["pare triage out/ --known triaged/ -- ./target @@", "in CI: exit with 1 only if there is something new"],
    ["find . -name 'crash-*' -print0 | pare triage - -- ./fuzz {}", "a list of files"],
    ["pare triage crashes/ --stdin --signal SEGV -- ./decoder", "only files on which this signal ends it"],
    ["pare triage crashes/ --bucket-by frame -- ./target {}", "one bug for each innermost function"],
    ["pare triage crashes/ --cluster nats://host:4222 -- ./target {}", "reduce on all machines with `pare worker`"],
    ["pare triage logs/ --since v1.4 --build make -- ./target {}", "also say which change made each bug"],
  ],
};

export const CHECK: Usage = {
  name: "check",
  summary: "Diagnoses the test: runs it on the original and prints what pare sees.",
  settings: [
    ...namesIn(CONDITION_SETTINGS, TEST_SETTINGS, LAYOUT_SETTINGS),
    "stdinName",
    "keepLauncher",
    "loose",
    "json",
    "noColor",
  ],
  common: ["test", "match", "with", "timeout", "json"],
  takesInput: true,
  notes: [
    `pare runs the test 5 times in your directory, on the file itself, and 5 times on a copy in a fresh directory, as pare
reduce does. It prints verdicts, times and both streams, whether the test is repeatable, which files are missing in
the copy, and the --with flags that add them; and whether the test tells anything: whether an empty or a neutral
input fails, too. Exit codes: 0 fine, 2 wrong usage, 3 the failure does not show, or shows with anything, 4 it shows only
sometimes.`,
    LAYERS,
  ],
  examples: [
    ["pare check bug.c -- gcc -O2 -c bug.c", "what does pare see?"],
    ["cat bug.json | pare check - -- jq .a", "the same for standard input"],
    ["pare check bug.c --test ./interesting.sh --json", "the same as JSON"],
  ],
};

export const INIT: Usage = {
  name: "init",
  summary: "Writes a test script for pare reduce, with comments: asks three questions, or takes the answers as flags.",
  settings: [],
  extras: [
    {
      flag: "--shows <what>",
      about: "how to recognise the failure: a text that the command prints, an exit code, crash, or 'hang SECONDS'",
    },
    { flag: "-o, --output <file>", about: "where to write the script (default: interesting.sh)" },
  ],
  takesInput: true,
  inputWords: "[INPUT]",
  takesCommand: true,
  notes: [
    `pare init asks for what was not given: the input, the command, and how to recognise the failure; before the last
question it runs the command once and shows what it prints. It overwrites nothing. pare check tells whether the script
is right. Without a script, pare INPUT -- COMMAND learns the failure from the command: begin with that.`,
  ],
  examples: [
    ["pare init", "ask everything"],
    ["pare init bug.c --shows 'internal compiler error' -- gcc -O2 -c bug.c", "ask nothing"],
    ["pare init big.json --shows crash -o crash.sh -- ./parser big.json", "the script is crash.sh"],
  ],
};

export const ALGORITHMS: Usage = {
  name: "algorithms",
  summary: "Lists strategies, formats, languages and passes, each with a short description and its source.",
  settings: ["json"],
  takesInput: false,
  notes: [],
  examples: [
    ["pare algorithms", "the values of --strategy, --format and --language"],
    ["pare algorithms --json", "the same as JSON"],
  ],
};

export const REPORT: Usage = {
  name: "report",
  summary: "Makes a report of a run to share; lists and removes the runs in .pare.",
  settings: ["json"],
  extras: [
    {
      flag: "-o, --output <file>",
      about: "where to write the report (default: NAME.report.html; - is standard output)",
    },
    { flag: "--as <form>", about: "html, markdown (for a bug report) or json (default: by the name of the file)" },
    { flag: "--open", about: "open the report in the browser" },
    { flag: "--explain", about: "explain why each part of the result is needed: what happens without it" },
    { flag: "--list", about: "list the runs in .pare of this directory" },
    { flag: "--clean", about: "remove finished and stopped runs; keep running ones" },
  ],
  takesInput: true,
  inputWords: "[RUN]",
  notes: [
    `RUN is the name of a run or the beginning of it, its directory, or the path of its input or result (default: the
latest run). The HTML report is one file that loads nothing else. --explain takes what it can from the journal of the
run, and tests the rest with the run's own test; its result is kept with the run.`,
  ],
  examples: [
    ["pare report -o report.html", "one file to share: what failed, the result, every step, the passes, the versions"],
    ["pare report --open", "look at it at once"],
    ["pare report --as markdown", "to paste into a bug report"],
    ["pare report --explain", "why is each token of the result there?"],
    ["pare report --list", "all runs and how they ended"],
    ["pare report --clean", "free disk space"],
  ],
};

export const WORKER: Usage = {
  name: "worker",
  summary:
    "Runs tests on this machine for the runs of a cluster, which were started with --cluster; --status lists the workers.",
  settings: [...namesIn(CONNECTION_SETTINGS), "jobs", "json", "quiet"],
  extras: [
    { flag: "--status", about: "list the workers, the runs and the queue of the cluster, and exit" },
    { flag: "--name <name>", about: "the name of this worker (default: host and process)" },
    { flag: "--cache <dir>", about: "where to keep inputs and files of runs (default: ~/.cache/pare/cluster)" },
    { flag: "--cache-size <size>", about: "maximum size of that directory: 500M, 20G (default: 10G)" },
  ],
  takesInput: false,
  notes: [
    `The cluster is a NATS server with JetStream (nats-server -js). A worker runs the tests of every run that is signed
with its secret. It tests the original first; if that does not fail here, it does not take part, and prints why.
Everyone who has the secret can run commands on every worker.`,
    `After Ctrl-C or SIGTERM a worker takes no more jobs and finishes the running ones; after a second one it hands them to
other workers. Exit codes: 0 stopped as requested, 1 an error, 2 wrong usage.`,
    `The flags of the connection, -j, --json and --quiet can also be set in the environment (PARE_CLUSTER,
PARE_SECRET_FILE, PARE_JOBS, …) or in the nearest pare.config.json, here or in a directory above.`,
  ],
  examples: [
    ["pare worker --cluster nats://10.0.0.5:4222 --secret-file pare.secret", "use all cores of this machine"],
    [
      "pare worker --cluster nats://10.0.0.5:4222 --secret-file pare.secret -j 4 --cache-size 2G",
      "use 4 cores and 2 GB of disk",
    ],
    ["pare worker --status --cluster nats://10.0.0.5:4222 --secret-file pare.secret", "what do the workers do?"],
  ],
};
