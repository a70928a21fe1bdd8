/**
 * Makes the pictures of page and report in docs/pictures from a real run: `npm run build && node scripts/picture-report.mjs`.
 * The example of `npm start` is reduced once more, its report is explained, opened in Chromium and photographed; the live page on the way.
 */
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { findChromium } from "./find-program.mjs";
import { root } from "./run.mjs";

/** Its name is in the pictures: in nobody's directory. */
const work = join(tmpdir(), "demo");
const pictures = join(root, "docs", "pictures");
const pare = join(root, "dist", "cli", "main.js");
const desktop = { width: 1200, height: 900 };
const phone = { width: 390, height: 844 };

/** @typedef {{ name: string, size: { width: number, height: number }, colorScheme?: "light" | "dark", height?: number }} Look */

rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
copyFileSync(join(root, "examples", "reduce-first", "tachyons.css"), join(work, "tachyons.css"));
cpSync(join(root, "node_modules", "clean-css"), join(work, "node_modules", "clean-css"), { recursive: true });

const executablePath = findChromium();
if (executablePath === undefined) throw new Error("no Chromium: run node scripts/setup.mjs --tests");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  await reduced();
  const made = spawnSync(process.execPath, [pare, "report", "--explain", "-o", "report.html"], { cwd: work });
  if (made.status !== 0) throw new Error(String(made.stderr));
  await photograph(pathToFileURL(join(work, "report.html")).href, "#steps .diffview", [
    { name: "report.png", size: { ...desktop, width: 900 }, height: 2100 },
    { name: "report-dark.png", size: { ...desktop, width: 900 }, colorScheme: "dark" },
    { name: "report-phone.png", size: phone },
  ]);
} finally {
  await browser.close();
}

/** The run; the live page is photographed when there is an estimate on it. */
async function reduced() {
  const cleancss = join("node_modules", "clean-css", "bin", "cleancss");
  const command = [pare, "tachyons.css", "--plain", "--web", "--", cleancss, "tachyons.css"];
  const child = spawn(process.execPath, command, { cwd: work });
  const ended = new Promise((resolve) => {
    child.on("exit", resolve);
  });
  child.stdout.resume();
  const address = await new Promise((resolve) => {
    let said = "";
    child.stderr.on("data", (part) => {
      said += part;
      const found = /live page: (\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
  });
  await photograph(address, 'dd:has-text(", about ")', [
    { name: "live-page.png", size: desktop },
    { name: "live-page-dark.png", size: desktop, colorScheme: "dark" },
    { name: "live-page-phone.png", size: phone },
  ]);
  const page = await opened(address, desktop);
  if ((await ended) !== 0) throw new Error("the run has failed");
  await page.locator(".state[data-stage=ended]").waitFor();
  await page.screenshot({ path: join(pictures, "live-page-end.png") });
  await page.close();
}

/** @param {string} address @param {{ width: number, height: number }} viewport */
async function opened(address, viewport) {
  const page = await browser.newPage({ viewport });
  await page.goto(address);
  return page;
}

/**
 * @param {string} address
 * @param {string} ready
 * @param {Look[]} looks
 */
async function photograph(address, ready, looks) {
  const page = await opened(address, desktop);
  await page.locator(ready).first().waitFor();
  for (const { name, size, colorScheme = "light", height = size.height } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await page.screenshot({
      path: join(pictures, name),
      fullPage: true,
      clip: { x: 0, y: 0, width: size.width, height },
    });
  }
  await page.close();
}
