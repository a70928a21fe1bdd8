/** `pare suite reduce`. */
import { UserError } from "../../core/errors.ts";
import { optionsFrom } from "../../settings/setting.ts";
import { SUITE_REDUCTION_SETTINGS } from "../../settings/suite.ts";
import { mean } from "../../suite/statistics/summary.ts";
import type { ReduceSuiteOptions } from "../../suite/options.ts";
import { reduceSuite } from "../../suite/reduce/suite.ts";
import type { SuiteResult } from "../../suite/result.ts";
import { suiteJson, suiteLines, type SuiteClosing } from "../../reporters/suite/closing.ts";
import { redactWords } from "../../cluster/connection/servers.ts";
import { readArguments } from "../arguments.ts";
import { suiteBackend } from "../cluster/backend.ts";
import { visibleLine } from "../../core/visible.ts";
import { nearby } from "../../reporters/nearby.ts";
import type { Settings } from "../settings.ts";
import type { Terminal } from "../terminal.ts";
import { measureOptionsOf } from "./options.ts";
import { inSuite, type ResumePoint, type Working } from "./screen.ts";
import { resumeCommand } from "../resume-command.ts";
import { SUITE_REDUCE } from "./usages.ts";

export const runReduce = async (typed: readonly string[], terminal: Terminal): Promise<number> => {
  const { input, more, settings } = readArguments(SUITE_REDUCE, typed, terminal);
  const { output, lost } = settings;
  if (output === undefined)
    throw new UserError("NO_OUTPUT", "No output directory was given for the reduced tests.", {
      advice: "Give -o DIR.",
    });
  const again = redactWords(["suite", "reduce", ...typed]);
  return await inSuite(settings, terminal, again, async (working: Working) => {
    const tests = input === undefined ? [] : [input, ...more];
    const result = await reducing({ tests, output, settings, terminal, working });
    const closing = closingOf(result, terminal.directory, settings.verdict);
    const isStopped = result.status === "stopped";
    const lines = suiteLines({ ...closing, ...(isStopped && { resume: resumeCommand(again) }) }, lost === true);
    await working.close(lines, { json: () => suiteJson(closing) });
    return isStopped ? working.stopCode : 0;
  });
};

interface ReduceJobOptions {
  readonly tests: readonly string[];
  readonly output: string;
  readonly settings: Settings;
  readonly terminal: Terminal;
  readonly working: Working;
}

/** Reduces with progress; also for `suite quick --reduce`. */
export const reducing = async ({
  tests,
  output,
  settings,
  terminal,
  working,
}: ReduceJobOptions): Promise<SuiteResult> => {
  const { audience } = working;
  const order: ReduceSuiteOptions = {
    ...measureOptionsOf(tests, settings),
    ...optionsFrom(SUITE_REDUCTION_SETTINGS, settings),
    output,
    cwd: terminal.directory,
    signal: working.signal,
    onEvent: (event) => {
      if (event.type === "stopped") working.keeps(stoppedAt(event, output, terminal.directory));
      if (event.type === "begun") audience.count({ type: "task", name: "reducing", done: 0, tests: event.tests });
      if (event.type === "run") audience.count({ type: "execution" });
      if (event.type === "note") void audience.add({ type: "note", text: visibleLine(event.text) });
      if (event.type !== "reduced") return;
      audience.count({ type: "reduced", before: event.before, after: event.after });
      audience.count({ type: "task", name: "reducing", done: event.done, tests: event.tests });
    },
  };
  return await reduceSuite(order, await suiteBackend(settings, terminal.directory));
};

/** For programs: how far it has come. */
const stoppedAt = (
  { done, tests, run }: { readonly done: number; readonly tests: number; readonly run: string },
  output: string,
  directory: string,
): ResumePoint => ({ cases: tests, done, output, run: nearby(directory, run) });

const average = (values: readonly number[]): number => (values.length === 0 ? 0 : Math.round(mean(values) * 10) / 10);

export const closingOf = (
  result: SuiteResult,
  directory: string,
  verdict: Settings["verdict"] = "same",
): SuiteClosing => {
  const { status, tests, units, runMs, covered, lost, unsteady, volume, hints, counts, wallMs } = result;
  const reduced = tests.filter(({ trouble, units: size }) => trouble === undefined && size.before > 1);
  return {
    status,
    cases: tests.length,
    anyVerdict: verdict === "any",
    units,
    runMs,
    covered,
    lost,
    unsteady,
    volume,
    troubles: tests.flatMap(({ name, trouble }) => (trouble === undefined ? [] : [[name, trouble] as const])),
    duplicates: tests.filter(({ sameAs }) => sameAs !== undefined).length,
    hints,
    tests: counts,
    runsPerTest: {
      alone: average(reduced.map(({ runs }) => runs.alone)),
      search: average(reduced.map(({ runs }) => runs.seed + runs.search)),
    },
    wallMs,
    output: nearby(directory, result.output),
    run: nearby(directory, result.run),
  };
};
