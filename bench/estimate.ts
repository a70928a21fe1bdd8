/** How good the estimate of what is left is, on recorded runs. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { ProgressEvent } from "../src/progress/progressed.ts";
import { fitCosts, judge, SHARES, within, withinThroughout } from "./estimate/judge.ts";
import { recordedFrom, recordedRuns, RUNS, statesOf, type Recorded } from "./estimate/recorded.ts";
import { readCases, type BenchCase } from "./peers/cases.ts";
import { markdownTable } from "./table.ts";

const HELP = `npm run bench:estimate -- [options]

  --record DIR,…    reduce the cases of these folders with one job, as everybody does and with --smallest, and record the runs
  --only a,b        only these cases
  --fit             print what the passes have cost, for src/progress/pass-costs.ts
  --help            this text

A cell is what was estimated divided by what was left, when so many of the tests had been run. A run is judged by costs that were learnt
from the runs of other cases. A guess of "as much again" would be right at half time whatever the run: so all other moments count as well.
`;

const { values } = parseArgs({
  options: {
    record: { type: "string" },
    only: { type: "string", default: "" },
    fit: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const pare = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));

const eventsOf = ({ folder, file, script }: BenchCase, flags: readonly string[]): readonly ProgressEvent[] => {
  const place = mkdtempSync(join(tmpdir(), "pare-estimate-"));
  try {
    copyFileSync(join(folder, file), join(place, file));
    const words = [pare, file, "--test", script, "-j", "1", "--quiet", "--events", "events.jsonl", ...flags];
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: place, encoding: "utf8" });
    if (status !== 0) throw new Error(`${file}: ${stderr}`);
    const lines = readFileSync(join(place, "events.jsonl"), "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as ProgressEvent);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
};

const record = (folders: readonly string[]): void => {
  const only = values.only.split(",").filter((name) => name !== "");
  let runs = recordedRuns();
  for (const subject of folders.flatMap((folder) => readCases(folder, only)))
    for (const [how, flags] of [
      ["default", []],
      ["smallest", ["--smallest"]],
    ] as const) {
      const run = recordedFrom(eventsOf(subject, flags), { of: subject.name, how });
      runs = [...runs.filter((other) => other.of !== run.of || other.how !== how), run];
      write(runs);
      console.error(`${run.of} ${how}`);
    }
};

const write = (runs: readonly Recorded[]): void =>
  writeFileSync(RUNS, `[\n${runs.map((run) => JSON.stringify(run)).join(",\n")}\n]\n`);

const percent = (share: number): string => `${Math.round(100 * share)} %`;

const report = (): void => {
  const judged = judge(recordedRuns());
  const rows = judged.map(({ run, tests, at, throughout }) => [
    run.of,
    run.how,
    `${tests}`,
    ...at.map((ratio) => (Number.isNaN(ratio) ? "–" : ratio.toFixed(2))),
    throughout.length === 0 ? "–" : percent(within(throughout, 2)),
  ]);
  const shares = SHARES.map((share) => percent(share));
  console.log(markdownTable(["case", "how", "tests", ...shares, "within 2"], rows));
  const column = (index: number): readonly number[] => judged.map(({ at }) => at[index] ?? Number.NaN);
  console.log(
    `\n${markdownTable(
      ["of the estimates", ...shares, "at every test"],
      [2, 3].map((factor) => [
        `within a factor of ${factor}`,
        ...SHARES.map((_, index) => percent(within(column(index), factor))),
        percent(withinThroughout(judged, factor)),
      ]),
    )}`,
  );
};

if (values.help) console.log(HELP);
else if (values.fit) {
  const costs = fitCosts(recordedRuns().map((run) => [run, statesOf(run)]));
  for (const [pass, cost] of Object.entries(costs))
    console.log(`  ${JSON.stringify(pass)}: ${Number(cost.toFixed(2))},`);
} else if (values.record === undefined) report();
else record(values.record.split(","));
