/** The tables of the cause-reduction paper (I to IV) for any suites: what they have whole, and what they have at equal budgets. */
import type { Universe } from "../coverage.ts";
import { allOf, countByKind, unionOf } from "../covers.ts";
import { mannWhitney } from "../statistics/mann-whitney.ts";
import { mean } from "../statistics/summary.ts";
import { type CutOptions, cutToBudget } from "./budget.ts";
import type { OrderName } from "../../settings/suite.ts";
import { orderBy, orderSigns, randomOrder } from "./orders.ts";
import type { SuiteTest } from "./suite-test.ts";

/** A test and what else was measured of it; what was not measured of any test has no column. */
export interface MeasuredTest extends SuiteTest {
  /** Ids of the mutants that it kills. */
  readonly kills?: readonly string[];
  /** The version that fixed its failure: tests with the same one show the same fault. */
  readonly fault?: string;
}

export interface MeasuredSuite {
  readonly name: string;
  readonly tests: readonly MeasuredTest[];
}

export const measures = ["size", "ms", "statements", "branches", "functions", "failing", "mutants", "faults"] as const;
export type Measure = (typeof measures)[number];

/** The values of some tests run together; undefined where nothing was measured. */
type Figures = Readonly<Record<Measure, number | undefined>>;

export interface TableCell {
  /** One value for each repetition; one alone in a deterministic row. */
  readonly values: readonly number[];
  readonly mean: number;
  /**
   * Of a two-sided U test against the first row; missing in that row, where one of the two is deterministic (copies of a value are no sample), and
   * where both have one value only.
   */
  readonly p?: number;
  /** The chance to be better than the first row; with `p`. */
  readonly a12?: number;
}

export interface TableRow {
  readonly suite: string;
  /** Nothing was drawn for it: an order, or a suite that fits whole. There is one value of each kind, however often it is repeated. */
  readonly deterministic: boolean;
  readonly cells: Readonly<Partial<Record<Measure, TableCell>>>;
}

export interface SuiteTable {
  /** Without it the suites are whole (Table I). */
  readonly budgetMs?: number;
  readonly repetitions: number;
  readonly rows: readonly TableRow[];
}

export interface TableOptions {
  readonly universe: Universe;
  /** Beside samples at random; ΔST and ΔBR, as the paper has them, if not given. */
  readonly orders?: readonly OrderName[];
  /** One repetition each; 30 of them, as in the paper, if not given. */
  readonly seeds?: readonly number[];
  readonly cut?: CutOptions;
}

const SEEDS: readonly number[] = Array.from({ length: 30 }, (_, index) => index + 1);
const PAPER_ORDERS: readonly OrderName[] = ["dst", "dbr"];

/** Table I: every suite as a whole. */
export const wholeTable = (suites: readonly MeasuredSuite[], universe: Universe): SuiteTable => {
  const known = knownOf(suites);
  const rows = suites.map(({ name, tests }) => ({
    suite: name,
    figures: [figuresOf(tests, universe, known)],
    deterministic: true,
  }));
  return { repetitions: 1, rows: compared(rows) };
};

/**
 * Tables II to IV: for every suite a sample at random and its orders, each cut to the budget; samples are drawn once for each seed, orders are the same every
 * time. The rows are compared with the first one, the sample of the first suite.
 */
export const budgetTable = (
  suites: readonly MeasuredSuite[],
  budgetMs: number,
  { universe, orders = PAPER_ORDERS, seeds = SEEDS, cut }: TableOptions,
): SuiteTable => {
  const known = knownOf(suites);
  const goals = { statements: allOf(universe, "statement"), branches: allOf(universe, "branch") };
  const figures = (order: readonly MeasuredTest[]): Figures =>
    figuresOf(cutToBudget(order, budgetMs, cut).kept, universe, known);
  const fitsWhole = (tests: readonly MeasuredTest[]): boolean =>
    cutToBudget(tests, budgetMs, cut).kept.length === tests.length;
  const rows = suites.flatMap(({ name, tests }) => [
    {
      suite: name,
      figures: fitsWhole(tests) ? [figures(tests)] : seeds.map((seed) => figures(randomOrder(tests, seed))),
      deterministic: fitsWhole(tests),
    },
    ...orders.map((order) => ({
      suite: `${name}+${orderSigns[order]}`,
      figures: [figures(orderBy(order, tests, goals))],
      deterministic: true,
    })),
  ]);
  return { budgetMs, repetitions: seeds.length, rows: compared(rows) };
};

interface BestFigures {
  readonly kills: boolean;
  readonly faults: boolean;
}

const knownOf = (suites: readonly MeasuredSuite[]): BestFigures => ({
  kills: suites.some(({ tests }) => tests.some(({ kills }) => kills !== undefined)),
  faults: suites.some(({ tests }) => tests.some(({ fault }) => fault !== undefined)),
});

const figuresOf = (tests: readonly MeasuredTest[], universe: Universe, known: BestFigures): Figures => {
  const covered = countByKind(universe, unionOf(tests.map(({ cover }) => cover)));
  const failing = tests.filter((test) => test.failing === true);
  const faults = new Set(failing.flatMap(({ fault }) => fault ?? []));
  return {
    size: tests.length,
    ms: tests.reduce((sum, { ms }) => sum + ms, 0),
    statements: covered.statement,
    branches: covered.branch,
    functions: covered.function,
    failing: failing.length,
    mutants: known.kills ? new Set(tests.flatMap(({ kills }) => kills ?? [])).size : undefined,
    faults: known.faults ? faults.size : undefined,
  };
};

interface FiguredRow {
  readonly suite: string;
  readonly figures: readonly Figures[];
  readonly deterministic: boolean;
}

const compared = (rows: readonly FiguredRow[]): readonly TableRow[] => {
  const [base] = rows;
  const valuesOf = ({ figures }: FiguredRow, measure: Measure): readonly number[] =>
    figures.flatMap((figure) => figure[measure] ?? []);
  return rows.map((row) => ({
    suite: row.suite,
    deterministic: row.deterministic,
    cells: Object.fromEntries(
      measures.flatMap((measure): [Measure, TableCell][] => {
        const values = valuesOf(row, measure);
        if (values.length === 0) return [];
        const isTested = base !== undefined && row !== base && !base.deterministic && !row.deterministic;
        return [
          [measure, { values, mean: mean(values), ...(isTested && difference(values, valuesOf(base, measure))) }],
        ];
      }),
    ),
  }));
};

/** Values that are the same in every repetition are one value, however often it is written down. */
const difference = (
  values: readonly number[],
  first: readonly number[],
): { readonly p?: number; readonly a12?: number } => {
  if (new Set(values).size === 1 && new Set(first).size === 1) return {};
  const { p, a12 } = mannWhitney(values, first);
  return { p, a12 };
};
