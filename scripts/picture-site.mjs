/** Makes docs/pictures/site.png and playground.png: `npm run docs && node scripts/picture-site.mjs`. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { findChromium } from "./find-program.mjs";
import { root } from "./run.mjs";

const executablePath = findChromium();
if (executablePath === undefined) throw new Error("no Chromium: run node scripts/setup.mjs --tests");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  await photograph("guide/troubleshooting.html", "site.png", { colorScheme: "light" });
  await photograph("playground.html", "playground.png", { colorScheme: "dark", example: "Nested calls", question: 12 });
} finally {
  await browser.close();
}

/**
 * @param {string} name
 * @param {string} picture
 * @param {{ colorScheme: "light" | "dark", example?: string, question?: number }} how
 */
async function photograph(name, picture, { colorScheme, example, question }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 }, colorScheme });
  const page = await context.newPage();
  await page.goto(pathToFileURL(join(root, "build", "site", name)).href);
  if (example !== undefined) await page.getByLabel("Example").selectOption(example);
  if (question !== undefined) await page.getByRole("slider").fill(String(question));
  await page.screenshot({ path: join(root, "docs", "pictures", picture) });
  await context.close();
}
