/** Tests and bytes of real cases, beside what is wanted of them. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCases, type BenchCase } from "../peers/cases.ts";
import { chooseTools } from "../peers/tools.ts";
import { runTrial, type TrialResult } from "../peers/trial.ts";
import { MAX_TOGETHER, PLAIN, WHOLE, type Bound } from "./bounds.ts";
import type { Table } from "./programs-table.ts";

export interface CasesOptions {
  readonly folders: readonly string[];
  readonly only: readonly string[];
  readonly language: string | undefined;
  readonly cap: number;
}

/** Each case by itself, with one job; those that are to be small without any knowledge of their language as plain text, unless one is given. */
export const measureCases = async ({ folders, only, language: given, cap }: CasesOptions): Promise<Table> => {
  const rows: string[][] = [];
  const measured: Measured[] = [];
  let misses = 0;
  for (const subject of folders.flatMap((folder) => readCases(folder)).filter(isAmong(only))) {
    const language = given ?? (PLAIN[subject.name] === undefined ? undefined : "plain");
    const figures = await measure(subject, language, cap);
    const bound = (language === undefined ? WHOLE : language === "plain" ? PLAIN : {})[subject.name];
    const misfit = bound !== undefined && !fits(figures, bound, language === "plain");
    measured.push(figures);
    misses += misfit ? 1 : 0;
    rows.push([figures.case, language ?? "", ...rowOf(figures, bound, misfit)]);
  }
  const together = given === undefined ? sumOf(measured) : undefined;
  if (together !== undefined) {
    const misfit = together > MAX_TOGETHER;
    misses += misfit ? 1 : 0;
    rows.push(["together", "", String(together), String(MAX_TOGETHER), "", "", "", misfit ? "missed" : "holds"]);
  }
  return { head: ["case", "language", "tests", "at most", "bytes", "at most", "tests to that", ""], rows, misses };
};

const isAmong =
  (only: readonly string[]) =>
  ({ name }: BenchCase): boolean =>
    only.length === 0 || only.includes(name);

interface Measured extends TrialResult {
  /** Bytes of the result that are not zero. */
  readonly filled: number;
}

const measure = async (subject: BenchCase, language: string | undefined, cap: number): Promise<Measured> => {
  const tool = chooseTools(["pare"]).find(({ name }) => name === "pare");
  const program = tool?.program(subject);
  if (tool === undefined || program === undefined) throw new Error("pare is not built");
  const keep = mkdtempSync(join(tmpdir(), "pare-dependences-"));
  try {
    const trial = await runTrial({ tool, program, subject, jobs: 1, cap, smallest: true, language, keep });
    if (trial.status === "wrong" || trial.status === "broken") throw new Error(`${subject.name}: ${trial.said ?? ""}`);
    const result = readFileSync(join(keep, `${subject.name}.${tool.name}`));
    return { ...trial, filled: result.filter((byte) => byte !== 0).length };
  } finally {
    rmSync(keep, { recursive: true, force: true });
  }
};

/** Where the way counts, by when the bytes were reached. */
const fits = (figures: Measured, bound: Bound, byWay: boolean): boolean => {
  const tests = byWay ? runsTo(figures, bound.bytes) : figures.runs;
  return (
    tests !== undefined &&
    tests <= bound.tests &&
    figures.final.bytes <= (bound.bytes ?? Number.POSITIVE_INFINITY) &&
    figures.filled <= (bound.filled ?? Number.POSITIVE_INFINITY)
  );
};

const runsTo = ({ bests, runs }: Measured, bytes: number | undefined): number | undefined =>
  bytes === undefined ? runs : bests.find((best) => best.bytes <= bytes)?.run;

const rowOf = (figures: Measured, bound: Bound | undefined, misfit: boolean): string[] => {
  const { runs, final, filled, status } = figures;
  const isSparse = bound?.filled !== undefined;
  return [
    `${runs}${status === "capped" ? "*" : ""}`,
    String(bound?.tests ?? ""),
    isSparse ? `${filled} not zero` : String(final.bytes),
    String(bound?.filled ?? bound?.bytes ?? ""),
    bound?.bytes === undefined ? "" : String(runsTo(figures, bound.bytes) ?? "never"),
    bound === undefined ? "" : misfit ? "missed" : "holds",
  ];
};

/** Nothing unless all cases of the table with a bound of bytes were measured. */
const sumOf = (measured: readonly Measured[]): number | undefined => {
  const wanted = Object.keys(WHOLE).filter((name) => WHOLE[name]?.bytes !== undefined);
  const found = measured.filter((each) => wanted.includes(each.case));
  return found.length < wanted.length ? undefined : found.reduce((total, { runs }) => total + runs, 0);
};
