/** The site that `npm run docs` makes: its links lead somewhere, it is searchable, accessible at every size, and asks no other server. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSite } from "../scripts/build-site.mjs";
import { ALGORITHMS, joined, nestingOf, playAlgorithm, splitText } from "../site/algorithms.ts";
import { EXAMPLES } from "../site/examples.ts";
import { ALL_USAGES } from "../src/cli/all-usages.ts";
import { longFlag } from "../src/cli/arguments.ts";
import { settingOf } from "../src/cli/settings.ts";
import { flagOf, oppositeOf } from "../src/settings/setting.ts";
import { toNode, treeOf, type TreeNode } from "../src/strategies/trees/tree.ts";
import { openBrowser, axeFindings, watched } from "./web/support.ts";

const folder = mkdtempSync(join(tmpdir(), "pare-site-"));
let browser: Browser;
beforeAll(async () => {
  [browser] = await Promise.all([openBrowser(), buildSite(folder)]);
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

const pagesOf = (): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".html"));
const html = (page: string): string => readFileSync(join(folder, page), "utf8");

test("every link of every page leads somewhere, and every page is in the navigation", () => {
  const dead: string[] = [];
  for (const page of pagesOf()) {
    for (const [, link = ""] of html(page).matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (/^(?:https?|data):/.test(link)) continue;
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : join(dirname(page), path);
      if (!existsSync(join(folder, target))) dead.push(`${page}: ${link}`);
      else if (anchor !== undefined && !html(target).includes(`id="${decodeURIComponent(anchor)}"`))
        dead.push(`${page}: ${link}`);
    }
  }
  expect(dead).toEqual([]);
  const home = html("index.html");
  expect(pagesOf().filter((page) => !home.includes(`href="${page}"`))).toEqual([]);
});

test("nothing is loaded from elsewhere", () => {
  for (const page of pagesOf()) expect(html(page)).not.toMatch(/<(?:script|link|img)[^>]*(?:src|href)="https?:/);
});

const open = async (
  page: string,
  [width, height]: readonly [number, number],
  colorScheme: "light" | "dark",
): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const opened = await context.newPage();
  await opened.goto(pathToFileURL(join(folder, page)).href);
  return opened;
};

const DESKTOP = [1280, 900] as const;
const PHONE = [390, 844] as const;

test.each([
  ["index.html", PHONE, "light"],
  ["index.html", DESKTOP, "dark"],
  ["playground.html", DESKTOP, "light"],
  ["playground.html", PHONE, "dark"],
  ["guide/command-line.html", PHONE, "light"],
] as const)("%s is accessible and fits: %s, %s", async (name, size, scheme) => {
  const page = await open(name, size, scheme);
  expect(await axeFindings(page)).toEqual([]);
  const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  expect(overflow).toBeLessThanOrEqual(0);
  await page.context().close();
});

test("the search finds a section by its words", async () => {
  const page = await open("guide/faq.html", DESKTOP, "light");
  const { said, asked } = watched(page);
  await page.fill("#search", "flaky statistics");
  await page.locator("#hits a", { hasText: "My test is flaky" }).click();
  expect(page.url()).toContain("guide/troubleshooting.html#my-test-is-flaky");
  expect(said).toEqual([]);
  expect(asked.filter((url) => !url.startsWith("file:"))).toEqual([]);
  await page.context().close();
});

describe("the playground", () => {
  test("plays four algorithms step by step, and takes a text and a predicate of one's own", async () => {
    const page = await open("playground.html", DESKTOP, "light");
    const { said } = watched(page);
    const results = (): Promise<string[]> => page.locator(".result").allTextContents();
    // One pass leaves a space that could go: OPDD promises no 1-minimality.
    expect(await results()).toEqual(["<SELECT>", "<SELECT >", "<SELECT>", "<SELECT>"]);
    await page.getByRole("slider").fill("3");
    expect(await page.locator('[aria-label="ddmin"] .state').textContent()).toMatch(/^question 3 of \d+: /);
    await page.getByRole("button", { name: "Step" }).click();
    expect(await page.locator('[aria-label="ddmin"] .state').textContent()).toMatch(/^question 4 of \d+: /);
    await page.getByLabel("Text", { exact: true }).fill("one two three");
    await page.getByLabel("It fails if").fill('text.includes("t")');
    expect(await results()).toEqual(["t", "t", "t", "t"]);
    await page.getByLabel("It fails if").fill("text.(");
    expect(await page.getByRole("alert").textContent()).toContain("does not work");
    await page.getByLabel("It fails if").fill('text.includes("nowhere")');
    expect(await page.getByRole("alert").textContent()).toContain("must be true");
    expect(said).toEqual([]);
    await page.context().close();
  });

  const failsOf = (predicate: string): ((text: string) => boolean) =>
    // oxlint-disable-next-line typescript/no-implied-eval -- as the page does
    new Function("text", `return (${predicate});`) as (text: string) => boolean;

  test.each(EXAMPLES)("$name: what is left still fails; ddmin and gbs leave nothing that can go alone", (example) => {
    const fails = failsOf(example.predicate);
    const units = splitText(example.text, example.unit);
    expect(fails(example.text)).toBe(true);
    for (const algorithm of ALGORITHMS) {
      const { result, frames, trouble } = playAlgorithm(algorithm, units, fails);
      expect(trouble).toBeUndefined();
      expect({ algorithm, fails: fails(joined(units, result)) }).toEqual({ algorithm, fails: true });
      expect(frames.length).toBeGreaterThan(0);
      if (algorithm === "OPDD" || algorithm === "HDD") continue;
      const fewer = result.map((_, i) => joined(units, result.toSpliced(i, 1)));
      expect({ algorithm, fewer: fewer.filter((text) => text !== "" && fails(text)) }).toEqual({
        algorithm,
        fewer: [],
      });
    }
  });

  test("the figures are those of the papers", () => {
    const find = (name: string) => EXAMPLES.find((example) => example.name === name) ?? EXAMPLES[0];
    const figure = find("OPDD, figure 2");
    const units = splitText(figure?.text ?? "", "characters");
    const fails = failsOf(figure?.predicate ?? "");
    const golden = JSON.parse(readFileSync(join(import.meta.dirname, "golden/opdd.json"), "utf8")) as {
      readonly figure2: { readonly rows: readonly (readonly [number, string, boolean])[]; readonly result: string };
    };
    // The figure leaves rows out: those that it prints are asked in this order.
    const asked = playAlgorithm("ddmin", units, fails).frames.map(
      (frame) => `${joined(units, frame.kept)} ${frame.fails}`,
    );
    let from = 0;
    for (const [, candidate, answer] of golden.figure2.rows) {
      const at = asked.indexOf(`${candidate} ${answer}`, from);
      expect(at).toBeGreaterThanOrEqual(from);
      from = at + 1;
    }
    expect(joined(units, playAlgorithm("ddmin", units, fails).result)).toBe(golden.figure2.result);
  });

  test("structure helps: HDD never tears a pair of brackets apart", () => {
    const units = splitText("f ( a ( b ) c ) ) d", "words");
    const nodes = (node: TreeNode<readonly number[]>): number[] => [...node.value, ...node.children.flatMap(nodes)];
    const tree = toNode(treeOf(nestingOf(units)));
    expect(nodes(tree).toSorted((a, b) => a - b)).toEqual(units.map((_, i) => i));
    expect(tree.children.map(({ value }) => joined(units, value))).toEqual(["f ", "( ) ", ") ", "d"]);
    const example = EXAMPLES.find(({ name }) => name === "Nested calls");
    const words = splitText(example?.text ?? "", "words");
    const { frames } = playAlgorithm("HDD", words, failsOf(example?.predicate ?? ""));
    const count = (text: string, sign: string): number => text.split(sign).length;
    for (const { kept } of frames) expect(count(joined(words, kept), "(")).toBe(count(joined(words, kept), ")"));
  });
});

test("the pages for newcomers name only commands and flags that exist", () => {
  const flags = new Set(
    ALL_USAGES.flatMap(({ settings, extras = [] }) => [
      ...settings.flatMap((name) => [flagOf(name), ...oppositeOf(name, settingOf(name)).map(longFlag)]),
      ...extras.map(({ flag }) => longFlag(flag)),
      "--help",
      "--version",
    ]),
  );
  const pages = ["tutorial", "faq", "troubleshooting", "coming-from", "recipes", "ci", "ten-tasks"];
  const unknown = pages.flatMap((page) => {
    const path = join(import.meta.dirname, `../docs/guide/${page}.md`);
    const lines = existsSync(path) ? readFileSync(path, "utf8").matchAll(/(?:`|^)(?:npx )?(pare [^`\n]*)/gm) : [];
    return Array.from(lines, ([, line = ""]) => line.split(" -- ")[0] ?? "")
      .flatMap((line) => line.replaceAll(/'[^']*'/g, "").match(/(?<= )--[a-z][\w-]*/g) ?? [])
      .filter((flag) => !flags.has(flag))
      .map((flag) => `${page}: ${flag}`);
  });
  expect(unknown).toEqual([]);
});

test("each of the ten tasks of a newcomer takes at most two commands", () => {
  const page = readFileSync(join(import.meta.dirname, "../docs/guide/ten-tasks.md"), "utf8");
  const blocks = Array.from(page.matchAll(/^## \d+\. .*\n\n```sh\n([\s\S]*?)^```$/gm), ([, commands = ""]) => commands);
  expect(blocks).toHaveLength(10);
  for (const commands of blocks) expect(commands.trim().split("\n").length).toBeLessThanOrEqual(2);
});
