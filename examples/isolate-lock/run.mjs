/** A refreshed lockfile turns the build red: which of the upgrades does it? */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const pare = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "pare-lock-"));
for (const name of ["package.json", "good-package-lock.json", "bad-package-lock.json", "check.cjs"])
  cpSync(new URL(`./${name}`, import.meta.url), join(work, name));
const ends = ["--lock", "good-package-lock.json", "bad-package-lock.json"];
const { status } = spawnSync(process.execPath, [pare, "isolate", ...ends, "--", "node", "check.cjs", "{}"], {
  cwd: work,
  stdio: "inherit",
});
rmSync(work, { recursive: true, force: true });
process.exitCode = status ?? 1;
