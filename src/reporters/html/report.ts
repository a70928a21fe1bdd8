/** The report of a reduction as one HTML file: nothing is loaded, everything but the step slider is there without its script. */
import { provedText, untriedIn, untriedText } from "../../core/claim.ts";
import { count, counted, percent } from "../../progress/figures.ts";
import { answersIn, answersText, outcomesText, runsText } from "../../progress/outcomes.ts";
import type { PassProgress } from "../../progress/state.ts";
import { driftLines } from "../reduce/drift-lines.ts";
import { passCells, PASS_HEADINGS, unitsText } from "../reduce/closing.ts";
import type { ReportData } from "../reduce/report-data.ts";
import { packedBook } from "../reduce/step-log-pack.ts";
import { aimWords, costText, endingText, reproductionTitle, statusText } from "../reduce/words.ts";
import { comparedHtml, resultHtml } from "./contents.ts";
import { curveSvg } from "./curve.ts";
import { block, bulleted, definitions, folded, reportDocument, section, table } from "./document.ts";
import { escaped } from "./escape.ts";
import { necessityHtml } from "./necessity.ts";

/** `script` shows the steps and copies; without one the report has no slider and no buttons. */
export const reportHtml = (data: ReportData, script?: string): string => {
  const { input, output, book, necessity } = data;
  const sizes = `${count(input.bytes)} → ${counted(output.bytes, "byte")}`;
  return reportDocument({
    title: `${data.name}: ${sizes}`,
    script,
    data: book === undefined ? "" : `<script type="application/octet-stream" id="book">${packedBook(book)}</script>\n`,
    html: `<h1>${escaped(data.name)}</h1>
<p class="big">${sizes} <span class="dim">(${percent(output.bytes, input.bytes)})</span></p>
<p class="dim">${escaped(`${statusText(data)}${unitsText(data)}, ${costText(data)}`)}</p>
${bulleted(data.notes.map((note) => escaped(note)))}
${section("The result", resultHtml(data))}
${section(aimWords(data.proof.aim).title, failureHtml(data))}
${section("Before and after", comparedHtml(data))}
${section("How the size fell", curvesHtml(data))}
${section("Step by step", stepsHtml(data, script !== undefined))}
${section("What each part is needed for", necessity === undefined ? "" : necessityHtml(necessity, data.proof.aim))}
${section("The passes that mattered", passesHtml(data.passes))}
${section("What is guaranteed", guaranteeHtml(data))}
${section("The work", workHtml(data))}
${section("Made with", madeHtml(data))}`,
  });
};

const failureHtml = (data: ReportData): string => {
  const { show, evidence, drift, proof } = data;
  const ending = endingText(data);
  const output = evidence?.output ?? "";
  return [
    `<p>pare kept this: ${escaped(data.oracle)}.</p>`,
    ...(show === undefined
      ? []
      : [
          `<p>${reproductionTitle(show, proof.aim)}:</p>`,
          block(escaped(show), { label: "The commands that show it", wrap: true, copy: true }),
        ]),
    ending === "" ? "" : `<p>It ${escaped(ending)}${output === "" ? "." : ", and prints:"}</p>`,
    output === "" ? "" : block(escaped(output), { label: "What it prints", wrap: true, copy: true }),
    drift === undefined
      ? ""
      : `<p>The message differs from that of the original:</p>\n${block(escaped(driftLines(drift).join("\n")), { label: "Both messages", wrap: true })}`,
  ].join("\n");
};

const curvesHtml = ({ overTests, overTime, wallMs, tests, input, output }: ReportData): string => {
  const from = `from ${count(input.bytes)} to ${counted(output.bytes, "byte")}`;
  const committed = tests === undefined ? 0 : answersIn(tests);
  const figures = [
    [curveSvg(overTests, { label: `Size over tests, ${from}`, across: "tests", until: committed }), "size over tests"],
    [curveSvg(overTime, { label: `Size over time, ${from}`, across: "time", until: wallMs }), "size over time"],
  ]
    .filter(([svg]) => svg !== "")
    .map(([svg, words]) => `<figure>${svg}<figcaption>${words} (logarithmic)</figcaption></figure>`);
  return figures.length === 0 ? "" : `<div class="sides">${figures.join("")}</div>`;
};

const stepsHtml = ({ book, result, accepted }: ReportData, scripted: boolean): string => {
  if (result === undefined || !scripted) return "";
  if (book === undefined) return `<p>${counted(accepted, "step")} accepted; all are too large to be shown here.</p>`;
  return `<p>${counted(accepted, "step")} accepted${(book.leftOut ?? 0) > 0 ? `; the first ${count(book.leftOut ?? 0)} are too large to be shown here` : ""}.</p>\n<div id="steps"><p class="dim">A script shows the steps.</p></div>`;
};

const passTable = (passes: readonly PassProgress[]): string =>
  `<div class="wide" tabindex="0" role="region" aria-label="Passes">${table(
    PASS_HEADINGS,
    passes.map((pass) => passCells(pass).map(escaped)),
    "figures",
  )}</div>`;

const passesHtml = (passes: readonly PassProgress[]): string => {
  const mattered = passes.filter(({ successes }) => successes > 0);
  const others = passes.filter(({ successes }) => successes === 0);
  return [
    mattered.length === 0
      ? passes.length === 0
        ? ""
        : "<p>No pass found anything to remove.</p>"
      : passTable(mattered),
    others.length === 0
      ? ""
      : folded(`${counted(others.length, "pass").replace("passs", "passes")} without success`, passTable(others)),
  ]
    .join("\n")
    .trim();
};

const guaranteeHtml = ({ proof }: ReportData): string => {
  const claim = provedText(proof);
  return [
    `<p>${escaped(claim.charAt(0).toUpperCase() + claim.slice(1))}.</p>`,
    claim.includes("1-minimal")
      ? `<p>1-minimal means: whichever one of these parts you remove from the result, ${aimWords(proof.aim).gone}.</p>`
      : "",
    bulleted(untriedIn(proof).map((each) => `not tried: ${escaped(untriedText(each))}`)),
  ].join("\n");
};

const workHtml = ({ tests, jobs, proof, sessions: { lastMs } }: ReportData): string => {
  if (tests === undefined) return "";
  return definitions([
    ["candidates", `${count(answersIn(tests))}: ${outcomesText(tests, proof.aim)}`],
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
    data.commandLine === undefined
      ? ""
      : block(escaped(data.commandLine), { label: "What was typed", wrap: true, copy: true }),
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
