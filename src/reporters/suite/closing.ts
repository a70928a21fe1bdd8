/** The account of a reduced suite: what is guaranteed, what was only measured, what was lost. */
import { testsJson } from "../reduce/json.ts";
import { count, counted, percent, time } from "../../progress/figures.ts";

interface BeforeAfter {
  readonly before: number;
  readonly after: number;
}

export interface SuiteClosing {
  readonly status: "complete" | "stopped";
  readonly cases: number;
  /** Tests may end otherwise than before, but not crash where they did not. */
  readonly anyVerdict: boolean;
  readonly units: BeforeAfter;
  readonly runMs: BeforeAfter;
  readonly covered: Readonly<Record<"effect" | "statements" | "branches" | "functions", BeforeAfter>>;
  readonly lost: readonly { readonly kind: string; readonly name: string }[];
  readonly unsteady: readonly string[];
  readonly volume: readonly string[];
  /** Tests that were kept as they are, and why. */
  readonly troubles: readonly (readonly [name: string, why: string])[];
  readonly duplicates: number;
  /** What looks wrong with the suite as a whole. */
  readonly hints: readonly string[];
  /** Runs of the search, by what they said. */
  readonly tests: Readonly<Record<"run" | "recalled" | "wasted" | "fail" | "pass" | "unresolved", number>>;
  /** On average, for each test that was reduced. */
  readonly runsPerTest: { readonly alone: number; readonly search: number };
  readonly wallMs: number;
  readonly output: string;
  readonly run: string;
  /** The command that resumes it. */
  readonly resume?: string;
}

/** More names do not fit on a line. */
const MAX_NAMES = 5;

export const suiteLines = (closing: SuiteClosing, showLost: boolean): readonly string[] => {
  const { cases, units, runMs, covered, lost, tests, runsPerTest, duplicates, wallMs } = closing;
  const kept = (["statements", "branches", "functions"] as const).filter((kind) => covered[kind].before > 0);
  return [
    `${counted(cases, "test")}, ${counted(units.before, "unit")} -> ${count(units.after)} (${percent(units.after, units.before)} left) in ${time(wallMs)}, ${count(Math.round(runsPerTest.search))} runs a test${runsPerTest.alone > 0 ? ` and ${count(Math.round(runsPerTest.alone))} of single units` : ""}`,
    ...leftOut("calibrating", closing.unsteady, "differ from run to run: left out of the effect"),
    ...leftOut(
      "calibrating",
      closing.volume,
      "depend on how much runs, not on what runs: left out; --ignore-cover none keeps them",
    ),
    `guaranteed    every test covers all of its effect, and ends ${closing.anyVerdict ? "without a new crash" : "as before"}: ${count(covered.effect.after)} of ${count(covered.effect.before)} entities of the suite`,
    `measured      ${kept.map((kind) => `${kind} ${count(covered[kind].after)} of ${count(covered[kind].before)}`).join("   ")}   run time ${time(runMs.before)} -> ${time(runMs.after)}${runMs.after > 0 ? ` (${(runMs.before / runMs.after).toFixed(1)}x)` : ""}`,
    ...lostLines(lost, showLost),
    ...(duplicates > 0
      ? [`duplicates    ${counted(duplicates, "test")} became identical to another test: written once`]
      : []),
    ...closing.troubles.slice(0, MAX_NAMES).map(([name, why]) => `unchanged     ${name}: ${why}`),
    ...(closing.troubles.length > MAX_NAMES
      ? [`              and ${count(closing.troubles.length - MAX_NAMES)} more`]
      : []),
    ...closing.hints.map((hint) => `note          ${hint}`),
    ...(tests.unresolved > 0 ? [`note          ${counted(tests.unresolved, "run")} did not end in time`] : []),
    `${closing.output}${closing.status === "stopped" ? " (stopped; tests that were not finished are missing)" : ""}`,
    ...(closing.resume === undefined ? [] : [`resume with: ${closing.resume}`]),
  ];
};

const leftOut = (title: string, names: readonly string[], why: string): readonly string[] => {
  if (names.length === 0) return [];
  const shown = names.slice(0, MAX_NAMES).join(", ");
  const verb = names.length === 1 ? why.replace("differ", "differs").replace("depend", "depends") : why;
  return [
    `${title}   ${count(names.length)} ${names.length === 1 ? "entity" : "entities"} ${verb} (${shown}${names.length > MAX_NAMES ? ", …" : ""})`,
  ];
};

const lostLines = (lost: SuiteClosing["lost"], all: boolean): readonly string[] => {
  if (lost.length === 0) return ["lost          nothing that was covered"];
  const shown = all ? lost : lost.slice(0, MAX_NAMES);
  const names = shown.map(({ kind, name }) => `${kind} ${name}`);
  if (all) return [`lost          ${count(lost.length)}:`, ...names.map((name) => `  ${name}`)];
  return [
    `lost          ${count(lost.length)}: ${names.join(", ")}${lost.length > MAX_NAMES ? ", … (--lost lists them)" : ""}`,
  ];
};

/** The one JSON object that ends standard output. */
export const suiteJson = (closing: SuiteClosing): string => {
  const { status, cases, units, runMs, covered, tests, wallMs } = closing;
  return JSON.stringify({
    status,
    cases,
    units,
    runMs: { before: rounded(runMs.before), after: rounded(runMs.after) },
    covered,
    // A run is either judged or does not end.
    tests: testsJson({ ...tests, timeouts: tests.unresolved }),
    wallMs: Math.round(wallMs),
    runsPerTest: closing.runsPerTest,
    duplicates: closing.duplicates,
    unsteady: closing.unsteady.length,
    volume: closing.volume.length,
    lost: closing.lost.length,
    ...(closing.hints.length > 0 && { hints: closing.hints }),
    kept: closing.troubles.map(([name, why]) => ({ name, why })),
    output: closing.output,
    run: closing.run,
  });
};

const rounded = (ms: number): number => Math.round(ms * 10) / 10;
