/**
 * The order of tests: `--tests LIST|vitest|jest|pytest --victim NAME [--brittle]`, with {tests} in the command. Which earlier tests
 * make the victim fail? The good end is the victim alone, the bad end is the victim after all tests that stand before it; a change
 * is one of them. With --brittle the victim fails alone and passes after the others: the ends are exchanged, and a change is to
 * leave a test out. What runs after the victim does not matter and is not run.
 */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { elements, type Configuration } from "../../../core/configuration.ts";
import { digest } from "../../../core/digest.ts";
import { UserError } from "../../../core/errors.ts";
import { apart, type Change, type Changes, type Level } from "../../change.ts";
import type { KindOptions, OpenKind, Advice } from "../../kind.ts";
import { mixture, type Mixture } from "../../mixture.ts";
import { originPlace } from "../../places/origin-place.ts";
import { reaching, filledLine } from "../flags/placeholder.ts";
import { type TestRunner, type RunnerTest, type TestSelection, plainSelection, plainTest } from "./runner.ts";
import { runnerNamed, runnerStarted, testRunners } from "./runners.ts";
import { findExactly, findTest } from "./victim.ts";

export interface TestsEnds {
  /** The path of a file with a test on each line, or a preset: "vitest", "jest", "pytest". */
  readonly tests?: string;
  readonly victim?: string;
  /** The victim passes only after another test. */
  readonly brittle?: boolean;
}

export const openTests = async (options: KindOptions<TestsEnds>): Promise<OpenKind> => {
  const reach = reaching(options.command, {
    name: "tests",
    example: "--tests pytest --victim test_z -- pytest {tests}",
  });
  const { earlier, victim, runner } = await chosenTests(options);
  const tests = [...earlier, victim];
  const selection = runner?.select({ ...options, tests }) ?? plainSelection;
  const brittle = options.ends.brittle === true;
  const mix = (kept: readonly RunnerTest[], size: number): Mixture => {
    const { words, environment } = selection.choose([...kept, victim]);
    const parts = reach(words);
    const variables = { ...parts.environment, ...environment };
    return mixture(size, { ...parts, ...(Object.keys(variables).length === 0 ? {} : { environment: variables }) });
  };
  const alone = `${victim.id} alone`;
  const after = `${victim.id} after ${earlier.length} other tests`;
  return {
    name: "tests",
    identity: [runner?.name ?? "", brittle, digest(JSON.stringify(tests.map(({ id }) => id)))],
    titles: brittle ? { good: after, bad: alone } : { good: alone, bad: after },
    ...(selection.verdict === undefined ? {} : { verdict: (trial) => selection.verdict?.(trial) }),
    changes: async () => testChanges(earlier, { brittle, mix }),
    // Tests share a directory, and whatever else they share.
    jobs: 1,
    openPlace: async () => originPlace(options.origin),
    advice: async (found) => orderAdvice(found, { earlier, victim, selection, brittle, command: options.command }),
    close: async () => undefined,
  };
};

interface TestOrder {
  readonly earlier: readonly RunnerTest[];
  readonly victim: RunnerTest;
  readonly runner: TestRunner | undefined;
}

const chosenTests = async (options: KindOptions<TestsEnds>): Promise<TestOrder> => {
  const { tests: typed = "", victim: name } = options.ends;
  if (name === undefined || name === "")
    throw new UserError("NO_VICTIM", "No test was named: which one fails because of the others?", {
      advice: "Name it: --victim test_z",
    });
  const preset = runnerNamed(typed);
  const runner = preset ?? runnerStarted(options.command ?? []);
  const tests = preset === undefined ? await fromFile(typed, runner, options) : await asked(preset, options);
  // A list may have the victim or not; then it comes last. A runner that was asked has it.
  const place = preset === undefined ? (findExactly(tests, name) ?? tests.length) : findTest(tests, name);
  const victim = tests[place] ?? (runner?.named ?? plainTest)(name);
  if (place === 0)
    throw new UserError("SAME_ENDS", `No test runs before ${victim.id}.`, {
      advice:
        "It cannot be the order: reduce the test itself, or list the tests in the order in which they ran: --tests FILE",
    });
  const later = tests.length - place - 1;
  if (later > 0) options.note(`${later} tests that run after ${victim.id} are left out`);
  return { earlier: tests.slice(0, place), victim, runner };
};

