import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { countTokens, readCases, type BenchCase } from "./cases.ts";
import { compare, compareTokens, geometricMean, summarize } from "./ratios.ts";
import { printed, reportOf } from "./report.ts";
import type { Tool } from "./tool.ts";
import { chooseTools, missingTools } from "./tools.ts";
import { readTrialLog, reached } from "./trial-log.ts";
import { buildCounter, isInteresting, runTrial, type TrialResult } from "./trial.ts";
import { lacks } from "../../test/support/needs.ts";

const examples = fileURLToPath(new URL("../../examples/cases", import.meta.url));

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "peers-test-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A case whose input is interesting as long as it holds an x. */
const smallCase = (): BenchCase => {
  const home = join(folder, "cases", "has-x");
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "case.json"), '{ "file": "letters.txt", "c": false }');
  writeFileSync(join(home, "letters.txt"), "abc\nxyz\ndef\n");
  writeFileSync(join(home, "interesting.sh"), "#!/bin/sh\necho loud\nexec grep -q x letters.txt\n");
  chmodSync(join(home, "interesting.sh"), 0o755);
  const [subject] = readCases(join(folder, "cases"));
  if (subject === undefined) throw new Error("no case");
  return subject;
};

/** A reducer that is a shell script: it tests what it says, in place, and leaves the last interesting candidate. */
const fakeTool = (script: string, fields: Partial<Tool> = {}): Tool => ({
  name: "fake",
  called: "in-place",
  parallel: false,
  capped: false,
  program: () => "sh",
  supports: () => true,
  command: (program, { test: counter, work, subject }) => ({
    argv: [program, "-c", script, "fake", counter],
    result: join(work, subject.file),
  }),
  ...fields,
});

const trialOf = (tool: Tool, cap = 30): Promise<TrialResult> =>
  runTrial({ tool, program: "sh", subject: smallCase(), jobs: 1, cap, smallest: false });

describe.skipIf(lacks("gcc"))("a trial", () => {
  test("counts the runs of the test, without those on the original, and notes the run of every new best", async () => {
    const script = `
      "$1"; "$1"
      printf 'abc\\ndef\\n' > letters.txt; "$1"
      printf 'abc\\nxyz\\n' > letters.txt; "$1"
      printf 'xyz\\n' > letters.txt; "$1"
      printf 'yz\\n' > letters.txt; "$1"
      printf 'x' > letters.txt; "$1"`;
    const { startUp, runs, bests, final, original, status } = await trialOf(fakeTool(script));
    expect({ startUp, runs, status }).toEqual({ startUp: 2, runs: 5, status: "done" });
    expect(bests.map(({ run, bytes }) => [run, bytes])).toEqual([
      [2, 8],
      [3, 4],
      [5, 1],
    ]);
    expect(original).toEqual({ bytes: 12, tokens: 3 });
    expect(final).toEqual({ bytes: 1, tokens: 1 });
  });

  test("counts two runs at once, each with its own size", async () => {
    const script = `
      for i in 1 2 3 4 5 6 7 8; do
        mkdir $i; printf '%sx' $i$i > $i/letters.txt
        (cd $i; "$1") & (cd $i; "$1") & wait
      done
      printf x > letters.txt`;
    const { runs, bests } = await trialOf(fakeTool(script));
    expect(runs).toBe(16);
    expect(bests.map(({ bytes }) => bytes)).toEqual([3]);
  });

  test("takes the smallest interesting candidate when the tool is ended at its cap and leaves something else", async () => {
    const script = `printf x > letters.txt; "$1"; printf '' > letters.txt; sleep 60`;
    const { status, final, seconds } = await trialOf(fakeTool(script), 1);
    expect({ status, final }).toEqual({ status: "capped", final: { bytes: 1, tokens: 1 } });
    expect(seconds).toBeLessThan(30);
  });

  test("says that a result is not interesting, and what the tool said last", async () => {
    const { status, said } = await trialOf(fakeTool(`echo sorry >&2; printf abc > letters.txt`));
    expect({ status, said }).toEqual({ status: "wrong", said: "sorry\n" });
  });

  test("counts a candidate that is handed over as a path, under whatever name", async () => {
    const script = `mkdir there; printf xx > there/letters.txt; "$1" there/letters.txt; printf x > other.txt; "$1" other.txt; cp other.txt letters.txt`;
    const { runs, bests, status } = await trialOf(fakeTool(script, { called: "by-path" }));
    expect({ runs, status }).toEqual({ runs: 2, status: "done" });
    expect(bests.map(({ bytes }) => bytes)).toEqual([2, 1]);
  });
});

