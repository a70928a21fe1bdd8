/** What Stryker needs to know; `bench/mutation.ts` adds the files to break. */
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "bench/mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  // What runs once when a file is loaded would need all tests each.
  ignoreStatic: true,
  reporters: ["clear-text", "json"],
  jsonReporter: { fileName: ".cache/mutation/mutation.json" },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
  tempDirName: ".cache/mutation/sandbox",
  ignorePatterns: ["dist", ".cache", "docs", "examples", "events", "test/storm", "test/cluster", "test/isolate"],
  // Loops are found by counting. What takes longer than this is not known to be noticed: a busy machine is merely slow.
  timeoutMS: 240_000,
  dryRunTimeoutMinutes: 30,
  // It would write into the fixtures as well.
  disableTypeChecks: false,
};
