/** A browser, the bundled scripts as they are now, and what tests of pages share. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { bundleWeb } from "../../scripts/bundle-web.mjs";
import { findChromium } from "../../scripts/find-program.mjs";

const flags = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"];

/** Tests never depend on speed: this only ends what hangs. */
export const LONGEST = 600_000;

export const openBrowser = async (): Promise<Browser> => {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error("no Chromium: set PARE_CHROMIUM, or run: node scripts/setup.mjs --tests");
  return await chromium.launch({ executablePath, args: flags, timeout: LONGEST });
};

export const bundles = async (): Promise<{ readonly script: string; readonly report: string }> => {
  const directory = mkdtempSync(join(tmpdir(), "pare-web-"));
  try {
    await bundleWeb(directory);
    const read = (name: string): string => readFileSync(join(directory, name), "utf8");
    return { script: read("live.js"), report: read("report.js") };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

/** What the console of a page says, and every request it makes. */
export const watched = (page: Page): { readonly said: string[]; readonly asked: string[] } => {
  const [said, asked]: [string[], string[]] = [[], []];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && said.push(message.text()));
  page.on("pageerror", (error) => said.push(error.message));
  page.on("request", (request) => asked.push(request.url()));
  return { said, asked };
};

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Everything that axe finds. */
export const axeFindings = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      readonly axe: { run(): Promise<{ readonly violations: readonly Violation[] }> };
    };
    return (await checker.run()).violations;
  });
  return violations.map(
    ({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
  );
};
