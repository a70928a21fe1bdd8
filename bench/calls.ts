/** Oracle runs and final sizes of every list strategy on simulated oracles, next to the information bound. */
import { parseArgs } from "node:util";
import { keyOf, whole } from "../src/core/configuration.ts";
import { play } from "../src/driver/play.ts";
import { contenders, type Contender } from "./contenders.ts";
import { families, type SimulatedOracle } from "./oracles.ts";
import { markdownTable } from "./table.ts";

const HELP = `npm run bench:calls -- [options]

  --n 1000,10000      list lengths (1000,10000,100000)
  --only ddmin,gbs    only strategies whose names contain one of these
  --oracle def-use    only these oracles: ${Object.keys(families).join(", ")}
  --seeds 5           seeds for every length (3 for up to 1000, 2 for up to 10000, 1 above)
  --cap 20000         where a run is stopped (60000 for up to 1000, 40000 for up to 10000, 10000 above)
  --json              one JSON object instead of tables
  --help              this text

A cell is "oracle runs/final size", the mean over the seeds; ">cap" where a run was stopped, "!" where a result does not fail.
Repeated candidates are answered from a cache and not counted. The mark 1 stands for strategies that promise a 1-minimal result.
`;

interface Cell {
  readonly strategy: string;
  readonly minimal: boolean;
  readonly oracle: string;
  readonly n: number;
  /** Means; absent where a run was stopped at the cap. */
  readonly calls?: number;
  readonly size?: number;
  /** Whether every result failed: not every strategy sees to that where deltas depend on each other. */
  readonly failing?: boolean;
  readonly cap: number;
}

interface Column {
  readonly name: string;
  /** One for every seed. */
  readonly oracles: readonly SimulatedOracle[];
}

class CapReached extends Error {}

/** Counts cache misses; `undefined` when there would be more than the cap. */
const run = (
  { strategy }: Contender,
  oracle: SimulatedOracle,
  cap: number,
): { readonly calls: number; readonly size: number; readonly failing: boolean } | undefined => {
  const known = new Map<string, boolean>();
  const base = Array.from({ length: oracle.n }, (_, line) => line);
  try {
    const { result } = play(strategy(whole(base)), (candidate) => {
      const key = candidate.bounds.length <= 8 ? candidate.bounds.join() : keyOf(candidate);
      const recalled = known.get(key);
      if (recalled !== undefined) return recalled;
      if (known.size >= cap) throw new CapReached();
      const fails = oracle.fails(candidate);
      known.set(key, fails);
      return fails;
    });
    return { calls: known.size, size: result.length, failing: oracle.fails(result) };
  } catch (error) {
    if (error instanceof CapReached) return undefined;
    throw error;
  }
};

const measure = (contender: Contender, { name, oracles }: Column, cap: number): Cell => {
  const n = oracles[0]?.n ?? 0;
  const about = { strategy: contender.name, minimal: contender.minimal, oracle: name, n, cap };
  let calls = 0;
  let size = 0;
  let failing = true;
  for (const oracle of oracles) {
    const counted = run(contender, oracle, cap);
    if (counted === undefined) return about;
    calls += counted.calls / oracles.length;
    size += counted.size / oracles.length;
    failing &&= counted.failing;
  }
  return { ...about, calls, size, failing };
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const rounded = (value: number): string => String(Math.round(value));

const shown = ({ calls, size, failing, cap }: Cell): string =>
  calls === undefined ? `>${cap}` : `${rounded(calls)}/${rounded(size as number)}${failing ? "" : "!"}`;

const listed = (text: string | undefined): string[] | undefined => text?.split(",").filter((part) => part !== "");

const options = parseArgs({
  options: {
    n: { type: "string", default: "1000,10000,100000" },
    only: { type: "string" },
    oracle: { type: "string" },
    seeds: { type: "string" },
    cap: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
}).values;

const main = (): void => {
  if (options.help) {
    console.log(HELP);
    return;
  }
  const only = listed(options.only);
  const chosen = contenders().filter(({ name }) => only === undefined || only.some((part) => name.includes(part)));
  const names = listed(options.oracle) ?? Object.keys(families);
  const report = (listed(options.n) ?? []).map((n) => benchmark(Number(n), chosen, names));
  if (options.json) console.log(JSON.stringify(report));
};

const benchmark = (n: number, chosen: readonly Contender[], names: readonly string[]) => {
  const seeds = Number(options.seeds ?? (n <= 1000 ? 3 : n <= 10_000 ? 2 : 1));
  const cap = Number(options.cap ?? (n <= 1000 ? 60_000 : n <= 10_000 ? 40_000 : 10_000));
  const columns = names.map((name): Column => {
    const family = families[name];
    if (family === undefined) throw new Error(`no oracle ${name}; there are ${Object.keys(families).join(", ")}`);
    return { name, oracles: Array.from({ length: seeds }, (_, seed) => family(n, seed + 1)) };
  });
  const bounds = columns.map(({ name, oracles }) => ({
    oracle: name,
    bound: mean(oracles.map(({ bound }) => bound)),
    k: mean(oracles.map(({ k }) => k)),
  }));
  const rows = chosen.map((contender) => {
    const startedAt = performance.now();
    const cells = columns.map((column) => measure(contender, column, cap));
    console.error(`n=${n}  ${contender.name}  ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    return cells;
  });
  if (!options.json) print(n, seeds, bounds, rows);
  return { n, seeds, cap, bounds, cells: rows.flat() };
};

const print = (
  n: number,
  seeds: number,
  bounds: readonly { readonly oracle: string; readonly bound: number; readonly k: number }[],
  rows: readonly (readonly Cell[])[],
): void => {
  console.log(`\nn = ${n}, ${seeds === 1 ? "1 seed" : `mean of ${seeds} seeds`}: oracle runs/final size\n`);
  const head = ["strategy", "min", ...bounds.map(({ oracle }) => oracle)];
  const bound = ["information bound/needed", "", ...bounds.map((of) => `${rounded(of.bound)}/${rounded(of.k)}`)];
  const body = rows.map((cells) => [cells[0]?.strategy ?? "", cells[0]?.minimal ? "1" : "", ...cells.map(shown)]);
  console.log(markdownTable(head, [bound, ...body]));
};

main();
