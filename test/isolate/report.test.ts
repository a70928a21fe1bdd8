import { forTerminal } from "../../src/core/control.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { chromium } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { findChromium } from "../../scripts/find-program.mjs";
import type { IsolationClosing, IsolationReport } from "../../src/reporters/isolate/closing.ts";
import { isolationHtml } from "../../src/reporters/html/isolation.ts";
import { isolationJson, isolationReportJson } from "../../src/reporters/isolate/json.ts";
import { isolationMarkdown } from "../../src/reporters/markdown/isolation.ts";
import { isolationLines } from "../../src/reporters/isolate/text.ts";
import { paint } from "../../src/reporters/paint.ts";

const TRIGGER = {
  id: "lib/core/Axios.js:35",
  file: "lib/core/Axios.js",
  line: 35,
  old: "  config = utils.merge(defaults, {method: 'get'}, this.defaults, config);\n",
  new: "  config = mergeConfig(this.defaults, config);\n",
  commit: "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567",
  author: "Ann",
  date: "2019-04-30T12:00:00Z",
  message: "Fixing merge",
};

const CLOSING: IsolationClosing = {
  status: "complete",
  kind: "folders",
  noun: "change",
  titles: { good: "axios-0.18.1", bad: "axios-0.19.0" },
  words: { good: 'prints "true", exits with 0', bad: 'prints "undefined", exits with 1' },
  changes: 172,
  changedFiles: 20,
  trigger: [TRIGGER],
  patch: [
    TRIGGER,
    { id: "lib/utils.js:264", file: "lib/utils.js", line: 264 },
    { id: "m", file: "lib/m.js", what: "added" },
  ],
  proof: { goodPlusPatchFails: true, badMinusTriggerPasses: true, remarks: [] },
  advice: [],
  next: [{ line: "patch -p1 -d axios-0.18.1 < .pare/run/culprit.patch", purpose: "makes the good end fail" }],
  tests: { run: 13, recalled: 0, wasted: 1, fail: 4, pass: 6, unresolved: 3, timeouts: 0 },
  searchTests: { trigger: 8, patch: 5 },
  levels: [{ goal: "trigger", name: "files", changes: 172, tests: 8, unresolved: 3 }],
  unresolvedReasons: [{ reason: "mergeConfig is not a function", count: 3 }],
  wallMs: 2345.6,
  run: ".pare/run",
  files: [".pare/run/culprit.patch"],
  notes: [],
  command: "pare isolate axios-0.18.1 axios-0.19.0 -- node check.cjs {}",
};

const linesOf = (closing: IsolationClosing, columns = 80): readonly string[] =>
  isolationLines(closing, paint(false), columns);

