/**
 * jest: tests are chosen by their names and files. Within a file they run as they stand there; files run in one process, one after
 * another in the order of the list. (jest loads the modules anew for each file: what files share lies outside of them.)
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import * as v from "valibot";
import { UserError } from "../../../core/errors.ts";
import { askProgram } from "../flags/ask-program.ts";
import { invocation } from "./invocation.ts";
import { jestReporter, jestSequencer } from "./jest-scripts.ts";
import { BETWEEN, filesOf, namedTest, namePattern, toldOutcome, withoutTwins } from "./name-pattern.ts";
import type { TestRunner, TestRunnerOptions, TestSelectionOptions, RunnerTest } from "./runner.ts";

export const jestRunner: TestRunner = {
  name: "jest",
  about: "jest  the tests that jest finds, files by name",
  programs: /^jest$/,
  list: async (order) => withoutTwins(await listed(order)),
  select: (order) => {
    const { sequencer, reporter } = writeScripts(order);
    return {
      choose: (chosen) => ({
        words: [
          ...inOrder(sequencer),
          "--bail=0",
          "--coverage=false",
          "--reporters=default",
          `--reporters=${reporter}`,
          ...chosenWords(chosen),
        ],
      }),
      shown: (chosen) => [
        ...(filesOf(chosen).length > 1 ? inOrder(sequencer) : []),
        ...chosenWords(chosen, order.origin),
      ],
      verdict: ({ stdout }) => toldOutcome(stdout),
    };
  },
};

const inOrder = (sequencer: string): readonly string[] => ["--runInBand", `--testSequencer=${sequencer}`];

/** The last option takes no value: those before it may take several. */
const chosenWords = (chosen: readonly RunnerTest[], from?: string): readonly string[] => [
  "-t",
  namePattern(chosen),
  "--runTestsByPath",
  ...filesOf(chosen).map((file) => (from === undefined ? file : relative(from, file))),
];

const writeScripts = ({
  tests,
  storage,
}: TestSelectionOptions): { readonly sequencer: string; readonly reporter: string } => {
  const victim = tests.at(-1);
  const told = { files: filesOf(tests), victim: { file: victim?.file, name: victim?.name } };
  const sequencer = join(storage, "pare-jest-order.cjs");
  const reporter = join(storage, "pare-jest-victim.cjs");
  writeFileSync(join(storage, "pare-jest.json"), JSON.stringify(told));
  writeFileSync(sequencer, jestSequencer);
  writeFileSync(reporter, jestReporter);
  return { sequencer, reporter };
};

const assertion = v.object({ ancestorTitles: v.array(v.string()), title: v.string() });
const report = v.object({
  testResults: v.array(v.object({ name: v.string(), assertionResults: v.array(assertion) })),
});

/** A pattern that no name fits: all tests are skipped, and told. */
const NONE = "a^";

const listed = async (options: TestRunnerOptions): Promise<readonly RunnerTest[]> => {
  const { before, after } = invocation(options, jestRunner);
  const path = join(options.storage, "jest-list.json");
  const words = [...before, ...after, "--json", `--outputFile=${path}`, "-t", NONE, "--coverage=false"];
  const said = await askProgram(words, { cwd: options.origin, signal: options.signal });
  try {
    const { testResults } = v.parse(report, JSON.parse(readFileSync(path, "utf8")));
    return testResults
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(({ name: file, assertionResults }) =>
        assertionResults.map(({ ancestorTitles, title }) =>
          namedTest(file, [...ancestorTitles, title].join(BETWEEN), options.origin),
        ),
      );
  } catch (cause) {
    throw new UserError("NO_TESTS", `jest cannot list its tests: ${said.stderr.trim().slice(-300)}`, {
      advice: `pare ran: ${words.join(" ")}`,
      cause,
    });
  }
};
