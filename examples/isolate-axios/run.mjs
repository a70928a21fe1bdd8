/** Two releases of a library, no history: which of more than 170 changes between axios 0.18.1 and 0.19.0 breaks our code? */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const pare = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "pare-axios-"));
try {
  process.exitCode = isolate() ?? 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

function isolate() {
  console.log("fetching axios 0.18.1 and 0.19.0 (npm pack)");
  for (const version of ["0.18.1", "0.19.0"]) unpack(version);
  // What both need lies beside them.
  npm(
    "install",
    "--no-save",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "follow-redirects@1.5.10",
    "is-buffer@2.0.5",
  );
  cpSync(new URL("./check.cjs", import.meta.url), join(work, "check.cjs"));
  const typed = ["isolate", "axios-0.18.1", "axios-0.19.0", "--", "node", "check.cjs", "{}"];
  return spawnSync(process.execPath, [pare, ...typed], { cwd: work, stdio: "inherit" }).status;
}

/** @param {string} version */
function unpack(version) {
  npm("pack", `axios@${version}`);
  const folder = `axios-${version}`;
  mkdirSync(join(work, folder));
  execFileSync("tar", ["-xzf", `${folder}.tgz`, "--strip-components=1", "-C", folder], { cwd: work });
}

/** @param {string[]} words */
function npm(...words) {
  execFileSync("npm", ["--loglevel=error", ...words], { cwd: work, stdio: ["ignore", "ignore", "inherit"] });
}
