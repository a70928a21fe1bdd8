/** A vitest reporter: prints the seeds with which tests failed, and keeps those besides the fixed one, so that later runs try them again. */
import { writeFileSync } from "node:fs";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { failedSeedsPath, FIXED_SEED, pathFromRoot, readFailedSeeds, runSeed, type FailedSeed } from "./seeds.ts";

export default class SeedsReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    if (runSeed() !== FIXED_SEED) vitest.logger.log(`The seed is ${runSeed()}; PARE_SEED=${runSeed()} draws it again.`);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const failed = modules.flatMap(failedIn);
    if (failed.length === 0) return;
    const lines = failed.map(({ file, test, seed }) => `  PARE_SEED=${seed}  ${file}  ${test}`);
    this.#vitest?.logger.log(`\nFailed with these seeds:\n${lines.join("\n")}`);
    if (keep(failed)) this.#vitest?.logger.log(`New ones are kept in ${pathFromRoot(failedSeedsPath())}: commit it.`);
  }
}

const failedIn = (module: TestModule): readonly FailedSeed[] =>
  Array.from(module.children.allTests()).flatMap((test) =>
    (test.meta().failedSeeds ?? []).map((seed) => ({
      file: pathFromRoot(module.moduleId),
      test: test.fullName,
      seed,
    })),
  );

/** Whether there was anything new; the fixed seed is tried anyway. */
const keep = (failed: readonly FailedSeed[]): boolean => {
  const known = readFailedSeeds();
  const keyOf = (each: FailedSeed): string => JSON.stringify([each.file, each.test, each.seed]);
  const keys = new Set(known.map(keyOf));
  const fresh = failed.filter((each) => each.seed !== FIXED_SEED && !keys.has(keyOf(each)));
  if (fresh.length === 0) return false;
  const all = [...known, ...fresh].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  writeFileSync(failedSeedsPath(), `${JSON.stringify(all, undefined, 2)}\n`);
  return true;
};
