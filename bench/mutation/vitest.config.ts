/** The tests that are about the heart of pare alone: they start no process. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "src/{core,strategies,driver,dependences}/**/*.test.ts",
      "test/{contracts,dependences,driver,golden,strategies}/**/*.test.ts",
      "!**/*.long.test.ts",
      "test/properties/{workers,tree-workers}.test.ts",
    ],
    setupFiles: ["./test/support/give-seeds.ts"],
    pool: "forks",
    testTimeout: 120_000,
    // Tests of sheer size take long and notice hardly any break that the others miss.
    testNamePattern: /^(?!.*(?:million|\b\d+,000\b|all worker counts|of 300 parts))/,
  },
});
