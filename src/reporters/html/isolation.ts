/** The report of an isolation as one HTML file: nothing loaded, light and dark. */
import { visibleLine } from "../../core/visible.ts";
import { counted } from "../../progress/figures.ts";
import { withoutMarkup } from "./escape.ts";
import type { IsolationReport, ReportedChange } from "../isolate/closing.ts";
import { block, bulleted, definitions, reportDocument, section, table } from "./document.ts";
import {
  capital,
  diffLines,
  headingOf,
  levelCells,
  LEVEL_HEADINGS,
  MAX_REASONS,
  originOf,
  othersNamed,
  placeOf,
  proofLines,
  testsText,
  triggerTitle,
} from "../isolate/words.ts";

/** `script` copies; without one there are no buttons. */
export const isolationHtml = (report: IsolationReport, script?: string): string => {
  const { words, trigger, titles, reasonWords, patchText } = report;
  const found = trigger.length === 0 ? "Nothing was found" : capital(triggerTitle(report));
  const [only] = trigger.length === 1 ? trigger : [];
  return reportDocument({
    title: `${titles.good} → ${titles.bad}`,
    script,
    html: `<h1>${escaped(headingOf(report))}</h1>
<p class="big">${escaped(only === undefined ? found : placeOf(only))}</p>
<p class="dim">${escaped(`${reasonWords === undefined ? "" : `stopped: ${reasonWords}, `}${testsText(report)}`)}</p>
${section(only === undefined && trigger.length > 0 ? "These changes" : found, trigger.map(changeHtml).join("\n"))}
${section("Needs these to run at all", bulleted(othersNamed(report).map((place) => `<code>${escaped(place)}</code>`)))}
${trigger.length === 0 ? "" : section("Proof", proofHtml(report))}
${section("Advice", report.advice.length === 0 ? "" : block(escapedLines(report.advice.join("\n")), { label: "Advice", wrap: true }))}
${section("Next", nextHtml(report))}
${section(
  "The two ends",
  definitions([
    ["good", escaped(words.good)],
    ["bad", escaped(words.bad)],
    ["else", "can't tell"],
  ]),
)}
${section("The patch", patchText === undefined ? "" : block(patchHtml(patchText), { label: "The patch", diff: true, copy: true }))}
${section("How it was found", foundHtml(report))}
${section("To repeat it", repeatHtml(report))}`,
  });
};

const changeHtml = (change: ReportedChange): string => {
  const origin = originOf(change);
  const lines = diffLines(change);
  const diff = lines.map(({ sign, text }) => diffLine(sign + text)).join("");
  return `<article>
<h3><code>${escaped(placeOf(change))}</code></h3>
${origin === undefined ? "" : `<p class="dim">${escaped(origin)}</p>`}
${lines.length === 0 ? "" : block(diff, { label: placeOf(change), diff: true })}
</article>`;
};

const CLASSES: Readonly<Record<string, string>> = { "-": "old", "+": "new", "@": "at" };

const diffLine = (line: string): string => {
  const name = CLASSES[line.charAt(0)];
  const text = escaped(line);
  return name === undefined ? `${text}\n` : `<span class="${name}">${text}\n</span>`;
};

/** The lines of a header are neither old nor new. */
const patchHtml = (text: string): string =>
  text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => (/^(?:---|\+\+\+) /.test(line) ? `${escaped(line)}\n` : diffLine(line)))
    .join("");

const CLASS_OF_MARK: Readonly<Record<string, string>> = { "✓": "yes", "✗": "no", "?": "dim" };

const proofHtml = (report: IsolationReport): string => {
  const lines = proofLines(report).map(
    ({ mark, text }) => `<span class="${CLASS_OF_MARK[mark]}">${mark} ${escaped(text)}</span>`,
  );
  return bulleted([...lines, ...report.proof.remarks.map(escaped)]);
};

const nextHtml = ({ next }: IsolationReport): string =>
  next
    .map(
      ({ line, purpose }) =>
        `<p>${escaped(capital(purpose))}</p>\n${block(escaped(line), { label: purpose, wrap: true, copy: true })}`,
    )
    .join("\n");

const foundHtml = ({ levels, unresolvedReasons, notes }: IsolationReport): string => {
  const rows = levels.map((level) => levelCells(level).map(escaped));
  const reasons = unresolvedReasons
    .slice(0, MAX_REASONS)
    .map(({ reason, count }) => `${counted(count, "test")}: can't tell (${escaped(reason)})`);
  const levelTable = rows.length === 0 ? "" : `<div class="wide">${table(LEVEL_HEADINGS, rows)}</div>\n`;
  return levelTable + bulleted([...reasons, ...notes.map(escaped)]);
};

const repeatHtml = ({ command, date, environment }: IsolationReport): string =>
  `${block(escaped(command), { label: "The command", wrap: true, copy: true })}\n${definitions(
    [["date", date] as const, ...environment].map(([name, value]) => [visibleLine(name), escaped(value)] as const),
  )}`;

const escaped = (text: string): string => withoutMarkup(visibleLine(text));

const escapedLines = (text: string): string => text.split("\n").map(escaped).join("\n");
