/** Rounds and tests with p workers: the real driver on a virtual clock, every test as long as any other. */
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { keyOf, whole, type Configuration } from "../src/core/configuration.ts";
import { over } from "../src/core/words.ts";
import { drive } from "../src/driver/search.ts";
import { simulated, type SimulatedExecutor } from "../src/executors/simulated.ts";
import { memoryJournal } from "../src/journals/memory.ts";
import { adaptive } from "../src/strategies/adaptive.ts";
import { ddmin } from "../src/strategies/ddmin.ts";
import { gbs } from "../src/strategies/gbs.ts";
import type { ListStrategy } from "../src/strategies/index.ts";
import { opdd } from "../src/strategies/opdd.ts";
import { segments } from "../src/strategies/segments.ts";
import { combined, parallel } from "../src/study/racing.ts";
import { playCase, type Played } from "./parallel/recorded.ts";
import { readCases } from "./peers/cases.ts";
import { families, type OracleFamily, type SimulatedOracle } from "./oracles.ts";
import { selection, type Selection } from "./selection.ts";
import { markdownTable } from "./table.ts";

const HELP = `npm run bench:parallel -- [options]

  --p 1,8             numbers of workers (1,2,4,8,16,64)
  --only gbs,opdd     only strategies whose names contain one of these
  --oracle def-use    only these oracles
  --racing            adds the published racing modes, whose results depend on timing
  --cases DIR         instead of planted lists: real cases (see npm run bench), each tested once, with its answers kept
  --only-cases a,b    only these cases
  --answers DIR       where the answers are kept (~/.cache/pare-answers)
  --no-smallest       whole programs with their names, as pare does by default but for names
  --uneven            tests of real cases take from 0.8 to 1.2, so that they end one by one and not in rounds
  --json              one JSON object instead of tables
  --help              this text

A cell is "rounds (tests)": virtual time when every test takes 1, and tests started, aborted ones included; of real cases also the
CPU time of pare itself, in seconds. The driver's result is checked to be the same for every number of workers.
`;

type Executed = SimulatedExecutor<Selection>;
type Reducer = (input: Configuration<number>, executor: Executed) => Promise<Configuration<number>>;

interface Contender {
  readonly name: string;
  /** The result depends on timing, and so on the number of workers. */
  readonly racing: boolean;
  readonly reduce: Reducer;
}

const driven = (name: string, strategy: ListStrategy): Contender => ({
  name,
  racing: false,
  reduce: async (input, executor) => {
    const search = over(strategy(input), selection);
    const source = selection(input);
    const { result } = await drive({ search, source, executor, journal: memoryJournal(), check: false });
    return result as Configuration<number>;
  },
});

const raced = (name: string, reduce: Reducer): Contender => ({ name, racing: true, reduce });

const contenders: readonly Contender[] = [
  driven("ddmin subsets first", (c) => ddmin(c)),
  driven("ddmin complements only, backward", (c) => ddmin(c, { cases: "complements-only", order: "backward" })),
  driven("opdd complements only, backward", (c) => opdd(c, { cases: "complements-only", order: "backward" })),
  driven("gbs", (c) => gbs(c)),
  driven("segments", segments),
  driven("adaptive", adaptive),
  raced("racing: parallel", async (c, executor) => (await parallel(c, { executor, render: selection })).result),
  raced("racing: combined", async (c, executor) => (await combined(c, { executor, render: selection })).result),
];

/** Which oracles, and how long their lists are. */
const lengths: readonly (readonly [name: string, n: number])[] = [
  ["scattered-32", 2048],
  ["def-use", 1024],
  ["scattered-4", 2048],
  ["clustered-32", 2048],
  ["dense-25%", 1024],
  ["mixed", 1024],
];

interface Cell {
  readonly strategy: string;
  readonly oracle: string;
  readonly n: number;
  readonly workers: number;
  readonly rounds: number;
  readonly tests: number;
  readonly size: number;
}

