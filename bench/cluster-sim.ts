/** What a cluster would gain: the real driver and strategies on simulated workers, in virtual time. For advice on sizes. */
import { parseArgs } from "node:util";
import { gains, worthHaving, WORTH } from "./cluster-sim/advice.ts";
import type { ClusterModel } from "./cluster-sim/executor.ts";
import { lockFile, planted, type SimulatedInput } from "./cluster-sim/inputs.ts";
import { attempt, modelOf, type Trial } from "./cluster-sim/trial.ts";
import { markdownTable } from "./table.ts";

const HELP = `npm run bench:cluster-sim -- [options]

  --p 1,8            numbers of workers of one slot each, ascending (1,8,64,256)
  --oracle 0.1,60    mean seconds of a test (0.1,1,10)
  --latency 1        milliseconds of a job's way there and back
  --dispatch 0.5     milliseconds of the coordinator for each job
  --only dense       only inputs whose names contain this
  --strategy NAME    of the planted lists (adaptive)
  --full             p = 1, 2, 4 … 1,024, tests of 0.1 to 60 s, longer lists; takes an hour
  --json             one JSON object instead of tables
  --help             this text

Times of tests are lognormal (0.5). Speed-up is against one local job. Fails if a result depends on the workers or on what becomes of them.
`;

