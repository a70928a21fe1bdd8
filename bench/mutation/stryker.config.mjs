/**
 * `npm run bench:mutation [-- --mutate 'src/core/*.ts']`: breaks every line of the heart of pare in turn, and counts how many of the
 * breaks a test notices. Ends with 1 below 80 %. It takes hours: every break is a run of the tests that reach it.
 */
export default {
  mutate: ["src/{core,strategies,driver,dependences}/**/*.ts", "!src/**/*.test.ts", "!src/**/index.ts"],
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "bench/mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  // What runs once when a file is loaded would need all tests each.
  ignoreStatic: true,
  reporters: ["clear-text", "progress", "json"],
  jsonReporter: { fileName: ".cache/mutation/mutation.json" },
  clearTextReporter: { allowColor: false, logTests: false },
  tempDirName: ".cache/mutation/sandbox",
  ignorePatterns: [
    "dist",
    ".cache",
    "docs",
    "examples",
    "grammars",
    "events",
    "test/storm",
    "test/cluster",
    "test/isolate",
  ],
  thresholds: { high: 90, low: 80, break: 80 },
  // A break that loops for ever counts as noticed; on a busy machine a test is merely slow.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 30,
  concurrency: 2,
  // It would write into the fixtures as well.
  disableTypeChecks: false,
};
