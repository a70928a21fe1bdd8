/** The report of an isolation as one HTML file: no scripts, nothing loaded, light and dark. */
import { visibleLine } from "../core/visible.ts";
import { counted } from "./figures.ts";
import { withoutMarkup } from "./report-escape.ts";
import type { IsolationReport, ReportedChange } from "./isolation.ts";
import { ISOLATION_STYLE } from "./isolation-style.ts";
import {
  diffLines,
  headingOf,
  originOf,
  othersNamed,
  placeOf,
  proofLines,
  testsText,
  triggerTitle,
} from "./isolation-words.ts";

export const isolationHtml = (report: IsolationReport): string => {
  const { words, trigger, titles, reasonWords } = report;
  const title = trigger.length === 0 ? "Nothing was found" : capital(triggerTitle(report));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(`${titles.good} → ${titles.bad}`)}</title>
<style>${ISOLATION_STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(headingOf(report))}</h1>
<dl>
<dt>good</dt><dd>${escaped(words.good)}</dd>
<dt>bad</dt><dd>${escaped(words.bad)}</dd>
<dt>else</dt><dd>counts as unresolved</dd>
<dt>cost</dt><dd>${escaped(testsText(report))}</dd>
${reasonWords === undefined ? "" : `<dt>stopped</dt><dd class="no">${escaped(reasonWords)}</dd>`}
</dl>
${section(title, trigger.map(changeHtml).join("\n"))}
${section("Needs these to run at all", listOf(othersNamed(report).map((place) => `<code>${escaped(place)}</code>`)))}
${trigger.length === 0 ? "" : section("Proof", proofHtml(report))}
${section("Advice", report.advice.length === 0 ? "" : `<pre>${escapedLines(report.advice.join("\n"))}</pre>`)}
${section("Next", nextHtml(report))}
${section("The patch", report.patchText === undefined ? "" : `<pre class="diff">${patchHtml(report.patchText)}</pre>`)}
${section("How it was found", foundHtml(report))}
${section("To repeat it", repeatHtml(report))}
</main>
</body>
</html>
`;
};

const section = (title: string, body: string): string =>
  body === "" ? "" : `<section>\n<h2>${escaped(title)}</h2>\n${body}\n</section>`;

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

const MARKS: Readonly<Record<string, readonly [name: string, mark: string]>> = {
  true: ["yes", "✓"],
  false: ["no", "✗"],
  undefined: ["dim", "?"],
};

const proofHtml = (report: IsolationReport): string => {
  const lines = proofLines(report).map(({ holds, text }) => {
    const [name = "", mark = ""] = MARKS[String(holds)] ?? [];
    return `<span class="${name}">${mark} ${escaped(text)}</span>`;
  });
  return listOf([...lines, ...report.proof.remarks.map(escaped)]);
};

const nextHtml = ({ next }: IsolationReport): string =>
  next.map(({ line, purpose }) => `<p>${escaped(capital(purpose))}</p>\n<pre>${escaped(line)}</pre>`).join("\n");

const MAX_REASONS = 10;

const foundHtml = ({ levels, unresolvedReasons, notes }: IsolationReport): string => {
  const rows = levels.map(
    ({ goal, name, changes, tests, unresolved }) =>
      `<tr><td>${goal}</td><td>${escaped(name)}</td><td>${changes}</td><td>${tests}</td><td>${unresolved}</td></tr>`,
  );
  const reasons = unresolvedReasons
    .slice(0, MAX_REASONS)
    .map(({ reason, count }) => `${counted(count, "test")} unresolved: ${escaped(reason)}`);
  const table =
    rows.length === 0
      ? ""
      : `<div class="wide"><table>
<thead><tr><th>looking for</th><th>level</th><th>changes</th><th>tests</th><th>unresolved</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table></div>
`;
  return table + listOf([...reasons, ...notes.map(escaped)]);
};

const repeatHtml = ({ command, date, environment }: IsolationReport): string => {
  const rows = [["date", date] as const, ...environment].map(
    ([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`,
  );
  return `<pre>${escaped(command)}</pre>\n<dl>\n${rows.join("\n")}\n</dl>`;
};

/** Of what is HTML already. */
const listOf = (items: readonly string[]): string =>
  items.length === 0 ? "" : `<ul>\n${items.map((item) => `<li>${item}</li>`).join("\n")}\n</ul>`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const escaped = (text: string): string => withoutMarkup(visibleLine(text));

const escapedLines = (text: string): string => text.split("\n").map(escaped).join("\n");
