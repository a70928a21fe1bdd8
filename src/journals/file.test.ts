import * as fc from "fast-check";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Outcome } from "../core/verdict.ts";
import { crc32 } from "../core/digest.ts";
import { openJournal, type FileJournal } from "./file.ts";

const folder = mkdtempSync(join(tmpdir(), "pare-journal-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newPath = (): string => join(folder, `${files++}.jsonl`);

const keys = Array.from({ length: 12 }, (_, i) => `key${i}`);
const outcomes: readonly Outcome[] = ["fail", "pass", "unresolved"];
const outcomeOf = (i: number): Outcome => outcomes[i % 3] as Outcome;

const reopened = (path: string): FileJournal => {
  const journal = openJournal(path);
  void journal.close();
  return journal;
};

/** A journal with a header, one outcome for each key, a mark in the middle. */
const written = (): Buffer => {
  const path = newPath();
  const journal = openJournal(path);
  journal.fix({ hardMs: 5000 });
  keys.forEach((key, i) => {
    journal.record(key, { outcome: outcomeOf(i), ms: 1.234, ...(i % 4 === 0 && { reason: "wörds\n" }) });
    if (i === 5) journal.mark({ kind: "skip", pass: "lines", committed: 5 });
  });
  void journal.close();
  return readFileSync(path);
};

const whole = written();
/** Where each record ends. */
const ends = [...whole.keys()].filter((at) => whole[at] === 10).map((at) => at + 1);

const opened = (content: Uint8Array): FileJournal => {
  const path = newPath();
  writeFileSync(path, content);
  return reopened(path);
};

test("checksums are those of everybody", () => {
  expect(crc32(Buffer.from("123456789"))).toBe(0xcbf43926);
});

test("every line is JSON, and what was written is recalled", () => {
  const lines = whole
    .toString()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toHaveLength(keys.length + 2);
  expect(lines[1]).toMatchObject({ key: "key0", outcome: "fail", reason: "wörds\n", ms: 1.2 });
  const journal = opened(whole);
  keys.forEach((key, i) => expect(journal.recall(key)?.outcome).toBe(outcomeOf(i)));
  expect(journal.recall("key4")).toEqual({ outcome: "pass", reason: "wörds\n" });
  expect(journal.marks).toEqual([{ kind: "skip", pass: "lines", committed: 5 }]);
  expect(journal).toMatchObject({ facts: { hardMs: 5000 }, dropped: 0, replayed: keys.length + 1 });
});

test("evidence is not kept, and the last record of a key counts, in this process and the next", () => {
  const path = newPath();
  const journal = openJournal(path);
  journal.record("a", { outcome: "fail", ms: 1, evidence: { output: "long output" } });
  journal.record("a", { outcome: "pass", ms: 1 });
  expect(journal.recall("a")).toEqual({ outcome: "pass" });
  journal.sync();
  expect(readFileSync(path, "utf8")).not.toContain("long output");
  expect(reopened(path).recall("a")).toEqual({ outcome: "pass" });
});

describe("after damage", () => {
  test("a file cut off at any byte keeps every record before the cut, and takes new ones", () => {
    for (let length = 0; length <= whole.length; length++) {
      const path = newPath();
      writeFileSync(path, whole.subarray(0, length));
      const journal = openJournal(path);
      // The end of a line is no part of its record.
      const sound = ends.filter((end) => end - 1 <= length).length;
      const atEnd = length === 0 || ends.includes(length) || ends.includes(length + 1);
      expect([journal.dropped, journal.replayed]).toEqual([atEnd ? 0 : 1, Math.max(0, sound - 1)]);
      journal.record("after", { outcome: "pass", ms: 1 });
      void journal.close();
      const again = reopened(path);
      expect(again.recall("after")).toEqual({ outcome: "pass" });
      expect(again.replayed).toBe(Math.max(0, sound - 1) + 1);
    }
  });

  test("a flipped bit drops one record, at most two when it was in a line end, and changes no answer", () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const flipped = Buffer.from(whole);
        flipped[at] = (flipped[at] as number) ^ mask;
        const journal = opened(flipped);
        const lost = keys.filter((key, i) => {
          const verdict = journal.recall(key);
          if (verdict !== undefined) expect(verdict.outcome).toBe(outcomeOf(i));
          return verdict === undefined;
        });
        expect(lost.length).toBeLessThanOrEqual(2);
        expect(journal.dropped).toBeGreaterThanOrEqual(1);
        expect(journal.dropped).toBeLessThanOrEqual(2);
      }),
    );
  });

  test("tails written twice, garbage and empty lines in between change no answer", () => {
    fc.assert(
      fc.property(fc.nat(whole.length), fc.uint8Array({ maxLength: 40 }), (from, garbage) => {
        const journal = opened(Buffer.concat([whole, garbage, Buffer.from("\n\n"), whole.subarray(from)]));
        keys.forEach((key, i) => expect(journal.recall(key)?.outcome).toBe(outcomeOf(i)));
        expect(journal.facts).toEqual({ hardMs: 5000 });
      }),
    );
  });
});

