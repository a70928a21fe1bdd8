/**
 * `npm run bench:triage`: real programs with planted bugs, failing files whose true bug is known, and what `pare triage` makes of them.
 * The last table has the goals (see triage/goals.ts); it ends with 1 when one of them is missed.
 */
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { installPeers } from "./peers/install.ts";
import { randomFrom } from "./random.ts";
import { findPeer } from "./peers/tool.ts";
import { markdownTable } from "./table.ts";
import { type CasrBuckets, casrBuckets } from "./triage/casr.ts";
import { atLeast, atMost, bucketGoals, type Goal, goalRows } from "./triage/goals.ts";
import { buildLua, lua } from "./triage/lua.ts";
import { makeCrowdedFile, makeFiles, makeProgram, type MadeProgram, type Truth } from "./triage/make.ts";
import { sortMany } from "./triage/many.ts";
import { markdown } from "./triage/markdown.ts";
import { measured, type Measured } from "./triage/measured.ts";
import { minimised, type Minimised } from "./triage/peer.ts";
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
  --hashes N      stack hashes that afl-tmin is run for, drawn by chance; its time is scaled to all of them (30)
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
    hashes: { type: "string", default: "30" },
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
const TIMES_PEER = 5;
/** Failing files in all. */
const LEAST_FILES = 2000;
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
  readonly peer: PeerTime | undefined;
}

/** The same crashes: pare's whole list, and afl-tmin on one file for each stack hash. */
interface PeerTime {
  readonly crashes: number;
  readonly hashes: number;
  readonly own: ReturnType<typeof triage>;
  readonly tmin: Minimised;
}

const benchProgram = async (program: MadeProgram["program"], into: string): Promise<Row> => {
  const { name } = program;
  process.stderr.write(`${name} …\n`);
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
    peer: program === lua && casr !== undefined ? peerOf(made, folder, casr, into) : undefined,
  };
};

/** On the files that CASR has a report of: what hangs has no stack, for pare and for afl-tmin. */
const peerOf = (
  made: MadeProgram,
  folder: string,
  { reported, hashes }: CasrBuckets,
  into: string,
): PeerTime | undefined => {
  if (findPeer("afl-tmin") === undefined) return undefined;
  const crashes = join(into, "lua-crashes");
  rmSync(crashes, { recursive: true, force: true });
  mkdirSync(crashes);
  for (const name of reported) cpSync(join(folder, name), join(crashes, name), { preserveTimestamps: true });
  const served = buildLua(join(into, "lua"), "afl-clang-fast");
  const random = randomFrom(Number(values.seed));
  const drawn = hashes
    .map((name) => ({ name, at: random.below(1 << 30) }))
    .toSorted((a, b) => a.at - b.at)
    .slice(0, Number(values.hashes));
  return {
    crashes: reported.length,
    hashes: hashes.length,
    own: triage({ ...made, command: served }, crashes, join(into, "lua-crashes-triaged")),
    tmin: minimised(
      served,
      drawn.map(({ name }) => join(folder, name)),
      { cap: Number(values.cap) },
    ),
  };
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

/** Nothing where the peers are not installed. */
const printPeer = ({ peer }: Row): readonly Goal[] => {
  if (peer === undefined) return [];
  const { crashes, hashes, own, tmin } = peer;
  const scale = hashes / tmin.files;
  const times = (scale * tmin.cpuSeconds) / own.cpuSeconds;
  print(
    `afl-tmin on ${tmin.files} of ${hashes} stack hashes, scaled to all of them, and pare's list of the same ${crashes} crashes`,
    ["", "files", "runs", "CPU s", "s", "capped", "bytes of a result"],
    [
      [
        "afl-tmin",
        String(hashes),
        (scale * tmin.executions).toFixed(0),
        (scale * tmin.cpuSeconds).toFixed(1),
        (scale * tmin.seconds).toFixed(0),
        String(tmin.capped),
        (tmin.bytes / tmin.files).toFixed(0),
      ],
      [
        "pare",
        String(crashes),
        String(own.told.runs),
        own.cpuSeconds.toFixed(1),
        own.seconds.toFixed(0),
        "",
        (sum(own.triaged.bugs.map(({ after }) => after)) / own.triaged.bugs.length).toFixed(0),
      ],
    ],
  );
  return [atLeast("afl-tmin's time of processors, times pare's", TIMES_PEER, times)];
};

const printMany = (into: string): readonly Goal[] => {
  const count = Number(values.many);
  if (count === 0) return [];
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
  return [
    atMost(`memory for ${files} files`, MOST_MEGABYTES, Math.round(mostMegabytes), " MB"),
    atMost(`runs for each of ${files} files`, MOST_RUNS, runs / files),
  ];
};

const main = async (): Promise<void> => {
  if (values.install) installPeers("afl-tmin", "casr-cluster");
  const into = resolve(values.into);
  mkdirSync(into, { recursive: true });
  const rows: Row[] = [];
  for (const program of [lua, markdown, toml].filter(({ name }) => (values.program ?? name) === name))
    rows.push(await benchProgram(program, into));
  printBuckets(rows);
  const goals = [
    ...rows.flatMap(({ name, score }) => bucketGoals(name, score)),
    atLeast("failing files in all", LEAST_FILES, sum(rows.map(({ score }) => score.files))),
    atLeast("cross-finds", 1, sum(rows.map(({ crossFinds, newBugs }) => crossFinds + newBugs))),
    ...rows.flatMap(printPeer),
    ...printMany(into),
  ];
  print("Goals", ["", "wanted", "is", "met"], goalRows(goals));
  process.exitCode = goals.every(({ isMet }) => isMet) ? 0 : 1;
};

if (values.help) process.stdout.write(HELP);
else await main();
