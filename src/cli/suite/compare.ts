/** `pare suite compare`. */
import { extname, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { given } from "../../core/maybe.ts";
import { heldFile } from "../../runs/output/guarded-output.ts";
import { count, counted, percent, time } from "../../progress/figures.ts";
import { suitePage } from "../../reporters/html/comparison.ts";
import { compareSuites, type SuiteComparison } from "../../suite/compare.ts";
import type { NamedSuite } from "../../suite/measure.ts";
import type { MutationOptions } from "../../suite/mutation/run.ts";
import { measures, type SuiteTable } from "../../suite/selection/tables.ts";
import { printTable } from "../../suite/selection/print.ts";
import { readArguments } from "../arguments.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { toldMode } from "../report-mode.ts";
import { measuredJson } from "./measured-json.ts";
import { budgetsOf, measureOptionsOf } from "./options.ts";
import { inSuite, type Working } from "./screen.ts";
import { SUITE_COMPARE } from "./usages.ts";

/** So many lost entities are shown unless all are asked for. */
const MAX_LOST = 5;

export const runCompare = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const { input, more, settings } = readArguments(SUITE_COMPARE, typed, terminal);
  const suites = input === undefined ? [] : [input, ...more];
  if (suites.length < 2)
    throw new UserError("BAD_USAGE", "pare suite compare needs at least two suites.", {
      advice:
        "Give directories, or lists as pare suite quick writes them: pare suite compare TESTS SMALL … -- COMMAND {}.",
    });
  const { report, budgets, seed, lost, versions } = settings;
  const mutants = mutationOf(settings);
  if (report !== undefined && ![".html", ".json", ".txt"].includes(extname(report)))
    throw new UserError("BAD_VALUE", `--report cannot be ${JSON.stringify(report)}.`, {
      advice: "Give FILE.html, FILE.txt or FILE.json.",
    });
  const place = report === undefined ? undefined : heldFile(resolve(terminal.directory, report));
  const compare = async (working: Working): Promise<number> => {
    const startedAt = performance.now();
    const { tests: _, ...measure } = measureOptionsOf(suites, settings);
    const comparison = await compareSuites({
      ...measure,
      ...given({ seed, mutants, versions }),
      ...(budgets !== undefined && { budgets: budgetsOf(budgets).map(({ ms }) => ms) }),
      suites,
      cwd: terminal.directory,
      signal: working.signal,
      onFinding: (name, done, tests) => working.audience.count({ type: "task", name, done, tests }),
      onEvent: working.measuring,
    });
    const width = terminal.out.isTerminal ? terminal.out.columns : 120;
    const lines = linesOf(comparison, width, lost === true);
    const writers = {
      ".html": () => pageOf(comparison),
      ".json": () => `${jsonOf(comparison, startedAt)}\n`,
      ".txt": () => `${lines.join("\n")}\n`,
    };
    await working.close(lines, {
      json: () => jsonOf(comparison, startedAt),
      report: () => ({ text: writers[extname(report ?? "") as keyof typeof writers](), lines: "" }),
    });
    return 0;
  };
  const put = (text: string): void => place?.put(text, toldMode(suites, report ?? "", terminal.directory));
  return await inSuite(settings, terminal, ["suite", "compare", ...typed], compare, place && put);
};

/** All three belong together. */
const mutationOf = ({ mutants, source, build }: Settings): MutationOptions | undefined => {
  if (mutants === undefined && source === undefined && build === undefined) return undefined;
  if (mutants !== undefined && source !== undefined && build !== undefined) return { count: mutants, source, build };
  throw new UserError("BAD_USAGE", "--mutants, --source and --build must be given together.", {
    advice: "For example --mutants 120 --source 'src/**/*.c' --build make; use --build true where nothing is built.",
  });
};

const titleOf = ({ budgetMs }: SuiteTable): string =>
  budgetMs === undefined ? "Whole suites" : `At equal time: ${time(budgetMs)}`;

const linesOf = (comparison: SuiteComparison, width: number, all: boolean): readonly string[] => [
  ...comparison.tables.flatMap((table) => [titleOf(table), ...printTable(table, { width }).split("\n"), ""]),
  ...comparison.lost.flatMap(({ suite, entities }) => {
    const names = entities.map(({ kind, name }) => `${kind} ${name}`);
    if (names.length === 0) return [`${suite} covers all that the first suite covers`];
    return [`${suite} does not cover ${count(names.length)}:`, ...listed(names, all)];
  }),
  ...mutantLines(comparison, all),
  ...faultLines(comparison),
  ...comparison.hints.map((hint) => `note: ${hint}`),
];

