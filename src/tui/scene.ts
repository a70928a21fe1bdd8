/** What is on the screen: a pure function from what is known to lines. */
import { provedText, untriedIn } from "../core/claim.ts";
import { counted, percent, time } from "../progress/figures.ts";
import { outcomeWord } from "../progress/outcomes.ts";
import { elapsed, proofOf } from "../progress/selectors.ts";
import { fruitlessText, standstillText } from "../progress/standstill.ts";
import type { Progress } from "../progress/state.ts";
import { currentBug, type TriageProgress } from "../progress/triage.ts";
import { withoutSequences } from "./cells.ts";
import { chart } from "./chart.ts";
import { asideText, clusterPanel } from "./cluster-panel.ts";
import { diffLines, diffSummary, firstChange, type DiffRow } from "./diff-page.ts";
import { figureLines, passTable, titleLine } from "./figures-panel.ts";
import { helpEnd, helpPage } from "./help-page.ts";
import { beside, fitted, fitting, lineOf, rule, span, stacked, widthOf, type Line, type Span } from "./lines.ts";
import { bugTable, tableHeight, triageLines } from "./triage-panel.ts";
import { hexDump, outputLines, preview, type TextCut } from "./preview.ts";

/** The best, as it is shown. */
export interface BestView {
  /** A path, or how many files there are. */
  readonly name: string;
  readonly text: string;
  /** What is no text. */
  readonly bytes?: Uint8Array;
  readonly language: string;
  readonly cut?: TextCut | undefined;
  /** The difference to the best before. */
  readonly rows?: readonly DiffRow[] | undefined;
}

export type Page =
  /** `top`: where the rows of bugs begin, if somebody has scrolled. */
  | { readonly kind: "main"; readonly top?: number }
  | { readonly kind: "help"; readonly top: number }
  | { readonly kind: "diff"; readonly rows: readonly DiffRow[]; readonly top: number }
  | {
      readonly kind: "history";
      readonly rows: readonly DiffRow[];
      readonly top: number;
      readonly at: number;
      readonly count: number;
      /** About the step, in words. */
      readonly about: readonly string[];
    };

export interface Scene {
  readonly state: Progress;
  /** Milliseconds since the run began. */
  readonly now: number;
  readonly columns: number;
  readonly rows: number;
  readonly title: string;
  readonly over: "tests" | "time";
  readonly page: Page;
  readonly shown?: BestView | undefined;
  /** For a moment. */
  readonly message?: string | undefined;
  /** Nobody can type. */
  readonly withoutKeys?: boolean;
}

/** From so many columns on, there is room for two of them. */
const WIDE = 110;

/** Exactly as many lines as there are rows, each exactly as wide as the screen. */
export const sceneLines = (scene: Scene): readonly Line[] => {
  const { columns, rows } = scene;
  const { triage } = scene.state;
  const about = { title: scene.title, width: columns };
  const all =
    triage === undefined
      ? figureLines(scene.state, scene.now, about)
      : [titleLine(scene.state, scene.title, columns), ...triageLines(scene.state, triage, scene.now, columns)];
  // Nobody reads figures and their explanation at once, where there is little room.
  const figures = scene.page.kind === "help" ? all.slice(0, 1) : all;
  const middle = rows - figures.length - 2;
  const body = [...figures, ...stacked(bodyOf(scene, middle), middle), messageLine(scene), footer(scene)];
  return stacked(body, rows).map((line) => fitted(line, columns));
};

const bodyOf = (scene: Scene, height: number): readonly Line[] => {
  const { page, columns, state } = scene;
  switch (page.kind) {
    case "help":
      return helpPage(scene.state, { top: page.top, columns, height });
    case "diff":
      return [
        rule(lineOf(`original and best: ${diffSummary(page.rows)}`), columns),
        ...diffLines(page.rows, page.top, height - 1),
      ];
    case "history":
      return [
        rule(
          fitting(
            page.about.map((part) => [span(part, "bold")]),
            columns - 6,
          ),
          columns,
        ),
        ...diffLines(page.rows, page.top, height - 1),
      ];
    case "main":
      if (state.triage !== undefined) return triaged(scene, state.triage, height);
      return columns >= WIDE ? wide(scene, height) : narrow(scene, height);
  }
};

