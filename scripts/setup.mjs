/**
 * Makes a fresh clone ready: `node scripts/setup.mjs [--browser]`.
 * Installs the development dependencies when the lockfile has changed since the last time; with --browser also makes sure that a
 * Chromium is there. Says nothing when nothing is to do. Needs Node and npm, nothing else.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findChromium } from "./find-chromium.mjs";
import { root, run } from "./run.mjs";

const oldestNode = 20;
const marker = join(root, "node_modules", ".pare-setup");

if (Number(process.versions.node.split(".")[0]) < oldestNode) {
  fail(`pare needs Node ${oldestNode} or newer; this is Node ${process.versions.node}.`);
}
installDependencies();
if (process.argv.includes("--browser")) installChromium();

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

function installChromium() {
  if (findChromium()) return;
  if (process.env["PARE_CHROMIUM"]) fail(`PARE_CHROMIUM names no executable file: ${process.env["PARE_CHROMIUM"]}`);
  const advice = "Install Chromium or Google Chrome, or set PARE_CHROMIUM to the path of its executable.";
  if (!existsSync("/etc/debian_version")) fail(`the browser tests need a Chromium, and none was found. ${advice}`);
  say("installing Chromium for the browser tests (apt-get install chromium)");
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const install = [
    "apt-get",
    "install",
    "-y",
    "-q",
    "-o",
    "DPkg::Lock::Timeout=300",
    "--no-install-recommends",
    "chromium",
  ];
  for (const command of [["apt-get", "update", "-q"], install]) {
    const { ok, output } = run([...asRoot, ...command], { quiet: true });
    if (!ok) fail(`${[...asRoot, ...command].join(" ")} failed. ${advice}\n${output}`);
  }
  if (!findChromium()) fail(`apt-get installed chromium, but no executable of that name is on PATH. ${advice}`);
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
