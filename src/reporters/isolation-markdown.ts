/** The report of an isolation as Markdown. */
import { visibleLine } from "../core/visible.ts";
import { counted } from "./figures.ts";
import type { IsolationReport, ReportedChange } from "./isolation.ts";
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

export const isolationMarkdown = (report: IsolationReport): string => {
  const { words, trigger, advice, next, notes, patchText, command, date, environment, reasonWords } = report;
  const others = othersNamed(report);
  const lines = [
    `# ${prose(headingOf(report))}`,
    "",
    `- good: ${prose(words.good)}`,
    `- bad: ${prose(words.bad)}`,
    "- anything else counts as unresolved",
    `- ${testsText(report)}`,
    ...(reasonWords === undefined ? [] : [`- **stopped**: ${prose(reasonWords)}`]),
    "",
    `## ${trigger.length === 0 ? "Nothing was found" : capital(triggerTitle(report))}`,
    ...trigger.flatMap(changeLines),
    ...(others.length === 0
      ? []
      : ["", "## Needs these to run at all", "", ...others.map((place) => `- ${code(place)}`)]),
    "",
    "## Proof",
    "",
    ...proofLines(report).map(({ holds, text }) => `- ${MARKS[String(holds)]} ${text}`),
    ...report.proof.remarks.map((remark) => `- ${prose(remark)}`),
    ...(advice.length === 0 ? [] : ["", ...fenced("text", advice.join("\n"))]),
    ...(next.length === 0
      ? []
      : [
          "",
          "## Next",
          "",
          ...next.flatMap(({ line, purpose }) => [
            purpose.endsWith("?") ? capital(purpose) : `${capital(purpose)}:`,
            "",
            ...fenced("sh", line),
            "",
          ]),
        ]),
    ...(patchText === undefined ? [] : ["", "## The patch", "", ...fenced("diff", patchText)]),
    "",
    "## How it was found",
    "",
    "| looking for | level | changes | tests | unresolved |",
    "|---|---|--:|--:|--:|",
    ...report.levels.map(
      ({ goal, name, changes, tests, unresolved }) =>
        `| ${goal} | ${prose(name)} | ${changes} | ${tests} | ${unresolved} |`,
    ),
    "",
    ...report.unresolvedReasons
      .slice(0, MAX_REASONS)
      .map(({ reason, count }) => `- ${counted(count, "test")} unresolved: ${prose(reason)}`),
    ...notes.map((note) => `- ${prose(note)}`),
    "",
    "## To repeat it",
    "",
    ...fenced("sh", command),
    "",
    ...[["date", date] as const, ...environment].map(([name, value]) => `- ${prose(name)}: ${prose(value)}`),
  ];
  return `${lines.join("\n").replaceAll(/\n{3,}/g, "\n\n")}\n`;
};

const MAX_REASONS = 10;

const MARKS: Readonly<Record<string, string>> = { true: "✓", false: "✗", undefined: "?" };

const changeLines = (change: ReportedChange): readonly string[] => {
  const origin = originOf(change);
  const diff = diffLines(change).map(({ sign, text }) => sign + text);
  return [
    "",
    `${code(placeOf(change))}${origin === undefined ? "" : ` — ${prose(origin)}`}`,
    ...(diff.length === 0 ? [] : ["", ...fenced("diff", diff.join("\n"))]),
  ];
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What Markdown or HTML would take as its own is escaped; it stays on one line. */
const prose = (text: string): string =>
  visibleLine(text.replaceAll(/\s+/g, " ")).replaceAll(/[\\`*_{}[\]<>()#|~!&]/g, (sign) => `\\${sign}`);

/** A fence longer than any run of backticks within. */
const fenced = (language: string, text: string): readonly string[] => {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return [`${fence}${language}`, text.replace(/\n$/, ""), fence];
};

const code = (text: string): string => {
  const shown = visibleLine(text);
  const ticks = "`".repeat(longestRun(shown) + 1);
  return ticks.length > 1 ? `${ticks} ${shown} ${ticks}` : `\`${shown}\``;
};

const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
