/** The printed figures, read from their files. */
import { readFileSync } from "node:fs";
import type { ListOptions } from "../../src/strategies/support/registry.ts";

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));

type Interval = readonly [from: number, to: number];

export const improvements = read("improvements.json") as {
  readonly source: string;
  readonly table3a: readonly {
    readonly case: string;
    readonly cases: Required<ListOptions>["cases"];
    readonly evaluated: number;
    readonly hits: number;
    readonly iterations: number;
    readonly size: number;
  }[];
  readonly workers: readonly number[];
  readonly table3b: readonly {
    readonly case: string;
    readonly mode: "parallel" | "combined";
    readonly evaluated: Interval;
    readonly hits: Interval;
    readonly iterations: Interval;
    readonly reproducible: boolean;
  }[];
};

/** Pairs are tests and output lines. */
export const splitFactor = read("split-factor.json") as {
  readonly source: string;
  readonly table2: readonly {
    readonly input: string;
    readonly splitFactor: number;
    readonly withSubsets: readonly [tests: number, lines: number];
    readonly withoutSubsets: readonly [tests: number, lines: number];
  }[];
};

/** A printed row: the candidate, and whether it fails. */
type Row = readonly [candidate: string, fails: boolean];
type LevelRow = readonly [granularity: number, candidate: string, fails: boolean];

export const opddFigures = read("opdd.json") as {
  readonly source: string;
  readonly figure2: {
    readonly input: string;
    readonly rows: readonly LevelRow[];
    readonly removed: readonly string[];
    readonly granularities: readonly number[];
    readonly result: string;
  };
  readonly figure4: readonly { readonly candidate: string; readonly phi2: boolean; readonly phi3: boolean }[];
  readonly figure5: {
    readonly input: string;
    readonly granularity: number;
    readonly revisiting: { readonly rows: readonly LevelRow[]; readonly removed: readonly string[] };
    readonly onePass: {
      readonly rows: readonly LevelRow[];
      readonly removed: readonly string[];
      readonly finer: number;
    };
  };
  readonly figure9: { readonly input: string; readonly rows: readonly Row[] };
};

export const lecture = read("lecture.json") as {
  readonly source: string;
  readonly "2424": {
    readonly input: string;
    readonly backward: readonly (readonly string[])[];
    readonly forward: readonly (readonly string[])[];
    readonly result: string;
  };
  readonly BABAB: {
    readonly input: string;
    readonly globalMinimum: string;
    readonly localMinima: readonly string[];
    readonly oneMinimalOfThree: readonly string[];
    readonly twoMinimalOfThree: readonly string[];
  };
  readonly aabb: { readonly input: string; readonly forward: string; readonly backward: string };
  readonly select: {
    readonly input: string;
    readonly result: string;
    /** Which of the line's four blocks were tested: first as halves, then one by one. */
    readonly halves: readonly Row[];
    readonly blocks: readonly Row[];
  };
  readonly halves: readonly number[];
};

/** A suite and what it covers; the budgets of Tables II and III are means of 30 samples. */
export interface SuiteRow {
  readonly suite: string;
  readonly tests: number;
  readonly seconds?: number;
  readonly statements: number;
  readonly branches: number;
  readonly functions?: number;
  readonly failing?: number;
  readonly faults?: number;
}

interface SuiteTable {
  readonly program: string;
  readonly rows: readonly SuiteRow[];
}

export const causeReduction = read("cause-reduction.json") as {
  readonly source: string;
  readonly table1: SuiteTable;
  readonly table2: SuiteTable;
  readonly table3: SuiteTable;
  readonly table4: SuiteTable & { readonly mutantsKept: string };
  /** Figures of docs/benchmarks.md; a figure that was not measured is missing. */
  readonly ours: {
    readonly program: string;
    readonly measured: readonly {
      readonly name: string;
      readonly command: string;
      readonly runTime: string;
      readonly statements: string;
      readonly branches: string;
      readonly functions: string;
      readonly mutants?: string;
      readonly mutantsOfPrefix?: string;
      readonly selected?: { readonly full: number; readonly reduced: number };
      readonly order?: { readonly statements: string; readonly fullTime: string; readonly reducedTime: string };
    }[];
  };
};

export const notReproducible = read("not-reproducible.json") as readonly {
  readonly table: string;
  readonly why: string;
  readonly cells: readonly string[];
}[];
