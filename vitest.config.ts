import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^pare$/, replacement: source("index.ts") },
      { find: /^pare\/([\w-]+)$/, replacement: source("$1/index.ts") },
    ],
  },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.mjs", "bench/**/*.test.ts"],
    setupFiles: ["./test/support/fixed-seed.ts"],
    pool: "forks",
    // One for each core: most tests wait for processes.
    maxWorkers: "100%",
    // Tests never depend on speed: the limits only end what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ["default", "./scripts/closing-line.mjs"],
    coverage: { provider: "v8", include: ["src/**/*.ts"] },
  },
});
