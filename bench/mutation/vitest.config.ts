/** The tests that are about the heart of pare alone: they start no process. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "src/{core,strategies,driver,dependences}/**/*.test.ts",
      "test/{contracts,driver,golden,strategies}/**/*.test.ts",
      "test/properties/{workers,tree-workers}.test.ts",
    ],
    setupFiles: ["./test/support/give-seeds.ts"],
    pool: "forks",
    testTimeout: 120_000,
  },
});
