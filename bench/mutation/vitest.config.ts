/** The quick tests that are about one folder of the heart of pare: they start no process. */
import { defineConfig } from "vitest/config";

const folder = process.env["BROKEN_FOLDER"] ?? "{core,strategies,driver,dependences}";

/** Tests that lie elsewhere since they are about several parts. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  strategies: ["test/{contracts,golden}/**/*.test.ts"],
};

export default defineConfig({
  test: {
    include: [`src/${folder}/**/*.test.ts`, `test/${folder}/**/*.test.ts`, ...(MORE[folder] ?? [])],
    exclude: ["**/*.long.test.ts"],
    setupFiles: ["./test/support/give-seeds.ts"],
    // Ends what waits for ever.
    testTimeout: 150_000,
    // Every break is a run of them.
    env: { PARE_RUNS: "20" },
  },
});
