/**
 * `npm run bench:triage`: real programs with planted bugs, failing files whose true bug is known, and what `pare triage` makes of them.
 * Ends with 1 when fewer than 95 % of the bugs have a bucket of their own, more than 5 % of the buckets are extra, or more than 2 % of
 * the files lie in a bucket of another bug, or when no further bug is found while a file with the triggers of all bugs is reduced.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { markdownTable } from "./table.ts";
import { lua } from "./triage/lua.ts";
import { makeCrowdedFile, makeFiles, makeProgram, type MadeProgram, type Truth } from "./triage/make.ts";
import { markdown } from "./triage/markdown.ts";
import { minimised } from "./triage/peer.ts";
import { type Score, scoreOf } from "./triage/score.ts";
import { toml } from "./triage/toml.ts";

const HELP = `Triage of failing files whose true bugs are known.

  npm run bench:triage -- [options]
  --into DIR      where programs and files are made (.cache/triage)
  --program NAME  only this one: lua, markdown-it or go-toml
  --files N       failing files for each program (700)
  --seed N        of the generated files (1)
  --peer          also afl-tmin on one file of each bucket of the C program, one after the other
  --cap S         seconds for each run of afl-tmin (120)
  --help          this text
`;

const { values } = parseArgs({
  options: {
    into: { type: "string", default: ".cache/triage" },
    program: { type: "string" },
    files: { type: "string", default: "700" },
    seed: { type: "string", default: "1" },
    peer: { type: "boolean", default: false },
    cap: { type: "string", default: "120" },
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
  readonly aside: readonly { readonly file: string }[];
}

const PARE = join(import.meta.dirname, "..", "dist", "cli", "main.js");
const HANG = "3s";

const triage = ({ command }: MadeProgram, files: string, output: string): { seconds: number; triaged: Triaged } => {
  rmSync(output, { recursive: true, force: true });
  const started = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [PARE, "triage", files, "-o", output, "--timeout", HANG, "--fresh", "--", ...command],
    { encoding: "utf8", stdio: ["ignore", "ignore", "pipe"], maxBuffer: 1 << 28 },
  );
  if (status !== 0 && status !== 1) throw new Error(`pare triage ended with ${String(status)}:\n${stderr}`);
  const seconds = (performance.now() - started) / 1000;
  return { seconds, triaged: JSON.parse(readFileSync(join(output, "triage.json"), "utf8")) as Triaged };
};

const isGood = ({ bugs, found, extra, buckets, misplaced, files }: Score): boolean =>
  found >= 0.95 * bugs && extra <= 0.05 * buckets && misplaced <= 0.02 * files;

const main = (): void => {
  const into = resolve(values.into);
  mkdirSync(into, { recursive: true });
  const rows: string[][] = [];
  let [good, crossFound] = [true, 0];
  for (const program of [lua, markdown, toml].filter(({ name }) => (values.program ?? name) === name)) {
    const made = makeProgram(program, join(into, program.name));
    const folder = join(into, `${program.name}-files`);
    const truth: Truth = makeFiles(made, folder, { count: Number(values.files), seed: Number(values.seed) });
    const { seconds, triaged } = triage(made, folder, join(into, `${program.name}-triaged`));
    const buckets = triaged.bugs.map(({ members }) => members.map((member) => basename(member)));
    // A bug that was only met while another was reduced has no files of its own.
    const score = scoreOf(
      truth,
      buckets.filter((names) => names.length > 0),
    );
    const crowded = join(into, `${program.name}-crowded`);
    makeCrowdedFile(program, crowded, Number(values.seed));
    const fromOne = triage(made, crowded, join(into, `${program.name}-crowded-triaged`)).triaged.bugs;
    const crossFinds = fromOne.filter(({ foundWhile }) => foundWhile !== undefined).length;
    good &&= isGood(score);
    crossFound += crossFinds;
    const peer =
      values.peer && program === lua
        ? minimised(join(into, program.name), folder, buckets, Number(values.cap))
        : undefined;
    rows.push([
      program.name,
      ...[score.files, score.bugs, score.found, score.buckets, score.extra, score.misplaced, score.left].map(String),
      String(crossFinds),
      String(sum(triaged.bugs.map(({ before }) => before))),
      String(sum(triaged.bugs.map(({ after }) => after))),
      seconds.toFixed(0),
      peer === undefined ? "" : `${peer.seconds.toFixed(0)}${peer.capped > 0 ? ` (${peer.capped} capped)` : ""}`,
      peer === undefined ? "" : String(peer.bytes),
    ]);
  }
  const head = [
    "program",
    "files",
    "bugs",
    "found",
    "buckets",
    "extra",
    "misplaced",
    "left",
    "cross-finds",
    "bytes before",
    "after",
    "s",
  ];
  process.stdout.write(`${markdownTable([...head, "afl-tmin s", "its bytes"], rows)}\n`);
  process.exitCode = good && crossFound > 0 ? 0 : 1;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

if (values.help) process.stdout.write(HELP);
else main();
