/** A vitest reporter that closes the run with one plain line, for machines to read: `N passed, N failed, N skipped`. */

/** @typedef {import("vitest/node").TestModule} TestModule */

export default class ClosingLine {
  /** @type {import("vitest/node").Vitest | undefined} */
  #vitest;

  /** @param {import("vitest/node").Vitest} vitest */
  onInit(vitest) {
    this.#vitest = vitest;
  }

  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    this.#vitest?.logger.log(closingLine(modules, unhandledErrors));
  }
}

/**
 * What broke outside a test (a file that does not load, a hook, a stray rejection, no file at all) counts as failed, so that
 * "0 failed" is never said of a run that failed.
 * @param {readonly TestModule[]} modules
 * @param {readonly unknown[]} unhandledErrors
 */
export function closingLine(modules, unhandledErrors) {
  const count = { passed: 0, failed: unhandledErrors.length + (modules.length === 0 ? 1 : 0), skipped: 0, pending: 0 };
  for (const module of modules) {
    for (const test of module.children.allTests()) count[test.result().state]++;
    for (const broken of [module, ...module.children.allSuites()]) if (broken.errors().length > 0) count.failed++;
  }
  const skipped = count.skipped + count.pending;
  return `${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
