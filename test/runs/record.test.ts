/** run.json: each command has a form of its own, and what earlier versions have written is still read. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listRuns } from "../../src/runs/list.ts";
import { readRecorded } from "../../src/runs/progress-file.ts";
import { newRecord, readRecord, readRecordOf, writeRecord, type IsolateRecord } from "../../src/runs/record.ts";

const newFolder = (): string => mkdtempSync(join(tmpdir(), "pare-record-"));

const IDENTITY = { name: "bug.c", input: "i", oracle: { kind: "script" }, beside: [], options: {}, version: "0.1.0" };
const BASE = { pare: "0.1.0", hash: "h", request: "r", identity: IDENTITY };
const RATE = { shows: 3, runs: 3, rate: 1, low: 0.1, high: 1, confidence: 0.999 };
const TESTS = { run: 9, recalled: 1, wasted: 2, fail: 3, pass: 4, unresolved: 0 };
const PINNED = { content: "c", left: ["log"] };

/** As version 1 was written: the form of a reduction for all. */
const FIRST = {
  ...BASE,
  version: 1,
  pinned: PINNED,
  words: "exit code 1",
  output: "/here/out",
  status: "complete",
  started: "2026-01-01T00:00:00.000Z",
  changed: "2026-01-01T00:00:01.000Z",
  measured: { hardMs: 5000, rate: RATE },
};
const ENDING = { step: 2, sha256: "s", bytes: 12, claims: [], tests: TESTS, timeouts: 1, wallMs: 99 };

const read = (content: unknown): unknown => {
  const path = join(newFolder(), "run.json");
  writeFileSync(path, JSON.stringify(content));
  return readRecord(path);
};

describe("what version 1 has written", () => {
  const { words, measured, output, ...base } = FIRST;
  const common = { ...base, version: 2, description: words };

  test("is a reduction unless its strategy says otherwise", () => {
    const own = { input: { path: "/here/bug.c", bytes: 100 }, format: "lines", strategy: "auto", ending: ENDING };
    expect(read({ ...FIRST, ...own, found: "nothing" })).toEqual({
      ...common,
      ...own,
      command: "reduce",
      found: "nothing",
      output,
      measured,
    });
  });

  test("is an isolation without what was made up for it", () => {
    const ending = { ...ENDING, bytes: 2 };
    const own = { input: { path: "v1 … v2", bytes: 0 }, format: "git", strategy: "isolate", ending };
    expect(read({ ...FIRST, ...own })).toEqual({
      ...common,
      command: "isolate",
      kind: "git",
      titles: { good: "v1", bad: "v2" },
      measured: { hardMs: 5000 },
      ending: { changes: 2, tests: TESTS, wallMs: 99 },
    });
  });

  test("is a suite without a rate", () => {
    const input = { path: "tests", bytes: 400 };
    expect(read({ ...FIRST, input, format: "suite", strategy: "suite" })).toEqual({
      ...common,
      command: "suite",
      input,
      output,
    });
  });
});

test.each([
  ["no JSON", "{"],
  ["of a version that is not known", JSON.stringify({ ...FIRST, version: 3 })],
  ["without an identity", JSON.stringify({ ...FIRST, identity: undefined })],
  ["of a command that is not known", JSON.stringify({ ...FIRST, version: 2, command: "grow" })],
  ["with a size that is no number", JSON.stringify({ ...FIRST, input: { path: "a", bytes: "12" } })],
])("a record %s is not taken for one", (_, text) => {
  const runs = newFolder();
  mkdirSync(join(runs, "bug-1"));
  const path = join(runs, "bug-1", "run.json");
  writeFileSync(path, text);
  expect(readRecord(path)).toBeUndefined();
  expect(listRuns(runs)).toMatchObject([{ name: "bug-1", status: "damaged" }]);
});

test("a record is read by the command that has written it, and listed with its own figures", () => {
  const runs = newFolder();
  mkdirSync(join(runs, "isolate-git-1"));
  const path = join(runs, "isolate-git-1", "run.json");
  const record = newRecord<IsolateRecord>({
    ...BASE,
    command: "isolate",
    description: "exit code 1",
    kind: "git",
    titles: { good: "v1", bad: "v2" },
    measured: { hardMs: 1000 },
    ending: { changes: 3, tests: TESTS, wallMs: 5 },
  });
  writeRecord(path, { ...record, status: "complete" });
  expect(readRecordOf("isolate", path)).toMatchObject({ ...record, status: "complete", changed: expect.any(String) });
  expect(readRecordOf("reduce", path)).toBeUndefined();
  expect(listRuns(runs)).toMatchObject([{ command: "isolate", input: { path: "v1 … v2" }, changes: 3 }]);
});

test("how an earlier version of pare was started is read with today's names", () => {
  const path = join(newFolder(), "progress.json");
  const options = { input: "bug.c", stdin: true };
  writeFileSync(path, JSON.stringify({ version: 1, directory: "/here", options: { ...options, beside: ["lib"] } }));
  expect(readRecorded(path)?.options).toEqual({ ...options, extraFiles: ["lib"] });
  writeFileSync(path, JSON.stringify({ version: 3, directory: "/here", options }));
  expect(readRecorded(path)).toBeUndefined();
});
