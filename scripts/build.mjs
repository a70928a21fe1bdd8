/** Makes dist of src. The new dist replaces the old one in one move, so that whoever uses dist meanwhile never sees half of it. */
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundleCode } from "./bundle-code.mjs";
import { bundleWeb } from "./bundle-web.mjs";
import { root } from "./run.mjs";
import { writeShellFiles } from "./write-shell-files.mjs";
import { writeTypes } from "./write-types.mjs";

const dist = join(root, "dist");
mkdirSync(join(root, ".cache"), { recursive: true });
const scratch = mkdtempSync(join(root, ".cache", "build-"));
const fresh = join(scratch, "new");

try {
  if (writeTypes(fresh, join(scratch, "types"))) {
    await bundleCode(fresh);
    await bundleWeb(join(fresh, "web", "client"));
    await writeShellFiles(fresh, join(scratch, "shell"));
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
