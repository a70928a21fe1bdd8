import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileCase, type TestCase } from "../../src/core/test-case.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import type { ReduceResult } from "../../src/reduce/result.ts";
import { rebuiltRun, reportData } from "../../src/run-report/data.ts";
import { StepReader } from "../../src/run-report/step-log.ts";
import { findRun, storedRun, type StoredRun } from "../../src/run-report/run.ts";
import { historyOf, stepsOfRun } from "../../src/run-report/steps-of-run.ts";
import { fittingBook } from "../../src/run-report/annotated-log.ts";
import { reportHtml } from "../../src/reporters/html/report.ts";
import { reportJson } from "../../src/reporters/reduce/json.ts";
import { reportMarkdown } from "../../src/reporters/markdown/report.ts";
import { StepWriter } from "../../src/runs/steps/steps.ts";
import { readWitnesses } from "../../src/runs/steps/witnesses.ts";
import { bundles, openBrowser, axeFindings, watched, LONGEST } from "../web/support.ts";
import { drawBytes } from "../support/seeds.ts";

const HARM = `</pre></script><script>globalThis.hacked=1</script><img src=x onerror="globalThis.hacked=1"> \`\`\`\` _x_`;
const NAME = `a"<img src=x onerror=globalThis.hacked=1>&.txt`;

let browser: Browser;
let script: string;
let directory: string;
let result: ReduceResult;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "pare-report-"));
  const lines = Array.from({ length: 200 }, (_, line) => `line ${line} ${line % 90 === 77 ? HARM : "filler"}\n`);
  writeFileSync(join(directory, NAME), lines.join(""));
  const oracle = join(directory, "test.sh");
  writeFileSync(oracle, `#!/bin/sh\ncat "$1" | tail -n 1\n[ "$(grep -c hacked "$1")" = 2 ]\n`);
  chmodSync(oracle, 0o755);
  const made = reduce({
    input: NAME,
    cwd: directory,
    test: oracle,
    format: "lines",
    commandLine: `pare ${HARM}`,
  }).result;
  const [opened, bundled] = await Promise.all([openBrowser(), bundles()]);
  browser = opened;
  script = bundled.report;
  result = await made;
});
afterAll(async () => {
  await browser.close();
  rmSync(directory, { recursive: true, force: true });
});

const stored = (): StoredRun => storedRun(result.run) as StoredRun;

const opened = async (html: string): Promise<{ page: Page; said: string[]; asked: string[] }> => {
  const path = join(directory, "report.html");
  writeFileSync(path, html);
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST);
  const { said, asked } = watched(page);
  await page.goto(pathToFileURL(path).href);
  await page.locator("#steps .diffview").waitFor();
  return { page, said, asked };
};

