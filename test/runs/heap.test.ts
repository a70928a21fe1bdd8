import { spawnSync } from "node:child_process";
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
  expect(() => checkHeap("big.c", source, 128 * MEGA)).toThrow(refused);
  checkHeap("big.log", source, 128 * MEGA);
});

test("a binary file is cut, not parsed: its size does not matter", () => {
  expect(() => checkHeap("big.bin", Buffer.alloc(200 * MEGA), 112 * MEGA)).not.toThrow();
});

test("a run is told when its heap is nearly used up, before V8 gives up", () => {
  const heap = new URL("../../src/reduce/heap.ts", import.meta.url).href;
  // Slower and slower growth with turns of the event loop in between, as a search has them between its tests.
  const program = `
    const { watchHeap } = await import(${JSON.stringify(heap)});
    let isLow = false;
    const unwatch = watchHeap(() => { isLow = true; });
    const kept = [];
    while (!isLow) {
      for (let index = 0; index < 2000; index++) kept.push([index, {}]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    unwatch();
    console.log("low", kept.length > 10_000);
  `;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--max-old-space-size=64", "--import", import.meta.resolve("tsx"), "--input-type=module", "-e", program],
    { encoding: "utf8" },
  );
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "low true\n", stderr: "" });
});
