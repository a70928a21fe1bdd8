/** The papers' tables next to ours: `npm run papers`, options after `--`. */
import { parseArgs } from "node:util";
import { improvements, notReproducible } from "../test/golden/figures.ts";
import { causeReductionTable, causeReductionText } from "./papers/cause-reduction.ts";
import { improvementsTable } from "./papers/improvements.ts";
import { lectureTable } from "./papers/lecture.ts";
import { opddTable } from "./papers/opdd.ts";
import { racingTables, type Course } from "./papers/racing.ts";
import { splitFactorTable } from "./papers/split-factor.ts";
import { studies, type Studied } from "./papers/study.ts";
import { aligned, isReproduced, summaryOf, textOf, type Table } from "./papers/table.ts";

const HELP = `The figures the papers print, next to ours; ends with 1 if one that can be reproduced differs.

  npm run papers -- [options]
  --racing  also the racing modes over worker counts (Table 3(b) of the improvements paper)
  --study   also rows like Tables II and III of the OPDD paper, for inputs of our own
  --all     also every printed cell that nobody can reproduce, not just how many there are
  --json    one JSON object instead of text
  --help    this text`;

const flag = { type: "boolean", default: false } as const;

const main = async (): Promise<void> => {
  const { values: wanted } = parseArgs({ options: { racing: flag, study: flag, all: flag, json: flag, help: flag } });
  if (wanted.help) return console.log(HELP);
  const race = wanted.racing ? await racingTables() : undefined;
  const tables = [
    improvementsTable(),
    splitFactorTable(),
    opddTable(),
    lectureTable(),
    ...(race === undefined ? [] : [race.table]),
  ];
  const rows = wanted.study ? studies() : undefined;
  if (wanted.json) console.log(asJson(tables, race?.courses, rows));
  else {
    const parts = [
      ...tables.map(textOf),
      race && coursesText(race.courses),
      rows && studyText(rows),
      causeReductionText(),
      missingText(wanted.all),
    ];
    console.log([...parts.filter((part) => part !== undefined), closing(tables)].join("\n\n"));
  }
  if (!tables.every(isReproduced)) process.exitCode = 1;
};

const closing = (tables: readonly Table[]): string =>
  tables.map((table) => `${table.title.split(":")[0]}: ${summaryOf(table)}`).join("\n");

const coursesText = (courses: readonly Course[]): string =>
  [
    "Tests started (and rounds on the virtual clock) by number of workers",
    ...aligned([
      ["", ...improvements.workers.map(String)],
      ...courses.map(({ name, mode, evaluated, rounds }) => [
        `${name}, ${mode}`,
        ...evaluated.map((tests, i) => `${tests} (${rounds[i]})`),
      ]),
    ]),
  ].join("\n");

const studyText = (rows: readonly Studied[]): string =>
  [
    "Like OPDD (2018), Tables II and III, for inputs of our own (the paper's are not public)",
    ...aligned([
      [
        "",
        "size",
        "revisits → ←",
        "trivial",
        "combine",
        "do not",
        "unambiguity",
        "tests dd",
        "opdd",
        "size dd",
        "opdd",
        "deferred by refinements (never)",
      ],
      ...rows.map((row) => [
        row.name,
        `${row.sizes.input}`,
        `${row.revisits.forward} ${row.revisits.backward}`,
        ...[row.trivial, row.successful, row.unsuccessful].map(String),
        `${row.ratio.toFixed(1)} %`,
        ...[row.tests.ddmin, row.tests.opdd, row.sizes.ddmin, row.sizes.opdd].map(String),
        deferredText(row),
      ]),
    ]),
  ].join("\n");

const deferredText = ({ deferred }: Studied): string => {
  const by = [...deferred.by].toSorted(([a], [b]) => a - b).map(([later, deltas]) => `${later}: ${deltas}`);
  return `${by.join(", ")} (${deferred.never})`;
};

const missingText = (all: boolean): string =>
  [
    "Not reproducible",
    ...notReproducible.flatMap(({ table, why, cells }) => [
      `  ${table}: ${cells.length === 1 ? cells[0] : `${cells.length} rows`}; ${why}`,
      ...(all && cells.length > 1 ? cells.map((text) => `    ${text}`) : []),
    ]),
  ].join("\n");

const asJson = (tables: readonly Table[], racing?: readonly Course[], study?: readonly Studied[]): string =>
  JSON.stringify(
    {
      tables: tables.map((table) => ({ ...table, summary: summaryOf(table), reproduced: isReproduced(table) })),
      notReproducible,
      causeReduction: causeReductionTable(),
      ...(racing !== undefined && { racing: { workers: improvements.workers, courses: racing } }),
      ...(study !== undefined && {
        study: study.map((row) => ({ ...row, deferred: { ...row.deferred, by: [...row.deferred.by] } })),
      }),
    },
    undefined,
    2,
  );

try {
  await main();
} catch (error) {
  if (!(error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"))) throw error;
  console.error(`${error.message}\n\n${HELP}`);
  process.exitCode = 2;
}
