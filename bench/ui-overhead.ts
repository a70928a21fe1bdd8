/** What watching costs: the same reduction with nobody looking, and with screen, live page and event file; and what a frame costs. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ReduceEvent } from "../src/core/notes.ts";
import { fileCase } from "../src/core/test-case.ts";
import { progressedBy } from "../src/progress/progressed.ts";
import { beginning } from "../src/progress/state.ts";
import type { ReduceRecord } from "../src/runs/record.ts";
import { shownOf } from "../src/tui/best.ts";
import { canvas } from "../src/tui/canvas.ts";
import { sceneLines } from "../src/tui/scene.ts";
import { markdownTable } from "./table.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const FRAMES = Number(process.env["FRAMES"] ?? 200);
/** More wall time than that is too much, and more of a core. */
const GOAL = { wall: 0.05, core: 0.05 };
const FRAMES_A_SECOND = 2;

const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));

/** Every third line of it matters, so that there are many tests and many bests. */
const hay = Array.from(
  { length: 600 },
  (_, index) => `const name${index} = compute(${index}, "text ${index}")${index % 30 === 0 ? " // needle" : ""};\n`,
).join("");
const oracle = '#!/bin/sh\n[ "$(grep -c needle hay.js)" -eq 20 ]\n';

interface Measured {
  readonly seconds: number;
  /** Committed ones. */
  readonly tests: number;
  readonly sha256: string;
}

/** On a terminal of its own, 200 x 60. */
const reduction = (flags: string): Measured => {
  const directory = mkdtempSync(join(tmpdir(), "pare-ui-"));
  try {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "hay.js"), hay);
    writeFileSync(join(directory, "test.sh"), oracle, { mode: 0o755 });
    const line = `stty rows 60 cols 200; exec ${process.execPath} ${main} hay.js --test ./test.sh ${flags}`;
    const { CI: _, ...env } = process.env;
    const from = performance.now();
    const { status, stdout } = spawnSync("script", ["-qec", line, "/dev/null"], {
      cwd: directory,
      env,
      encoding: "utf8",
    });
    const seconds = (performance.now() - from) / 1000;
    if (status !== 0) throw new Error(`it ended with ${status}: ${stdout}`);
    if (flags.includes("--events") !== stdout.includes("\u001B[?1049h"))
      throw new Error("the screen was not as it should be");
    const name = readdirSync(join(directory, ".pare")).find((each) => each.startsWith("hay.js-")) ?? "";
    const { ending } = JSON.parse(readFileSync(join(directory, ".pare", name, "run.json"), "utf8")) as ReduceRecord;
    const { fail = 0, pass = 0, unresolved = 0 } = ending?.tests ?? {};
    return { seconds, tests: fail + pass + unresolved, sha256: ending?.sha256 ?? "" };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

const WAYS = { unseen: "--quiet", watched: "--events events.jsonl --web" } as const;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const compare = (): boolean => {
  const measured: Record<keyof typeof WAYS, Measured[]> = { unseen: [], watched: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const way of ["unseen", "watched"] as const) measured[way].push(reduction(WAYS[way]));
  const least = (way: keyof typeof WAYS): number => Math.min(...measured[way].map(({ seconds }) => seconds));
  const rows = (["unseen", "watched"] as const).map((way) => [
    way,
    least(way).toFixed(2),
    median(measured[way].map(({ seconds }) => seconds)).toFixed(2),
    [...new Set(measured[way].map(({ tests }) => tests))].join(", "),
  ]);
  console.log(markdownTable(["way", "seconds, best round", "median", "tests"], rows));
  const more = least("watched") / least("unseen") - 1;
  const all = [...measured.unseen, ...measured.watched];
  const same = new Set(all.map(({ tests, sha256 }) => `${tests} ${sha256}`)).size === 1;
  console.log(
    `\nmore wall time: ${(100 * more).toFixed(1)} % (goal: at most ${100 * GOAL.wall} %); same tests and result: ${same ? "yes" : "no"}\n`,
  );
  return same && more <= GOAL.wall;
};

/** The worst a frame can be: everything on it has changed. */
const frame = (columns: number, rows: number): number => {
  const recorded = readFileSync(new URL("../test/tui/recorded/search.jsonl", import.meta.url), "utf8");
  const events = recorded
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as ReduceEvent);
  const on = canvas({ write: () => {}, columns, rows }, true);
  on.enter();
  const states = events.map((_, index) => progressedBy(beginning(), events.slice(0, index + 1)));
  const cases = [0, 1].map((step) => {
    const bytes = new TextEncoder().encode(hay.slice(0, hay.length - 60 * step));
    return fileCase({ path: "hay.js", mode: 0o644, bytes: () => bytes }, bytes.length);
  });
  const before = process.cpuUsage();
  for (let number = 0; number < FRAMES; number++) {
    const state = states[number % states.length] ?? beginning();
    const shown = shownOf(cases[number % 2] ?? (cases[0] as never), cases[(number + 1) % 2]);
    on.draw(
      sceneLines({
        state,
        now: state.ms,
        columns,
        rows,
        title: "hay.js",
        over: "tests",
        page: { kind: "main" },
        shown,
      }),
    );
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / FRAMES;
};

const frames = (): boolean => {
  const figures = (
    [
      [80, 24],
      [140, 40],
      [200, 60],
    ] as const
  ).map(([columns, rows]) => ({ name: `${columns} x ${rows}`, ms: frame(columns, rows) }));
  console.log(
    markdownTable(
      ["terminal", "CPU ms a frame", `of a core at ${FRAMES_A_SECOND} frames a second`],
      figures.map(({ name, ms }) => [name, ms.toFixed(2), `${((ms * FRAMES_A_SECOND) / 10).toFixed(2)} %`]),
    ),
  );
  return figures.every(({ ms }) => (ms * FRAMES_A_SECOND) / 1000 <= GOAL.core);
};

const good = [compare(), frames()];
process.exitCode = good.every(Boolean) ? 0 : 1;