const listed = (names: readonly string[], all: boolean): readonly string[] => [
  ...(all ? names : names.slice(0, MAX_LOST)).map((name) => `  ${name}`),
  ...(all || names.length <= MAX_LOST ? [] : ["  … (--lost lists them)"]),
];

const mutantLines = ({ mutants }: SuiteComparison, all: boolean): readonly string[] => {
  if (mutants === undefined) return [];
  const { suites, refused, possible, unsteady, leftOut } = mutants;
  const [first, ...others] = suites;
  if (first === undefined) return [];
  return [
    `${first.suite} kills ${count(first.killed)} of ${counted(first.mutants, "mutant")} (drawn of ${count(possible)}; ${count(refused)} more did not build)`,
    ...others.flatMap(({ suite, killed, lost, gained }) => [
      `${suite} kills ${count(killed)}: ${count(first.killed - lost.length)} of those, ${percent(first.killed - lost.length, first.killed)}${gained.length > 0 ? `, and ${count(gained.length)} others` : ""}${lost.length > 0 ? "; not these:" : ""}`,
      ...listed(lost, all),
    ]),
    ...someTests(unsteady, "print something different every time, so that only their endings were compared"),
    ...someTests(leftOut, "end differently every time, and were not compared"),
  ];
};

const someTests = (names: readonly string[], what: string): readonly string[] =>
  names.length === 0
    ? []
    : [`${counted(names.length, "test")} that ${what}: ${names[0]}${names.length > 1 ? ", …" : ""}`];

const faultLines = ({ faults = [] }: SuiteComparison): readonly string[] =>
  faults.map(
    ({ suite, failing, distinct, unfixed }) =>
      `${suite}: ${counted(failing, "failing test")}, ${counted(distinct, "distinct fault")} by the versions that fixed them${unfixed > 0 ? `; ${count(unfixed)} fixed by none` : ""}`,
  );

const pageOf = (comparison: SuiteComparison): string => {
  const { suites, tables, lost, mutants, hints } = comparison;
  return suitePage({
    title: suites.map(({ name }) => name).join(" · "),
    tables: tables.map((table) => {
      const columns = measures.filter((measure) => table.rows.some(({ cells }) => cells[measure] !== undefined));
      return {
        title: titleOf(table),
        columns,
        rows: table.rows.map(({ suite, cells }) => ({ suite, cells: columns.map((column) => cells[column]) })),
      };
    }),
    notes: [
      ...(tables.some(({ rows }) =>
        rows.some(({ cells }) => measures.some((measure) => cells[measure]?.p !== undefined)),
      )
        ? ["p: two-sided U test against the first row; bold where it is below 0.05."]
        : []),
      ...(tables.some(({ repetitions, rows }) => repetitions > 1 && rows.some(({ deterministic }) => deterministic))
        ? ["Orders, and suites that fit whole, are deterministic: no samples were drawn, so there is no p value."]
        : []),
      ...mutantLines(comparison, false).filter((line) => !line.startsWith("  ")),
      ...faultLines(comparison),
      ...hints,
    ],
    lost: lost.map(({ suite, entities }, index) => ({
      suite,
      names: [
        ...entities.map(({ kind, name }) => `${kind} ${name}`),
        ...(mutants?.suites[index + 1]?.lost ?? []).map((id) => `mutant ${id}`),
      ],
    })),
  });
};

/** From the first suite to the last one; the tables have all of them. */
const jsonOf = (
  { universe, suites, tables, lost, mutants, faults, hints }: SuiteComparison,
  startedAt: number,
): string => {
  const [first, last] = [suites[0], suites.at(-1)] as [NamedSuite, NamedSuite];
  return JSON.stringify({
    status: "complete",
    cases: first.tests.length,
    ...measuredJson({ universe, before: first.tests, after: last.tests, counts: first.counts }),
    suites: suites.map(({ name, tests, troubles }) => ({ name, cases: tests.length, leftOut: troubles.length })),
    tables,
    lost: lost.map(({ suite, entities }) => ({ suite, entities: entities.length })),
    ...given({ mutants, faults }),
    hints,
    wallMs: Math.round(performance.now() - startedAt),
  });
};
