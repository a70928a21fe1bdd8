/**
 * vitest: tests are chosen by their names and files. Within a file they run as they stand there; files run one after another in the
 * order of the list, which a reporter of pare's sees to (vitest itself goes by what it remembers of earlier runs).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { UserError } from "../../../core/errors.ts";
import { askProgram } from "../flags/ask-program.ts";
import { invocation } from "./invocation.ts";
import { filesOf, namedTest, namePattern, rangesOf, toldOutcome, withoutTwins } from "./name-pattern.ts";
import type { Choice, TestRunner, TestRunnerOptions, TestSelectionOptions, RunnerTest } from "./runner.ts";
import { vitestReporter } from "./vitest-reporter.ts";

/** Longer arguments are refused by the system; the reporter then builds the pattern. */
const LONGEST_WORD = 100_000;

export const vitestRunner: TestRunner = {
  name: "vitest",
  about: "vitest  the tests that vitest list shows, files by name",
  programs: /^vitest$/,
  list: async (order) => withoutTwins(await listed(order)),
  select: (order) => {
    const { tests, command = [] } = order;
    const reporter = writeReporter(order);
    const numbers = new Map(tests.map(({ id }, number) => [id, number]));
    const fixed = ["--run", ...settings(tests, command), "--reporter=default", `--reporter=${reporter}`];
    return {
      choose: (chosen) => choice(chosen, fixed, numbers),
      shown: (chosen) => shownWords(chosen, order, reporter),
      verdict: ({ stdout }) => toldOutcome(stdout),
    };
  },
};

/** Plain words for one file; between files the order has to be seen to. */
const shownWords = (
  chosen: readonly RunnerTest[],
  { command = [], origin }: TestRunnerOptions,
  reporter: string,
): readonly string[] => {
  const files = filesOf(chosen);
  const inOrder = ["--no-file-parallelism", ...isolation(command), "--reporter=default", `--reporter=${reporter}`];
  return [
    ...(command.includes("run") ? [] : ["--run"]),
    ...(files.length > 1 ? inOrder : []),
    "-t",
    namePattern(chosen),
    ...files.map((file) => relative(origin, file)),
  ];
};

const choice = (
  chosen: readonly RunnerTest[],
  fixed: readonly string[],
  numbers: ReadonlyMap<string, number>,
): Choice => {
  const pattern = namePattern(chosen);
  const files = filesOf(chosen);
  if (Buffer.byteLength(pattern) <= LONGEST_WORD) return { words: [...fixed, "-t", pattern, ...files] };
  const ranges = rangesOf(chosen.map(({ id }) => numbers.get(id) ?? 0));
  return { words: [...fixed, ...files], environment: { PARE_CHOSEN: ranges } };
};

/** One file after the other, tests as they stand there, all of them whatever fails. */
const settings = (tests: readonly RunnerTest[], command: readonly string[]): readonly string[] => [
  "--no-file-parallelism",
  "--sequence.shuffle.tests=false",
  "--bail=0",
  "--coverage.enabled=false",
  ...(filesOf(tests).length > 1 ? isolation(command) : []),
];

/** Files share what they have loaded, unless the user has said something about it. */
const isolation = (command: readonly string[]): readonly string[] =>
  command.some((word) => /^--(?:no-)?isolate(?:=|$)/.test(word)) ? [] : ["--no-isolate"];

/** One reporter for the order and the victim's outcome. It reads what it needs from a file beside it. */
const writeReporter = ({ tests, storage }: TestSelectionOptions): string => {
  const victim = tests.at(-1);
  const told = {
    files: filesOf(tests),
    victim: { file: victim?.file, name: victim?.name },
    patterns: tests.map((test) => namePattern([test])),
  };
  writeFileSync(join(storage, "pare-vitest.json"), JSON.stringify(told));
  const reporter = join(storage, "pare-vitest.mjs");
  writeFileSync(reporter, vitestReporter);
  return reporter;
};

const SUBCOMMANDS = new Set(["run", "watch", "dev", "list"]);

const listed = async (given: TestRunnerOptions): Promise<readonly RunnerTest[]> => {
  const { before, after } = invocation(given, vitestRunner);
  const path = join(given.storage, "vitest-list.json");
  const options = SUBCOMMANDS.has(after[0] ?? "") ? after.slice(1) : after;
  const words = [...before, "list", `--json=${path}`, ...options.filter((word) => word !== "--run")];
  const said = await askProgram(words, { cwd: given.origin, signal: given.signal });
  try {
    const found = JSON.parse(readFileSync(path, "utf8")) as readonly { readonly name: string; readonly file: string }[];
    return found
      .toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0))
      .map(({ file, name }) => namedTest(file, name, given.origin));
  } catch (cause) {
    throw new UserError(
      "NO_TESTS",
      `vitest cannot list its tests: ${`${said.stdout}\n${said.stderr}`.trim().slice(-300)}`,
      {
        advice: `pare ran: ${words.join(" ")}`,
        cause,
      },
    );
  }
};
