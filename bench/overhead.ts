/** What running a test costs beyond the test: pare and its runner against a loop in C and against spawning done naively. */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { done, each, fileCase, numbered } from "../src/core/index.ts";
import { drive } from "../src/driver/search.ts";
import { localExecutor } from "../src/executors/local.ts";
import { openJournal } from "../src/journals/file.ts";
import { scriptOracle } from "../src/oracles/script.ts";
import { Timeouts } from "../src/oracles/timeouts.ts";
import { openRunner, openScratch, type Runner, type Scratch } from "../src/runner/index.ts";
import { scratchRoot } from "../src/runner/scratch.ts";
import { markdownTable } from "./table.ts";

const SIZE = 20_000;
const ROUNDS = Number(process.env["ROUNDS"] ?? 7);
const TESTS = Number(process.env["TESTS"] ?? 400);

/** The goals, as ratios of rates: of the loop in C by the number of jobs, and of naive spawning. */
const OF_LOOP: ReadonlyMap<number, number> = new Map([
  [1, 0.7],
  [2, 0.6],
]);
const OF_NAIVE = 2;

interface Contender {
  readonly name: string;
  /** Runs so many tests, so many at once; answers the seconds. */
  run(tests: number, jobs: number): Promise<number> | number;
}

const candidate = new Uint8Array(SIZE).fill(120);
const env: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
);

const timed = async (tests: number, jobs: number, test: () => Promise<void>): Promise<number> => {
  let left = tests;
  const from = performance.now();
  const worker = async (): Promise<void> => {
    while (left-- > 0) await test();
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return (performance.now() - from) / 1000;
};

const loopInC = (directory: string, script: string): Contender => {
  const program = join(directory, "loop");
  execFileSync("gcc", ["-O2", "-o", program, new URL("overhead/loop.c", import.meta.url).pathname]);
  const run = (tests: number, jobs: number): number =>
    Number(execFileSync(program, [directory, script, SIZE, tests, jobs].map(String), { encoding: "utf8" }));
  return { name: "loop in C", run };
};

const ours = (runner: Runner, scratch: Scratch, script: string): Contender => {
  const test = async (): Promise<void> => {
    const directory = scratch.directory([{ path: "candidate", mode: 0o644, bytes: candidate }]);
    const command = [script, `${directory.path}/candidate`];
    const job = { command, cwd: directory.path, env, timeout: 60_000, keep: 65_536 };
    const { code } = await runner.run(job, new AbortController().signal);
    directory.remove();
    if (code !== 0) throw new Error(`the script ended with ${code}`);
  };
  return { name: `runner, ${runner.name}`, run: (tests, jobs) => timed(tests, jobs, test) };
};

/** All of pare but the strategy: driver, look-ahead, digests, journal on disk, executor, oracle, runner. */
const wholePare = (runner: Runner, scratch: Scratch, script: string): Contender => {
  const subject = { name: "candidate", typed: "candidate", origin: dirname(script), extraFiles: [], stdin: false };
  const oracle = scriptOracle({ subject, runner, scratch }, script);
  let round = 0;
  const run = async (tests: number, jobs: number): Promise<number> => {
    const label = `${jobs}-${round++}`;
    const candidates = numbered(tests, (i) => {
      const bytes = Buffer.alloc(SIZE, 120);
      bytes.write(`${label} ${i}`);
      return fileCase({ path: "candidate", mode: 0o644, bytes: () => bytes }, SIZE);
    });
    const journal = openJournal(join(dirname(script), `journal-${label}.jsonl`));
    const executor = localExecutor({ oracle, jobs, timeouts: new Timeouts([1000]) });
    const search = each(candidates, { phase: "overhead" }, (verdicts) => done(verdicts.length));
    const from = performance.now();
    const { tests: counts } = await drive({ search, source: candidates.at(0), executor, journal, check: false });
    const seconds = (performance.now() - from) / 1000;
    await journal.close();
    if (counts.fail !== tests) throw new Error(`${counts.fail} of ${tests} tests failed`);
    return seconds;
  };
  return { name: `pare, ${runner.name}`, run };
};

const naive = (root: string, script: string): Contender => {
  const test = async (): Promise<void> => {
    const directory = await mkdtemp(join(root, "naive-"));
    await writeFile(join(directory, "candidate"), candidate);
    const child = spawn(script, [join(directory, "candidate")], { cwd: directory });
    const output: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
    const code = await new Promise((resolve) => child.once("close", resolve));
    await rm(directory, { recursive: true });
    if (code !== 0) throw new Error(`the script ended with ${String(code)}`);
  };
  return { name: "naive spawn", run: (tests, jobs) => timed(tests, jobs, test) };
};

/** Best rates, by contender; the rounds are interleaved, so that the machine's other work hits all alike. */
const measure = async (contenders: readonly Contender[], jobs: number): Promise<readonly number[]> => {
  const best = contenders.map(() => 0);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, contender] of contenders.entries()) {
      const rate = TESTS / (await contender.run(TESTS, jobs));
      best[index] = Math.max(best[index] ?? 0, rate);
    }
  }
  return best;
};

const main = async (): Promise<void> => {
  const directory = mkdtempSync(join(scratchRoot(), "overhead-"));
  const scratch = openScratch();
  const runners = [openRunner({ scratch }), openRunner({ scratch, backend: "spawn" })];
  const script = join(directory, "script.sh");
  writeFileSync(script, "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  const contenders = [
    loopInC(directory, script),
    wholePare(runners[0] as Runner, scratch, script),
    ...runners.map((runner) => ours(runner, scratch, script)),
    naive(directory, script),
  ];
  const rows: string[][] = [];
  let held = true;
  for (const [jobs, ofLoop] of OF_LOOP) {
    const rates = await measure(contenders, jobs);
    const [loop = 0, pare = 0] = rates;
    const plain = rates.at(-1) ?? 0;
    held &&= pare >= ofLoop * loop && pare >= OF_NAIVE * plain;
    for (const [index, rate] of rates.entries()) {
      const ratios = [rate / loop, rate / plain].map((ratio) => ratio.toFixed(2));
      rows.push([contenders[index]?.name ?? "", String(jobs), rate.toFixed(0), ...ratios]);
    }
  }
  console.log(
    `A script that exits at once on ${SIZE} bytes in ${scratchRoot()}; best of ${ROUNDS} rounds of ${TESTS}.\n`,
  );
  console.log(markdownTable(["", "-j", "tests/s", "of the C loop", "of naive"], rows));
  const goals = Array.from(OF_LOOP, ([jobs, ofLoop]) => `${ofLoop} of the C loop with -j ${jobs}`).join(", ");
  console.log(`\nGoal (at least ${goals}, ${OF_NAIVE} of naive): ${held ? "held" : "MISSED"}`);
  for (const runner of runners) await runner.close();
  scratch.close();
  rmSync(directory, { recursive: true });
  if (!held) process.exitCode = 1;
};

await main();