const asked = (runner: TestRunner, options: KindOptions): Promise<readonly RunnerTest[]> => {
  options.note(`asking ${runner.name} for its tests`);
  return runner.list(options);
};

const fromFile = async (
  name: string,
  runner: TestRunner | undefined,
  options: KindOptions,
): Promise<readonly RunnerTest[]> => {
  const path = resolve(options.origin, name);
  if (!existsSync(path))
    throw new UserError("NO_INPUT", `There is no file ${name}, which should hold a test on each line.`, {
      advice: `Check the path, or use a preset: ${testRunners.map((one) => one.name).join(", ")}.`,
    });
  const lines = readFileSync(path, "utf8")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const distinct = [...new Set(lines)];
  if (runner === undefined || runner.named !== undefined) return distinct.map(runner?.named ?? plainTest);
  const known = await asked(runner, options);
  const byId = new Map(known.map((test) => [test.id, test]));
  return distinct.map((line) => byId.get(line) ?? (known[findTest(known, line)] as RunnerTest));
};

interface OrderAdviceOptions {
  readonly earlier: readonly RunnerTest[];
  readonly victim: RunnerTest;
  readonly selection: TestSelection;
  readonly brittle: boolean;
  readonly command: readonly string[] | undefined;
}

/** One line to copy that shows the failure with the fewest tests; for a brittle test also one in which it passes. */
const orderAdvice = (
  { trigger, patch }: { readonly trigger: readonly Change[]; readonly patch: readonly Change[] },
  { earlier, victim, selection, brittle, command = [] }: OrderAdviceOptions,
): Advice => {
  const found = new Set((patch.length > 0 ? patch : trigger).map(({ id }) => id));
  const needed = [...earlier.filter(({ id }) => found.has(id)), victim];
  const line = (tests: readonly RunnerTest[]): string =>
    command.length === 0
      ? selection.shown(tests).join(" ")
      : filledLine(command, { name: "tests", words: selection.shown(tests) });
  const lines = brittle ? [`fails:  ${line([victim])}`, `passes: ${line(needed)}`] : [`fails:  ${line(needed)}`];
  return { files: [], lines };
};

interface TestMixing {
  /** A change is to leave a test out, not to run it. */
  readonly brittle: boolean;
  /** The victim after these; `size` is the number of changes. */
  readonly mix: (kept: readonly RunnerTest[], size: number) => Mixture;
}

const testChanges = (earlier: readonly RunnerTest[], { brittle, mix }: TestMixing): Changes => {
  const what = brittle ? "left out" : "run before";
  const all = earlier.map(({ id }): Change => ({ id, what }));
  const keptBy = (chosen: Configuration<Change>): readonly RunnerTest[] => {
    const ids = new Set(elements(chosen).map(({ id }) => id));
    return earlier.filter(({ id }) => ids.has(id) !== brittle);
  };
  return { all, levels: levelsOf(earlier), mix: (chosen) => mix(keptBy(chosen), chosen.length) };
};

/** Files first, where there are several. */
const levelsOf = (tests: readonly RunnerTest[]): readonly Level[] => {
  let file = -1;
  const files = Int32Array.from(tests, (test, i) => (i > 0 && tests[i - 1]?.file === test.file ? file : ++file));
  const single = { name: "tests", groups: apart(tests.length) };
  return file > 0 && file < tests.length - 1 ? [{ name: "files", groups: files }, single] : [single];
};