const { values } = parseArgs({
  options: {
    p: { type: "string" },
    oracle: { type: "string" },
    latency: { type: "string", default: "1" },
    dispatch: { type: "string", default: "0.5" },
    only: { type: "string", default: "" },
    strategy: { type: "string", default: "adaptive" },
    full: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const numbers = (text: string): number[] => text.split(",").map(Number);

const POINTS = values.full
  ? { p: "1,2,4,8,16,32,64,128,256,512,1024", oracle: "0.1,1,10,60" }
  : { p: "1,8,64,256", oracle: "0.1,1,10" };
const workers = numbers(values.p ?? POINTS.p);
const oracles = numbers(values.oracle ?? POINTS.oracle);
const way = { latencyMs: Number(values.latency), dispatchMs: Number(values.dispatch) };

/** Cases of any kind are the same here. */
const inputs = (): readonly SimulatedInput[] => {
  const { strategy, full } = values;
  const lists: readonly (readonly [string, number])[] = full
    ? [
        ["scattered-32", 2000],
        ["scattered-32", 20_000],
        ["dense-25%", 2000],
        ["def-use", 2000],
        ["c-like", 2000],
      ]
    : [
        ["scattered-32", 2000],
        ["dense-25%", 1000],
      ];
  const all = [...lists.map(([family, n]) => planted(family, n, strategy)), lockFile()] as unknown as SimulatedInput[];
  return all.filter(({ name }) => name.includes(values.only));
};

/** The results of each input: there must be one. */
const results = new Map<string, Set<string>>();

const measured = async (input: SimulatedInput, model: ClusterModel): Promise<Trial> => {
  const trial = await attempt(input, model);
  const known = results.get(input.name) ?? new Set();
  results.set(input.name, known.add(trial.result));
  return trial;
};

const alone = (input: SimulatedInput, oracleMs: number): Promise<Trial> =>
  measured(input, modelOf({ workers: 1, oracleMs, latencyMs: 0, dispatchMs: 0 }));

interface Series {
  readonly input: string;
  readonly oracleSeconds: number;
  readonly alone: Trial;
  readonly trials: readonly Trial[];
}

const measureSeries = async (input: SimulatedInput, oracleSeconds: number): Promise<Series> => {
  const trials: Trial[] = [];
  for (const p of workers)
    trials.push(await measured(input, modelOf({ workers: p, oracleMs: 1000 * oracleSeconds, ...way })));
  return { input: input.name, oracleSeconds, alone: await alone(input, 1000 * oracleSeconds), trials };
};

const time = (seconds: number): string =>
  seconds < 120
    ? `${seconds.toFixed(1)} s`
    : seconds < 7200
      ? `${(seconds / 60).toFixed(1)} min`
      : `${(seconds / 3600).toFixed(1)} h`;
const percent = (share: number): string => `${Math.round(100 * share)} %`;

const printSeries = ({ input, oracleSeconds, alone: local, trials }: Series): void => {
  console.log(`\n${input}; tests of ${oracleSeconds} s: ${time(local.seconds)} with one local job\n`);
  const gained = gains(trials);
  const rows = trials.map((trial, index) => [
    String(trial.workers),
    time(trial.seconds),
    (local.seconds / trial.seconds).toFixed(2),
    gained[index]?.toFixed(2) ?? "",
    String(trial.run),
    percent(trial.wasted / trial.run),
    percent(trial.busy),
    `${trial.driverMsPerTest.toFixed(2)} / ${trial.driverMsPerStep.toFixed(1)}`,
  ]);
  const head = [
    "workers",
    "wall time",
    "speed-up",
    "per doubling",
    "tests run",
    "wasted",
    "busy",
    "driver ms per test / step",
  ];
  console.log(markdownTable(head, rows));
};

const printAdvice = (all: readonly Series[]): void => {
  console.log(`\nWorkers worth having: up to there, twice as many are ${WORTH} times as fast or more\n`);
  const names = [...new Set(all.map(({ input }) => input))];
  const cell = (input: string, seconds: number): string => {
    const found = all.find((series) => series.input === input && series.oracleSeconds === seconds);
    return found === undefined ? "" : String(worthHaving(found.trials));
  };
  const head = ["input", ...oracles.map((seconds) => `tests of ${seconds} s`)];
  console.log(
    markdownTable(
      head,
      names.map((input) => [input, ...oracles.map((seconds) => cell(input, seconds))]),
    ),
  );
};

/** What hurts a cluster, one thing at a time. */
const HARMS: readonly (readonly [string, Partial<ClusterModel>])[] = [
  ["nothing", { latencyMs: 0.2 }],
  ["10 ms of latency", { latencyMs: 10 }],
  ["100 ms of latency", { latencyMs: 100 }],
  ["each worker dies every 10 minutes", { lifeMs: 600_000 }],
  ["each worker dies every minute", { lifeMs: 60_000 }],
  ["2 % of tests take 10 times as long, left alone", { slow: { share: 0.02, times: 10 }, duplicates: "never" }],
  ["the same, given to idle workers too", { slow: { share: 0.02, times: 10 }, duplicates: "to the idle" }],
  ["the same, given to the next worker too", { slow: { share: 0.02, times: 10 }, duplicates: "to the next" }],
];

const HARMED = { workers: 64, oracleMs: 2000 };

const measureHarms = async (input: SimulatedInput): Promise<readonly Trial[]> => {
  const trials: Trial[] = [];
  for (const [, changes] of HARMS) trials.push(await measured(input, modelOf({ ...HARMED, ...changes })));
  return trials;
};

const printHarms = (trials: readonly Trial[]): void => {
  console.log(`\n${trials[0]?.input}; ${HARMED.workers} workers, tests of ${HARMED.oracleMs / 1000} s\n`);
  const rows = trials.map(({ seconds, run, counts }, index) => [
    HARMS[index]?.[0] ?? "",
    time(seconds),
    (seconds / (trials[0]?.seconds ?? seconds)).toFixed(2),
    String(run),
    String(counts.deaths),
    String(counts.redelivered),
    String(counts.duplicated),
  ]);
  console.log(markdownTable(["harm", "wall time", "ratio", "tests run", "deaths", "redelivered", "duplicated"], rows));
};

const main = async (): Promise<void> => {
  if (values.help) {
    console.log(HELP);
    return;
  }
  const series: Series[] = [];
  const harms: (readonly Trial[])[] = [];
  for (const input of inputs()) {
    for (const seconds of oracles) {
      const found = await measureSeries(input, seconds);
      series.push(found);
      if (!values.json) printSeries(found);
    }
    harms.push(await measureHarms(input));
    if (!values.json) printHarms(harms.at(-1) ?? []);
  }
  if (values.json) console.log(JSON.stringify({ series, harms }));
  else printAdvice(series);
  const differing = [...results].filter(([, found]) => found.size > 1);
  for (const [name] of differing) console.error(`${name}: the result depends on the workers`);
  process.exitCode = differing.length === 0 ? 0 : 1;
};

await main();
