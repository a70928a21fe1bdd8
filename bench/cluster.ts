/** What a cluster costs: a real server, real worker processes, and this machine without them, in turn. */
import { parseArgs } from "node:util";
import { startNats } from "../test/cluster/nats-server.ts";
import { measureBlobs, type Fetched } from "./cluster/blobs.ts";
import { BUILT, startCrew } from "./cluster/crew.ts";
import { measureOverhead, type Overhead } from "./cluster/overhead.ts";
import { reduceShort, type ShortTrial } from "./cluster/short.ts";
import { reduceSleeping, type SleepingTrial } from "./cluster/sleeping.ts";
import { markdownTable } from "./table.ts";

const HELP = `npm run bench:cluster -- [options]

  --only overhead    only this part: overhead, short, sleeping or blobs
  --rounds 3         of which the medians are taken
  --pare FILE        the main module of the command that workers run (the built one)
  --help             this text

Fails unless 1,000 candidates a second go through a cluster whose test does nothing, a test takes at most 2 ms (p50) longer there than in
this process, a search with tests of 20 ms on 8 workers of two slots is at least 4 times as fast as with two jobs here and finds the
same, a reduction with tests of 0.2 s on 16 workers takes at most 1.15 times as long as with 16 local jobs and has the same bytes,
and nothing is fetched twice.
`;

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    rounds: { type: "string", default: "3" },
    pare: { type: "string", default: BUILT },
    help: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const { pare } = values;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const failures: string[] = [];
const expect = (holds: boolean, otherwise: string): void => void (holds || failures.push(otherwise));

const GOAL = { rate: 1000, ms: 2, ratio: 1.15, short: 4 } as const;

const overheadRow = (name: string, { rate, p50, p99 }: Overhead): string[] => [
  name,
  rate.toFixed(0),
  p50.toFixed(2),
  p99.toFixed(2),
];

const overhead = async (url: string): Promise<void> => {
  const size = { workers: 2, slots: 8 };
  const crew = startCrew({ url, pare, ...size });
  try {
    const found = await measureOverhead({ url, slots: size.workers * size.slots, rounds, many: 4000, few: 400 });
    const of = (pick: (round: (typeof found)[number]) => Overhead): Overhead => ({
      rate: median(found.map((round) => pick(round).rate)),
      p50: median(found.map((round) => pick(round).p50)),
      p99: median(found.map((round) => pick(round).p99)),
    });
    const [cluster, local] = [of((round) => round.cluster), of((round) => round.local)];
    const rows = [
      overheadRow(`cluster, ${size.workers} workers of ${size.slots} slots`, cluster),
      overheadRow("this process", local),
    ];
    console.log(`\nA test that does nothing, candidates of 21 kB\n`);
    console.log(markdownTable(["", "candidates/s", "p50 ms, one at a time", "p99 ms"], rows));
    expect(cluster.rate >= GOAL.rate, `${cluster.rate.toFixed(0)} candidates/s, not ${GOAL.rate}`);
    const more = cluster.p50 - local.p50;
    expect(more <= GOAL.ms, `${more.toFixed(2)} ms (p50) more than in this process, not ${GOAL.ms}`);
  } finally {
    await crew.stop();
  }
};

const short = async (url: string): Promise<void> => {
  const size = { workers: 8, slots: 2 };
  const crew = startCrew({ url, pare, ...size });
  try {
    const trials: Readonly<Record<"cluster" | "here", ShortTrial>>[] = [];
    for (let round = 0; round <= rounds; round++)
      trials.push(await reduceShort({ lines: 400, ms: 20, slots: size.workers * size.slots, jobs: 2, url }));
    // Programs get faster while they run.
    trials.shift();
    const of = (where: "cluster" | "here", what: "seconds" | "run"): number =>
      median(trials.map((trial) => trial[where][what]));
    const row = (name: string, where: "cluster" | "here"): string[] => [
      name,
      of(where, "seconds").toFixed(1),
      (of("here", "seconds") / of(where, "seconds")).toFixed(1),
      String(of(where, "run")),
    ];
    console.log("\nA search over 400 lines, of which a quarter is needed, with tests that wait for 20 ms\n");
    const rows = [row("-j 2 here", "here"), row(`${size.workers} workers of ${size.slots} slots`, "cluster")];
    console.log(markdownTable(["", "seconds", "times as fast", "tests run"], rows));
    const gain = of("here", "seconds") / of("cluster", "seconds");
    expect(gain >= GOAL.short, `${gain.toFixed(1)} times as fast with short tests, not ${GOAL.short}`);
    const results = new Set(trials.flatMap((trial) => [trial.cluster.result, trial.here.result]));
    expect(results.size === 1, "what is found depends on the cluster");
  } finally {
    await crew.stop();
  }
};

