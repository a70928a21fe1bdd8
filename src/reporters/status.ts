/** How a run stands, in one line. */
import { count, counted, percent, rate, time } from "../progress/figures.ts";
import { elapsed } from "../progress/selectors.ts";
import type { Progress, SuiteProgress } from "../progress/state.ts";
import { bugSizes, currentBug, type TriageProgress } from "../progress/triage.ts";

/** For a line that is written over; empty before there is anything to say. */
export const statusText = (progress: Progress, now: number): string => {
  const { run, suite, pass, preparing, triage } = progress;
  if (suite !== undefined) return `${suiteText(suite, now, true)}${triage === undefined ? "" : bugText(triage)}`;
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

/** "1 min 20 s: 3,546 bytes (100 %), 214 tests, by lines: no success in the last 214"; for a line that stays. */
export const standingText = (progress: Progress, now: number): string => {
  const { stage, paused, best, from, pass, tests, steps, run } = progress;
  const at = time(elapsed(progress, now));
  if (stage === "opening") return `${at}: the search has not begun; the original is being tested`;
  if (paused) return `${at}: paused`;
  const since = tests.committed - (steps.at(-1)?.tests ?? 0);
  const size = `${counted(best, "byte")} (${percent(best, run?.input.bytes ?? from)})`;
  const by = pass === undefined ? "" : `, by ${pass}`;
  return `${at}: ${size}, ${counted(tests.committed, "test")}${by}${since === 0 ? "" : `: no success in the last ${count(since)}`}`;
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

/** "  #3  54 → 11 bytes"; empty while no bug is being reduced. */
export const bugText = (triage: TriageProgress): string => {
  const bug = currentBug(triage);
  return bug === undefined ? "" : `  #${bug.id}  ${bugSizes(bug)} bytes`;
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
