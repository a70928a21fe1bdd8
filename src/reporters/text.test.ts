import { expect, test } from "vitest";
import { closingJson } from "./json.ts";
import { paint } from "./paint.ts";
import type { Closing } from "./reporter.ts";
import { screenReporter } from "./screen.ts";
import { textReporter } from "./text.ts";

const EVIL = "a\u001B]0;title\u0007\u009B2J\u202E.c";
const nothing = { open: () => {}, event: () => {}, clear: () => {}, end: () => {} };

const CLOSING: Closing = {
  status: "complete",
  input: { path: "a.c", bytes: 10, lines: 2 },
  output: { path: "b.c", bytes: 1, lines: 1, tokens: 1, sha256: "" },
  tests: { run: 0, recalled: 0, wasted: 0, fail: 0, pass: 0, unresolved: 0, timeouts: 0 },
  wallMs: 0,
  jobs: 1,
  format: "lines",
  strategy: "auto",
  claims: [],
  run: ".pare/a.c",
  oracle: "",
  show: "",
  notes: [],
};

const written = (): { readonly lines: Parameters<typeof textReporter>[0]; text(): string } => {
  let all = "";
  return {
    lines: { sink: { write: (text: string) => void (all += text), columns: 80 }, paint: paint(false) },
    text: () => all,
  };
};

test("what a run has had of a cluster is told in the end, to people and to programs", () => {
  const counts = { recalled: 0, redelivered: 1, duplicated: 2, cancelled: 0, refused: 0, verified: 0, wrong: 0 };
  const cluster = { workers: 3, slots: 12, setAside: 0, done: 70, ...counts };
  const { lines, text } = written();
  textReporter(lines, lines, nothing).close({ ...CLOSING, cluster });
  expect(text()).toContain("\ncluster:    3 workers, 12 tests at once, 2 given out twice, 1 redelivered\n");
  expect(JSON.parse(closingJson({ ...CLOSING, cluster }))).toMatchObject({ cluster });
  expect(JSON.parse(closingJson(CLOSING))).not.toHaveProperty("cluster");
});

test("behind a screen the last hundred notes are kept, and it is told that there were more", () => {
  const { lines, text } = written();
  const silent = {
    open: () => {},
    see: () => {},
    best: () => {},
    viewerDone: async () => {},
    say: () => {},
    close: () => {},
  };
  const reporter = screenReporter(silent, textReporter(lines, lines, nothing));
  const opening = { bytes: 1, lines: 1, jobs: 1, format: "lines", known: 0, finished: false };
  reporter.open({ ...opening, input: "a", oracle: "o", run: "r" });
  for (let at = 1; at <= 130; at++) reporter.note(`note ${at}.`);
  reporter.close(CLOSING);
  expect(text()).toContain("(30 earlier notes left out)\nnote 31.\n");
  expect(text()).toContain("note 130.\n");
  expect(text()).not.toContain("note 30.\n");
});

test("nothing in names, notes and outputs is obeyed by a terminal", () => {
  const { lines, text } = written();
  const reporter = textReporter(lines, lines, nothing);
  const opening = { bytes: 1, lines: 1, jobs: 1, format: "lines", known: 0, finished: false };
  reporter.open({ ...opening, input: EVIL, oracle: `prints ${EVIL}`, run: `.pare/${EVIL}` });
  reporter.note(`note: ${EVIL}`);
  const file = { path: EVIL, bytes: 1, lines: 1 };
  const closing: Closing = {
    ...CLOSING,
    reason: "by hand",
    goOn: EVIL,
    input: file,
    output: { ...file, tokens: 1, sha256: "" },
    run: EVIL,
    oracle: EVIL,
    show: EVIL,
    notes: [EVIL],
  };
  reporter.close(closing);
  expect(text().match(/a␛\]0;title␇/g)?.length).toBe(8);
  expect(text()).not.toMatch(/[^\P{Cc}\n]|\u202E/u);
});