/** The bugs; below them, where there is room, the one that is being reduced: all of its title, its best input, the last cut. */
const triaged = (scene: Scene, triage: TriageProgress, height: number): readonly Line[] => {
  const { columns: width, page, shown } = scene;
  const top = page.kind === "main" ? page.top : undefined;
  const bug = currentBug(triage);
  const room = height - Math.min(tableHeight(triage), Math.ceil(height * MAX_BUGS));
  const below = bug === undefined || room < MIN_BELOW ? 0 : room;
  const rows = stacked(bugTable(triage, { width, height: height - below, top }), height - below);
  if (below === 0) return rows;
  const title = [rule(lineOf(span(`#${bug?.id ?? ""}`, "bold"), ` ${bug?.title ?? ""}`), width)];
  const panel = { width: width >= WIDE ? Math.floor(width / 2) : width, height: below - 2 };
  const best = shown === undefined ? [] : previewPanel(scene, panel);
  const cut = { width: width - panel.width - 1, height: panel.height };
  const sides =
    width < WIDE
      ? best
      : beside({ width: panel.width, lines: best }, { width: cut.width, lines: cutPanel(scene, cut) });
  return [...rows, ...title, ...sides];
};

/** The share of the screen that bugs take at most, and the least number of rows that are of use below them. */
const MAX_BUGS = 0.6;
const MIN_BELOW = 5;

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, Math.round(value)));

const narrow = (scene: Scene, height: number): readonly Line[] => {
  const width = scene.columns;
  const room = height - 3;
  const [curve, output] = [clamp(room * 0.35, 3, 12), clamp(room * 0.2, 2, 8)];
  return [
    ...chartPanel(scene, { width, height: curve }),
    ...previewPanel(scene, { width, height: room - curve - output }),
    ...outputPanel(scene, { width, height: output }),
  ];
};

const wide = (scene: Scene, height: number): readonly Line[] => {
  const left = Math.floor(scene.columns * 0.45);
  const right = scene.columns - left - 1;
  const output = clamp((height - 2) * 0.25, 3, 12);
  const cut = cutPanel(scene, { width: right, height: clamp((height - 2) * 0.3, 3, 14) });
  return beside(
    { width: left, lines: leftPanels(scene, { width: left, height }) },
    {
      width: right,
      lines: [
        ...previewPanel(scene, { width: right, height: height - output - cut.length - 2 }),
        ...cut,
        ...outputPanel(scene, { width: right, height: output }),
      ],
    },
  );
};

/** The curve and the passes; of a run on a cluster also its workers, which leave room for the others. */
const leftPanels = (scene: Scene, { width, height }: Room): readonly Line[] => {
  const { cluster } = scene.state;
  const workers = cluster === undefined ? [] : clusterPanel(cluster, { width, height: Math.floor(height * 0.4) });
  const curve = clamp((height - workers.length - 2) * 0.5, 4, 20);
  const passes = height - workers.length - curve - 2;
  return [
    ...chartPanel(scene, { width, height: curve }),
    rule(lineOf("passes"), width),
    ...stacked(passTable(scene.state, { width, height: passes }), passes),
    ...workers,
  ];
};

interface Room {
  readonly width: number;
  readonly height: number;
}

const chartPanel = ({ state, now, over }: Scene, { width, height }: Room): readonly Line[] => {
  const [curve, until] =
    over === "tests" ? [state.overTests, state.tests.committed] : [state.overTime, elapsed(state, now)];
  const upTo = over === "tests" ? counted(until, "test") : time(until);
  return [
    rule(lineOf("size", span(` over ${over}, log scale, up to ${upTo}`, "dim")), width),
    ...chart(curve, { width, height, until }),
  ];
};

const previewPanel = ({ shown, state }: Scene, { width, height }: Room): readonly Line[] => {
  if (shown === undefined)
    return stacked([rule(lineOf("best"), width), lineOf(span(" the original, so far", "dim"))], height + 1);
  const by = state.steps.at(-1)?.pass ?? "";
  const title = lineOf("best", span(` ${shown.name}`, "bold"), span(by === "" ? "" : `, last cut by ${by}`, "dim"));
  const body =
    shown.bytes === undefined
      ? preview(shown.text, { width, height, language: shown.language, cut: shown.cut })
      : hexDump(shown.bytes, { height, ...(shown.cut !== undefined && { at: shown.cut.at }) });
  return stacked([rule(title, width), ...body], height + 1);
};

