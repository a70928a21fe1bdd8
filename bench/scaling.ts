/** What more jobs gain on real processes: wall time of `reduce` with an oracle that sleeps, -j 1 against -j N. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { reduce } from "../src/reduce/reduce.ts";
import { readCases } from "./peers/cases.ts";
import { defUse, ofCase, ofLines, scattered, type ScalingInput } from "./scaling/inputs.ts";
import { markdownTable } from "./table.ts";

const HELP = `tsx bench/scaling.ts [options]

  --p 1,8            numbers of jobs, the first is what the others are compared with (1,2,4,8,16,32)
  --lines 1000       lines of the inputs
  --sleep 0.2        seconds every test sleeps
  --cases FOLDER     real cases instead of made ones: each test sleeps, then runs the case's interesting.sh
  --only def-use     only inputs whose names contain this (--only css,ts: one of these)
  --json             one JSON object instead of a table
  --help             this text

Start-up, re-checks and the final check are included. Fails if the bytes of a result depend on the jobs, if scattered gains less
than 4 with 8 jobs or less than 8 with 32, and if a real case gains less than 4.5 with 16 jobs or less than 6 with 64.
`;

interface Cell {
  readonly input: string;
  readonly jobs: number;
  readonly seconds: number;
  readonly ratio: number;
  readonly run: number;
  readonly wasted: number;
  readonly sha256: string;
}

const measure = async (input: ScalingInput, jobs: readonly number[], seconds: number): Promise<Cell[]> => {
  const cells: Cell[] = [];
  for (const p of jobs) {
    const directory = mkdtempSync(join(tmpdir(), "pare-scaling-"));
    try {
      input.write(directory, seconds);
      const options = { cwd: directory, test: "./interesting.sh", jobs: p, ...input.options } as const;
      const { wallMs, tests, output } = await reduce(options).result;
      const ratio = (cells[0]?.seconds ?? wallMs / 1000) / (wallMs / 1000);
      const { run, wasted } = tests;
      cells.push({ input: input.name, jobs: p, seconds: wallMs / 1000, ratio, run, wasted, sha256: output.sha256 });
      console.error(`${input.name}  -j ${p}  ${(wallMs / 1000).toFixed(1)} s  ${ratio.toFixed(2)}x  ${run} tests`);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
  return cells;
};

const failuresOf = (cells: readonly Cell[], goals: Readonly<Record<number, number>>): string[] => {
  const [first] = cells;
  const differing = cells.filter(({ sha256 }) => sha256 !== first?.sha256);
  const slow = cells.filter(({ jobs, ratio }) => ratio < (goals[jobs] ?? 0));
  return [
    ...differing.map(({ input, jobs }) => `${input}: other bytes with ${jobs} jobs`),
    ...slow.map(({ input, jobs, ratio }) => `${input}: ${ratio.toFixed(2)}x with ${jobs} jobs, not ${goals[jobs]}x`),
  ];
};

const { values } = parseArgs({
  options: {
    p: { type: "string", default: "1,2,4,8,16,32" },
    lines: { type: "string", default: "1000" },
    sleep: { type: "string", default: "0.2" },
    cases: { type: "string" },
    only: { type: "string", default: "" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const main = async (): Promise<void> => {
  if (values.help) {
    console.log(HELP);
    return;
  }
  const jobs = values.p.split(",").map(Number);
  const n = Number(values.lines);
  const all =
    values.cases === undefined ? [scattered(32, n, 1), defUse(n, 1)].map(ofLines) : readCases(values.cases).map(ofCase);
  const inputs = all.filter(({ name }) => values.only.split(",").some((part) => name.includes(part)));
  const rows: Cell[][] = [];
  for (const input of inputs) rows.push(await measure(input, jobs, Number(values.sleep)));
  if (values.json) console.log(JSON.stringify(rows.flat()));
  else {
    const text = ({ seconds, ratio, run }: Cell): string => `${ratio.toFixed(2)}x (${seconds.toFixed(1)} s, ${run})`;
    console.log(
      `\nWall-time ratio to -j ${jobs[0]} (seconds, tests run); ${values.cases === undefined ? `${n} lines, ` : ""}tests of ${values.sleep} s\n`,
    );
    const head = ["input", ...jobs.map((p) => `-j ${p}`)];
    console.log(
      markdownTable(
        head,
        rows.map((cells) => [cells[0]?.input ?? "", ...cells.map(text)]),
      ),
    );
  }
  const failures = rows.flatMap((cells, index) => failuresOf(cells, inputs[index]?.goals ?? {}));
  for (const failure of failures) console.error(failure);
  process.exitCode = failures.length === 0 ? 0 : 1;
};

await main();
