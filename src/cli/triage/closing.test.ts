import { expect, test } from "vitest";
import type { Bug } from "../../triage/bug.ts";
import type { TriageResult } from "../../triage/job.ts";
import { triageLines } from "./closing.ts";

const plain = (text: string): string => text;
const paint = { red: plain, green: plain, dim: plain, bold: plain };

const RESULT: TriageResult = {
  status: "complete",
  bugs: [],
  aside: [],
  files: 2,
  duplicates: 0,
  runs: 2,
  sortingRuns: 2,
  crossFinds: 0,
  output: "/here/triaged",
  wallMs: 1000,
};

const linesOf = (result: Partial<TriageResult>): string =>
  triageLines({ result: { ...RESULT, ...result }, directory: "/here" }, paint).join("\n");

const aside = (reason: "does not fail" | "cannot tell") => ({ shown: "a", reason, why: "exits with 0" });

test("a command that fails on no file gets advice; one that fails on some, or was stopped, does not", () => {
  const advice = "the command fails on no file";
  expect(linesOf({ aside: [aside("does not fail"), aside("does not fail")] })).toContain(advice);
  expect(linesOf({ aside: [aside("does not fail"), aside("cannot tell")] })).not.toContain(advice);
  expect(linesOf({ aside: [aside("does not fail")], status: "stopped" })).not.toContain(advice);
  expect(linesOf({})).not.toContain(advice);
});

test("copies are told where there are some", () => {
  expect(linesOf({})).not.toContain("copies:");
  expect(linesOf({ duplicates: 3 })).toContain("copies:     3 files with the content of another");
});

test("a new bug that an empty file shows makes one doubt the command", () => {
  const bug = {
    id: 1,
    title: "Error: Cannot find module",
    state: "new",
    files: ["a", "b"],
    before: 104,
    after: 0,
    complete: true,
    reduced: new Uint8Array(),
    offers: [],
  } as unknown as Bug;
  expect(linesOf({ bugs: [bug] })).toContain(
    "new · 2 files · 104 → 0 bytes · an empty file shows it, too: is the command right?",
  );
  expect(linesOf({ bugs: [{ ...bug, after: 1, reduced: new Uint8Array(1) }] })).not.toContain("empty file");
});
