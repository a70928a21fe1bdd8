/** The hunted tests alone. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["test/support/hunted/*.fixture.ts"], setupFiles: ["./test/support/give-seeds.ts"], pool: "forks" },
});
