/**
 * `npm run bench:triage`: real programs with planted bugs, failing files whose true bug is known, and what `pare triage` makes of them.
 * Ends with 1 when fewer than 95 % of the bugs have a bucket of their own, more than 5 % of the buckets are extra, more than 2 % of
 * the files lie in a bucket of another bug, no further bug is found while a file with the triggers of all bugs is reduced, the list
 * takes more than a fifth of what afl-tmin takes, or sorting many files takes too much memory or too many runs.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { installPeers } from "./peers/install.ts";
import { findPeer } from "./peers/tool.ts";
import { markdownTable } from "./table.ts";
import { type CasrBuckets, casrBuckets } from "./triage/casr.ts";
import { lua } from "./triage/lua.ts";
import { makeCrowdedFile, makeFiles, makeProgram, type MadeProgram, type Truth } from "./triage/make.ts";
import { sortMany } from "./triage/many.ts";
import { markdown } from "./triage/markdown.ts";
import { measured, type Measured } from "./triage/measured.ts";
import { minimised } from "./triage/peer.ts";
import { type Score, scoreOf } from "./triage/score.ts";
import { toml } from "./triage/toml.ts";

const HELP = `Triage of failing files whose true bugs are known.

  npm run bench:triage -- [options]
  --install       install the peers first: afl-tmin (AFL++) and casr-cluster (CASR); without them their columns are empty
  --into DIR      where programs and files are made, once for each seed (.cache/triage)
  --program NAME  only this one: lua, markdown-it or go-toml
  --files N       failing files for each program (700)
  --seed N        of the generated files (1)
  --cap S         seconds for each run of afl-tmin (120)
  --many N        files for the measure of memory and runs; 0 leaves it out (50000)
  --help          this text
`;

const { values } = parseArgs({
  options: {
    install: { type: "boolean", default: false },
    into: { type: "string", default: ".cache/triage" },
    program: { type: "string" },
    files: { type: "string", default: "700" },
    seed: { type: "string", default: "1" },
    cap: { type: "string", default: "120" },
    many: { type: "string", default: "50000" },
    help: { type: "boolean", default: false },
  },
});

interface Triaged {
  readonly bugs: readonly {
    readonly members: readonly string[];
    readonly before: number;
    readonly after: number;
    readonly foundWhile?: number;
  }[];
}

interface Told {
  readonly runs: number;
  readonly crossFinds: number;
}

const PARE: readonly string[] = [process.execPath, join(import.meta.dirname, "..", "dist", "cli", "main.js")];
const HANG = "3s";
/** The list may take this part of afl-tmin's time. */
const MOST_OF_PEER = 1 / 5;
/** When afl-tmin has taken so many times as long as pare, no further file is begun. */
const ENOUGH_TIMES = 8;
const MOST_MEGABYTES = 1024;
const MOST_RUNS = 1.2;

const triage = (
  { command }: MadeProgram,
  files: string,
  output: string,
): Measured & { readonly triaged: Triaged; readonly told: Told } => {
  rmSync(output, { recursive: true, force: true });
  const words = ["triage", files, "-o", output, "--timeout", HANG, "--fresh", "--json", "--quiet", "--", ...command];
  const taken = measured([...PARE, ...words]);
  if (taken.status !== 0 && taken.status !== 1)
    throw new Error(`pare triage ended with ${String(taken.status)}:\n${taken.stderr}`);
  return {
    ...taken,
    triaged: JSON.parse(readFileSync(join(output, "triage.json"), "utf8")) as Triaged,
    told: JSON.parse(taken.stdout.trim().split("\n").at(-1) ?? "") as Told,
  };
};

const isGood = ({ bugs, found, extra, buckets, misplaced, files }: Score): boolean =>
  found >= 0.95 * bugs && extra <= 0.05 * buckets && misplaced <= 0.02 * files;

const figuresOf = ({ found, buckets, extra, misplaced, left }: Score): readonly string[] =>
  [found, buckets, extra, misplaced, left].map(String);

interface Row {
  readonly name: string;
  readonly score: Score;
  readonly casr: Score | undefined;
  readonly hashes: number | undefined;
  readonly taken: Measured & { readonly triaged: Triaged; readonly told: Told };
  readonly crossFinds: number;
  readonly newBugs: number;
  readonly peer: ReturnType<typeof minimised> | undefined;
}

const benchProgram = async (program: MadeProgram["program"], into: string): Promise<Row> => {
  const { name } = program;
  const made = makeProgram(program, join(into, name));
  const seed = Number(values.seed);
  const folder = join(into, `${name}-files-${seed}`);
  const truth: Truth = await makeFiles(made, folder, { count: Number(values.files), seed });
  const taken = triage(made, folder, join(into, `${name}-triaged`));
  const paths = [...truth.keys()].map((each) => join(folder, each));
  const casr = await casrBuckets(made, paths, join(into, `${name}-casr-${seed}`));
  const crowded = join(into, `${name}-crowded`);
  makeCrowdedFile(program, crowded, seed);
  const fromOne = triage(made, crowded, join(into, `${name}-crowded-triaged`));
  // A bug that was only met while another was reduced has no files of its own.
  const buckets = taken.triaged.bugs.map(({ members }) => members.map((member) => basename(member)));
  return {
    name,
    score: scoreOf(
      truth,
      buckets.filter((names) => names.length > 0),
    ),
    casr: casr && scoreOf(truth, casr.clusters),
    hashes: casr?.hashes.length,
    taken,
    crossFinds: taken.told.crossFinds + fromOne.told.crossFinds,
    newBugs: fromOne.triaged.bugs.filter(({ foundWhile }) => foundWhile !== undefined).length,
    peer: program === lua ? peerOf(folder, casr, buckets, { into, cpuSeconds: taken.cpuSeconds }) : undefined,
  };
};