const measure = async (contender: Contender, oracle: SimulatedOracle, workers: readonly number[]): Promise<Cell[]> => {
  const input = whole(Array.from({ length: oracle.n }, (_, line) => line));
  const cells: Cell[] = [];
  const results = new Set<string>();
  for (const p of workers) {
    const executor = simulated<Selection>({ capacity: p, oracle: ({ kept }) => oracle.fails(kept) });
    const result = await contender.reduce(input, executor);
    results.add(keyOf(result));
    const { now: rounds, started: tests } = executor;
    const { name: strategy } = contender;
    cells.push({ strategy, oracle: oracle.name, n: oracle.n, workers: p, rounds, tests, size: result.length });
  }
  if (results.size > 1 && !contender.racing) throw new Error(`${contender.name}: the result depends on the workers`);
  return cells;
};

const listed = (text: string | undefined): string[] | undefined => text?.split(",").filter((part) => part !== "");

const print = (oracle: SimulatedOracle, workers: readonly number[], rows: readonly (readonly Cell[])[]): void => {
  const { name, n, k, bound } = oracle;
  console.log(`\n${name}, n = ${n}, ${k} needed, information bound ${Math.round(bound)}: rounds (tests)\n`);
  const head = ["strategy", ...workers.map((p) => `p=${p}`), "size"];
  const sizes = (cells: readonly Cell[]): string => [...new Set(cells.map(({ size }) => size))].join(" ");
  const body = rows.map((cells) => [
    cells[0]?.strategy ?? "",
    ...cells.map(({ rounds, tests }) => `${rounds} (${tests})`),
    sizes(cells),
  ]);
  console.log(markdownTable(head, body));
};

const options = parseArgs({
  allowNegative: true,
  options: {
    p: { type: "string", default: "1,2,4,8,16,64" },
    only: { type: "string" },
    oracle: { type: "string" },
    racing: { type: "boolean", default: false },
    cases: { type: "string" },
    "only-cases": { type: "string" },
    answers: { type: "string", default: join(homedir(), ".cache", "pare-answers") },
    smallest: { type: "boolean", default: true },
    uneven: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
}).values;

const shown = ({ rounds, tests, cpu }: Played): string =>
  `${Math.round(rounds * 10) / 10} (${tests}) ${cpu.toFixed(1)} s`;

const playCases = async (folder: string, workers: readonly number[]): Promise<void> => {
  const { smallest, answers, json, uneven } = options;
  const rows: { case: string; bytes: number; cells: readonly Played[] }[] = [];
  for (const subject of readCases(folder, listed(options["only-cases"]))) {
    const cells = await playCase(subject, workers, { smallest, uneven, folder: answers });
    rows.push({ case: subject.name, bytes: cells[0]?.bytes ?? 0, cells });
    console.error(`${subject.name}  ${cells.map(shown).join("  ")}`);
  }
  if (json) console.log(JSON.stringify(rows));
  else {
    const body = rows.map(({ case: name, bytes, cells }) => [name, ...cells.map(shown), `${bytes}`]);
    console.log(markdownTable(["case", ...workers.map((p) => `p=${p}`), "bytes"], body));
  }
};

const main = async (): Promise<void> => {
  if (options.help) {
    console.log(HELP);
    return;
  }
  const workers = (listed(options.p) ?? []).map(Number);
  if (options.cases !== undefined) return await playCases(options.cases, workers);
  const [only, oracles] = [listed(options.only), listed(options.oracle)];
  const chosen = contenders
    .filter(({ racing }) => options.racing || !racing)
    .filter(({ name }) => only === undefined || only.some((part) => name.includes(part)));
  const report: Cell[] = [];
  for (const [name, n] of lengths.filter(([known]) => oracles === undefined || oracles.includes(known))) {
    const oracle = (families[name] as OracleFamily)(n, 1);
    const rows: Cell[][] = [];
    for (const contender of chosen) {
      const startedAt = performance.now();
      rows.push(await measure(contender, oracle, workers));
      console.error(`${name}  ${contender.name}  ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    }
    if (!options.json) print(oracle, workers, rows);
    report.push(...rows.flat());
  }
  if (options.json) console.log(JSON.stringify(report));
};

await main();
