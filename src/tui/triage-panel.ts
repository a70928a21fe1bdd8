/** A triage on the screen: its figures, and its bugs as rows with a bar each. */
import { visibleLine } from "../core/visible.ts";
import type { BugStanding } from "../core/notes.ts";
import { count, counted, rate, time } from "../progress/figures.ts";
import { elapsed, left } from "../progress/selectors.ts";
import type { Progress } from "../progress/state.ts";
import { bugBar, bugCounts, bugSizes, bugStateText, narrowTitle, type TriageProgress } from "../progress/triage.ts";
import { cells, padded, shortened } from "./cells.ts";
import { fitting, label, lineOf, rule, span, type Line, type Span } from "./lines.ts";

export const triageLines = (state: Progress, triage: TriageProgress, now: number, width: number): readonly Line[] => {
  const { suite } = state;
  const ms = elapsed(state, now);
  const rest = left(state, now).ms;
  const { executions = 0, task, done = 0, tests = 0 } = suite ?? {};
  const isSorting = task === "sorting";
  return [
    fitting(
      [
        [
          label("files"),
          span(
            isSorting ? `${count(done)} of ${counted(tests, "file")}` : counted(state.triage?.files ?? 0, "file"),
            "bold",
          ),
        ],
        ...(triage.copies === 0 ? [] : [[`${count(triage.copies)} copies`]]),
        ...(triage.aside === 0 ? [] : [[span(`${count(triage.aside)} set aside`, "yellow")]]),
      ],
      width,
    ),
    fitting(
      bugCounts(triage).map((text, at) => (at === 0 ? [label("bugs"), span(text, "bold")] : [text])),
      width,
    ),
    fitting(
      [
        [label("runs"), `${counted(executions, "run")}, ${rate(executions, ms)}`],
        [counted(triage.jobs, "job")],
        [time(ms)],
        ...(rest === undefined ? [] : [[`${time(rest)} left`]]),
      ],
      width,
    ),
  ];
};

interface Columns {
  readonly bar: number;
  readonly files: number;
  readonly sizes: number;
  readonly state: number;
}

const most = (texts: readonly string[]): number => Math.max(0, ...texts.map(cells));

/** The room of each column; the title has the rest. */
const columnsFor = (bugs: readonly BugStanding[], width: number): Columns => {
  return {
    bar: width < 80 ? 8 : width < 110 ? 12 : 20,
    files: width < 80 ? 0 : Math.max(5, most(bugs.map(({ files }) => count(files)))),
    sizes: Math.max(5, most(bugs.map(bugSizes))),
    state: width < 80 ? 10 : width < 110 ? 12 : 28,
  };
};

interface TableRoom {
  readonly width: number;
  readonly height: number;
  /** The first row; the bug that is being reduced is in view unless given. */
  readonly top: number | undefined;
}

/** Rows that the whole table takes. */
export const tableHeight = ({ bugs }: TriageProgress): number => 2 + Math.max(1, bugs.length);

/** Under a rule and a head, the rows; how many are above and below is told. */
export const bugTable = (triage: TriageProgress, { width, height, top }: TableRoom): readonly Line[] => {
  const { bugs, all } = triage;
  const room = Math.max(1, height - 2);
  const from = Math.min(top ?? inView(bugs, room), Math.max(0, bugs.length - room));
  const shown = bugs.slice(from, from + room);
  const part = shown.length === all ? "" : ` ${count(from + 1)} to ${count(from + shown.length)} of ${count(all)}`;
  if (bugs.length === 0) return [rule(lineOf("bugs"), width), lineOf(span(" none so far", "dim"))];
  const columns = columnsFor(bugs, width);
  return [
    rule(lineOf("bugs", span(part, "dim")), width),
    headOf(columns, width),
    ...shown.map((bug) => rowOf(bug, columns, width)),
  ];
};

const inView = (bugs: readonly BugStanding[], room: number): number => {
  const at = bugs.findIndex(({ state }) => state === "reducing");
  return at < room ? 0 : at - Math.floor(room / 2);
};

const ID = 5;

const titleRoom = ({ bar, files, sizes, state }: Columns, width: number): number =>
  Math.max(6, width - ID - 1 - (files === 0 ? 0 : files + 2) - (sizes + 2) - (bar + 2) - (state + 2));

const cellsIn = (columns: Columns, texts: readonly [files: string, sizes: string]): string =>
  `${columns.files === 0 ? "" : `  ${texts[0].padStart(columns.files)}`}  ${texts[1].padStart(columns.sizes)}`;

const headOf = (columns: Columns, width: number): Line => [
  span(
    `${" ".repeat(ID + 1)}${"bug".padEnd(titleRoom(columns, width))}${cellsIn(columns, ["files", "bytes"])}  ${"gone".padEnd(columns.bar)}  state`,
    "dim",
  ),
];

const rowOf = (bug: BugStanding, columns: Columns, width: number): Line => {
  const { id, title, kind, files, state } = bug;
  const room = titleRoom(columns, width);
  const name = shortened(narrowTitle(visibleLine(title), room), room);
  const isNow = state === "reducing";
  const lead = name.startsWith(kind) ? kind.length : 0;
  const style: Span["style"] = state === "waiting" || state === "known" ? "dim" : "plain";
  return [
    span(`${isNow ? "▶" : " "}${`#${id}`.padStart(ID - 1)} `, isNow ? "bold" : style),
    span(name.slice(0, lead), "bold"),
    span(padded(name.slice(lead), room - lead), isNow ? "bold" : style),
    span(cellsIn(columns, [count(files), bugSizes(bug)]), isNow ? "bold" : style),
    span(`  ${bugBar(bug, columns.bar)}`, "green"),
    span(`  ${shortened(stateOf(bug, columns), columns.state)}`, isNow ? "bold" : style),
  ];
};

/** What does not fit is left out from its end. */
const stateOf = (bug: BugStanding, { state }: Columns): string => {
  const text = bugStateText(bug);
  return cells(text) <= state ? text : (text.split(", ", 1)[0] ?? "");
};
