/** What people read before and after a run; in between, whatever the given view shows. */
import type { Stamped } from "../core/events.ts";
import { clusterText } from "./cluster-tally.ts";
import { count, counted, percent, time } from "./figures.ts";
import type { Paint } from "./paint.ts";
import { passLines } from "./passes.ts";
import { visible, visibleLine } from "../core/visible.ts";
import type { Closing, Opening, Reporter, Sink } from "./reporter.ts";

/** What is shown while a run lasts. */
export interface View {
  open(opening: Opening): void;
  event(event: Stamped): void;
  /** Makes room for lines that stay. */
  clear(): void;
  /** Nothing is shown from now on. */
  end(): void;
}

/** Where lines go and how they look. */
export interface Lines {
  readonly sink: Sink;
  readonly paint: Paint;
}

/** `results` gets the closing lines, `progress` everything else; the view writes where `progress` does. */
export const textReporter = (progress: Lines, results: Lines, view: View): Reporter => {
  const say = (lines: readonly string[]): void => {
    view.clear();
    progress.sink.write(lines.map((line) => `${line}\n`).join(""));
  };
  return {
    open: (opening) => {
      say(openingLines(opening, progress.paint));
      if (!opening.finished) view.open(opening);
    },
    event: (event) => view.event(event),
    note: (text) => say([visible(text)]),
    close: (closing) => {
      view.end();
      results.sink.write(
        closingLines(closing, results.paint)
          .map((line) => `${line}\n`)
          .join(""),
      );
    },
    abandon: () => view.end(),
  };
};

const openingLines = (opening: Opening, { dim, bold }: Paint): readonly string[] => {
  const { bytes, lines, jobs, format, known, finished } = opening;
  const run = visibleLine(opening.run);
  const how = `${jobs === 0 ? "no workers yet" : counted(jobs, "job")}, by ${format}, ${run}`;
  return [
    `${bold(visibleLine(opening.input))}: ${counted(bytes, "byte")}, ${counted(lines, "line")}`,
    `what counts: ${visibleLine(opening.oracle)}`,
    finished
      ? `this run is already finished: ${run}`
      : known > 0
        ? `resuming ${run}: ${counted(known, "answer")} known`
        : dim(how),
  ];
};

const filesText = ({ input, output }: Closing): string =>
  input.files === undefined || output.files === undefined
    ? ""
    : `, ${count(input.files)} → ${counted(output.files, "file")}`;

const closingLines = (closing: Closing, { bold, green }: Paint): readonly string[] => {
  const { input, output, tests, claims, reason, goOn, passes } = closing;
  const outcomes = `${count(tests.fail)} fail, ${count(tests.pass)} pass, ${count(tests.unresolved)} unresolved`;
  const timeouts = tests.timeouts === 0 ? "" : `, ${counted(tests.timeouts, "timeout")}`;
  return [
    ...(passes === undefined ? [] : [...passLines(passes), ""]),
    ...(reason === undefined ? [] : [`stopped: ${reason}`]),
    `size:       ${bold(`${count(input.bytes)} → ${counted(output.bytes, "byte")}`)} (${percent(output.bytes, input.bytes)}), ` +
      `${count(input.lines)} → ${counted(output.lines, "line")}${filesText(closing)}`,
    `tests:      ${count(tests.run)} run, ${count(tests.recalled)} recalled, ${count(tests.wasted)} wasted (${outcomes}${timeouts})`,
    ...(closing.cluster === undefined ? [] : [`cluster:    ${clusterText(closing.cluster)}`]),
    `time:       ${time(closing.wallMs)}`,
    `guaranteed: ${claims.length === 0 ? "the result still shows the failure" : claims.join(", ")}`,
    ...closing.notes.map((note) => `note:       ${visible(note)}`),
    `result:     ${green(visibleLine(output.path))}`,
    `reproduce:  ${visible(closing.show)}`,
    ...(goOn === undefined ? [] : [`resume with: ${visible(goOn)}`]),
  ];
};