describe("the text", () => {
  test("says what was found, with whom and why it is believed", () => {
    expect(linesOf(CLOSING)).toEqual([
      "axios-0.18.1 → axios-0.19.0: 172 changes in 20 files",
      '  good: prints "true", exits with 0',
      '  bad: prints "undefined", exits with 1',
      "  anything else: can't tell",
      "  13 tests (3 can't tell), 2.3 s",
      "",
      "  the change that does it   lib/core/Axios.js:35",
      "  0a1b2c3d4e, Ann, 2019-04-30: Fixing merge",
      "  -   config = utils.merge(defaults, {method: 'get'}, this.defaults, config);",
      "  +   config = mergeConfig(this.defaults, config);",
      "  needs these to run at all",
      "    lib/utils.js:264, lib/m.js (new)",
      "  proof",
      "    the good end with these 3 changes fails ·",
      "    the bad end without that change works",
      "  next",
      "    makes the good end fail:",
      "    patch -p1 -d axios-0.18.1 < .pare/run/culprit.patch",
    ]);
  });

  test("puts things side by side where there is room", () => {
    const lines = linesOf(CLOSING, 140);
    expect(lines).toContain("  the change that does it    lib/core/Axios.js:35");
    expect(lines).toContain("  needs these to run at all  lib/utils.js:264, lib/m.js (new)");
    expect(lines.at(-1)).toBe(
      "  next                       patch -p1 -d axios-0.18.1 < .pare/run/culprit.patch   makes the good end fail",
    );
  });

  test.each([60, 80, 100, 109, 110, 140])("keeps within %i columns, but for lines that are to be copied", (columns) => {
    const long = { ...TRIGGER, old: "x".repeat(300), new: "y".repeat(300), message: "z".repeat(300) };
    const patch = Array.from({ length: 30 }, (_, i) => ({ id: `${i}`, file: `lib/some-file-${i}.js`, line: i }));
    const proof = { badMinusTriggerPasses: false, remarks: ["word ".repeat(60)] };
    const closing = {
      ...CLOSING,
      trigger: [long],
      patch: [long, ...patch],
      proof,
      next: [],
      notes: ["note ".repeat(50)],
    };
    const colourful = isolationLines({ ...closing, titles: { good: "a", bad: "b" } }, paint(true), columns);
    for (const line of colourful.map((each) => stripVTControlCharacters(forTerminal(each))))
      expect(line.length).toBeLessThan(columns);
  });

  test("says when the proof does not hold, and when it was not done", () => {
    const proofOf = (proof: IsolationClosing["proof"]): string => linesOf({ ...CLOSING, proof }, 200).join("\n");
    expect(proofOf({ goodPlusPatchFails: false, badMinusTriggerPasses: false, remarks: [] })).toContain(
      "the good end with these 3 changes does not fail like the bad end · the bad end without that change does not work: there is another cause",
    );
    const unknown = proofOf({ remarks: ["the lines were changed again later"] });
    expect(unknown).toContain("the bad end without that change was not tested");
    expect(unknown).toContain("the lines were changed again later");
  });

  test("lists flags, packages and tests by their names", () => {
    const flag = { id: "-fstrict-aliasing", old: "-fno-strict-aliasing", new: "", what: "switched on" };
    const flags = linesOf({ ...CLOSING, kind: "flags", noun: "flag", trigger: [flag], patch: [flag], changes: 44 });
    expect(flags).toContain("  the flag that does it   -fstrict-aliasing");
    expect(flags.join("\n")).not.toContain("-fno-strict");
    const pair = [{ id: "a > b" }, { id: "c" }];
    const tests = linesOf({
      ...CLOSING,
      kind: "tests",
      noun: "test",
      trigger: pair,
      patch: pair,
      advice: ["run: pytest a c"],
    });
    expect(tests).toEqual(
      expect.arrayContaining(["  the 2 tests that do it together", "  a > b", "  c", "  run: pytest a c"]),
    );
  });

  test("shows both values of a variable, and commits as commits", () => {
    const variable = { id: "LANG", old: "C", new: "de_DE", what: "changed" };
    expect(linesOf({ ...CLOSING, kind: "environment", noun: "variable", trigger: [variable] })).toEqual(
      expect.arrayContaining(["  the variable that does it   LANG", "  - C", "  + de_DE"]),
    );
    const commit = { id: "0a1b2c3", commit: "0a1b2c3", message: "one", what: "commit" };
    expect(linesOf({ ...CLOSING, kind: "git", trigger: [commit] })).toContain("  the commit that does it   0a1b2c3");
  });

  test("never speaks to the terminal in the words of others", () => {
    const evil = "\u001B]0;owned\u0007\u009B31m";
    const change = { ...TRIGGER, old: `${evil}\r\n`, new: evil, message: evil };
    const reasons = [{ reason: evil, count: 9 }];
    const closing = { ...CLOSING, trigger: [change], unresolvedReasons: reasons, words: { good: evil, bad: evil } };
    expect(linesOf({ ...closing, status: "stopped", reasonWords: "x" }).join("")).not.toMatch(/\p{Cc}/u);
  });

  test("cuts what is too long, and says so", () => {
    const long = { ...TRIGGER, new: "line\n".repeat(100) };
    expect(linesOf({ ...CLOSING, trigger: [long] })).toContain("  … 81 more lines");
    const many = Array.from({ length: 9 }, (_, i) => ({ id: `f${i}`, file: `f${i}` }));
    expect(linesOf({ ...CLOSING, trigger: many })).toContain("  … and 3 more changes");
  });

  test("tells why it was stopped, what was in the way, and how to go on", () => {
    const stopped = {
      ...CLOSING,
      status: "stopped",
      reasonWords: "the time budget ran out",
      resume: "pare isolate a b",
    } as const;
    const text = linesOf(stopped, 200).join("\n");
    expect(text).toContain("stopped: the time budget ran out");
    expect(text).toContain("(3 of 3 tests): mergeConfig is not a function");
    expect(text).toContain("the change that does it (search not finished)");
    expect(text).toContain("resume with: pare isolate a b");
    const both = [TRIGGER, { id: "x" }];
    expect(linesOf({ ...stopped, trigger: both })).toContain(
      "  the cause is among these 2 changes (search not finished)",
    );
    expect(linesOf({ ...stopped, trigger: [], patch: [] })).toContain("  nothing was found");
  });
});

