import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { chromium, type BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findChromium } from "../scripts/find-program.mjs";

/** What the page has after the bundle was loaded. */
interface Page {
  readonly pare: typeof import("pare");
}

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const profile = mkdtempSync(join(tmpdir(), "pare-browser-"));
let browser: BrowserContext | undefined;

beforeAll(async () => {
  const executablePath = findChromium();
  if (executablePath === undefined)
    throw new Error("no Chromium: set PARE_CHROMIUM, or run: node scripts/setup.mjs --tests");
  browser = await chromium.launchPersistentContext(profile, { executablePath, args: flags });
});

afterAll(async () => {
  await browser?.close();
  rmSync(profile, { recursive: true, force: true });
});

const bundle = async (): Promise<string> => {
  const { outputFiles } = await build({
    // By its name, as a user's bundler finds it: the package says what browsers get.
    stdin: { contents: 'export * from "pare"', resolveDir: fileURLToPath(new URL("..", import.meta.url)) },
    tsconfigRaw: {},
    bundle: true,
    platform: "browser",
    format: "iife",
    globalName: "pare",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
};

test("minimize is bundled for a browser and works there", async () => {
  const page = await (browser as BrowserContext).newPage();
  await page.addScriptTag({ content: await bundle() });
  const found = await page.evaluate(async () => {
    const { minimize, claimText } = (globalThis as unknown as Page).pare;
    const items = Array.from({ length: 1000 }, (_, i) => i);
    const list = await minimize.withDetails(items, (kept) => [3, 500, 999].every((item) => kept.includes(item)));
    const waiting = async (text: string): Promise<boolean> => {
      await new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
      return text.includes("👩‍👧");
    };
    const text = await minimize("a line\nanother 👩‍👧 line\n", waiting, { jobs: 4 });
    const json = await minimize({ a: [1, { b: "x" }] }, (value) => JSON.stringify(value).includes("x"));
    const error = await minimize([1], () => false).catch((thrown: { code: string }) => thrown.code);
    return { list: list.value, claims: list.claims.map(claimText), text, json, error };
  });
  expect(found).toEqual({
    list: [3, 500, 999],
    claims: ["1-minimal by elements"],
    text: "👩‍👧",
    json: "x",
    error: "NOT_FAILING",
  });
});
