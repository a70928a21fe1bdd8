/** What people read on a terminal when an isolation has ended. */
import { visibleLine } from "../../core/visible.ts";
import { stripVTControlCharacters } from "node:util";
import { counted } from "../../progress/figures.ts";
import type { IsolationClosing, NextStep, ReportedChange } from "./closing.ts";
import {
  diffLines,
  foundNoun,
  headingOf,
  originOf,
  othersNamed,
  placeOf,
  proofLines,
  testsText,
  triggerTitle,
} from "./words.ts";
import type { Paint } from "../paint.ts";

/** Lines of one change; the rest is in the patch. */
const MAX_LINES = 20;
/** Changes in all. */
const MAX_CHANGES = 6;
const MAX_NAMED = 12;
/** From here on, labels stand beside what they are for. */
const WIDE = 110;
const LABEL = 27;
/** Longer lines are hard to read, however wide the screen is. */
const WIDEST = 120;

/** `columns` is infinite where nobody looks at a screen: then nothing is cut off. */
export const isolationLines = (closing: IsolationClosing, paint: Paint, columns: number): readonly string[] => {
  const layout = { columns: columns - 1, wide: columns >= WIDE, paint };
  const { bold, dim, red } = paint;
  const { reasonWords, resume, trigger, words, notes } = closing;
  return [
    bold(headingOf(closing)),
    ...folded(
      [`good: ${visibleLine(words.good)}`, `bad: ${visibleLine(words.bad)}`, "anything else: can't tell"],
      "  ",
      "    ",
      layout,
    ),
    `  ${testsText(closing)}`,
    ...(reasonWords === undefined ? [] : [red(`  stopped: ${reasonWords}`)]),
    ...unresolvedLines(closing, layout),
    "",
    ...(trigger.length === 0 ? ["  nothing was found"] : triggerLines(closing, layout)),
    ...labelled("needs these to run at all", named(othersNamed(closing)), ", ", layout),
    ...(trigger.length === 0 ? [] : proof(closing, layout)),
    ...closing.advice.map((line) => `  ${line}`),
    ...nextLines(closing.next, layout),
    ...notes.flatMap((note) => folded([`note: ${note}`], "  ", "    ", layout)).map(dim),
    ...(resume === undefined ? [] : [`  resume with: ${resume}`]),
  ];
};

interface Layout {
  readonly columns: number;
  readonly wide: boolean;
  readonly paint: Paint;
}

const unresolvedLines = (
  { unresolvedReasons, tests, trigger, status }: IsolationClosing,
  layout: Layout,
): readonly string[] => {
  const [most] = unresolvedReasons;
  // Of interest where it was in the way.
  if (most === undefined || (status === "complete" && trigger.length > 0 && tests.unresolved * 2 < tests.run))
    return [];
  const why = `why pare can't tell, most often (${most.count} of ${tests.unresolved} tests): ${visibleLine(most.reason)}`;
  return folded([why], "  ", "    ", layout);
};

const triggerLines = (closing: IsolationClosing, layout: Layout): readonly string[] => {
  const { trigger } = closing;
  const shown = trigger.slice(0, MAX_CHANGES);
  const left = trigger.length - shown.length;
  const [first] = shown;
  const title = triggerTitle(closing);
  // One change stands beside its title, several below it.
  const single = trigger.length === 1 && first !== undefined;
  return [
    ...(single ? labelled(title, [layout.paint.bold(placeOf(first))], "", layout) : [`  ${title}`]),
    ...shown.flatMap((change) => [
      ...(single ? [] : [`  ${layout.paint.bold(placeOf(change))}`]),
      ...changeLines(change, layout),
    ]),
    ...(left > 0 ? [`  … and ${counted(left, `more ${foundNoun(closing)}`)}`] : []),
  ];
};