describe("the report as a page", () => {
  test("opens from the disk without a network: everything is there, nothing is loaded, nothing runs that should not", async () => {
    const html = reportHtml(reportData(stored(), directory), script);
    expect(html.length).toBeLessThan(200_000);
    // First of all the result, then the failure and the command that shows it.
    const headings = [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading);
    expect(headings.slice(0, 5)).toEqual([
      "The result",
      "The failure",
      "Before and after",
      "How the size fell",
      "Step by step",
    ]);
    const { page, said, asked } = await opened(html);
    expect(asked).toHaveLength(1);
    expect(said).toEqual([]);
    expect(await page.evaluate(() => (globalThis as unknown as { hacked?: number }).hacked)).toBeUndefined();
    expect(await page.title()).toBe(
      `${NAME}: ${result.input.bytes.toLocaleString("en-US")} → ${result.output.bytes} bytes`,
    );
    expect(await page.locator("h1").textContent()).toBe(NAME);
    const text = (await page.locator("main").textContent()) ?? "";
    for (const words of [
      "test.sh exits with 0",
      "Nothing more can go: no line alone (1-minimal)",
      result.repeatLine,
      "size over tests",
      "size over time",
      "to check the original and the result",
      process.version,
      result.output.sha256,
      `pare ${HARM}`,
    ])
      expect(text).toContain(words);
    expect(await page.locator("svg path").count()).toBe(2);
    expect(await page.locator("table.figures tbody tr").count()).toBeGreaterThan(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await axeFindings(page)).toEqual([]);
  });

  test("the result and the commands are copied by a button each; what is folded opens without a script", async () => {
    const { page } = await opened(reportHtml(reportData(stored(), directory), script));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const [first, second] = await page.getByRole("button", { name: "copy" }).all();
    const copied = async (button: typeof first): Promise<string> => {
      await button?.click();
      await page.getByRole("button", { name: "copied" }).first().waitFor();
      return await page.evaluate<string>("navigator.clipboard.readText()");
    };
    expect(await copied(first)).toBe(readFileSync(result.output.path, "utf8"));
    await page.getByRole("button", { name: "copied" }).waitFor({ state: "detached" });
    expect(await copied(second)).toBe(result.repeatLine);
    const more = page.getByText("188 more lines");
    expect(await page.getByText("line 150 filler").first().isVisible()).toBe(false);
    await more.click();
    expect(await page.getByLabel("More of the original").textContent()).toContain("line 150 filler");
  });

  test("on paper everything is open, light and without buttons", async () => {
    const { page } = await opened(reportHtml(reportData(stored(), directory), script));
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await page.getByRole("button", { name: "copy" }).first().isVisible()).toBe(false);
    expect(await page.getByLabel("More of the original").isVisible()).toBe(true);
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
  });

  test("a long original is not printed on paper", async () => {
    const data = reportData(stored(), directory);
    const text = Array.from({ length: 400 }, (_, line) => `line ${line}`).join("\n");
    const { page } = await opened(reportHtml({ ...data, before: { text, more: 3000 } }, script));
    await page.emulateMedia({ media: "print" });
    expect(await page.getByText("3,388 more lines").isVisible()).toBe(true);
    expect(await page.getByLabel("More of the original").isVisible()).toBe(false);
  });

  test("one of an input of 1 MB has less than 300 kB, whatever is in it", async () => {
    const place = mkdtempSync(join(tmpdir(), "pare-report-"));
    try {
      const input = join(place, "a.js");
      // Hardly anything of it can be packed, every sign is markup or a token of its own, and nothing can go.
      const signs = drawBytes(1 << 20);
      writeFileSync(
        input,
        Array.from(signs, (byte) => `${"<&1"[byte % 3]}${byte % 40 === 0 ? "\n" : " "}`)
          .join("")
          .slice(0, 1 << 20),
      );
      writeFileSync(join(place, "test.sh"), `#!/bin/sh\n[ "$(wc -c < "$1")" = ${1 << 20} ]\n`, { mode: 0o755 });
      const { run } = await reduce({
        input,
        cwd: place,
        test: "./test.sh",
        format: "lines",
        maxTests: 8,
        allowTrivial: true,
      }).result;
      const html = reportHtml(reportData(storedRun(run) as StoredRun, place), script);
      expect(Buffer.byteLength(html)).toBeLessThan(300_000);
      expect(html).toContain("Cut off here; the file is longer.");
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });

  test("its slider goes from the original to the result", async () => {
    const { page } = await opened(reportHtml(reportData(stored(), directory), script));
    const view = page.locator(".diffview");
    const [where, slider] = [page.locator(".where"), page.getByRole("slider", { name: "accepted step" })];
    const steps = rebuiltRun(stored())?.reader.wayTo(rebuiltRun(stored())?.tip ?? 0).length ?? 0;
    expect(steps).toBeGreaterThan(3);
    expect(await where.textContent()).toContain(`step ${steps - 1} of ${steps - 1}`);
    await page.getByRole("button", { name: "content" }).click();
    expect(await view.textContent()).toBe(readFileSync(result.output.path, "utf8"));
    await slider.focus();
    await page.keyboard.press("Home");
    await page.locator(".where", { hasText: "the original" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("button", { name: "this step" }).click();
    expect(await view.locator("del").count()).toBeGreaterThan(0);
    const first = await view.textContent();
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "the step after this one" }).click();
    expect(await view.textContent()).not.toBe(first);
    expect(await page.locator(".said pre").textContent()).not.toBe("");
    await page.getByRole("button", { name: "since the start" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "download" }).click(),
    ]);
    const content = rebuiltRun(stored())?.reader.content(2) as Uint8Array;
    expect(readFileSync(await download.path(), "utf8")).toBe(Buffer.from(content).toString());
  });
});

