import { expect, test } from "vitest";
import { memoryJournal } from "./memory.ts";

test("recalls verdicts, the latest of a key, without what is not repeatable", () => {
  const journal = memoryJournal();
  journal.record("a", { outcome: "fail", ms: 3, evidence: { output: "x" } });
  journal.record("b", { outcome: "unresolved", reason: "timeout", ms: 3 });
  journal.record("a", { outcome: "pass", ms: 1 });
  expect(journal.recall("a")).toEqual({ outcome: "pass" });
  expect(journal.recall("b")).toEqual({ outcome: "unresolved", reason: "timeout" });
  expect(journal.recall("c")).toBeUndefined();
});

test("begins with the records of an earlier one, marks included, in their order", () => {
  const earlier = memoryJournal();
  earlier.record("a", { outcome: "fail", ms: 1 });
  earlier.mark({ kind: "skip", pass: "lines", committed: 1 });
  earlier.record("b", { outcome: "pass", ms: 1 });
  const later = memoryJournal(earlier.records);
  expect(later.recall("b")).toEqual({ outcome: "pass" });
  expect(later.marks).toEqual([{ kind: "skip", pass: "lines", committed: 1 }]);
  expect(later.records).toEqual(earlier.records);
  later.record("c", { outcome: "pass", ms: 1 });
  expect(earlier.recall("c")).toBeUndefined();
});

test("is iterated in the order of the records", async () => {
  const journal = memoryJournal();
  for (const key of ["z", "a", "m"]) journal.record(key, { outcome: "pass", ms: 0 });
  expect(journal.records.map((record) => (record.kind === "outcome" ? record.key : record.pass))).toEqual([
    "z",
    "a",
    "m",
  ]);
  await journal.close();
});