test.skipIf(lacks("gcc"))("the counter hands the test's exit code on and prints nothing", () => {
  const script = join(folder, "three.sh");
  writeFileSync(script, "#!/bin/sh\necho loud\nexit 3\n", { mode: 0o755 });
  buildCounter(join(folder, "counter"), { folder, file: "input", script, called: "in-place" });
  writeFileSync(join(folder, "input"), "12345");
  const { status, stdout } = spawnSync(join(folder, "counter"), { cwd: folder, encoding: "utf8" });
  expect({ status, stdout }).toEqual({ status: 3, stdout: "" });
  expect(readFileSync(join(folder, "runs.log"), "utf8")).toMatch(/^\+ \d+ \d+ 5 0\n- \d+ \d+ 5 3\n$/);
});

describe("the log of a trial", () => {
  const log = ["+ 1 1000000 100 0", "- 1 1500000 100 0", "+ 2 2000000 40 0", "+ 3 2100000 30 0", "- 2 3000000 40 0"];

  test("numbers a best by the runs that had started when its run ended", () => {
    expect(readTrialLog(log.join("\n"), 1000, 100)).toEqual({
      startUp: 1,
      runs: 2,
      bests: [{ run: 2, seconds: 2, bytes: 40 }],
    });
  });

  test("may end with a torn line", () => {
    expect(readTrialLog(`${log.join("\n")}\n- 3 31`, 1000, 100).bests).toHaveLength(1);
  });

  test("has no bests where nothing smaller was interesting", () => {
    expect(readTrialLog("+ 1 1 100 0\n- 1 2 100 0\n+ 2 3 0 0\n- 2 4 0 1\n", 0, 100)).toEqual({
      startUp: 1,
      runs: 1,
      bests: [],
    });
  });

  test("tells when a size was reached first", () => {
    const bests = [
      { run: 3, seconds: 1, bytes: 50 },
      { run: 9, seconds: 2, bytes: 5 },
    ];
    expect(reached(bests, 50)?.run).toBe(3);
    expect(reached(bests, 49)?.run).toBe(9);
    expect(reached(bests, 4)).toBeUndefined();
  });
});

describe("ratios", () => {
  const trial = (
    name: string,
    tool: string,
    bests: readonly (readonly [run: number, bytes: number])[],
  ): TrialResult => ({
    case: name,
    tool,
    jobs: 1,
    status: "done",
    seconds: 100,
    startUp: 1,
    runs: 1000,
    original: { bytes: 1000, tokens: 500 },
    final: { bytes: bests.at(-1)?.[1] ?? 1000, tokens: bests.at(-1)?.[1] ?? 500 },
    bests: bests.map(([run, bytes]) => ({ run, bytes, seconds: run / 10 })),
  });
  const trials = [
    trial("one", "pare", [
      [10, 50],
      [20, 9],
    ]),
    trial("one", "slow", [[80, 10]]),
    trial("two", "pare", [[30, 20]]),
    trial("two", "slow", [[15, 20]]),
    trial("three", "pare", [[30, 20]]),
    trial("three", "slow", [[400, 19]]),
  ];

  test("compare what pare and a peer needed for the peer's final size", () => {
    const [first] = compare(trials);
    expect(first).toEqual({
      case: "one",
      peer: "slow",
      jobs: 1,
      bytes: 10,
      theirs: { runs: 80, seconds: 8 },
      ours: { runs: 20, seconds: 2 },
    });
  });

  test("are averaged geometrically, and a size that pare never reached is a loss", () => {
    const [summary] = summarize(compare(trials));
    expect(summary).toMatchObject({ peer: "slow", jobs: 1, cases: 3, losses: ["three"] });
    expect(summary?.runs).toBeCloseTo(Math.sqrt((20 / 80) * (30 / 15)));
    expect(summary?.seconds).toBeCloseTo(Math.sqrt((20 / 80) * (30 / 15)));
  });

  test("of tokens are to the best peer", () => {
    const more = [...trials, trial("one", "quick", [[5, 3]])];
    expect(compareTokens(more)[0]).toEqual({ case: "one", jobs: 1, ours: 9, best: 3, peer: "quick" });
  });

  test("of nothing have no mean", () => {
    expect(geometricMean([])).toBeUndefined();
    expect(geometricMean([2, 8])).toBeCloseTo(4);
  });

  test("are printed with the name of what was lost", () => {
    expect(printed(reportOf(trials))).toMatch(/\| slow +\| +1 \| +3 \| +0\.71 \| +0\.71 \| +1 \| +three \|/);
  });
});

