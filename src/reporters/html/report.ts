/** The report of a reduction as one HTML file: nothing is loaded, everything but the step slider is there without its script. */
import { provedText, untriedIn, untriedText } from "../../core/claim.ts";
import { createHash } from "node:crypto";
import { count, counted, percent } from "../../progress/figures.ts";
import { answersIn, answersText, outcomesText, runsText } from "../../progress/outcomes.ts";
import { curveSvg } from "./curve.ts";
import { escaped } from "./escape.ts";
import { necessityHtml } from "./necessity.ts";
import { packedBook } from "../reduce/step-log-pack.ts";
import { REPORT_STYLE } from "./style.ts";
import { passCells, PASS_HEADINGS, unitsText } from "../reduce/closing.ts";
import { definitions, htmlDocument, policyMeta, section, table } from "./document.ts";
import { driftLines } from "../reduce/drift-lines.ts";
import { costText, endingText, reproductionTitle, statusText } from "../reduce/words.ts";
import type { ReportData } from "../reduce/report-data.ts";

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** `script` shows the steps; without one the report has no slider. */
export const reportHtml = (data: ReportData, script?: string): string => {
  const scripts = script === undefined ? "" : `; script-src ${hash(script)}`;
  const policy = `default-src 'none'; style-src ${hash(REPORT_STYLE)}${scripts}; base-uri 'none'; form-action 'none'`;
  const { input, output } = data;
  const sizes = `${count(input.bytes)} → ${counted(output.bytes, "byte")}`;
  return htmlDocument({
    head: [
      '<meta name="referrer" content="no-referrer">',
      policyMeta(policy),
      `<title>${escaped(`${data.name}: ${sizes}`)}</title>`,
      `<style>${REPORT_STYLE}</style>`,
    ],
    main: `<main>
<h1>${escaped(data.name)}</h1>
<p class="big">${sizes} <span class="dim">(${percent(output.bytes, input.bytes)})</span></p>
${summary(data)}
${section("Before and after", resultHtml(data))}
${section("To reproduce the failure", showHtml(data))}
${section("How the size fell", curvesHtml(data))}
${section("Step by step", stepsHtml(data, script !== undefined))}
${section("What each part is needed for", data.necessity === undefined ? "" : necessityHtml(data.necessity))}
${section("The passes", passesHtml(data))}
${section("The work", workHtml(data))}
${section("Made with", madeHtml(data))}
</main>`,
    scripts: `${scriptsHtml(data, script)}\n`,
  });
};

const scriptsHtml = ({ book }: ReportData, script: string | undefined): string =>
  script === undefined || book === undefined
    ? ""
    : `<script type="application/octet-stream" id="book">${packedBook(book)}</script>\n<script>${script}</script>`;

const summary = (data: ReportData): string => {
  const { input, output, notes } = data;
  return definitions([
    ["what counts", escaped(data.oracle)],
    ["guaranteed", escaped(provedText(data.proof))],
    ...untriedIn(data.proof).map((each) => ["not tried", escaped(untriedText(each))] as const),
    ["length", `${counted(input.bytes, "byte")} → ${counted(output.bytes, "byte")}${unitsText(data)}`],
    ["cost", escaped(costText(data))],
    ["state", escaped(statusText(data))],
    ...notes.map((note) => ["note", escaped(note)] as const),
  ]);
};

const block = (text: string, label: string, name = ""): string =>
  `<pre class="view${name}" tabindex="0" role="region" aria-label="${escaped(label)}">${escaped(text)}</pre>`;

const resultHtml = ({ result, output, input, before }: ReportData): string => {
  if (result === undefined)
    return `<p>The original has changed or is gone, or a record of the run is damaged: the result cannot be rebuilt. It was written to <code>${escaped(output.path)}</code>.</p>`;
  const files = result.map(
    ({ path, text, cut }) =>
      `${result.length > 1 ? `<h3><code>${escaped(path)}</code></h3>\n` : ""}${block(text, path)}${cut ? '<p class="dim">Cut off here; the file is longer.</p>' : ""}`,
  );
  const after = `<p class="dim"><code>${escaped(output.path)}</code></p>\n${files.join("\n")}`;
  if (before === undefined) return after;
  const more = before.more === 0 ? "" : `<p class="dim">… and ${counted(before.more, "more line")}</p>`;
  const from = `<p class="dim"><code>${escaped(input.path)}</code></p>\n${block(before.text, "The original")}${more}`;
  return `<div class="sides"><div><h3>before</h3>\n${from}</div><div><h3>after</h3>\n${after}</div></div>`;
};