/** On one file for each stack hash; on one of each of our buckets, where there are no hashes. */
const peerOf = (
  folder: string,
  casr: CasrBuckets | undefined,
  buckets: readonly (readonly string[])[],
  { into, cpuSeconds }: { readonly into: string; readonly cpuSeconds: number },
): Row["peer"] => {
  if (findPeer("afl-tmin") === undefined) return undefined;
  const names = casr?.hashes ?? buckets.flatMap(([first]) => first ?? []);
  return minimised(
    join(into, "lua"),
    names.map((each) => join(folder, each)),
    { cap: Number(values.cap), enough: ENOUGH_TIMES * cpuSeconds },
  );
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const print = (title: string, head: readonly string[], rows: readonly (readonly string[])[]): void =>
  void process.stdout.write(
    `\n${title}\n\n${markdownTable(
      [...head],
      rows.map((row) => [...row]),
    )}\n`,
  );

const FIGURES = ["found", "buckets", "extra", "misplaced", "left"];

const printBuckets = (rows: readonly Row[]): void => {
  print(
    "Buckets",
    ["program", "files", "bugs", ...FIGURES, ...FIGURES.map((each) => `casr ${each}`), "stack hashes"],
    rows.map(({ name, score, casr, hashes }) => [
      name,
      String(score.files),
      String(score.bugs),
      ...figuresOf(score),
      ...(casr === undefined ? FIGURES.map(() => "") : figuresOf(casr)),
      String(hashes ?? ""),
    ]),
  );
  print(
    "The finished list",
    ["program", "runs", "CPU s", "s", "bytes before", "after", "smaller by a cross-find", "bugs found on the way"],
    rows.map(({ name, taken, crossFinds, newBugs }) => [
      name,
      String(taken.told.runs),
      taken.cpuSeconds.toFixed(0),
      taken.seconds.toFixed(0),
      String(sum(taken.triaged.bugs.map(({ before }) => before))),
      String(sum(taken.triaged.bugs.map(({ after }) => after))),
      String(crossFinds),
      String(newBugs),
    ]),
  );
};

/** Whether the list takes as little of afl-tmin's time as it should; yes, where there is no afl-tmin. */
const printPeer = ({ taken, peer, hashes }: Row): boolean => {
  if (peer === undefined) return true;
  const times = peer.cpuSeconds / taken.cpuSeconds;
  print(
    `afl-tmin on one file for each stack hash${peer.files < (hashes ?? 0) ? ", ended early" : ""}`,
    ["files", "capped", "executions", "CPU s", "s", "bytes", "CPU, times pare's", "clock, times pare's"],
    [
      [
        `${peer.files} of ${hashes ?? peer.files}`,
        String(peer.capped),
        String(peer.executions),
        peer.cpuSeconds.toFixed(0),
        peer.seconds.toFixed(0),
        String(peer.bytes),
        times.toFixed(1),
        (peer.seconds / taken.seconds).toFixed(1),
      ],
    ],
  );
  return taken.cpuSeconds <= MOST_OF_PEER * peer.cpuSeconds;
};

const printMany = (into: string): boolean => {
  const count = Number(values.many);
  if (count === 0) return true;
  const { files, runs, bugs, mostMegabytes, cpuSeconds } = sortMany(
    PARE,
    join(into, "many"),
    count,
    Number(values.seed),
  );
  print(
    "Many files, sorted",
    ["files", "bugs", "runs", "MB", "CPU s"],
    [[files, bugs, runs, Math.round(mostMegabytes), Math.round(cpuSeconds)].map(String)],
  );
  return mostMegabytes <= MOST_MEGABYTES && runs <= MOST_RUNS * files;
};

const main = async (): Promise<void> => {
  if (values.install) installPeers("afl-tmin", "casr-cluster");
  const into = resolve(values.into);
  mkdirSync(into, { recursive: true });
  const rows: Row[] = [];
  for (const program of [lua, markdown, toml].filter(({ name }) => (values.program ?? name) === name))
    rows.push(await benchProgram(program, into));
  printBuckets(rows);
  const isQuick = rows.map(printPeer).every(Boolean);
  const isLean = printMany(into);
  const isSorted = rows.every(({ score }) => isGood(score));
  const isFound = sum(rows.map(({ crossFinds, newBugs }) => crossFinds + newBugs)) > 0;
  process.exitCode = isSorted && isFound && isQuick && isLean ? 0 : 1;
};

if (values.help) process.stdout.write(HELP);
else await main();
