/** The figures of the screen: what is reduced, how far it has come, how fast it goes, and which passes have brought most. */
import { count, counted, percent, time } from "../progress/figures.ts";
import { estimateTexts } from "../progress/estimate.ts";
import { currentPass, elapsed, left, overallPace, recentPace, wasted, yieldOf } from "../progress/selectors.ts";
import { outcomeText } from "../progress/outcomes.ts";
import type { PassProgress, Progress } from "../progress/state.ts";
import { visibleLine } from "../core/visible.ts";
import { cells, padded, shortened } from "./cells.ts";
import { clusterLines } from "./cluster-panel.ts";
import { fitting, label, lineOf, span, spread, widthOf, type Line } from "./lines.ts";

export const figureLines = (
  state: Progress,
  now: number,
  { title, width }: { readonly title: string; readonly width: number },
): readonly Line[] => {
  const right = timeLine(state, now, width - widthOf(sizeLine(state, 0)) - 1);
  return [
    titleLine(state, title, width),
    spread(sizeLine(state, width - widthOf(right) - 1), right, width),
    passLine(state, width),
    testLine(state, width),
    busyLine(state, now, width),
    ...(state.cluster === undefined ? [] : clusterLines(state.cluster)),
  ];
};

/** What is known last goes first, where there is little room. */
export const titleLine = (state: Progress, title: string, width: number): Line => {
  const { run } = state;
  const stage = ` ${stageOf(state)} `;
  const room = width - cells(stage) - 1;
  const about = run === undefined ? "" : ` · by ${run.format}`;
  const after = cells(about) <= room / 2 ? about : "";
  const words = ` pare · ${shortened(visibleLine(title), room - cells(` pare · ${after}`))}${after}`;
  return spread([span(words, "bar")], [span(stage, "bar")], width).map(({ text }) => span(text, "bar"));
};

const stageOf = ({ stage, paused, end, error, triage, suite }: Progress): string => {
  if (stage === "broken") return `failed: ${error?.code ?? ""}`;
  if (stage === "ended") return (end ?? triage)?.status === "stopped" ? "stopped" : "finished";
  if (triage !== undefined && !paused) return suite?.task ?? "opening";
  return paused ? "PAUSED" : stage === "opening" ? "looking at the original" : "searching";
};

const sizeLine = (state: Progress, width: number): Line =>
  fitting(
    [
      [
        label("size"),
        span(`${count(state.from)} → ${counted(state.best, "byte")}`, "bold"),
        span(` (${percent(state.best, state.from)})`, "green"),
      ],
      [counted(state.accepted, "step")],
    ],
    width,
  );

/** How long it has taken, how long it may take, and how long it can take at most. */
const timeLine = (state: Progress, now: number, width: number): Line => {
  const { ms, tests } = left(state, now);
  return fitting(
    [
      [time(elapsed(state, now))],
      ...estimateTexts(state).map((text) => [span(text, "bold")]),
      ...(ms === undefined ? [] : [[`${time(ms)} left`]]),
      ...(tests === undefined ? [] : [[`${counted(tests, "test")} left`]]),
    ],
    width,
  );
};

const MIN_LABEL = 8;

const passLine = (state: Progress, width: number): Line => {
  const pass = currentPass(state);
  if (pass === undefined) return lineOf(label("pass"), span("none yet", "dim"));
  const tests = pass.run + pass.known;
  return fitting(
    [
      [label("pass"), span(shortened(visibleLine(pass.pass), width - MIN_LABEL), "bold")],
      [
        `${count(pass.successes)} ${pass.successes === 1 ? "success" : "successes"} in ${counted(tests, "test")} (${percent(Math.round(1e6 * yieldOf(pass)), 1e6)})`,
      ],
      [`${removedText(pass.removed)} bytes`],
    ],
    width,
  );
};

/** "−120"; a pass that makes it longer has a plus. */
const removedText = (removed: number): string =>
  removed > 0 ? `−${count(removed)}` : removed < 0 ? `+${count(-removed)}` : "0";

const testLine = ({ tests, run }: Progress, width: number): Line => {
  const { fail, pass, unresolved } = tests.outcomes;
  const parts = [
    [label("tests"), counted(tests.committed, "test")],
    [span(outcomeText("fail", fail, run?.aim), "bold")],
    [outcomeText("pass", pass, run?.aim)],
    [span(outcomeText("unresolved", unresolved, run?.aim), unresolved > 0 ? "yellow" : "plain")],
    ...(tests.timeouts > 0 ? [[span(counted(tests.timeouts, "timeout"), "yellow")]] : []),
    ...(tests.provenances.recalled > 0 ? [[`${count(tests.provenances.recalled)} of them recalled`]] : []),
  ];
  return fitting(parts, width);
};

const busyLine = (state: Progress, now: number, width: number): Line => {
  const { perSecond } = state.stage === "ended" ? overallPace(state) : recentPace(state, now);
  const { parallel } = overallPace(state);
  const { tests, share } = wasted(state);
  const jobs = state.run?.jobs;
  // On a cluster tests wait, too: who is busy there is told by the workers.
  const isHere = state.cluster === undefined;
  const parts = [
    [label("speed"), span(`${perSecond >= 10 ? count(Math.round(perSecond)) : perSecond.toFixed(1)} tests/s`, "bold")],
    ...(state.revised > 0
      ? [[span(`${counted(state.revised, "best")} was luck`.replace("bests was", "bests were"), "red")]]
      : []),
    ...(state.rechecks.failed > 0 ? [[span(`${counted(state.rechecks.failed, "recheck")} failed`, "red")]] : []),
    ...(parallel === undefined || !isHere
      ? []
      : [[`${parallel.toFixed(1)}${jobs === undefined ? "" : ` of ${counted(jobs, "job")}`} busy`]]),
    [`${count(tests)} not needed (${percent(Math.round(1000 * share), 1000)})`],
  ];
  return fitting(parts, width);
};

const COLUMNS = ["tests", "successes", "bytes", "time"] as const;
const WIDTHS = [7, 10, 10, 11] as const;

const cellsOf = (each: PassProgress): readonly string[] => [
  count(each.run + each.known),
  count(each.successes),
  removedText(each.removed),
  time(each.ms),
];

/** The pass at work first, then those that have removed most. */
export const passTable = (
  { passes, pass }: Progress,
  { width, height }: { readonly width: number; readonly height: number },
): readonly Line[] => {
  const name = Math.max(8, width - WIDTHS.reduce((sum, each) => sum + each, 1));
  const rows = passes.toSorted((a, b) => Number(b.pass === pass) - Number(a.pass === pass) || b.removed - a.removed);
  const row = (first: string, others: readonly string[]): string =>
    ` ${padded(shortened(visibleLine(first), name - 1), name)}${others.map((cell, column) => cell.padStart(WIDTHS[column] ?? 0)).join("")}`;
  return [
    [span(row("pass", COLUMNS), "dim")],
    ...rows
      .slice(0, Math.max(0, height - 1))
      .map((each): Line => [span(row(each.pass, cellsOf(each)), each.pass === pass ? "bold" : "plain")]),
  ];
};