test("tokens are words and single characters, in any language; bytes in a binary file", () => {
  const text = Buffer.from('int größe = "a b" + 12.5;\n');
  expect(countTokens(text, false)).toBe(12);
  expect(countTokens(text, true)).toBe(text.length);
});

test("tools that would run on a case and are not there are named", () => {
  const absent = fakeTool("", { name: "absent", program: () => undefined });
  const elsewhere = fakeTool("", { name: "elsewhere", program: () => undefined, supports: () => false });
  expect(missingTools([fakeTool(""), absent, elsewhere], [smallCase()])).toEqual(["absent"]);
});

test("the champions of a field run on files of their field", () => {
  const [, llvmReduce, ddsmt, spirvReduce] = chooseTools(["llvm-reduce", "ddsmt", "spirv-reduce"]);
  const taken = (file: string): readonly (boolean | undefined)[] =>
    [llvmReduce, ddsmt, spirvReduce].map((tool) => tool?.supports({ ...smallCase(), file }));
  expect(taken("a.ll")).toEqual([true, false, false]);
  expect(taken("a.smt2")).toEqual([false, true, false]);
  expect(taken("a.spv")).toEqual([false, false, true]);
});

test.skipIf(lacks("gcc", "afl-tmin"))("a tool that wants crashes gets them", async () => {
  const [, tool] = chooseTools(["afl-tmin"]);
  const subject = smallCase();
  const program = tool?.program(subject);
  if (tool === undefined || program === undefined) throw new Error("no afl-tmin");
  const { status, final } = await runTrial({ tool, program, subject, jobs: 1, cap: 60, smallest: true });
  expect({ status, bytes: final.bytes }).toEqual({ status: "done", bytes: 1 });
});

test("pare is always among the tools, and a misspelt one is an error that lists them", () => {
  expect(chooseTools(["lithium"]).map(({ name }) => name)).toEqual(["pare", "lithium"]);
  expect(() => chooseTools(["litium"])).toThrow(/no such tool: litium .*pare, shrinkray/);
});

test("a misspelt case is an error that lists them", () => {
  expect(() => readCases(examples, ["nothing"])).toThrow(/no such case: nothing .*json-jq-engines/);
});

describe.each(readCases(examples))("the case $name", (subject) => {
  test("is interesting as it is, and not when it is empty", () => {
    expect(isInteresting(readFileSync(join(subject.folder, subject.file)), subject)).toBe(true);
    expect(isInteresting(new Uint8Array(), subject)).toBe(false);
  });
});

test("the command says what its options are", () => {
  const main = fileURLToPath(new URL("../peers.ts", import.meta.url));
  const help = execFileSync(process.execPath, ["--import", "tsx", main, "--help"], { encoding: "utf8" });
  expect(help).toMatch(/--cases DIR/);
});
