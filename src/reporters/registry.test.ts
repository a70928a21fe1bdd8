import { expect, test, vi } from "vitest";
import { forTerminal } from "../core/control.ts";
import type { ReduceNote } from "../core/notes.ts";
import { closingLines, passLines, type Closing } from "./reduce/closing.ts";
import { closingJson } from "./reduce/json.ts";
import { Audience, REPORTERS } from "./registry.ts";
import type { LiveScreen, Stage } from "./reporter.ts";

const CLEARED = "\u001B[1G\u001B[2K";
const EVIL = "a\u001B]0;title\u0007\u009B2J\u202E.c";

const CLOSING: Closing = {
  status: "complete",
  input: { path: "a.c", bytes: 10, lines: 2 },
  output: { path: "b.c", bytes: 1, lines: 1, tokens: 1, sha256: "" },
  tests: { run: 0, recalled: 0, wasted: 0, fail: 0, pass: 0, unresolved: 0, timeouts: 0 },
  wallMs: 0,
  jobs: 1,
  format: "lines",
  strategy: "auto",
  proof: { complete: true, claims: [] },
  run: ".pare/a.c",
  oracle: "",
  show: "",
  notes: [],
};

interface Heard {
  readonly audience: Audience;
  text(): string;
}

/** Everything that is written, in one text. */
const listening = async (more: Partial<Stage> = {}, registry = REPORTERS): Promise<Heard> => {
  let all = "";
  const write = (text: string): void => void (all += forTerminal(text));
  const sink = { write, columns: 80, isTerminal: false };
  const out = { ...sink, json: (text: string) => write(`${text}\n`) };
  const audience = new Audience();
  const plain = { quiet: false, json: false, colours: false, overwrites: false };
  await audience.open({ title: "a", directory: "/", err: sink, out, ...plain, ...more }, registry);
  return { audience, text: () => all };
};

const stamp = { version: 1, ms: 0 };
const runOf = (path: string, words = "o"): Extract<ReduceNote, { type: "run" }> => ({
  type: "run",
  path,
  input: { path: "/a", bytes: 1, lines: 1 },
  words,
  format: "lines",
  strategy: "auto",
  jobs: 1,
});

const closes = async ({ audience }: Heard, closing: Closing): Promise<void> =>
  await audience.add({
    type: "closing",
    account: { lines: (paint) => closingLines(closing, paint), json: () => closingJson(closing) },
  });

test("a toy reporter is a file and a line: it sees every state and event, and is told beside the others", async () => {
  const seen: string[] = [];
  const toy = {
    when: ({ title }: Stage) => title === "a",
    open:
      ({ title }: Stage) =>
      ({ tests }: Audience["progress"], { type }: { readonly type: string }): void =>
        void seen.push(`${title}: ${type}, ${tests.committed} tests`),
  };
  const unwanted = { ...toy, when: () => false };
  const heard = await listening({ json: true }, { ...REPORTERS, toy, unwanted });
  heard.audience.see({ ...runOf("/r"), ...stamp });
  const step = { phase: "subset" };
  const answer = { step, verdict: { outcome: "pass" }, provenance: "run" } as const;
  heard.audience.see({ type: "test", number: 1, size: 1, key: "k", ...answer, ...stamp });
  await closes(heard, CLOSING);
  expect(seen).toEqual(["a: run, 0 tests", "a: test, 1 tests", "a: closing, 1 tests"]);
  expect(heard.text()).toContain("reproduce:");
  expect(JSON.parse(heard.text().trimEnd().split("\n").at(-1) ?? "")).toMatchObject({ status: "complete" });
});

test("what a run has had of a cluster is told in the end, to people and to programs", async () => {
  const counts = { recalled: 0, redelivered: 1, duplicated: 2, cancelled: 0, refused: 0, verified: 0, wrong: 0 };
  const cluster = { workers: 3, slots: 12, setAside: 0, done: 70, ...counts };
  const heard = await listening();
  await closes(heard, { ...CLOSING, cluster });
  expect(heard.text()).toContain("\ncluster:    3 workers, 12 tests at once, 2 given out twice, 1 redelivered\n");
  expect(JSON.parse(closingJson({ ...CLOSING, cluster }))).toMatchObject({ cluster });
  expect(JSON.parse(closingJson(CLOSING))).not.toHaveProperty("cluster");
});

test("behind a screen the last hundred notes are kept, and a line says that there were more", async () => {
  const calls: string[] = [];
  const screen: LiveScreen = {
    open: () => void calls.push("open"),
    show: () => {},
    best: () => {},
    viewerDone: async () => void calls.push("viewerDone"),
    say: () => {},
    close: () => void calls.push("close"),
  };
  const heard = await listening({ overwrites: true, screen });
  heard.audience.see({ ...runOf("/r"), ...stamp });
  for (let at = 1; at <= 130; at++) await heard.audience.add({ type: "note", text: `note ${at}.` });
  expect(heard.text()).toBe("");
  await closes(heard, CLOSING);
  expect(calls).toEqual(["open", "viewerDone", "close"]);
  expect(heard.text()).toMatch(/^a: 1 byte, 1 line\n/);
  expect(heard.text()).toContain("(30 earlier notes left out)\nnote 31.\n");
  expect(heard.text()).toContain("note 130.\n");
  expect(heard.text()).not.toContain("note 30.\n");
});

