/** `npm run storm`: faults and attacks, with a table of what was tried and what held. */
import { defineConfig, mergeConfig } from "vitest/config";
import tests from "./vitest.config.ts";

export default mergeConfig(
  { ...tests, test: { ...tests.test, include: [], reporters: [] } },
  defineConfig({
    test: {
      include: ["test/storm/**/*.storm.ts"],
      testTimeout: 600_000,
      reporters: ["default", "./test/storm/table-reporter.ts", "./scripts/closing-line.mjs"],
    },
  }),
);
