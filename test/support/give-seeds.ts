/** Gives every test its seed: property tests draw the same values in every run, and a test that once failed meets that seed again. */
import { configureGlobal, readConfigureGlobal } from "fast-check";
import { beforeAll, beforeEach, type RunnerTask, type RunnerTestCase } from "vitest";
import { currentSeed, pathFromRoot, readFailedSeeds, runSeed, useSeed } from "./seeds.ts";

declare module "vitest" {
  interface TaskMeta {
    /** The seeds with which the test drew values and failed. */
    failedSeeds?: number[];
  }
}

/** With the fixed seed the same values come every time: many of them find nothing new. A hunt with another seed draws more. */
const numRuns = Number(process.env["PARE_RUNS"] ?? (process.env["PARE_SEED"] === undefined ? 40 : 100));
const settings = { ...readConfigureGlobal(), numRuns };
// A getter, since fast-check asks at every property.
configureGlobal(Object.defineProperty(settings, "seed", { get: currentSeed, enumerable: true }));

const failed = readFailedSeeds();

/** The seed of the run, then those with which this test once failed. */
const seedsOf = ({ file, fullTestName }: RunnerTestCase): readonly number[] => {
  const path = pathFromRoot(file.filepath);
  const own = failed.filter((each) => each.file === path && each.test === fullTestName);
  return [...new Set([runSeed(), ...own.map(({ seed }) => seed)])];
};

const testsOf = (task: RunnerTask): readonly RunnerTestCase[] =>
  task.type === "test" ? [task] : task.tasks.flatMap(testsOf);

// oxlint-disable-next-line no-empty-pattern -- vitest reads the parameter's text and wants a pattern
beforeAll(({}, file) => {
  for (const test of testsOf(file)) {
    const more = seedsOf(test).length - 1;
    if (more > 0) test.repeats = (test.repeats ?? 0) + more;
  }
});

beforeEach(({ task, onTestFailed }) => {
  const seed = seedsOf(task)[task.result?.repeatCount ?? 0] ?? runSeed();
  const errors = (): number => task.result?.errors?.length ?? 0;
  const before = errors();
  let hasDrawn = false;
  useSeed(seed, () => (hasDrawn = true));
  // Called for every later seed, too, when one has failed.
  onTestFailed(() => {
    if (hasDrawn && errors() > before) (task.meta.failedSeeds ??= []).push(seed);
  });
});