describe("the JSON object", () => {
  test("has what programs rely on, in order", () => {
    const object = JSON.parse(isolationJson(CLOSING)) as Record<string, unknown>;
    expect(Object.keys(object).slice(0, 9)).toEqual([
      "status",
      "changes",
      "trigger",
      "patch",
      "proof",
      "tests",
      "searchTests",
      "wallMs",
      "run",
    ]);
    expect(object).toMatchObject({
      status: "complete",
      changes: 172,
      trigger: [TRIGGER],
      proof: { goodPlusPatchFails: true, badMinusTriggerPasses: true },
      tests: { run: 13, recalled: 0, wasted: 1, fail: 4, pass: 6, unresolved: 3, timeouts: 0 },
      searchTests: { trigger: 8, patch: 5 },
      wallMs: 2346,
      run: ".pare/run",
    });
  });

  test("says null for what was not tested, and nothing for what was not looked for", () => {
    const { patch: _, ...without } = CLOSING;
    const object = JSON.parse(isolationJson({ ...without, proof: { remarks: ["why"] } })) as object;
    expect(object).toMatchObject({
      patch: [],
      proof: { goodPlusPatchFails: null, badMinusTriggerPasses: null, remarks: ["why"] },
    });
  });
});

const REPORT: IsolationReport = {
  ...CLOSING,
  trigger: [
    { ...TRIGGER, message: "<script>document.title='owned'</script>", new: "</pre><img src=x onerror=alert(1)>\n" },
  ],
  notes: ["a & b", "`ticks` and [links](javascript:alert(1))"],
  patchText: "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-<b>\n+```\n",
  environment: [["Node", "v20"]],
  date: "2026-01-01T00:00:00.000Z",
};

describe("reports", () => {
  test("the Markdown cannot be broken out of", () => {
    const text = isolationMarkdown(REPORT);
    expect(text).toContain("\\<script\\>");
    expect(text).not.toMatch(/\[links\]\(/);
    expect(text).toContain("````diff\ndiff --git a/x b/x");
    expect(text).toContain("- ✓ the good end with these 3 changes fails");
    expect(text).toContain("| trigger | files | 172 | 8 | 3 |");
    expect(text).toContain("- 3 tests: can't tell (mergeConfig is not a function)");
    expect(text).toContain(REPORT.command);
  });

  test("the patch in the Markdown is the patch, whatever its line ends and signs are", () => {
    const patchText = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\r\n+\uFEFFb\f\r\n";
    expect(isolationMarkdown({ ...REPORT, patchText })).toContain(patchText);
  });

  test("the JSON has everything", () => {
    expect(JSON.parse(isolationReportJson(REPORT))).toMatchObject({
      command: REPORT.command,
      date: REPORT.date,
      environment: { Node: "v20" },
      patchText: REPORT.patchText,
      levels: REPORT.levels,
    });
  });

  test("the HTML is one page that runs nothing, fits a phone and follows the scheme", async () => {
    const executablePath = findChromium();
    if (executablePath === undefined) throw new Error("no Chromium: run node scripts/setup.mjs --tests");
    const folder = mkdtempSync(join(tmpdir(), "pare-report-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "report.html");
    writeFileSync(file, isolationHtml(REPORT, "globalThis.copies=1"));
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
    try {
      const look = async (colorScheme: "light" | "dark", width: number): Promise<Record<string, unknown>> => {
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
        const page = await context.newPage();
        const asked: string[] = [];
        page.on("request", (request) => asked.push(request.url()));
        await page.goto(pathToFileURL(file).href);
        const seen = (await page.evaluate(`({
          title: document.title, scripts: document.scripts.length, images: document.images.length,
          width: document.documentElement.scrollWidth, paper: getComputedStyle(document.body).backgroundColor,
          text: document.body.innerText, old: [...document.querySelectorAll(".diff .old")].map((e) => e.innerText.trim()),
        })`)) as Record<string, unknown>;
        await context.close();
        return { ...seen, asked: asked.length };
      };
      const light = await look("light", 400);
      expect(light).toMatchObject({
        title: "axios-0.18.1 → axios-0.19.0",
        scripts: 1,
        images: 0,
        width: 400,
        asked: 1,
      });
      expect(light["old"]).toEqual([`-${TRIGGER.old.trimEnd()}`, "-<b>"]);
      expect(light["text"]).toContain("<script>document.title='owned'</script>");
      const dark = await look("dark", 1200);
      expect(dark["width"]).toBe(1200);
      expect(dark["paper"]).not.toBe(light["paper"]);
    } finally {
      await browser.close();
    }
  });
});
