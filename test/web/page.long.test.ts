import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openLive } from "../../src/cli/reduction/live-page.ts";
import type { ClusterWorkerFigures } from "../../src/core/cluster-figures.ts";
import { Controls } from "../../src/driver/controls.ts";
import { progressed } from "../../src/progress/progressed.ts";
import { beginning } from "../../src/progress/state.ts";
import type { PageView } from "../../src/reporters/reporter.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import type { ReduceResult } from "../../src/reduce/result.ts";
import type { LiveRun } from "../../src/web/app.ts";
import { serveLive } from "../../src/web/server.ts";
import { clusterEvents, stateAfter } from "../tui/support.ts";
import { bundles, LONGEST, openBrowser, axeFindings, watched } from "./support.ts";

let browser: Browser;
let script: string;
beforeAll(async () => {
  [browser, { script }] = await Promise.all([openBrowser(), bundles()]);
});
afterAll(async () => await browser.close());

const HARM = `</pre></script><script>globalThis.hacked=1</script><img src=x onerror="globalThis.hacked=1">`;
const IMAGE = "<img src=x onerror=globalThis.hacked=1>";
const NAME = `a"<img src=x onerror=globalThis.hacked=1>&.txt`;

interface Running {
  readonly live: PageView;
  readonly controls: Controls;
  readonly result: Promise<ReduceResult>;
}

let directory: string;
let running: Running | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "pare-page-"));
});
afterEach(async () => {
  running?.controls.stop();
  await running?.result.catch(() => undefined);
  await running?.live.close();
  running = undefined;
  rmSync(directory, { recursive: true, force: true });
});

/** A real reduction, which pauses at its first step: the page takes it on from there. */
const start = async (): Promise<Running> => {
  const lines = Array.from({ length: 120 }, (_, line) => `line ${line} ${line === 77 ? HARM : "filler"}\n`);
  writeFileSync(join(directory, NAME), lines.join(""));
  const oracle = join(directory, "test.sh");
  writeFileSync(
    oracle,
    `#!/bin/sh\necho 'seen <b>${HARM.replaceAll("'", "")}</b>'\nwhile [ -e '${directory}/hold' ]; do sleep 0.02; done\ngrep -q hacked "$1"\n`,
  );
  chmodSync(oracle, 0o755);
  const controls = new Controls();
  let progress = beginning();
  const live = await openLive({ web: "auto", input: NAME, controls, now: () => progress.ms, script });
  let first = true;
  const { result } = reduce({
    input: NAME,
    cwd: directory,
    test: oracle,
    jobs: 2,
    format: "lines",
    controls,
    onEvent: (event) => {
      progress = progressed(progress, event);
      live.show(progress);
      if (event.type === "best" && first) {
        first = false;
        controls.pause();
      }
    },
  });
  return (running = { live, controls, result });
};

const open = async (address: string): Promise<Page> => {
  const page = await browser.newPage();
  page.setDefaultTimeout(LONGEST);
  await page.goto(address);
  return page;
};

const says = async (page: Page, words: string): Promise<void> => {
  await page.locator(".state", { hasText: words }).waitFor();
};

