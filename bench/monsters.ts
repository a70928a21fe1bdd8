/** Inputs on which a reducer could stand still: the time to the first improvement, the peak of memory, the longest time without an ear. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { MONSTERS, writeMonster, type Monster } from "./monsters/inputs.ts";
import { markdownTable } from "./table.ts";

const HELP = `tsx bench/monsters.ts [options]

  --only xml         only inputs whose names contain this
  --budget 30        seconds for each
  --json             one JSON object for each instead of a table
  --help             this text

Fails if a first improvement takes more than 10 s, if memory exceeds 6 times the input and 300 MB, or if the main thread hears
nothing for more than 100 ms.
`;

const MAX_FIRST_MS = 10_000;
const MAX_DEAF_MS = 100;
const maxBytes = (size: number): number => 6 * size + 300e6;

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface Row {
  readonly name: string;
  readonly size: number;
  /** Missing where there was none. */
  readonly firstMs?: number;
  readonly best: number;
  readonly tests: number;
  readonly deafMs: number;
  /** By the CPU time of the main thread. */
  readonly deafCpuMs: number;
  readonly deafAtMs: number;
  readonly peakBytes: number;
  readonly cpuMs: number;
}

/** Of a run that had to be killed. */
const NO_FIGURES = { deafMs: Infinity, deafCpuMs: Infinity, deafAtMs: 0, peakBytes: Infinity, cpuMs: Infinity };

const measure = (monster: Monster, budget: string): Row => {
  const directory = mkdtempSync(join(tmpdir(), "pare-monsters-"));
  try {
    const size = writeMonster(join(directory, monster.file), monster);
    writeFileSync(join(directory, "test.sh"), '#!/bin/sh\nexec grep -q needle "$1"\n', { mode: 0o755 });
    const watch = join(directory, "watch.json");
    const events = join(directory, "events.jsonl");
    const pare = ["--import", file("monsters/watch.mjs"), file("../dist/cli/main.js")];
    const flags = [monster.file, "--test", "./test.sh", "--budget", `${budget}s`, "--events", events];
    const { stderr, status } = spawnSync(process.execPath, [...pare, ...flags], {
      cwd: directory,
      env: { ...process.env, MONSTER_WATCH: watch },
      encoding: "utf8",
      // Whoever does not end after three times its budget stands still.
      timeout: 3000 * Number(budget),
      killSignal: "SIGKILL",
    });
    if (status !== 0) console.error(stderr);
    if (!existsSync(watch)) return { name: monster.name, size, best: size, tests: 0, ...NO_FIGURES };
    const told = readFileSync(events, "utf8")
      .split("\n")
      .filter((line) => line !== "");
    const seen = told.map(
      (line) => JSON.parse(line) as { readonly type: string; readonly ms: number; readonly size?: number },
    );
    const bests = seen.filter(({ type, size: best }) => type === "best" && best !== undefined && best < size);
    return {
      name: monster.name,
      size,
      ...(bests[0] !== undefined && { firstMs: bests[0].ms }),
      best: bests.at(-1)?.size ?? size,
      tests: seen.filter(({ type }) => type === "test").length,
      ...(JSON.parse(readFileSync(watch, "utf8")) as Pick<
        Row,
        "deafMs" | "deafCpuMs" | "deafAtMs" | "peakBytes" | "cpuMs"
      >),
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

const isFine = ({ size, firstMs, deafMs, peakBytes }: Row): boolean =>
  firstMs !== undefined && firstMs <= MAX_FIRST_MS && deafMs <= MAX_DEAF_MS && peakBytes <= maxBytes(size);

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

const cellsOf = (row: Row): readonly string[] => [
  row.name,
  megabytes(row.size),
  row.firstMs === undefined ? "none" : (row.firstMs / 1000).toFixed(1),
  megabytes(row.best),
  String(row.tests),
  `${megabytes(row.peakBytes)} of ${megabytes(maxBytes(row.size))}`,
  `${Math.round(row.deafMs)} (at ${(row.deafAtMs / 1000).toFixed(1)} s)`,
  String(Math.round(row.deafCpuMs)),
  (row.cpuMs / 1000).toFixed(1),
];

const HEAD = [
  "input",
  "MB",
  "first improvement, s",
  "MB at the end",
  "tests",
  "peak, MB",
  "deaf, ms",
  "deaf, ms of CPU time",
  "CPU, s",
];

const main = (): void => {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: "" },
      budget: { type: "string", default: "30" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const rows = MONSTERS.filter(({ name }) => name.includes(values.only)).map((monster) =>
    measure(monster, values.budget),
  );
  if (values.json) for (const row of rows) console.log(JSON.stringify(row));
  else console.log(markdownTable(HEAD, rows.map(cellsOf)));
  if (!rows.every(isFine)) process.exitCode = 1;
};

main();
