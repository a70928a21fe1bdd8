/** "It fails with -O2 only": which of the 40 or so optimisations of gcc does it? */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const pare = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "pare-flags-"));
cpSync(new URL("./alias.c", import.meta.url), join(work, "alias.c"));
const command = ["sh", "-c", "gcc {flags} alias.c -o alias && ./alias"];
const { status } = spawnSync(process.execPath, [pare, "isolate", "--flags", "-O2:gcc", "--", ...command], {
  cwd: work,
  stdio: "inherit",
});
rmSync(work, { recursive: true, force: true });
process.exitCode = status ?? 1;
