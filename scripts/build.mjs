/** Compiles src to dist. The new dist replaces the old one in one move, so that whoever uses dist meanwhile never sees half of it. */
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundleCommands } from "./bundle-commands.mjs";
import { bundleWeb } from "./bundle-web.mjs";
import { root, run } from "./run.mjs";
import { writeShellFiles } from "./write-shell-files.mjs";

const dist = join(root, "dist");
mkdirSync(join(root, ".cache"), { recursive: true });
const scratch = mkdtempSync(join(root, ".cache", "build-"));
const fresh = join(scratch, "new");

try {
  if (run(["tsc", "-p", "tsconfig.build.json", "--outDir", fresh]).ok) {
    await writeShellFiles(fresh);
    await bundleWeb(join(fresh, "web", "client"));
    await bundleCommands(fresh);
    replace();
  } else process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function replace() {
  try {
    renameSync(dist, join(scratch, "old"));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  renameSync(fresh, dist);
}
