/** How a run stands, in one line. */
import { count, counted, percent, rate, time } from "../progress/figures.ts";
import { elapsed } from "../progress/selectors.ts";
import type { Progress, SuiteProgress } from "../progress/state.ts";

/** For a line that is written over; empty before there is anything to say. */
export const statusText = (progress: Progress, now: number): string => {
  const { run, suite, pass, preparing } = progress;
  if (suite !== undefined) return suiteText(suite, now, true);
  if (run !== undefined) return run.finished ? "" : reductionText(progress, run.input.bytes, now);
  const text = pass === undefined ? preparing : isolationText(progress);
  return text === undefined ? "" : `${text} · ${time(now)}`;
};

/** "3,546 → 120 bytes (3.4 %) · lines · 14 tests, 41/s · 4.2 s". */
const reductionText = (progress: Progress, bytes: number, now: number): string => {
  const { best, pass, tests, searchMs } = progress;
  const ms = elapsed(progress, now);
  return [
    `${count(bytes)} → ${counted(best, "byte")} (${percent(best, bytes)})`,
    ...(pass === undefined ? [] : [pass]),
    `${counted(tests.committed, "test")}, ${rate(tests.provenances.run, ms - searchMs)}`,
    time(ms),
  ].join(" · ");
};

/** "isolating: files, 12 of 9,491 changes left, 14 tests, 3 unresolved". */
export const isolationText = ({ level, pass = "", tests }: Progress): string => {
  const { goal = "trigger", changes = 0, total = 0 } = level ?? {};
  const all = counted(total, "change");
  const left = total === 0 ? "" : changes < total ? `${count(changes)} of ${all} left, ` : `${all}, `;
  const { unresolved } = tests.outcomes;
  return [
    `${goal === "patch" ? "what it needs" : "isolating"}: ${pass}`,
    `${left}${counted(tests.committed, "test")}`,
    ...(unresolved === 0 ? [] : [`${count(unresolved)} can't tell`]),
  ].join(", ");
};

const BAR = 24;

/** "reducing  ████░░  23/24  -90 %  15,950 runs  4 min 31 s, left 11 s". */
export const suiteText = (suite: SuiteProgress, now: number, bar: boolean): string => {
  const { task, done, tests, executions, units } = suite;
  const filled = Math.round((BAR * done) / Math.max(1, tests));
  const left = done === 0 ? "" : `, left ${time((now * (tests - done)) / done)}`;
  return [
    task,
    ...(bar ? ["█".repeat(filled) + "░".repeat(BAR - filled)] : []),
    `${count(done)}/${count(tests)}`,
    ...(units.before > 0 ? [`-${percent(units.before - units.after, units.before)}`] : []),
    ...(executions > 0 ? [`${count(executions)} runs`] : []),
    `${time(now)}${left}`,
  ].join("  ");
};