const changeLines = (change: ReportedChange, { columns, paint }: Layout): readonly string[] => {
  const origin = originOf(change);
  const lines = diffLines(change);
  const shown = lines.slice(0, MAX_LINES);
  const draw = { "-": paint.red, "+": paint.green } as const;
  return [
    ...(origin === undefined ? [] : [paint.dim(cut(`  ${visibleLine(origin)}`, columns))]),
    ...shown.map(({ sign, text }) => draw[sign](cut(`  ${sign} ${text}`, columns))),
    ...(lines.length > shown.length ? [paint.dim(`  … ${counted(lines.length - shown.length, "more line")}`)] : []),
  ];
};

const named = (places: readonly string[]): readonly string[] => {
  const shown = places.slice(0, MAX_NAMED);
  return places.length > shown.length ? [...shown, `… ${places.length - shown.length} more`] : shown;
};

const proof = (closing: IsolationClosing, layout: Layout): readonly string[] => {
  const { green, red, dim } = layout.paint;
  const drawn = proofLines(closing).map(({ holds, text }) => (holds === undefined ? dim : holds ? green : red)(text));
  const remarks = closing.proof.remarks.flatMap((remark) => folded([visibleLine(remark)], "    ", "    ", layout));
  return [...labelled("proof", drawn, " · ", layout), ...remarks.map(dim)];
};

/** Lines that are to be copied are never broken. */
const nextLines = (steps: readonly NextStep[], { wide, columns, paint }: Layout): readonly string[] => {
  const lines = steps.flatMap(({ line, purpose }) =>
    line.length + purpose.length + (wide ? LABEL : 4) + 5 <= columns
      ? [`${line}   ${paint.dim(purpose)}`]
      : [paint.dim(purpose.endsWith("?") ? purpose : `${purpose}:`), line],
  );
  if (!wide) return lines.length === 0 ? [] : ["  next", ...lines.map((line) => `    ${line}`)];
  return lines.map((line, index) => `  ${(index === 0 ? "next" : "").padEnd(LABEL)}${line}`);
};

/** A label, and what it is for: beside it or below it. */
const labelled = (label: string, parts: readonly string[], glue: string, layout: Layout): readonly string[] => {
  if (parts.length === 0) return [];
  const pad = " ".repeat(layout.wide ? LABEL + 2 : 4);
  if (layout.wide && label.length < LABEL) {
    const [first = "", ...rest] = filled(parts, glue, pad, layout.columns);
    return [`  ${label.padEnd(LABEL)}${first.slice(pad.length)}`, ...rest];
  }
  const whole = `  ${label}   ${parts.join(glue)}`;
  return parts.length === 1 && widthOf(whole) <= layout.columns
    ? [whole]
    : [`  ${label}`, ...filled(parts, glue, pad, layout.columns)];
};

/** Parts one behind the other, as many to a line as it takes. */
const filled = (parts: readonly string[], glue: string, pad: string, columns: number): readonly string[] => {
  const lines: string[] = [];
  let line = "";
  for (const [index, part] of parts.entries()) {
    const piece = index < parts.length - 1 ? part + glue : part;
    if (line !== "" && widthOf(pad + line + piece.trimEnd()) > columns) {
      lines.push(pad + line.trimEnd());
      line = "";
    }
    line += piece;
  }
  return line === "" ? lines : [...lines, pad + line];
};

/** Side by side if they fit, else one below the other, broken at spaces. */
const folded = (parts: readonly string[], pad: string, hanging: string, { columns }: Layout): readonly string[] => {
  const side = pad + parts.join("        ");
  if (parts.length > 1 && side.length <= Math.min(columns, WIDEST)) return [side];
  return parts.flatMap((part) => {
    const lines = filled(
      part.split(" ").map((word) => word),
      " ",
      hanging,
      columns,
    );
    return lines.map((line, index) => (index === 0 ? pad + line.slice(hanging.length) : line));
  });
};

const widthOf = (text: string): number => stripVTControlCharacters(text).length;

const cut = (text: string, columns: number): string =>
  text.length <= columns ? text : `${text.slice(0, Math.max(1, columns - 1))}…`;
