/** The screen of real runs, in a real terminal, with real keys. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { buildIfMissing, place, type Place } from "../cli/support.ts";
import { tmux, type TmuxTerminal } from "./tmux.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pare = `${process.execPath} ${join(root, "dist", "cli", "main.js")}`;
const ASIS = "0,1,1";

beforeAll(buildIfMissing);

/** Takes its time: eight of four hundred lines matter, and every test sleeps. */
const slow = (): Place => {
  const here = place();
  const lines = Array.from({ length: 400 }, (_, index) => `line ${index}${index % 50 === 7 ? " needle" : ""}\n`);
  here.write("hay.txt", lines.join(""));
  here.write(
    "test.sh",
    '#!/bin/sh\nsleep 0.1\n[ "$(grep -c needle hay.txt)" -eq 8 ] && echo "all needles are in it" && exit 0\nexit 1\n',
    0o755,
  );
  return here;
};

const started = async (terminal: TmuxTerminal, more = ""): Promise<void> => {
  terminal.keys(`${pare} hay.txt --test ./test.sh --format lines -j 1 --fresh ${more}; echo "code $?"`, "Enter");
  await terminal.shows(/searching[^]*\d steps[^]*q quit/);
};

const testsOn = (screen: string): number => Number(/^ tests +([\d,]+) test/m.exec(screen)?.[1]?.replaceAll(",", ""));

test("keys pause and go on, walk through the history, show the difference, skip and quit; the terminal is given back", async () => {
  const terminal = tmux(slow().path, 80, 24);
  await started(terminal);
  await terminal.shows(/[2-9]\d* steps/);

  terminal.keys("p");
  await terminal.shows(/PAUSED[^]*p resume/);
  terminal.keys("h");
  const last = await terminal.shows(/step (\d+) of \1 .*bytes/);
  expect(last).toMatch(/^ - line \d+/m);
  terminal.keys("Home");
  await terminal.shows(/step 1 of \d+/);
  terminal.keys("Right");
  await terminal.shows(/step 2 of \d+/);
  terminal.keys("Escape");
  await terminal.shows(/p resume/);
  terminal.keys("d");
  await terminal.shows(/original and best: \d+ lines removed/);
  terminal.keys("q");
  const paused = testsOn(await terminal.shows(/p resume/));
  expect(paused).toBeGreaterThan(0);
  terminal.keys("?");
  await terminal.shows(/quit, keep the best; the same command resumes/);
  terminal.keys("Escape");
  terminal.keys("w");
  await terminal.shows(/there is no live page/);
  expect(testsOn(await terminal.shows(/PAUSED/))).toBe(paused);

  terminal.keys("p");
  await terminal.shows(/searching/);
  terminal.resize(130, 40);
  await terminal.shows(/── passes ──/);
  terminal.keys("s");
  await terminal.shows(/skipping lines|code 0/);
  terminal.keys("q");
  const after = await terminal.shows(/code 0/);
  expect(after).toMatch(/^size: +[\d,]+ → [\d,]+ bytes/m);
  expect(terminal.modes()).toBe(ASIS);
  terminal.keys("clear; stty -a", "Enter");
  expect(await terminal.shows(/icanon/)).toMatch(/(?<!-)icanon[^]*(?<!-)\becho\b/);
});

test("quitting keeps the best and says how to go on", async () => {
  const here = slow();
  const terminal = tmux(here.path, 100, 30);
  await started(terminal);
  await terminal.shows(/[2-9]\d* steps/);
  terminal.keys("q");
  const screen = await terminal.shows(/code 0/);
  expect(screen).toContain("stopped: by hand");
  expect(screen).toMatch(/resume with: pare hay\.txt/);
  expect(here.read("hay.reduced.txt").match(/needle/g)).toHaveLength(8);
  expect(here.read("hay.reduced.txt").length).toBeLessThan(here.read("hay.txt").length);
});

test("a run that ends does not take away the page somebody looks at", async () => {
  const terminal = tmux(slow().path, 80, 24);
  await started(terminal, "--max-tests 14");
  terminal.keys("h");
  await terminal.shows(/step \d+ of \d+[^]*the run has ended: esc shows the result/);
  terminal.keys("Home");
  await terminal.shows(/step 1 of/);
  terminal.keys("Escape");
  expect(await terminal.shows(/code 0/)).toContain("the limit of tests was reached");
});

test("Ctrl-C interrupts as ever, Ctrl-Z suspends and fg comes back", async () => {
  const terminal = tmux(slow().path, 80, 24);
  terminal.keys("set -m", "Enter");
  await started(terminal);
  terminal.keys("C-z");
  await terminal.shows(/Stopped|suspended/i);
  expect(terminal.modes()).toBe(ASIS);
  terminal.keys("fg", "Enter");
  await terminal.shows(/searching[^]*q quit/);
  terminal.keys("C-c");
  expect(await terminal.shows(/resume with:/)).toContain("interrupted");
  expect(terminal.modes()).toBe(ASIS);
});