const showHtml = (data: ReportData): string => {
  const { show, evidence, drift } = data;
  if (show === undefined && evidence === undefined) return "";
  const ending = endingText(data);
  const output = evidence?.output ?? "";
  return [
    ...(show === undefined
      ? []
      : [`<p>${reproductionTitle(show)}:</p>`, block(show, "The commands that show the failure", " wrap")]),
    ending === "" ? "" : `<p>It ${escaped(ending)}${output === "" ? "." : ", and prints:"}</p>`,
    output === "" ? "" : block(output, "What it prints", " wrap"),
    drift === undefined
      ? ""
      : `<p>The message differs from that of the original:</p>\n${block(driftLines(drift).join("\n"), "Both messages", " wrap")}`,
  ].join("\n");
};

const curvesHtml = ({ overTests, overTime, wallMs, tests, input, output }: ReportData): string => {
  const from = `from ${count(input.bytes)} to ${counted(output.bytes, "byte")}`;
  const committed = tests === undefined ? 0 : tests.fail + tests.pass + tests.unresolved;
  const curves = [
    [
      curveSvg(overTests, { label: `Size over tests, ${from}`, axis: "tests" }, committed),
      "size over tests (logarithmic)",
    ],
    [curveSvg(overTime, { label: `Size over time, ${from}`, axis: "time" }, wallMs), "size over time (logarithmic)"],
  ] as const;
  const figures = curves
    .filter(([svg]) => svg !== "")
    .map(([svg, words]) => `<figure>${svg}<figcaption>${words}</figcaption></figure>`);
  return figures.length === 0 ? "" : `<div class="sides">${figures.join("")}</div>`;
};

const stepsHtml = ({ book, result, accepted }: ReportData, scripted: boolean): string => {
  if (result === undefined || !scripted) return "";
  if (book === undefined) return `<p>${counted(accepted, "step")} accepted; all are too large to be shown here.</p>`;
  return `<p>${counted(accepted, "step")} accepted${(book.leftOut ?? 0) > 0 ? `; the first ${count(book.leftOut ?? 0)} are too large to be shown here` : ""}.</p>\n<div id="steps"><p class="dim">A script shows the steps.</p></div>`;
};

const passesHtml = ({ passes }: ReportData): string => {
  if (passes.length === 0) return "";
  const rows = passes.map((pass) => passCells(pass).map(escaped));
  return `<div class="wide" tabindex="0" role="region" aria-label="The passes">${table(PASS_HEADINGS, rows, "figures")}</div>`;
};

const workHtml = ({ tests, jobs, sessions: { lastMs } }: ReportData): string => {
  if (tests === undefined) return "";
  return definitions([
    ["candidates", `${count(answersIn(tests))}: ${outcomesText(tests)}`],
    ["of these", answersText(tests)],
    ["runs of the test", runsText(tests)],
    [
      "speed",
      escaped(
        `${lastMs > 0 ? ((1000 * tests.run) / lastMs).toFixed(1) : "0"} tests a second${jobs === undefined ? "" : `, ${counted(jobs, "job")}`}`,
      ),
    ],
  ]);
};

const madeHtml = (data: ReportData): string =>
  [
    data.commandLine === undefined ? "" : block(data.commandLine, "What was typed", " wrap"),
    definitions([
      ...data.environment.map(([name, value]) => [name, escaped(value)] as const),
      ["format", escaped(data.format)],
      ["strategy", escaped(data.strategy)],
      ["run", `<code>${escaped(data.run)}</code>`],
      ...(data.output.sha256 === ""
        ? []
        : [["SHA-256 of the result", `<code>${escaped(data.output.sha256)}</code>`] as const]),
      ["begun", escaped(data.started)],
      ["last change", escaped(data.changed)],
    ]),
  ].join("\n");