/** What the last step has removed; nothing where that is not known. */
const cutPanel = ({ shown }: Scene, { width, height }: Room): readonly Line[] => {
  const rows = shown?.rows ?? [];
  if (rows.length === 0) return [];
  const lines = diffLines(rows, Math.max(0, firstChange(rows) - 1), height);
  return stacked([rule(lineOf("the last cut", span(` ${diffSummary(rows)}`, "dim")), width), ...lines], height + 1);
};

/** What the last test has printed; if that is nothing, what the last failing one has. */
const outputPanel = ({ state: { output, failing, run } }: Scene, { width, height }: Room): readonly Line[] => {
  if (output === undefined) return stacked([rule(lineOf("last test"), width)], height + 1);
  const { outcome, reason, ms, text = "" } = output;
  const silent = text.trim() === "";
  const words = ` ${outcomeWord(outcome, run?.aim)}${reason === undefined ? "" : ` (${reason})`}, ${time(ms)}`;
  const other = silent && failing?.text !== undefined ? "; the last failing test printed" : "";
  const said = withoutSequences(silent ? (failing?.text ?? "") : text);
  const body = said.trim() === "" ? [lineOf(span(" it printed nothing", "dim"))] : outputLines(said, width, height);
  return stacked([rule(lineOf("last test", span(`${words}${other}`, "dim")), width), ...body], height + 1);
};

const messageLine = ({ message, state, now, columns }: Scene): Line => {
  if (message !== undefined) return lineOf(span(` ${message}`, "yellow"));
  const { error, end } = state;
  if (error !== undefined) return lineOf(span(` ${error.message.split("\n", 1)[0] ?? ""}`, "red"));
  if (end !== undefined) {
    const what =
      end.status === "complete"
        ? [
            provedText(proofOf(state, end)),
            ...untriedIn(proofOf(state, end)).map((each) => `not tried: ${each.what}`),
          ].join("; ")
        : `stopped${end.reason === undefined ? "" : `: ${end.reason}`}`;
    return lineOf(span(` ${what}; ${percent(state.best, state.from)} is left`, "green"));
  }
  if (state.triage?.output !== undefined) return lineOf(span(` results: ${state.triage.output}`, "green"));
  // Wide screens have a table for them.
  const aside = state.cluster === undefined || columns >= WIDE ? undefined : asideText(state.cluster);
  if (aside !== undefined) return lineOf(span(` ${aside}`, "yellow"));
  const still = standstillText(state, now, "q stops") ?? fruitlessText(state);
  if (still !== undefined) return lineOf(span(` ${still}`, "yellow"));
  return lineOf(span(state.oracle === undefined ? "" : ` condition: ${state.oracle}`, "dim"));
};

const key = (name: string, does: string): readonly Span[] => [span(` ${name}`, "key"), span(` ${does} `)];

/** The keys that can do without being named, in this order; `?` names them all. */
const LESS_NEEDED = ["w", "t", "s", "d", "p"];

/** As many keys as there is room for. */
const fittingKeys = (keys: readonly (readonly [name: string, does: string])[], width: number): Line => {
  const lineFor = (left: typeof keys): Line => left.flatMap(([name, does]) => key(name, does));
  let left = keys;
  for (const each of LESS_NEEDED) if (widthOf(lineFor(left)) > width) left = left.filter(([name]) => name !== each);
  return lineFor(left);
};

const footer = ({ page, state, columns, rows, withoutKeys = false }: Scene): Line => {
  if (withoutKeys) return lineOf(span(" standard input is not a terminal: keys are off", "dim"));
  const back = key("esc", "back");
  if (page.kind === "help") return helpEnd(state, columns, rows - 3) === 0 ? back : [...key("↑↓", "scroll"), ...back];
  if (page.kind === "diff") return [...key("↑↓", "scroll"), ...key("h", "history"), ...back];
  if (page.kind === "history")
    return [
      ...key("←→", "step"),
      ...key("home/end", "first/last"),
      ...key("↑↓", "scroll"),
      ...key("d", "diff"),
      ...back,
    ];
  return fittingKeys(
    [
      ["p", state.paused ? "resume" : "pause"],
      ["s", state.triage === undefined ? "skip pass" : "skip bug"],
      ...(state.triage === undefined ? ([["t", "time"]] as const) : []),
      ["d", "diff"],
      ["h", "history"],
      ["w", "page"],
      ["q", "quit"],
      ["?", "help"],
    ],
    columns,
  );
};