test("another version is refused with advice", () => {
  const rest = '"kind":"header","version":99,"facts":{}}';
  const line = `{"crc":"${crc32(Buffer.from(rest)).toString(16).padStart(8, "0")}",${rest}\n`;
  expect(() => opened(Buffer.from(line))).toThrow(expect.objectContaining({ code: "JOURNAL_VERSION" }));
});

test("records are written at once, before anything is synced", () => {
  const path = newPath();
  const journal = openJournal(path);
  const before = statSync(path).size;
  journal.record("a", { outcome: "fail", ms: 1 });
  expect(statSync(path).size).toBeGreaterThan(before);
  void journal.close();
});

test("a place that cannot be written is the user's to mend", () => {
  expect(() => openJournal(join(folder, "no", "such", "folder"))).toThrow("ENOENT");
});

test("200,000 records are replayed in seconds, without an object for each verdict", () => {
  const path = newPath();
  const lines: string[] = [];
  for (let i = 0; i < 200_000; i++) {
    const key = (i * 2654435761).toString(16).padStart(32, "0");
    const rest = `"key":"${key}","outcome":"${i % 3 === 0 ? "fail" : "pass"}","ms":12.5}`;
    lines.push(`{"crc":"${crc32(Buffer.from(rest)).toString(16).padStart(8, "0")}",${rest}\n`);
    if (lines.length === 10_000) appendFileSync(path, lines.splice(0).join(""));
  }
  const before = process.cpuUsage();
  const journal = reopened(path);
  const seconds = process.cpuUsage(before).user / 1e6;
  expect(journal.replayed).toBe(200_000);
  expect(journal.recall("0".padStart(32, "0"))).toEqual({ outcome: "fail" });
  expect(journal.recall((2654435761).toString(16).padStart(32, "0"))).toBe(
    journal.recall((2 * 2654435761).toString(16).padStart(32, "0")),
  );
  expect(seconds).toBeLessThan(6);
  process.stdout.write(`replayed 200,000 records in ${seconds.toFixed(1)} s of this process\n`);
});

describe("workers", () => {
  const workers = ["w1", "w2", "w3"];
  const step = fc.oneof(
    fc.record({
      key: fc.constantFrom("a", "b", "c"),
      outcome: fc.constantFrom(...outcomes),
      by: fc.option(fc.uniqueArray(fc.constantFrom(...workers), { minLength: 1 }), { nil: undefined }),
    }),
    fc.record({ worker: fc.constantFrom(...workers) }),
  );

  test("an outcome is known as long as this machine or a worker that is trusted vouches for it, also later", () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const path = newPath();
        const journal = openJournal(path);
        const distrusted = new Set<string>();
        const last = new Map<string, { readonly outcome: Outcome; readonly by: readonly string[] | undefined }>();
        const isTrusted = (by: readonly string[] | undefined): boolean =>
          by?.every((worker) => distrusted.has(worker)) !== true;
        for (const each of steps) {
          if ("worker" in each) {
            const known = [...last.values()].filter(({ by }) => isTrusted(by)).length;
            distrusted.add(each.worker);
            const left = [...last.values()].filter(({ by }) => isTrusted(by)).length;
            expect(journal.distrust(each.worker)).toBe(known - left);
          } else {
            const { key, outcome, by } = each;
            last.set(key, { outcome, by });
            journal.record(key, { outcome, ms: 1, ...(by !== undefined && { by }) });
          }
        }
        void journal.close();
        for (const one of [journal, reopened(path)])
          for (const key of ["a", "b", "c"]) {
            const { outcome, by } = last.get(key) ?? {};
            const isKnown = last.has(key) && isTrusted(by);
            expect(one.recall(key)).toEqual(isKnown ? { outcome } : undefined);
            expect(one.vouchers(key)).toEqual((isKnown && by) || []);
            expect(one.distrusted).toEqual([...distrusted]);
          }
      }),
      { numRuns: 50 },
    );
  });
});
