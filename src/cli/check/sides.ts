/** The commands of `--passes` on the original, in copies. */
import { given } from "../../core/maybe.ts";
import type { TestCase } from "../../core/test-case.ts";
import { quote } from "../../oracles/command-line.ts";
import { sideCommand } from "../../oracles/sides/line.ts";
import { refusalOf } from "../../oracles/sides/passes.ts";
import type { Paint } from "../../reporters/paint.ts";
import type { Examined } from "./subject.ts";
import { repeatedly, runInCopy, type Judged } from "./trials.ts";

/** What a line for a shell does; `fail` = it succeeds, as a test in which the failure shows. */
export interface SideRuns {
  readonly line: string;
  readonly runs: readonly Judged[];
}

export const runSides = async (
  examined: Examined,
  times: number,
  signal: AbortSignal,
): Promise<readonly SideRuns[]> => {
  const sides: SideRuns[] = [];
  for (const line of examined.passes) {
    const command = sideCommand(line, examined.setting.subject);
    const trials = await repeatedly(times, () => runInCopy({ ...examined, command }, signal));
    const runs = trials.map((trial) => ({ trial, verdict: refusalOf(line, trial) ?? { outcome: "fail" as const } }));
    sides.push({ line, runs });
  }
  return sides;
};

/** Do all of them succeed on a candidate? */
export const allSucceed = async (examined: Examined, candidate: TestCase, signal: AbortSignal): Promise<boolean> => {
  for (const line of examined.passes) {
    const command = sideCommand(line, examined.setting.subject);
    const trial = await runInCopy({ ...examined, command }, signal, [], candidate);
    if (refusalOf(line, trial) !== undefined) return false;
  }
  return true;
};

const isRefusal = ({ verdict }: Judged): boolean => verdict.outcome !== "fail";

export const sideFinding = (sides: readonly SideRuns[]): "fine" | "not-failing" | "flaky" => {
  if (sides.some(({ runs }) => runs.every(isRefusal))) return "not-failing";
  return sides.some(({ runs }) => runs.some(isRefusal)) ? "flaky" : "fine";
};

/** `placed` shows the first run. */
export const sideTexts = (
  sides: readonly SideRuns[],
  { bold, red, green }: Paint,
  placed: (runs: readonly Judged[]) => readonly string[],
): readonly string[] =>
  sides.flatMap(({ line, runs }) => {
    const refusals = runs.filter(isRefusal).length;
    const said = `${runs.length - refusals} of ${runs.length} runs succeed`;
    return [
      `${bold(`--passes ${quote(line)}, on a copy`)}: ${(refusals === 0 ? green : red)(said)}`,
      ...(refusals === 0 ? [] : placed(runs)),
      "",
    ];
  });

export const sideAdvice = (sides: readonly SideRuns[]): readonly string[] =>
  sides
    .filter(({ runs }) => runs.some(isRefusal))
    .map(
      ({ line }) =>
        `--passes ${quote(line)} must succeed on the original. It runs in a fresh directory that contains a copy under its own name: use {} for its path, --with PATH for other files, and $PARE_ORIGIN for your directory.`,
    );

export const sideJson = (sides: readonly SideRuns[]): readonly object[] =>
  sides.map(({ line, runs }) => ({
    passes: line,
    refuses: runs.filter(isRefusal).length,
    runs: runs.map(({ trial: { code, signal, timedOut, ms } }) => ({
      ...given({ exit: code, signal }),
      timedOut,
      ms: Math.round(ms),
    })),
  }));
