/** A test runner: how it is asked for its tests, how some of them are run in order, and how the victim's outcome is read. */
import type { JudgedTrial } from "../../kind.ts";

export interface RunnerTest {
  /** Unique: "a.test.js > suite > test", "test_a.py::test_b". */
  readonly id: string;
  /** Absolute, where the runner chooses by files. */
  readonly file?: string;
  /** Within its file. */
  readonly name: string;
}

export interface TestRunnerOptions {
  readonly command?: readonly string[];
  readonly origin: string;
  /** A directory that exists, for what the runner is given to read. */
  readonly storage: string;
  readonly signal: AbortSignal;
}

export interface Choice {
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** A way to run some of a list of tests. */
export interface TestSelection {
  /** What runs these tests and no others, in their order. */
  choose(tests: readonly RunnerTest[]): Choice;
  /** The same as people would type it; the outcome need not be readable. */
  shown(tests: readonly RunnerTest[]): readonly string[];
  /** The outcome of the victim; undefined where the output does not show it. */
  verdict?(trial: JudgedTrial): "pass" | "fail" | undefined;
}

export interface TestSelectionOptions extends TestRunnerOptions {
  /** All that may be chosen, in the order in which they run; the last one is the victim. */
  readonly tests: readonly RunnerTest[];
}

/** One file and one line of the registry. */
export interface TestRunner {
  readonly name: string;
  /** For the help. */
  readonly about: string;
  /** Program names without their folders. */
  readonly programs: RegExp;
  /** All tests, in the order in which they run. Throws a `UserError` when it cannot tell. */
  list(options: TestRunnerOptions): Promise<readonly RunnerTest[]>;
  /** A line of the user's list as a test, where that needs no asking. */
  named?(line: string): RunnerTest;
  select(options: TestSelectionOptions): TestSelection;
}

export const plainTest = (line: string): RunnerTest => ({ id: line, name: line });

const idsOf = (tests: readonly RunnerTest[]): readonly string[] => tests.map(({ id }) => id);

export const plainSelection: TestSelection = {
  choose: (tests) => ({ words: idsOf(tests) }),
  shown: idsOf,
};
