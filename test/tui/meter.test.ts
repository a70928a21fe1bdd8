import { expect, test } from "vitest";
import type { Executor } from "../../src/core/executor.ts";
import type { ReduceNote } from "../../src/core/notes.ts";
import type { TestCase } from "../../src/core/test-case.ts";
import type { Finding } from "../../src/core/verdict.ts";
import { metered } from "../../src/reduce/meter.ts";
import { caseOf } from "./support.ts";

const executor = (finding: () => Promise<Finding>): Executor<TestCase> => ({
  capacity: 3,
  onCapacity: () => () => undefined,
  run: finding,
  close: () => Promise.resolve(),
});

const { signal } = new AbortController();
const candidate = caseOf("a", "x");

test("a meter tells of what was run, a few times a second, and passes everything on", async () => {
  const notes: ReduceNote[] = [];
  const finding: Finding = { outcome: "fail", ms: 7, evidence: { output: "boom" } };
  const on = metered(
    executor(() => Promise.resolve(finding)),
    (note) => notes.push(note),
  );
  expect(on.capacity).toBe(3);
  expect(on.settle).toBeUndefined();
  for (let run = 0; run < 100; run++) expect(await on.run(candidate, signal)).toBe(finding);
  const last = { outcome: "fail", ms: 7, text: "boom" };
  expect(notes[0]).toMatchObject({ type: "activity", started: 1, running: 0, last, failing: last });
  expect(notes.length).toBeLessThan(100);
});

test("a test that breaks is counted, and breaks as before", async () => {
  const notes: ReduceNote[] = [];
  const on = metered(
    executor(() => Promise.reject(new Error("broken"))),
    (note) => notes.push(note),
  );
  await expect(on.run(candidate, signal)).rejects.toThrow("broken");
  expect(notes).toMatchObject([{ started: 1, running: 0 }]);
  expect(notes[0]).not.toHaveProperty("last");
});
