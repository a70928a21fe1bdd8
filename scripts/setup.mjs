/**
 * Makes a fresh clone ready: `node scripts/setup.mjs [--tests]`.
 * Installs the development dependencies when the lockfile has changed since the last time; with --tests also the programs that the
 * tests run for real (a browser, compilers, …), by apt-get where that is the machine's way. Says nothing when nothing is to do.
 * Needs Node and npm, nothing else.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "./find-program.mjs";
import { canInstall, isThere, programs } from "./programs.mjs";
import { root, run } from "./run.mjs";

const oldestNode = 20;
const marker = join(root, "node_modules", ".pare-setup");

if (Number(process.versions.node.split(".")[0]) < oldestNode) {
  fail(`pare needs Node ${oldestNode} or newer; this is Node ${process.versions.node}.`);
}
installDependencies();
if (process.argv.includes("--tests")) installPrograms();

function installDependencies() {
  const wanted = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(marker) && readFileSync(marker, "utf8") === wanted) return;
  say("installing the development dependencies (npm ci)");
  const { ok } = run(["npm", "ci", "--ignore-scripts", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
  if (!ok) fail("npm ci failed, see above. Is npm installed, and can it reach its registry?");
  writeFileSync(marker, wanted);
}

function installPrograms() {
  if (process.env["PARE_CHROMIUM"] && !findChromium())
    fail(`PARE_CHROMIUM names no executable file: ${process.env["PARE_CHROMIUM"]}`);
  const missing = Object.keys(programs).filter((name) => !isThere(name));
  if (missing.length === 0) return;
  if (canInstall()) aptInstall(missing.flatMap((name) => (programs[name] ?? "").split(" ")));
  const still = missing.filter((name) => !isThere(name));
  if (still.includes("chromium"))
    fail("the browser tests need Chromium or Google Chrome: install one, or set PARE_CHROMIUM to its path.");
  if (still.length > 0) say(`not found, and the tests that need them are skipped: ${still.join(", ")}`);
}

/** @param {string[]} packages */
function aptInstall(packages) {
  say(`installing what the tests run: ${packages.join(", ")} (apt-get)`);
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const options = ["-y", "-q", "-o", "DPkg::Lock::Timeout=300", "--no-install-recommends"];
  for (const command of [
    ["apt-get", "update", "-q"],
    ["apt-get", "install", ...options, ...packages],
  ]) {
    const { ok, output } = run([...asRoot, ...command], { quiet: true });
    if (!ok) fail(`${[...asRoot, ...command].join(" ")} failed:\n${output}`);
  }
}

/** @param {string} message */
function say(message) {
  console.log(`setup: ${message}`);
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(`setup: ${message}`);
  process.exit(1);
}
