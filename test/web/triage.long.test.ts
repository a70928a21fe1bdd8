/** The live page of a real triage. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Browser } from "playwright-core";
import { openLive } from "../../src/cli/reduction/live-page.ts";
import { Controls } from "../../src/driver/controls.ts";
import { progressed } from "../../src/progress/progressed.ts";
import { beginning } from "../../src/progress/state.ts";
import { triage } from "../../src/triage/triage.ts";
import { axeFindings, bundles, LONGEST, openBrowser, watched } from "./support.ts";

let browser: Browser;
let script: string;
beforeAll(async () => {
  [browser, { script }] = await Promise.all([openBrowser(), bundles()]);
});
afterAll(async () => await browser.close());

/** Two bugs; what one of them says is markup. */
const TARGET = `#!/bin/sh
if grep -q apple "$1"; then echo "Error: <img src=x onerror=globalThis.hacked=1> apple" >&2; exit 1; fi
if grep -q berry "$1"; then echo "KeyError: 'berry'" >&2; exit 2; fi
`;

test("shows every bug as a row with a bar, can be paused, and ends well", async () => {
  const directory = mkdtempSync(join(tmpdir(), "pare-page-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  mkdirSync(join(directory, "crashes"));
  for (const name of ["apple", "berry"])
    writeFileSync(join(directory, "crashes", name), `${"filler\n".repeat(40)}${name}\n`);
  writeFileSync(join(directory, "crashes", "fine"), "fine");
  writeFileSync(join(directory, "target.sh"), TARGET);
  chmodSync(join(directory, "target.sh"), 0o755);
  const controls = new Controls();
  let progress = beginning();
  let isPaused = false;
  const live = await openLive({ web: "auto", input: "crashes", controls, now: () => progress.ms, script });
  const { result } = triage({
    inputs: ["crashes"],
    command: ["./target.sh", "{}"],
    cwd: directory,
    jobs: 1,
    debugger: "none",
    controls,
    onEvent: (event) => {
      if (event.type === "note") return;
      progress = progressed(progress, event);
      live.show(progress);
      // At the first step, so that there is something to see.
      if (event.type === "bug" && event.best !== undefined && !isPaused) {
        isPaused = true;
        controls.pause();
      }
    },
  });
  const page = await browser.newPage({ viewport: { width: 360, height: 640 } });
  const { said } = watched(page);
  page.setDefaultTimeout(LONGEST);
  await page.goto(live.address);
  await page.locator(".state", { hasText: "paused" }).waitFor();
  expect(await page.locator("table.bugs tbody tr").count()).toBe(2);
  expect(await page.locator("#files").textContent()).toBe("3 files, 0 copies, 1 set aside");
  expect(await page.locator("#counts").textContent()).toBe("2 bugs: 1 reducing, 1 waiting");
  expect(Number(await page.locator("tr[aria-current=true] progress").getAttribute("value"))).toBeGreaterThan(0);
  expect(await page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")).toBe(
    true,
  );
  await page.getByRole("button", { name: "resume" }).click();
  await page.locator(".state", { hasText: "finished: 2 bugs, you can close this tab" }).waitFor();
  const { bugs } = await result;
  expect(bugs.map(({ complete }) => complete)).toEqual([true, true]);
  expect(said).toEqual([]);
  await live.close();
  expect(await page.locator("#counts").textContent()).toBe("2 bugs: 2 done");
  expect(await page.title()).toBe("✓ 2 bugs – pare triage");
  expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await axeFindings(page)).toEqual([]);
    }
  }
});