const sleeping = async (url: string): Promise<void> => {
  const jobs = 16;
  const crew = startCrew({ url, pare, workers: jobs, slots: 1 });
  try {
    const local: SleepingTrial[] = [];
    const remote: SleepingTrial[] = [];
    // The first one waits for the workers to come up: it is not counted.
    for (let round = 0; round <= rounds; round++) {
      const order = { lines: 2000, sleep: 0.2, jobs, round };
      remote.push(await reduceSleeping({ ...order, url }));
      if (round > 0) local.push(await reduceSleeping(order));
    }
    remote.shift();
    const row = (name: string, trials: readonly SleepingTrial[], than: number): string[] => {
      const seconds = median(trials.map((trial) => trial.seconds));
      const run = median(trials.map((trial) => trial.run));
      return [
        name,
        seconds.toFixed(1),
        (seconds / than).toFixed(2),
        median(trials.map(({ begun }) => begun)).toFixed(1),
        String(run),
        trials.map((trial) => trial.seconds.toFixed(1)).join(" "),
      ];
    };
    const base = median(local.map(({ seconds }) => seconds));
    const rows = [row(`-j ${jobs} here`, local, base), row(`${jobs} workers of one slot`, remote, base)];
    console.log("\nA reduction of 2,000 lines whose test sleeps for 0.2 s, start-up and checks included\n");
    console.log(markdownTable(["", "seconds", "ratio", "until the first answer", "tests run", "all rounds"], rows));
    const ratio = median(remote.map(({ seconds }) => seconds)) / base;
    expect(ratio <= GOAL.ratio, `${ratio.toFixed(2)} times the wall time of ${jobs} local jobs, not ${GOAL.ratio}`);
    const bytes = new Set([...local, ...remote].map(({ sha256 }) => sha256));
    expect(bytes.size === 1, "the result depends on where it was made");
  } finally {
    await crew.stop();
  }
};

const both = (first: number, second: number): string => `${first} / ${second}`;
const megabytes = (first: number, second: number): string =>
  `${(first / 1e6).toFixed(2)} / ${(second / 1e6).toFixed(2)}`;

const blobs = async (url: string): Promise<void> => {
  const order = { url, workers: 2, inputBytes: 20_000_000, files: 5000, maxTests: 30 };
  const { first, second } = await measureBlobs(order);
  const row = ({ worker, blobs: fetched, twice, bytes, received, jobs }: Fetched, index: number): string[] => {
    const after = second[index] as Fetched;
    return [
      worker,
      both(fetched, after.blobs),
      both(twice, after.twice),
      megabytes(bytes, after.bytes),
      megabytes(received, after.received),
      both(jobs, after.jobs),
    ];
  };
  console.log(`\nAn input of 20 MB and 5,000 files beside it on new workers, after a first / a second run\n`);
  const head = ["worker", "blobs fetched", "of these again", "MB of blobs", "MB received", "jobs done"];
  console.log(markdownTable(head, first.map(row)));
  expect(
    second.every(({ twice }) => twice === 0),
    "a blob was fetched twice",
  );
  expect(
    second.every(({ bytes }) => bytes > 20_000_000 && bytes < 26_000_000),
    "other bytes were fetched than needed",
  );
};

const PARTS: Readonly<Record<string, (url: string) => Promise<void>>> = { overhead, short, sleeping, blobs };

const main = async (): Promise<void> => {
  if (values.help) {
    console.log(HELP);
    return;
  }
  for (const [name, part] of Object.entries(PARTS)) {
    if (!name.includes(values.only)) continue;
    const server = await startNats();
    try {
      await part(server.url);
    } finally {
      await server.stop();
    }
  }
  for (const failure of failures) console.error(`missed: ${failure}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
};

await main();