test("a crash leaves the terminal as it was, with the error on it", async () => {
  const here = place();
  here.write(
    "crash.mjs",
    `import { Screen } from ${JSON.stringify(join(root, "src/tui/screen.ts"))};
import { forTerminal } from ${JSON.stringify(join(root, "src/core/control.ts"))};
import { thisKeyboard } from ${JSON.stringify(join(root, "src/cli/keyboard.ts"))};
const device = { write: (text) => process.stderr.write(forTerminal(text)), columns: 80, rows: 24 };
const wheel = { paused: false, pause() { throw new Error("the wheel came off"); } };
new Screen({ device, keyboard: thisKeyboard(), colours: true, title: "crash", wheel }).open();
setInterval(() => {}, 1000);
`,
  );
  const terminal = tmux(here.path, 80, 24);
  terminal.keys(`${process.execPath} --import ${import.meta.resolve("tsx")} crash.mjs; echo "code $?"`, "Enter");
  await terminal.shows(/pare · crash[^]*q quit/);
  expect(terminal.modes()).toBe("1,0,0");
  terminal.keys("p");
  expect(await terminal.shows(/code 1/)).toContain("the wheel came off");
  expect(terminal.modes()).toBe(ASIS);
  terminal.keys("clear; stty -a", "Enter");
  expect(await terminal.shows(/icanon/)).toMatch(/(?<!-)icanon/);
});

test("SIGTERM gives the terminal back", async () => {
  const here = slow();
  const terminal = tmux(here.path, 80, 24);
  const command = `exec ${pare} hay.txt --test ./test.sh --format lines -j 1 --fresh`;
  terminal.keys(`sh -c 'echo $$ > pid; ${command}'; echo "code $?"`, "Enter");
  await terminal.shows(/searching[^]*q quit/);
  process.kill(Number(here.read("pid")), "SIGTERM");
  expect(await terminal.shows(/code \d+/)).toContain("code 143");
  expect(terminal.modes()).toBe(ASIS);
});

test.each([
  ["in a small terminal", 50, 12, ""],
  ["in CI", 80, 24, "CI=true "],
  ["in the background", 80, 24, ""],
])("%s there is no screen", async (where, columns, rows, before) => {
  const here = slow();
  const terminal = tmux(here.path, columns, rows);
  const behind = where === "in the background" ? " & wait" : "";
  terminal.keys(
    `set -m; ${before}${pare} hay.txt --test ./test.sh --max-tests 3 --format lines -j 1 --fresh${behind}`,
    "Enter",
  );
  await terminal.shows(/bytes \(/);
  expect(terminal.modes()).toBe(ASIS);
  // The last line: what is above it may have left a small terminal.
  await terminal.shows(/^\.\/test\.sh hay\.txt/m);
  expect(terminal.modes()).toBe(ASIS);
});

test("a triage has a row for each bug; keys pause, look at the bug, scroll the help and quit", async () => {
  const here = place();
  here.write(
    "target.sh",
    '#!/bin/sh\nsleep 0.2\n[ "$(grep -c needle "$1")" -eq 8 ] && echo "Error: needle" >&2 && exit 1\nexit 0\n',
    0o755,
  );
  mkdirSync(join(here.path, "crashes"));
  here.write("crashes/a.txt", `${"hay\n".repeat(300)}needle\n`.repeat(8));
  const terminal = tmux(here.path, 60, 16);
  terminal.keys(`${pare} triage crashes -j 1 --fresh -- ./target.sh {}; echo "code $?"`, "Enter");
  await terminal.shows(/▶ +#1 [^]*→[^]*█[^]*q quit/);
  terminal.keys("p");
  await terminal.shows(/PAUSED[^]*p resume/);
  terminal.keys("h");
  await terminal.shows(/step (\d+) of \1 .*bytes/);
  terminal.keys("Escape");
  await terminal.shows(/p resume/);
  terminal.keys("?");
  await terminal.shows(/skip this bug[^]*↑↓ scroll/);
  terminal.keys("Space");
  await terminal.shows(/copies +files with the content/);
  terminal.keys("Escape");
  await terminal.shows(/p resume/);
  terminal.keys("p", "q");
  const end = await terminal.shows(/code \d+/);
  expect(end).toMatch(/1 bug in 1 file[^]*not finished[^]*resume with: pare triage[^]*code 0/);
  expect(terminal.modes()).toBe(ASIS);
});