describe("the report as text", () => {
  test("Markdown has the reduced input in a fence that it cannot close, the command, and what was printed", () => {
    const text = reportMarkdown(reportData(stored(), directory));
    const reduced = readFileSync(result.output.path, "utf8");
    expect(text).toContain(`\n\`\`\`\`\`txt\n${reduced}\`\`\`\`\`\n`);
    expect(text).toContain(result.repeatLine);
    expect(text).toContain("It exits with 0, and prints:");
    // Outside of fences and code nothing is markup.
    const outside = text.replaceAll(/^(`{3,}).*?^\1$/gms, "").replaceAll(/`[^`]*`/g, "");
    expect(outside).not.toContain("<script>");
  });

  test("JSON has all of it but the contents of steps", () => {
    const report = JSON.parse(reportJson(reportData(stored(), directory))) as Record<string, unknown>;
    expect(report).toMatchObject({
      version: 1,
      status: "complete",
      claims: ["1-minimal by lines"],
      proved: { minimality: 1, units: ["lines"], exhausted: [], untried: [] },
      output: { bytes: result.output.bytes, sha256: result.output.sha256 },
      show: result.repeatLine,
    });
    expect(report["steps"]).toHaveLength(Number(report["accepted"]));
    expect(report["book"]).toBeUndefined();
  });
});

describe("what reports are made of", () => {
  test("every accepted step has its witness: the output of its test, once", () => {
    const rebuilt = rebuiltRun(stored());
    const steps = rebuilt?.reader.wayTo(rebuilt.tip).slice(1) ?? [];
    const outputs = steps.map((step) => rebuilt?.reader.witness(step)?.output);
    expect(outputs.every((output) => output !== undefined && output.startsWith("line "))).toBe(true);
    expect(readWitnesses(stored().paths.witnesses).size).toBe(steps.length);
    const times = steps.map((step) => rebuilt?.reader.witness(step)?.at ?? -1);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test("a run is found by name, beginning, directory, input and output; the latest without any", () => {
    const runs = join(directory, ".pare");
    const { name } = stored();
    for (const wanted of [undefined, name, name.slice(0, -3), `.pare/${name}`, NAME, result.output.path])
      expect(findRun(runs, wanted, directory).name).toBe(name);
    expect(() => findRun(runs, "other", directory)).toThrow("There is no run other.");
    expect(() => findRun(join(directory, "none"), undefined, directory)).toThrow("There is no run in");
  });

  test("without its original a run still has a report, without steps", () => {
    const text = readFileSync(join(directory, NAME), "utf8");
    writeFileSync(join(directory, NAME), `${text}\n`);
    try {
      const data = reportData(stored(), directory);
      expect(data.book).toBeUndefined();
      expect(data.result).toBeUndefined();
      expect(reportHtml(data, script)).toContain("cannot be rebuilt");
      expect(reportMarkdown(data)).toContain("was written to");
    } finally {
      writeFileSync(join(directory, NAME), text);
    }
  });

  test("a run that goes on from an earlier session keeps what that one has seen", async () => {
    const place = mkdtempSync(join(tmpdir(), "pare-report-"));
    try {
      const input = join(place, "a.txt");
      writeFileSync(input, Array.from({ length: 60 }, (_, line) => `${line}\n`).join(""));
      writeFileSync(join(place, "test.sh"), `#!/bin/sh\necho said\ngrep -qx 7 "$1" && grep -qx 44 "$1"\n`, {
        mode: 0o755,
      });
      const options = { input, cwd: place, test: "./test.sh", format: "lines" } as const;
      const first = await reduce({ ...options, maxTests: 12 }).result;
      const between = reportData(storedRun(first.run) as StoredRun, place);
      expect(between).toMatchObject({
        status: "stopped",
        reason: "the limit of tests was reached",
        proof: { complete: false },
      });
      const second = await reduce(options).result;
      expect(second.status).toBe("complete");
      const data = reportData(storedRun(second.run) as StoredRun, place);
      expect(data.accepted).toBeGreaterThan(between.accepted);
      expect(data.wallMs).toBeGreaterThan(between.wallMs);
      const steps = data.book?.steps ?? [];
      // What was tested ahead of the search in the first session has left no output.
      expect(steps.every(({ at, output }) => at !== undefined && [undefined, "said"].includes(output))).toBe(true);
      for (const { key } of between.book?.steps ?? [])
        expect(steps.find((step) => step.key === key)?.output).toBe("said");
      expect(data.overTime.at(-1)?.[1]).toBe(second.output.bytes);
      // Tests are those of the last session, and so is the time that is told with them.
      expect(between.sessions).toEqual({ count: 1, lastMs: between.wallMs });
      expect(data.sessions).toEqual({ count: 2, lastMs: data.wallMs - between.wallMs });
      expect(reportMarkdown(between)).toMatch(/- cost: \d+ tests, [\d.]+ m?s\n/);
      expect(reportMarkdown(data)).toMatch(/- cost: \d+ tests, .* in the last of 2 sessions; .* in all\n/);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });

  test("a run that was killed has the tests it came to", () => {
    const { record, recorded, ...others } = stored();
    const { ending: _, ...running } = record;
    const { result: __, ...early } = recorded as NonNullable<typeof recorded>;
    const data = reportData({ ...others, record: { ...running, status: "running" }, recorded: early }, directory);
    const whole = reportData(stored(), directory);
    expect(data.status).toBe("interrupted");
    expect(data.tests).toMatchObject({ fail: whole.tests?.fail, pass: whole.tests?.pass, unresolved: 0 });
    expect(data.tests?.run).toBeGreaterThan(0);
    expect(data.result).toEqual(whole.result);
  });

  test("a step that was lost is said, never shown as something else", () => {
    const { steps } = stored().paths;
    const text = readFileSync(steps, "utf8");
    const lines = text.split("\n");
    try {
      // In the middle of the way.
      writeFileSync(steps, lines.toSpliced(Math.floor(lines.length / 2), 1).join("\n"));
      const data = reportData(stored(), directory);
      expect(data.result).toBeUndefined();
      expect(reportHtml(data, script)).toContain("a record of the run is damaged");
    } finally {
      writeFileSync(steps, text);
    }
  });

  test("the history of the screen is the way to the best, whatever was written behind it", () => {
    const reader = stepsOfRun(result.run) as StepReader;
    const way = reader.wayTo(reader.last);
    const whole = historyOf(reader, reader.step(reader.last)?.key ?? "");
    expect(whole.count).toBe(way.length - 1);
    for (const at of [whole.count, 0, 1]) expect(whole.content(at)).toEqual(reader.content(way[at] as number));
    const early = historyOf(reader, reader.step(way[2] as number)?.key ?? "");
    expect(early.count).toBe(2);
    expect(early.content(3)).toBeUndefined();
    expect(historyOf(reader, "").count).toBe(0);
  });

  test("what is too large to be shown does not make a report large", () => {
    const place = mkdtempSync(join(tmpdir(), "pare-report-"));
    try {
      // Nothing of it can be packed.
      const original = drawBytes(3 << 20);
      const of = (bytes: Uint8Array): TestCase =>
        fileCase({ path: "a.bin", mode: 0o644, bytes: () => bytes }, bytes.length);
      const writer = new StepWriter(join(place, "steps.jsonl"), of(original), { plain: true });
      for (const size of [3_000_000, 1_500_000, 900_000, 60_000]) writer.take(of(original.subarray(0, size)));
      writer.close();
      const order = { steps: join(place, "steps.jsonl"), witnesses: join(place, "none"), plain: true };
      const reader = new StepReader({ ...order, original, size: original.length });
      expect(Buffer.compare(reader.content(1) ?? new Uint8Array(), original.subarray(0, 3_000_000))).toBe(0);
      // Larger than any start.
      expect(reader.book(1)).toBeUndefined();
      expect(fittingBook({ reader, tip: 1 }, [])).toBeUndefined();
      // Small enough to be looked at, but not for a report.
      expect(reader.book(3)).toMatchObject({ leftOut: 2, start: { number: 2, size: 1_500_000 } });
      expect(fittingBook({ reader, tip: 3 }, [])).toBeUndefined();
      expect(fittingBook({ reader, tip: 4 }, [])).toMatchObject({ leftOut: 4, start: { number: 4 }, steps: [] });
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });
});
