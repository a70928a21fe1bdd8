/** Heaps that are just too small, and heaps that are just large enough: a clear error, or a run like any other. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { checkHeap } from "../../src/reduce/heap.ts";
import { tally } from "./tally.ts";

const pare = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const MEGA = 2 ** 20;
const STEP = 8;
const root = mkdtempSync(join(tmpdir(), "pare-memory-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const repeated = (bytes: number, part: (index: number) => string): string => {
  const parts: string[] = [];
  for (let length = 0, index = 0; length < bytes; index++) length += parts[parts.push(part(index)) - 1]?.length ?? 0;
  return parts.join("");
};

const SIZE = 1_000_000;

/** By file name: large texts of several kinds, each with the word that the test looks for. */
const TEXTS: Readonly<Record<string, string>> = {
  "functions.c": `${repeated(SIZE, (i) => `int f${i}(int a) { for (int k = 0; k < ${i}; k++) { a += k * ${i % 7}; } return a ^ ${i}; }\n`)}int needle;\n`,
  "functions.js": `${repeated(SIZE, (i) => `export const f${i} = (a, b) => ({ k: a[${i}], s: "s${i}", m: b.map((q) => q + ${i}) });\n`)}var needle;\n`,
  "functions.py": `${repeated(SIZE, (i) => `def f${i}(a, b):\n    x = {"k": a[${i}]}\n    return x["k"] + b * ${i}\n`)}needle = 1\n`,
  "rules.css": `${repeated(SIZE, (i) => `.c${i} > .d { color: #${i % 900}; margin: ${i % 9}px auto; }\n`)}.needle { color: red }\n`,
  "records.json": `[${repeated(SIZE, (i) => `{"id":${i},"tags":["a","b${i}"],"on":true},`)}"needle"]\n`,
  "lines.log": `${repeated(SIZE, (i) => `07:12:${i % 60} [INFO] srv-${i % 7} handled /a/${i}?q=${i * 3} in ${i % 90} ms (ok)\n`)}needle\n`,
  "words.txt": `${repeated(SIZE, (i) => `alpha${i} beta gamma${i % 13} delta `)}\nneedle\n`,
  "signs.txt": `${"a;".repeat(SIZE / 2)}needle\n`,
};

/** The smallest heap that is not refused, in megabytes. */
const enoughFor = (name: string, bytes: Buffer): number => {
  for (let heap = STEP; ; heap += STEP) {
    try {
      checkHeap(name, bytes, heap * MEGA);
      return heap;
    } catch {
      // Refused.
    }
  }
};

const run = (name: string, text: string, heap: number): { readonly status: number | null; readonly stderr: string } => {
  const directory = mkdtempSync(join(root, "run-"));
  writeFileSync(join(directory, name), text);
  const script = join(directory, "test.sh");
  // Most of the text has to stay, so that all passes work on a large one.
  writeFileSync(
    script,
    `#!/bin/sh\ngrep -q needle "$1" && [ $(wc -c < "$1") -gt ${Math.floor(text.length * 0.7)} ]\n`,
    {
      mode: 0o755,
    },
  );
  const words = [
    `--max-old-space-size=${heap}`,
    pare,
    "reduce",
    name,
    "--max-tests",
    "25",
    "-j",
    "1",
    "--test",
    script,
  ];
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: directory, encoding: "utf8" });
  return { status, stderr };
};

test("a heap that is too small is refused with what helps; one that is not refused is enough", (context) => {
  const faults: string[] = [];
  let tried = 0;
  for (const [name, text] of Object.entries(TEXTS)) {
    const enough = enoughFor(name, Buffer.from(text));
    for (const heap of [enough - STEP, enough]) {
      tried++;
      const { status, stderr } = run(name, text, heap);
      const held = heap < enough ? status === 1 && stderr.includes("--max-old-space-size=") : status === 0;
      if (!held) faults.push(`${name} with ${heap} MB: ${status}\n${stderr.slice(-500)}`);
    }
  }
  tally(context, "memory", { tried, held: tried - faults.length });
  expect(faults).toEqual([]);
});
