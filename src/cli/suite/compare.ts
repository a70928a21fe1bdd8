/** `pare suite compare`. */
import { extname, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { replaceFile } from "../../runs/atomic.ts";
import { count, time } from "../../reporters/figures.ts";
import { suitePage } from "../../reporters/suite-html.ts";
import { compareSuites, type Comparison } from "../../suite/compare.ts";
import { measures, type Table } from "../../suite/selection/tables.ts";
import { printTable } from "../../suite/selection/print.ts";
import { readArguments } from "../arguments.ts";
import type { Terminal } from "../terminal.ts";
import { budgetsOf, given, measureOptionsOf } from "./options.ts";
import { inSuite } from "./screen.ts";
import { SUITE_COMPARE } from "./usages.ts";

/** So many lost entities are shown unless all are asked for. */
const FEW = 5;

export const runCompare = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const { input, more, settings } = readArguments(SUITE_COMPARE, typed, terminal);
  const suites = input === undefined ? [] : [input, ...more];
  if (suites.length < 2)
    throw new UserError("BAD_USAGE", "There are no two suites to compare.", {
      advice: "pare suite compare TESTS SMALL … -- COMMAND {}: directories, or lists as pare suite quick writes them.",
    });
  const { report, budgets, seed, json, lost } = settings;
  if (report !== undefined && ![".html", ".json", ".txt"].includes(extname(report)))
    throw new UserError("BAD_VALUE", `--report cannot be ${JSON.stringify(report)}.`, {
      advice: "Give FILE.html, FILE.txt or FILE.json.",
    });
  return await inSuite(settings, terminal, ["suite", "compare", ...typed], async (working) => {
    const { tests: _, ...measure } = measureOptionsOf(suites, settings);
    const comparison = await compareSuites({
      ...measure,
      ...given({ seed }),
      ...(budgets !== undefined && { budgets: budgetsOf(budgets).map(({ ms }) => ms) }),
      suites,
      cwd: terminal.directory,
      signal: working.signal,
      onEvent: (event) => event.type === "measured" && working.progress.step("measuring", event.done, event.tests),
    });
    const width = terminal.out.isTerminal ? terminal.out.columns : 120;
    const lines = linesOf(comparison, width, lost === true);
    working.say(lines);
    if (report !== undefined) {
      const path = resolve(terminal.directory, report);
      const writers = {
        ".html": () => pageOf(comparison),
        ".json": () => `${jsonOf(comparison)}\n`,
        ".txt": () => `${lines.join("\n")}\n`,
      };
      replaceFile(path, writers[extname(report) as keyof typeof writers]());
    }
    if (json === true) terminal.out.write(`${jsonOf(comparison)}\n`);
    return 0;
  });
};

const titleOf = ({ budgetMs }: Table): string =>
  budgetMs === undefined ? "Whole suites" : `At equal time: ${time(budgetMs)}`;

const linesOf = ({ tables, lost }: Comparison, width: number, all: boolean): readonly string[] => [
  ...tables.flatMap((table) => [titleOf(table), ...printTable(table, { width }).split("\n"), ""]),
  ...lost.flatMap(({ suite, entities }) => {
    const names = entities.map(({ kind, name }) => `${kind} ${name}`);
    if (names.length === 0) return [`${suite} covers all that the first suite covers`];
    const shown = all ? names : names.slice(0, FEW);
    return [
      `${suite} does not cover ${count(names.length)}:`,
      ...shown.map((name) => `  ${name}`),
      ...(all || names.length <= FEW ? [] : ["  … (--lost lists them)"]),
    ];
  }),
];

const pageOf = ({ suites, tables, lost }: Comparison): string =>
  suitePage({
    title: suites.map(({ name }) => name).join(" · "),
    tables: tables.map((table) => {
      const columns = measures.filter((measure) => table.rows.some(({ cells }) => cells[measure] !== undefined));
      return {
        title: titleOf(table),
        columns,
        rows: table.rows.map(({ suite, cells }) => ({ suite, cells: columns.map((column) => cells[column]?.mean) })),
      };
    }),
    lost: lost.map(({ suite, entities }) => ({ suite, names: entities.map(({ kind, name }) => `${kind} ${name}`) })),
  });

const jsonOf = ({ suites, tables, lost }: Comparison): string =>
  JSON.stringify({
    status: "complete",
    suites: suites.map(({ name, tests, troubles }) => ({ name, cases: tests.length, leftOut: troubles.length })),
    tables,
    lost: lost.map(({ suite, entities }) => ({ suite, entities: entities.length })),
  });
