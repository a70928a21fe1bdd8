import * as fc from "fast-check";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileCase, type TestCase } from "../../src/core/test-case.ts";
import { applyEdits, editsBetween } from "../../src/runs/steps/edits.ts";
import { readSteps, rebuild, StepWriter } from "../../src/runs/steps/steps.ts";
import { newDirectory } from "./support.ts";

const caseOf = (text: string): TestCase => {
  const bytes = Buffer.from(text);
  return fileCase({ path: "x", mode: 0o644, bytes: () => bytes }, bytes.length);
};

test("edits lead from any bytes to any others", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.array(fc.constantFrom(1, 2), { maxLength: 80 }).map((list) => Uint8Array.from(list)),
  );
  fc.assert(
    fc.property(bytes, bytes, (before, after) => {
      expect([...applyEdits(before, editsBetween(before, after))]).toEqual([...after]);
    }),
  );
});

test("edits lead from any bytes to what is left of them", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 30 }), fc.boolean()), { maxLength: 20 }),
      (parts) => {
        const before = Buffer.concat(parts.map(([part]) => part));
        const after = Buffer.concat(parts.filter(([, kept]) => kept).map(([part]) => part));
        expect(Buffer.from(applyEdits(before, editsBetween(before, after))).equals(after)).toBe(true);
      },
    ),
  );
});

test("removed lines are removed ranges, and nothing is written twice", () => {
  const lines = Array.from({ length: 200 }, (_, i) => `this is line ${i} of the text\n`);
  const before = Buffer.from(lines.join(""));
  const after = Buffer.from(lines.filter((_, i) => i % 50 !== 7).join(""));
  const edits = editsBetween(before, after);
  expect(edits).toHaveLength(4);
  expect(edits.every((edit) => edit.length === 2)).toBe(true);
});

test("every step can be rebuilt, in this session and after the next has gone the same way and on", () => {
  const path = join(newDirectory(), "steps.jsonl");
  const original = "one two three four five";
  const first = new StepWriter(path, caseOf(original), { plain: true });
  first.take(caseOf("one two four five"));
  first.take(caseOf("one four five"));
  first.close();
  appendFileSync(path, '{"crc":"torn');
  const second = new StepWriter(path, caseOf(original), { plain: true });
  second.take(caseOf("one two four five"));
  second.take(caseOf("one four five"));
  second.take(caseOf("four"));
  expect(second.at).toBe(3);
  second.close();
  const steps = readSteps(path);
  const texts = [0, 1, 2, 3].map((number) =>
    Buffer.from(rebuild(Buffer.from(original), steps, number) as Uint8Array).toString(),
  );
  expect(texts).toEqual([original, "one two four five", "one four five", "four"]);
});

test("another way, taken after a revision, begins at the step it has left", () => {
  const path = join(newDirectory(), "steps.jsonl");
  const writer = new StepWriter(path, caseOf("abcdef"), { plain: true });
  writer.take(caseOf("abc"));
  writer.take(caseOf("a"));
  writer.take(caseOf("abc"));
  writer.take(caseOf("bc"));
  writer.close();
  const steps = readSteps(path);
  expect(steps.get(3)?.base).toBe(1);
  expect(Buffer.from(rebuild(Buffer.from("abcdef"), steps, 3) as Uint8Array).toString()).toBe("bc");
});

test("what stands on a damaged step is not rebuilt wrongly", () => {
  const path = join(newDirectory(), "steps.jsonl");
  const writer = new StepWriter(path, caseOf("abcdef"), { plain: true });
  for (const text of ["abcde", "abcd", "abc"]) writer.take(caseOf(text));
  writer.close();
  writeFileSync(path, readFileSync(path, "utf8").replace('"number":2', '"number":4'));
  const steps = readSteps(path);
  expect(rebuild(Buffer.from("abcdef"), steps, 3)).toBeUndefined();
  expect(Buffer.from(rebuild(Buffer.from("abcdef"), steps, 1) as Uint8Array).toString()).toBe("abcde");
  expect(rebuild(Buffer.from("other!"), steps, 1)).toBeUndefined();
});