test("nothing in names, notes and outputs is obeyed by a terminal", async () => {
  const heard = await listening({ title: EVIL });
  heard.audience.see({ ...runOf(`/.pare/${EVIL}`, `prints ${EVIL}`), ...stamp });
  await heard.audience.add({ type: "note", text: `note: ${EVIL}` });
  const file = { path: EVIL, bytes: 1, lines: 1 };
  await closes(heard, {
    ...CLOSING,
    reason: "by hand",
    resume: EVIL,
    input: file,
    output: { ...file, tokens: 1, sha256: "" },
    run: EVIL,
    oracle: EVIL,
    show: EVIL,
    notes: [EVIL],
  });
  expect(heard.text().match(/a␛\]0;title␇/g)?.length).toBe(9);
  expect(heard.text()).not.toMatch(/[^\P{Cc}\n]|\u202E/u);
});

test("an isolation has a plain line for each commit and each level, not for every test", async () => {
  const { audience, text } = await listening();
  audience.see({ type: "preparing", text: "installing both ends", ...stamp });
  audience.see({ type: "commit", id: "0a1b2c3d4e5f", title: "Parse\nfaster", outcome: "pass", left: 5, ...stamp });
  audience.see({ type: "level", goal: "trigger", name: "files", changes: 9491, ...stamp });
  for (let number = 1; number <= 14; number++)
    audience.see({
      type: "test",
      number,
      step: { phase: "files" },
      verdict: { outcome: number <= 3 ? "unresolved" : "pass" },
      provenance: "run",
      size: 1,
      key: `k${number}`,
      ...stamp,
    });
  audience.see({ type: "level", goal: "patch", name: "hunks", changes: 12, ...stamp });
  expect(text()).toBe(
    "installing both ends\ncommit 0a1b2c3d4e works: Parse␊faster (5 commits left)\nisolating: files, 9,491 changes, 0 tests\nwhat it needs: hunks, 12 of 9,491 changes left, 14 tests, 3 can't tell\n",
  );
});

test("the live line is drawn by the clock, makes room for lines that stay, and goes away", async () => {
  vi.useFakeTimers();
  try {
    const { audience, text } = await listening({ overwrites: true });
    audience.count({ type: "task", name: "measuring", done: 1, tests: 4 });
    vi.advanceTimersByTime(100);
    const drawn = text();
    expect(drawn.startsWith(`${CLEARED}measuring  ${"█".repeat(6)}${"░".repeat(18)}  1/4  `)).toBe(true);
    await audience.add({ type: "note", text: "a note" });
    expect(text()).toBe(`${drawn}${CLEARED}a note\n`);
    audience.break("BROKEN", "");
    vi.advanceTimersByTime(1000);
    expect(text()).toBe(`${drawn}${CLEARED}a note\n`);
  } finally {
    vi.useRealTimers();
  }
});

test("the table of passes has a line for each pass, and says so when there was none", () => {
  expect(passLines([{ pass: "top-level", run: 1200, known: 3, successes: 1, removed: 4, ms: 1500 }])).toEqual([
    "pass       tests  known  successes  bytes removed   time",
    "top-level  1,200      3          1              4  1.5 s",
  ]);
  expect(passLines([])).toEqual(["no pass has run"]);
});

test("lines: nobody waits for more than ten seconds without a word, also when nothing happens", async () => {
  vi.useFakeTimers();
  try {
    const heard = await listening();
    vi.advanceTimersByTime(11_000);
    heard.audience.see({ type: "oracle", words: "o", learnt: false, ...stamp, ms: 11_000 });
    vi.advanceTimersByTime(10_000);
    expect(heard.text()).toContain("the search has not begun; the original is being tested");
    heard.audience.see({ ...runOf("/r"), input: { path: "/a", bytes: 1000, lines: 9 }, ...stamp, ms: 21_000 });
    heard.audience.see({ type: "start", size: 1000, key: "0", ...stamp, ms: 21_000 } as never);
    const answer = { type: "test", size: 1, key: "k", verdict: { outcome: "pass" }, provenance: "run" } as const;
    for (let number = 1; number <= 300; number++)
      heard.audience.see({ ...answer, number, step: { phase: "subset", pass: "lines" }, ...stamp, ms: 22_000 });
    expect(heard.text()).toContain("300 tests, and nothing could be removed yet. Tried: lines.");
    const lines = (): number => heard.text().split("\n").length;
    for (let before = lines(), second = 0; second < 60; second += 11, before = lines()) {
      vi.advanceTimersByTime(11_000);
      expect(lines()).toBeGreaterThan(before);
    }
    expect(heard.text()).toContain("1,000 bytes (100 %), 300 tests, by lines: no success in the last 300\n");
    expect(heard.text().match(/hardly any progress for/g)).toHaveLength(1);
    expect(heard.text().match(/nothing could be removed yet/g)).toHaveLength(1);
    await heard.audience.add({ type: "gone" });
  } finally {
    vi.useRealTimers();
  }
});

test("a result that is the original says that nothing could be removed; what is not text has no lines; a pause is no time", () => {
  const plain = (text: string): string => text;
  const paint = { red: plain, green: plain, dim: plain, bold: plain };
  const same = { ...CLOSING, wallMs: 9000, pausedMs: 5000, output: { ...CLOSING.output, bytes: 10, lines: 0 } };
  const lines = closingLines({ ...same, input: { path: "a", bytes: 10, lines: 0 } }, paint);
  expect(lines[0]).toBe("size:       10 → 10 bytes (100 %)");
  expect(lines[1]).toBe("            nothing could be removed: the result is the original");
  expect(lines[2]).toMatch(/^tests:/);
  const words = closingLines({ ...same, input: { path: "a", bytes: 10, lines: 0 }, format: "text (plain)" }, paint);
  expect(words[2]).toBe("            letters inside words were not tried: --format characters tries them");
  expect(lines).toContain("time:       4.0 s, and 5.0 s paused");
  expect(closingLines(CLOSING, paint)[1]).not.toContain("nothing could be removed");
});
