/** The report of an isolation as one HTML file: no scripts, nothing loaded, light and dark. */
import { visibleLine } from "../../core/visible.ts";
import { counted } from "../../progress/figures.ts";
import { withoutMarkup } from "./escape.ts";
import type { IsolationReport, ReportedChange } from "../isolate/closing.ts";
import { bulleted, definitions, htmlDocument, policyMeta, section, table } from "./document.ts";
import { BASE_STYLE } from "./style.ts";
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

export const isolationHtml = (report: IsolationReport): string => {
  const { words, trigger, titles, reasonWords } = report;
  const title = trigger.length === 0 ? "Nothing was found" : capital(triggerTitle(report));
  return htmlDocument({
    head: [
      policyMeta("default-src 'none'; style-src 'unsafe-inline'"),
      `<title>${escaped(`${titles.good} → ${titles.bad}`)}</title>`,
      `<style>${BASE_STYLE}</style>`,
    ],
    main: `<main>
<h1>${escaped(headingOf(report))}</h1>
<dl>
<dt>good</dt><dd>${escaped(words.good)}</dd>
<dt>bad</dt><dd>${escaped(words.bad)}</dd>
<dt>else</dt><dd>can't tell</dd>
<dt>cost</dt><dd>${escaped(testsText(report))}</dd>
${reasonWords === undefined ? "" : `<dt>stopped</dt><dd class="no">${escaped(reasonWords)}</dd>`}
</dl>
${section(title, trigger.map(changeHtml).join("\n"))}
${section("Needs these to run at all", bulleted(othersNamed(report).map((place) => `<code>${escaped(place)}</code>`)))}
${trigger.length === 0 ? "" : section("Proof", proofHtml(report))}
${section("Advice", report.advice.length === 0 ? "" : `<pre>${escapedLines(report.advice.join("\n"))}</pre>`)}
${section("Next", nextHtml(report))}
${section("The patch", report.patchText === undefined ? "" : `<pre class="diff">${patchHtml(report.patchText)}</pre>`)}
${section("How it was found", foundHtml(report))}
${section("To repeat it", repeatHtml(report))}
</main>`,
  });
};

const changeHtml = (change: ReportedChange): string => {
  const origin = originOf(change);
  const lines = diffLines(change);
  const diff = lines.map(({ sign, text }) => diffLine(sign + text)).join("");
  return `<article>
<h3><code>${escaped(placeOf(change))}</code></h3>
${origin === undefined ? "" : `<p class="dim">${escaped(origin)}</p>`}
${lines.length === 0 ? "" : `<pre class="diff">${diff}</pre>`}
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
  next.map(({ line, purpose }) => `<p>${escaped(capital(purpose))}</p>\n<pre>${escaped(line)}</pre>`).join("\n");

const foundHtml = ({ levels, unresolvedReasons, notes }: IsolationReport): string => {
  const rows = levels.map((level) => levelCells(level).map(escaped));
  const reasons = unresolvedReasons
    .slice(0, MAX_REASONS)
    .map(({ reason, count }) => `${counted(count, "test")}: can't tell (${escaped(reason)})`);
  const levelTable = rows.length === 0 ? "" : `<div class="wide">${table(LEVEL_HEADINGS, rows)}</div>\n`;
  return levelTable + bulleted([...reasons, ...notes.map(escaped)]);
};

const repeatHtml = ({ command, date, environment }: IsolationReport): string =>
  `<pre>${escaped(command)}</pre>\n${definitions(
    [["date", date] as const, ...environment].map(([name, value]) => [visibleLine(name), escaped(value)] as const),
  )}`;

const escaped = (text: string): string => withoutMarkup(visibleLine(text));

const escapedLines = (text: string): string => text.split("\n").map(escaped).join("\n");
