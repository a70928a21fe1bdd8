import { expect, test } from "vitest";
import { UserError } from "../../src/core/errors.ts";
import { checkHeap } from "../../src/reduce/heap.ts";

const MEGA = 2 ** 20;
const refused = expect.objectContaining({
  code: "NO_MEMORY",
  advice: expect.stringMatching(/--max-old-space-size=\d+/) as string,
}) as UserError;

test("a text that the heap cannot hold is refused before it is parsed, with what would be enough", () => {
  const text = Buffer.from("alpha beta gamma(1, 2);\n".repeat(2.4e6));
  expect(() => checkHeap("big.txt", text, 176 * MEGA)).toThrow(refused);
  checkHeap("big.txt", text, 4144 * MEGA);
});

test("a source that is parsed takes more than a text", () => {
  const source = Buffer.from("int f(int a) { return a + 1; }\n".repeat(120_000));
  expect(() => checkHeap("big.c", source, 176 * MEGA)).toThrow(refused);
  checkHeap("big.txt", Buffer.from("some words in a line\n".repeat(120_000)), 176 * MEGA);
});

test("a binary file is cut, not parsed: its size does not matter", () => {
  expect(() => checkHeap("big.bin", Buffer.alloc(200 * MEGA), 112 * MEGA)).not.toThrow();
});
