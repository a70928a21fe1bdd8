/** What people read before and after a run; in between, what the given view shows. */
import type { Outcome } from "../core/verdict.ts";
import { visible, visibleLine } from "../core/visible.ts";
import { counted } from "../progress/figures.ts";
import type { Progress } from "../progress/state.ts";
import { nearby } from "./nearby.ts";
import type { Paint } from "./paint.ts";
import { paintOn, type Account, type Reporter, type ReporterEvent, type Stage } from "./reporter.ts";
import { workerNews } from "./worker-news.ts";

/** What is shown while a run lasts. */
export interface TextView {
  see(progress: Progress, event: ReporterEvent): void;
  /** Lines that stay. */
  print(lines: readonly string[]): void;
  /** Resolves when people have seen what they are looking at. */
  viewerDone?(): Promise<void>;
  /** Nothing is shown from now on. */
  end(): void;
}

export const textReporter = (stage: Stage, view: TextView): Reporter => {
  const news = workerNews((line) => view.print([line]));
  const end = (): void => {
    news.end();
    view.end();
  };
  const close = ({ lines }: Account): void => {
    end();
    // With --json, standard output is for programs alone.
    const sink = stage.json ? stage.err : stage.out;
    const columns = sink.isTerminal ? sink.columns : Number.POSITIVE_INFINITY;
    sink.write(withLineEnds(lines(paintOn(stage, sink), columns)));
  };
  return (progress, event) => {
    if (event.type === "worker") news.see(event);
    view.see(progress, event);
    const lines = lastingLines(event, stage, paintOn(stage, stage.err));
    if (lines.length > 0) view.print(lines);
    if (event.type === "error") end();
    if (event.type !== "closing") return undefined;
    const waiting = view.viewerDone?.();
    return waiting === undefined ? close(event.account) : waiting.then(() => close(event.account));
  };
};

/** Each with its end of line. */
export const withLineEnds = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

type TitlePlace = Pick<Stage, "title" | "directory">;

/** What an event says in lines that stay. */
const lastingLines = (event: ReporterEvent, place: TitlePlace, paint: Paint): readonly string[] => {
  if (event.type === "note") return [visible(event.text)];
  if (event.type === "warning") return [`note: ${visible(event.message)}`];
  if (event.type === "ends") return [`good: ${visibleLine(event.good)}`, `bad: ${visibleLine(event.bad)}`];
  if (event.type === "commit") return [commitLine(event)];
  if (event.type === "revised")
    return [`note: a best of ${event.size} bytes turned out to be luck; going back to an earlier one`];
  if (event.type === "triage")
    return [`${paint.bold(visibleLine(place.title))}: ${counted(event.files, "file")}, ${counted(event.jobs, "job")}`];
  if (event.type !== "run") return [];
  return "input" in event ? reductionLines(event, place, paint) : isolationLines(event, place, paint);
};

/** "commit 0a1b2c3d4e works: Parse faster (5 commits left)". */
const commitLine = ({ id, title, outcome, left }: Extract<ReporterEvent, { readonly type: "commit" }>): string =>
  visibleLine(`commit ${id.slice(0, 10)} ${DOES[outcome]}: ${title} (${counted(left, "commit")} left)`);

const DOES: Readonly<Record<Outcome, string>> = { pass: "works", fail: "fails", unresolved: "can't tell" };

type RunEvent = Extract<ReporterEvent, { readonly type: "run" }>;
type ReductionRun = Extract<RunEvent, { readonly input: unknown }>;
type IsolationRun = Exclude<RunEvent, ReductionRun>;

const reductionLines = (event: ReductionRun, { title, directory }: TitlePlace, paint: Paint): readonly string[] => {
  const { input, words, path, jobs, format, resumed, finished = false } = event;
  const run = visibleLine(nearby(directory, path));
  const known = resumed?.outcomes ?? 0;
  const how = `${jobs === 0 ? "no workers yet" : counted(jobs, "job")}, by ${format}, ${run}`;
  return [
    `${paint.bold(visibleLine(title))}: ${counted(input.bytes, "byte")}${input.lines === 0 ? "" : `, ${counted(input.lines, "line")}`}`,
    `condition: ${visibleLine(words)}`,
    finished
      ? `this run is already finished: ${run}`
      : known > 0
        ? `resuming ${run}: ${counted(known, "answer")} known`
        : paint.dim(how),
  ];
};

const isolationLines = (event: IsolationRun, { directory }: TitlePlace, { dim }: Paint): readonly string[] => {
  const { titles, jobs, path, resumed } = event;
  const known = resumed?.outcomes ?? 0;
  const resuming = known === 0 ? "" : `, resuming: ${counted(known, "answer")} known`;
  return [
    visibleLine(`${titles.good} → ${titles.bad}`),
    dim(visibleLine(`${counted(jobs, "job")}, ${nearby(directory, path)}${resuming}`)),
  ];
};
