/** A real project whose files need each other, with its paths in the order of what they need, and the other way round. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reversalFaults } from "../../bench/dependences/programs-table.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { newDirectory, writeScript } from "../runs/support.ts";
import { lacks } from "../support/needs.ts";
import { makeTree, readBack } from "./support.ts";

/** Two dozen modules in chains of four, each of which prints a line when it is called; one of them divides by zero. */
const LENGTH = 24;
const CHAIN = 4;
const BROKEN = 13;

const project = (isBackward: boolean): Readonly<Record<string, string>> => {
  const moduleOf = (part: number): string => {
    const place = isBackward ? LENGTH - 1 - part : part;
    return `m${String(place).padStart(2, "0")}`;
  };
  const text = (part: number): string => {
    const needed = part % CHAIN === 0 ? undefined : part - 1;
    const imports = needed === undefined ? "" : `from ${moduleOf(needed)} import f${needed}\n`;
    const value = part === BROKEN ? "1 / len(SEEN)" : String(part);
    const call = needed === undefined ? value : `f${needed}() + ${value}`;
    return `${imports}SEEN = []\ndef f${part}():\n    return ${call}\n`;
  };
  const modules = [...Array(LENGTH).keys()].map((part) => [`${moduleOf(part)}.py`, text(part)]);
  const first = moduleOf(BROKEN);
  return { ...Object.fromEntries(modules), "run.py": `from ${first} import f${BROKEN}\nprint(f${BROKEN}())\n` };
};

/** Until only the modules that the broken one needs are left: how many tests that takes. */
const testsToNeeded = async (isBackward: boolean): Promise<number> => {
  const directory = newDirectory();
  const log = join(directory, "log");
  const content = project(isBackward);
  makeTree(join(directory, "proj"), content);
  writeScript(join(directory, "test.sh"), `echo >> '${log}'; python3 -B run.py 2>&1 | grep -q ZeroDivisionError`);
  const needed = 1 + (BROKEN % CHAIN) + 1;
  let tests: number | undefined;
  const enough = new AbortController();
  const { result } = reduce({
    cwd: directory,
    signal: enough.signal,
    input: "proj",
    test: "./test.sh",
    jobs: 1,
    onBest: ({ files }) => {
      if (files.length > needed) return;
      tests ??= readFileSync(log, "utf8").length;
      enough.abort();
    },
  });
  await result;
  const left = readBack(join(directory, "proj.reduced"));
  expect(Object.entries(left).every(([path, text]) => content[path] === text)).toBe(true);
  expect(Object.keys(left)).toHaveLength(needed);
  return tests ?? Number.POSITIVE_INFINITY;
};

test.skipIf(lacks("python3"))("Python modules take as many tests either way round", async () => {
  const forward = await testsToNeeded(false);
  const backward = await testsToNeeded(true);
  expect(reversalFaults({ tests: forward, bytes: 0 }, { tests: backward, bytes: 0 })).toEqual([]);
  // One question for each of the modules would be more.
  expect(Math.max(forward, backward)).toBeLessThan(LENGTH);
});