describe("the live page", () => {
  test("follows the run, steers it, and shows every step to everybody", async () => {
    const { live, controls, result } = await start();
    const page = await open(live.address);
    const { said, asked } = watched(page);
    await says(page, "paused");
    await page.evaluate(() => Object.assign(globalThis, { still: "here" }));
    const before = await page.locator("#sizes").textContent();

    const other = await open(live.address.replace(/#.*/, ""));
    await says(other, "paused");
    expect(await other.locator("#sizes").textContent()).toBe(before);
    expect(await other.getByRole("button", { name: "resume" }).count()).toBe(0);

    // Tests wait meanwhile, so that the run cannot end before it is paused.
    writeFileSync(join(directory, "hold"), "");
    await page.getByRole("button", { name: "resume" }).click();
    await page.getByRole("button", { name: "pause" }).click();
    rmSync(join(directory, "hold"));
    await says(page, "paused");
    await says(other, "paused");
    expect(controls.paused).toBe(true);
    await page.getByRole("button", { name: "resume" }).click();
    const { best } = await result;
    await says(page, `→ ${best.length} bytes, you can close this tab`);
    await says(other, "finished: ");
    expect(await page.title()).toMatch(/^✓ (?:< )?[\d.]+ % a"<img/);
    expect(controls.paused).toBe(false);
    expect(await page.locator("#sizes").textContent()).toMatch(new RegExp(`→ ${best.length} bytes$`));
    expect(await page.locator("#sizes").textContent()).toBe(await other.locator("#sizes").textContent());
    expect(await page.locator("#sizes").textContent()).not.toBe(before);
    // Nobody has loaded it anew.
    expect(await page.evaluate(() => (globalThis as unknown as { still?: string }).still)).toBe("here");
    expect(await page.locator("table.passes tbody tr").count()).toBeGreaterThan(0);

    // The page asks for new steps at most every 700 ms.
    const shown = (): Promise<string | null> => page.locator(".best").textContent();
    await expect.poll(shown).toBe(Buffer.from(best).toString());
    const fold = page.viewportSize()?.height ?? 0;
    expect((await page.locator(".best").boundingBox())?.y).toBeLessThan(fold);
    await slides(page, best);
    expect(said).toEqual([]);
    // The last message has all steps: they are there when pare is gone.
    await live.close();
    await other.locator(".where", { hasText: ` ${best.length} bytes` }).waitFor();
    await slides(other, best, false);
    await says(other, "you can close this tab");
    expect(await page.evaluate(() => (globalThis as unknown as { hacked?: number }).hacked)).toBeUndefined();
    expect(asked.every((address) => address.startsWith(live.address.replace(/#.*/, "")))).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await axeFindings(page)).toEqual([]);
  });

  test("a run that is stopped from the page keeps its best; the token leaves the address, and stays with the tab", async () => {
    const { live, result } = await start();
    const page = await open(live.address);
    await says(page, "paused");
    expect(page.url()).toBe(live.address.replace(/#.*/, ""));
    await page.reload();
    await says(page, "paused");
    await page.getByRole("button", { name: "stop", exact: true }).click();
    await page.getByRole("button", { name: "really stop, keep the best" }).click();
    expect(await result).toMatchObject({ status: "stopped", reason: "stop" });
    await says(page, "stopped");
  });

  test("is usable on a phone and with a keyboard alone", async () => {
    const { live } = await start();
    const page = await browser.newPage({ viewport: { width: 360, height: 640 } });
    page.setDefaultTimeout(LONGEST);
    await page.goto(live.address);
    await says(page, "paused");
    expect(await page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")).toBe(
      true,
    );
    // No table is cut: everything is within what can be seen without moving it.
    expect(
      await page.evaluate("[...document.querySelectorAll('.wide')].every((box) => box.scrollWidth <= box.clientWidth)"),
    ).toBe(true);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("resume");
    await page.keyboard.press("Enter");
    await says(page, "finished: ");
  });

  test("a server that goes and comes back is found again", async () => {
    let best = 500;
    let isOpening = true;
    const run: LiveRun = {
      progress: () => (isOpening ? beginning({}) : { ...beginning({}), stage: "searching", from: 1000, best }),
      now: () => 0,
      name: "a",
      book: () => undefined,
      content: () => undefined,
      output: () => undefined,
      control: () => undefined,
    };
    const first = await serveLive({ run, script });
    const early = await open(first.address);
    await says(early, "testing the original");
    expect(await early.locator("#sizes").count()).toBe(0);
    isOpening = false;
    const page = await open(first.address);
    await says(page, "searching");
    await first.close();
    await says(page, "pare does not answer");
    await says(page, "pare is gone. This page shows its last state");
    expect(await page.locator("#sizes").textContent()).toBe("1,000 → 500 bytes");
    best = 5;
    const second = await serveLive({ run, script, port: first.port });
    await says(page, "searching");
    expect(await page.locator("#sizes").textContent()).toBe("1,000 → 5 bytes");
    await second.close();
  });

  test("a run on a cluster shows its workers, the queue and what was wasted; names are never markup", async () => {
    const events = clusterEvents(80, 1000).map((event) =>
      event.type === "cluster"
        ? { ...event, figures: { ...event.figures, workers: event.figures.workers.map(harmfully) } }
        : event,
    );
    const run: LiveRun = {
      progress: () => ({ ...stateAfter([...clusterEvents(3, 0), ...events]), stage: "searching" }),
      now: () => 0,
      name: "a",
      book: () => undefined,
      content: () => undefined,
      output: () => undefined,
      control: () => undefined,
    };
    const server = await serveLive({ run, script });
    const page = await open(server.address);
    const { said } = watched(page);
    const section = page.locator("#cluster");
    await section.locator("table.workers").waitFor();
    expect(await section.locator("tbody tr").count()).toBe(64);
    expect(await section.locator("tbody tr").first().textContent()).toMatch(/^node-\d+ready\d\/4/);
    const words = await section.textContent();
    expect(words).toContain("… and 16 more.");
    expect(words).toContain("set aside, ");
    expect(words).toContain("7 waiting");
    expect(words).toContain("720 cancelled, 16 given out twice, 10 redelivered, 80 from other runs");
    expect(words).toContain(`${IMAGE}: ${HARM}`);
    expect(await section.getByRole("img", { name: /tests in the queue over time: 7 now/ }).count()).toBe(1);
    await section.getByText("What has changed lately").click();
    await section.getByText("worker node-01 has joined: 4 tests at once").first().waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFindings(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 640 });
    await page.waitForFunction("document.documentElement.scrollWidth <= document.documentElement.clientWidth");
    expect(await page.evaluate(() => (globalThis as unknown as { hacked?: number }).hacked)).toBeUndefined();
    expect(said).toEqual([]);
    await server.close();
  });

  test("another run at the same address has its own steps", async () => {
    const runOf = (text: string): LiveRun => ({
      progress: () => ({
        ...beginning({}),
        stage: "searching",
        from: text.length,
        best: 1,
        bestKey: "k",
        run: {
          path: ".pare/a",
          input: { path: "a", bytes: 3, lines: 1 },
          words: "",
          format: "",
          strategy: "",
          jobs: 1,
          known: 0,
          finished: false,
        },
      }),
      now: () => 0,
      name: "a",
      book: (after) => ({
        plain: true,
        goesOn: after !== undefined,
        ...(after === undefined && { start: { number: 0, size: text.length, content: Buffer.from(text) } }),
        steps: after === undefined ? [{ number: 1, key: "k", size: 1, edits: [[1, text.length]] }] : [],
      }),
      content: () => Buffer.from(text.slice(0, 1)),
      output: () => undefined,
      control: () => undefined,
    });
    const first = await serveLive({ run: runOf("first"), script });
    const page = await open(first.address);
    const view = page.locator(".diffview");
    await view.getByText("irst").waitFor();
    expect(await page.getByRole("link", { name: "download" }).count()).toBe(1);
    await first.close();
    await says(page, "pare does not answer");
    // Nobody is there to ask: the page itself has what is downloaded.
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "download" }).click(),
    ]);
    expect(readFileSync(await saved.path(), "utf8")).toBe("f");
    const second = await serveLive({ run: runOf("second one"), script, port: first.port });
    await view.getByText("econd one").waitFor();
    expect(await view.textContent()).toBe("second one");
    await second.close();
  });
});

const harmfully = (worker: ClusterWorkerFigures): ClusterWorkerFigures =>
  worker.reason === undefined ? worker : { ...worker, name: IMAGE, reason: HARM };

/** The slider, by keyboard: from the original to the result. */
const slides = async (page: Page, best: Uint8Array, served = true): Promise<void> => {
  const slider = page.getByRole("slider", { name: "accepted step" });
  const view = page.locator(".diffview");
  await page.locator(".where", { hasText: ` ${best.length} bytes` }).waitFor();
  await slider.focus();
  await page.keyboard.press("Home");
  await page.locator(".where", { hasText: "the original" }).waitFor();
  expect(await view.locator("del").count()).toBe(0);
  await page.keyboard.press("ArrowRight");
  await page.locator(".where", { hasText: "step 1 of" }).waitFor();
  expect(await view.locator("del").count()).toBeGreaterThan(0);
  const first = await view.textContent();
  await page.keyboard.press("End");
  await page.locator(".where", { hasText: ` ${best.length} bytes` }).waitFor();
  expect(await view.textContent()).not.toBe(first);
  await page.getByRole("button", { name: "content" }).click();
  expect(await view.textContent()).toBe(Buffer.from(best).toString());
  if (!served) return;
  const address = (await page.getByRole("link", { name: "download" }).getAttribute("href")) ?? "";
  const content = await page.evaluate(async (from) => await (await fetch(from)).text(), address);
  expect(content).toBe(Buffer.from(best).toString());
  await page.locator(".said").waitFor();
  expect(await page.locator(".said pre").textContent()).toContain("seen <b></pre></script>");
};
