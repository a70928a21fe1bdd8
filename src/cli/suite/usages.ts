/** What each command about suites takes. */
import type { Usage } from "../arguments.ts";
import { CLUSTER_SETTINGS } from "../cluster/settings.ts";
import { SETTINGS } from "../settings.ts";

type FlagName = Usage["settings"][number];

const MEASURED: readonly FlagName[] = ["cover", "inProcess", "goal", "ignoreCover", "coverOnly"];
const RUN: readonly FlagName[] = ["stdin", "with", "timeout", "memory", "jobs"];
const CLUSTER = Object.keys(CLUSTER_SETTINGS) as readonly FlagName[];
const SHOWN: readonly FlagName[] = ["json", "quiet", "plain", "noColor"];

const MEASURING = `Tests are files, or all files below a directory. The command runs one of them in a fresh directory; {} is its path. With
--in-process a function of a module is called with the test's text instead, which is many times quicker.`;

const usage = (about: Omit<Usage, "takesInput" | "notes"> & { readonly notes?: readonly string[] }): Usage => ({
  takesInput: "several",
  inputWords: "TESTS...",
  ...about,
  settings: ordered(about.settings),
  notes: [...(about.notes ?? []), MEASURING],
});

/** As groups are shown. */
const ordered = (names: readonly FlagName[]): readonly FlagName[] =>
  (Object.keys(SETTINGS) as FlagName[]).filter((name) => names.includes(name));

export const SUITE_REDUCE: Usage = usage({
  name: "suite reduce",
  summary: "Makes every test of a suite small while it covers what it covered and ends as it did.",
  settings: [
    ...MEASURED,
    "verdict",
    "unit",
    "start",
    "seed",
    ...RUN,
    "budget",
    "fresh",
    ...CLUSTER,
    "output",
    "lost",
    ...SHOWN,
  ],
  notes: [
    `Each test is run three times first; what differs is not part of its effect, nor is what depends on how much runs and not
on what (a collector of garbage): both are counted and named. The same command again goes on where it was stopped.`,
    `At the end of --budget the tests that are done are written, and what is known of the others is kept. Give it more time than one
test needs.`,
  ],
  examples: [
    ["pare suite reduce tests --cover sancov -o small -- ./prog {}", "tests of lines, a program built with clang"],
    ["pare suite reduce tests --budget 10m --cover sancov -o small -- ./prog {}", "for ten minutes; again to go on"],
    ["pare suite reduce fuzz --in-process ./run.js#run -o small", "a JavaScript library, in threads"],
    ["pare suite reduce t/*.json --unit json --cover lcov:lcov.info -o small -- ./run.sh {}", "elements of arrays"],
    [
      "pare suite reduce tests --cluster nats://host:4222 --secret-file pare.secret --cover sancov -o small -- ./prog {}",
      "on all machines with `pare worker`",
    ],
  ],
});

export const SUITE_SELECT: Usage = usage({
  name: "suite select",
  summary: "Picks few tests that cover together what all of them cover.",
  settings: [...MEASURED, "method", ...RUN, "budget", "output", ...SHOWN],
  notes: ["With -o DIR the picked files are copied there, as afl-cmin and libFuzzer's -merge do with a corpus."],
  examples: [["pare suite select corpus --cover sancov -o corpus.min -- ./target {}", "a smaller corpus"]],
});

export const SUITE_ORDER: Usage = usage({
  name: "suite order",
  summary: "Puts the tests first that tell most.",
  settings: [...MEASURED, "by", ...RUN, "budget", ...SHOWN],
  examples: [["pare suite order tests --by dst --cover gcov -- ./prog {}", "most new statements first"]],
});

export const SUITE_QUICK: Usage = usage({
  name: "suite quick",
  summary: "Cuts a suite to a time: quick tests, each a list of files and a script that runs them.",
  settings: [
    ...MEASURED,
    "verdict",
    "reduce",
    "unit",
    "start",
    "seed",
    "by",
    "budgets",
    "check",
    ...RUN,
    "fresh",
    "output",
    ...SHOWN,
  ],
  notes: [
    "--budget 30s,5m makes 30s.txt, 30s.sh, 5m.txt and 5m.sh below -o DIR (quick).",
    `With --reduce the reduced tests lie in DIR/tests, and that is what the quick tests run; the same command again goes on where it was
stopped, and reduces only what is missing. --verdict, --unit, --start, --seed and --fresh are meant for that.`,
  ],
  examples: [
    ["pare suite quick tests --reduce --budget 30s,5m -o quick --cover sancov -- ./prog {}", "all at once"],
    ["pare suite quick small --budget 30s,5m -o quick --cover sancov -- ./prog {}", "two quick tests"],
    ["pare suite quick small --check -o quick --cover sancov -- ./prog {}", "are they still worth running?"],
  ],
});

export const SUITE_COMPARE: Usage = usage({
  name: "suite compare",
  summary: "What suites cover, cost and find, as the tables of the cause-reduction paper have it.",
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
  inputWords: "SUITE SUITE...",
  notes: [
    "A suite is a directory, or a list of files as `pare suite quick` writes it.",
    `Mutants are built, by the command of --build, in copies of the directory that pare was started in; a path below it that the
command names is meant in the copy. A mutant is killed by a test that ends or prints otherwise than with the program itself.`,
  ],
  examples: [
    ["pare suite compare tests small --cover gcov -- ./prog {}", "what was lost?"],
    [
      "pare suite compare tests small --cover gcov --mutants 120 --source 'src/**/*.c' --build make -- ./prog {}",
      "how many changes of the program does each notice?",
    ],
  ],
});
