/** What each command about suites takes. */
import type { Usage } from "../usage.ts";
import { CLUSTER_SETTINGS } from "../../settings/cluster.ts";
import { COVERAGE_SETTINGS, SUITE_REDUCTION_SETTINGS } from "../../settings/suite.ts";
import { FLAG_NAMES, namesIn, SCREEN_SETTINGS, type FlagName } from "../settings.ts";

const MEASURED = namesIn(COVERAGE_SETTINGS);
const REDUCED = namesIn(SUITE_REDUCTION_SETTINGS);
const RUN: readonly FlagName[] = ["stdin", "with", "timeout", "memory", "jobs"];
const SHOWN = namesIn(SCREEN_SETTINGS);

const MEASURING = `TESTS are files, or directories with files. The command runs one test in a fresh directory; {} is its path. With
--in-process, pare calls a function of a module with the text of the test instead, which is many times faster.`;

const usage = (about: Omit<Usage, "takesInput" | "notes"> & { readonly notes?: readonly string[] }): Usage => ({
  takesInput: "several",
  inputWords: "TESTS...",
  takesCommand: true,
  ...about,
  settings: FLAG_NAMES.filter((name) => about.settings.includes(name)),
  notes: [...(about.notes ?? []), MEASURING],
});

/** These two take `--budget` for a list of times. */
const BUDGETS = { flags: "--budget <list>", about: "how long the quick tests may take: 30s,5m" };

export const SUITE_REDUCE: Usage = usage({
  name: "suite reduce",
  summary: "Makes every test of a suite small; each still covers what it covered and ends as it did.",
  settings: [...MEASURED, ...REDUCED, ...RUN, "budget", ...namesIn(CLUSTER_SETTINGS), "output", "lost", ...SHOWN],
  own: { output: { flags: "-o, --output <dir>", about: "where to write the reduced tests; required" } },
  notes: [
    `pare runs each test three times first. Coverage that differs between these runs does not count, nor does coverage that
depends on how much runs (a garbage collector); pare prints both. To resume a run that was stopped, run the same
command again.`,
    `When --budget runs out, pare writes the tests that are done and keeps the results so far for the others. The budget
must be longer than one test takes.`,
  ],
  examples: [
    ["pare suite reduce tests --cover sancov -o small -- ./prog {}", "tests made of lines, a program built with clang"],
    [
      "pare suite reduce tests --budget 10m --cover sancov -o small -- ./prog {}",
      "for ten minutes; run it again to resume",
    ],
    ["pare suite reduce fuzz --in-process ./run.js#run -o small", "a JavaScript library, in threads"],
    [
      "pare suite reduce t/*.json --unit json --cover lcov:lcov.info -o small -- ./run.sh {}",
      "remove elements of arrays",
    ],
    [
      "pare suite reduce tests --cluster nats://host:4222 --secret-file pare.secret --cover sancov -o small -- ./prog {}",
      "run the tests on all machines with `pare worker`",
    ],
  ],
});

export const SUITE_SELECT: Usage = usage({
  name: "suite select",
  summary: "Selects a few tests that together cover what all of them cover.",
  settings: [...MEASURED, "method", ...RUN, "budget", "output", ...SHOWN],
  own: { output: { flags: "-o, --output <dir>", about: "copy the selected tests to this directory" } },
  notes: ["With -o DIR, pare copies the selected files there, as afl-cmin and libFuzzer's -merge do with a corpus."],
  examples: [["pare suite select corpus --cover sancov -o corpus.min -- ./target {}", "a smaller corpus"]],
});

export const SUITE_ORDER: Usage = usage({
  name: "suite order",
  summary: "Puts the most useful tests first.",
  settings: [...MEASURED, "by", ...RUN, "budget", ...SHOWN],
  examples: [["pare suite order tests --by dst --cover gcov -- ./prog {}", "most new statements first"]],
});

export const SUITE_QUICK: Usage = usage({
  name: "suite quick",
  summary: "Makes quick tests for time budgets: each is a list of files and a script that runs them.",
  settings: [...MEASURED, ...REDUCED, "reduce", "by", "budgets", "check", ...RUN, "output", ...SHOWN],
  own: {
    budgets: BUDGETS,
    output: { flags: "-o, --output <dir>", about: "where to write the quick tests", default: "quick" },
  },
  notes: [
    "--budget 30s,5m writes 30s.txt, 30s.sh, 5m.txt and 5m.sh into -o DIR (default: quick).",
    `With --reduce, pare writes reduced tests into DIR/tests, and the quick tests run those. If it was stopped, run the
same command again: it reduces only the tests that are missing. --verdict, --unit, --start, --seed and --fresh apply
to that step.`,
  ],
  examples: [
    [
      "pare suite quick tests --reduce --budget 30s,5m -o quick --cover sancov -- ./prog {}",
      "reduce the tests, then make two quick tests",
    ],
    ["pare suite quick small --budget 30s,5m -o quick --cover sancov -- ./prog {}", "two quick tests"],
    ["pare suite quick small --check -o quick --cover sancov -- ./prog {}", "are they out of date?"],
  ],
});

export const SUITE_COMPARE: Usage = usage({
  name: "suite compare",
  summary: "Compares what suites cover, cost and find, in the tables of the cause-reduction paper.",
  settings: [
    ...MEASURED,
    "mutants",
    "source",
    "build",
    "versions",
    "budgets",
    "seed",
    ...RUN,
    "report",
    "lost",
    ...SHOWN,
  ],
  own: { budgets: BUDGETS },
  inputWords: "SUITE SUITE...",
  notes: [
    "A suite is a directory, or a list of files as `pare suite quick` writes it.",
    `pare builds mutants, with the command of --build, in copies of the current directory; paths in the command that lie
below that directory refer to the copy. A test kills a mutant if it ends or prints differently than with the program
itself.`,
  ],
  examples: [
    ["pare suite compare tests small --cover gcov -- ./prog {}", "what does the smaller suite miss?"],
    [
      "pare suite compare tests small --cover gcov --mutants 120 --source 'src/**/*.c' --build make -- ./prog {}",
      "how many mutants of the program does each suite kill?",
    ],
  ],
});
