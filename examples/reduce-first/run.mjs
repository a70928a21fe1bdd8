/** The first run of the command: a real style sheet that crashes a real program, made small. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const work = join(root, ".cache", "reduce-first");
mkdirSync(work, { recursive: true });
copyFileSync(new URL("tachyons.css", import.meta.url), join(work, "tachyons.css"));

const pare = join(root, "dist", "cli", "main.js");
const cleancss = join(root, "node_modules", ".bin", "cleancss");
console.log("$ pare tachyons.css -- cleancss tachyons.css");
const { status } = spawnSync(
  process.execPath,
  [pare, "tachyons.css", "--fresh", ...process.argv.slice(2), "--", cleancss, "tachyons.css"],
  { cwd: work, stdio: "inherit" },
);
if (status !== 0) process.exit(status ?? 1);
const small = readFileSync(join(work, "tachyons.reduced.css"), "utf8");
console.log(`\nthe smallest style sheet that crashes clean-css 2.2.0:  ${small.trimEnd()}`);
