/**
 * Four sets of tests: `quick` and `shared`, whose files share a process (npm test), `long` and `storm` (npm run test:long; npm run storm: faults and attacks alone).
 * A file that takes more than about 12 seconds alone on a quiet machine, or 8 with a cluster, is named `*.long.test.ts`. `npx vitest run FILE` finds any of them.
 */
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import LongestFirst from "./test/support/longest-first.ts";

const source = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

/** Tests that change nothing that others see, so that one process loads what they test once. */
const SHARED = [
  "contracts",
  "core",
  "dependences",
  "driver",
  "formats",
  "golden",
  "passes",
  "properties",
  "strategies",
  "languages",
  "binary",
  "progress",
  "settings",
  "tui",
  "oracles",
  "reduce",
].map((folder) => `test/${folder}/**/!(*.long).test.ts`);

export default defineConfig({
  resolve: {
    alias: [
      { find: /^pare$/, replacement: source("index.ts") },
      { find: /^pare\/([\w-]+)$/, replacement: source("$1/index.ts") },
    ],
  },
  test: {
    setupFiles: ["./test/support/give-seeds.ts", "./test/support/cpu-times.ts"],
    pool: "forks",
    // More than cores: many tests wait for processes, disks and clocks. VITEST_MAX_WORKERS sets another number.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    sequence: { sequencer: LongestFirst },
    // Tests never depend on speed: the limits only end what hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 600_000 } },
    reporters: [
      "default",
      "./test/storm/table-reporter.ts",
      "./test/support/seeds-reporter.ts",
      "./scripts/closing-line.mjs",
    ],
    coverage: { provider: "v8", include: ["src/**/*.ts"] },
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          include: ["test/**/*.test.ts", "scripts/**/*.test.mjs", "bench/**/*.test.ts"],
          exclude: [...configDefaults.exclude, "**/*.long.test.ts", ...SHARED],
        },
      },
      { extends: true, test: { name: "shared", include: ["src/**/*.test.ts", ...SHARED], isolate: false } },
      { extends: true, test: { name: "long", include: ["test/**/*.long.test.ts"], testTimeout: 1_800_000 } },
      { extends: true, test: { name: "storm", include: ["test/storm/**/*.storm.ts"], testTimeout: 1_800_000 } },
    ],
  },
});
