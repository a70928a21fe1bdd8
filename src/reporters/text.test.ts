import { expect, test } from "vitest";
import { paint } from "./paint.ts";
import type { Closing } from "./reporter.ts";
import { textReporter } from "./text.ts";

const EVIL = "a\u001B]0;title\u0007\u009B2J\u202E.c";
const nothing = { open: () => {}, event: () => {}, clear: () => {}, end: () => {} };

test("nothing in names, notes and outputs is obeyed by a terminal", () => {
  let written = "";
  const lines = { sink: { write: (text: string) => void (written += text), columns: 80 }, paint: paint(false) };
  const reporter = textReporter(lines, lines, nothing);
  const opening = { bytes: 1, lines: 1, jobs: 1, format: "lines", known: 0, finished: false };
  reporter.open({ ...opening, input: EVIL, oracle: `prints ${EVIL}`, run: `.pare/${EVIL}` });
  reporter.note(`note: ${EVIL}`);
  const file = { path: EVIL, bytes: 1, lines: 1 };
  const closing: Closing = {
    status: "complete",
    reason: "by hand",
    goOn: EVIL,
    input: file,
    output: { ...file, tokens: 1, sha256: "" },
    tests: { run: 0, recalled: 0, wasted: 0, fail: 0, pass: 0, unresolved: 0, timeouts: 0 },
    wallMs: 0,
    jobs: 1,
    format: "lines",
    strategy: "auto",
    claims: [],
    run: EVIL,
    oracle: EVIL,
    show: EVIL,
    notes: [EVIL],
  };
  reporter.close(closing);
  expect(written.match(/a␛\]0;title␇/g)?.length).toBe(8);
  expect(written).not.toMatch(/[^\P{Cc}\n]|\u202E/u);
});
