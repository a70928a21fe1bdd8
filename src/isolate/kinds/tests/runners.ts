/** The registry of test runners. */
import { isStartedBy } from "./invocation.ts";
import { jestRunner } from "./jest.ts";
import { pytestRunner } from "./pytest.ts";
import type { TestRunner } from "./runner.ts";
import { vitestRunner } from "./vitest.ts";

export const testRunners: readonly TestRunner[] = [vitestRunner, jestRunner, pytestRunner];

/** By its name, as for `--tests vitest`. */
export const runnerNamed = (name: string): TestRunner | undefined => testRunners.find((runner) => runner.name === name);

/** By the command that is run, for tests that come from a file. */
export const runnerStarted = (command: readonly string[]): TestRunner | undefined =>
  testRunners.find((runner) => isStartedBy(runner, command));
