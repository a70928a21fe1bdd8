/** The report of an isolation as Markdown. */
import { counted } from "../../progress/figures.ts";
import type { IsolationReport, ReportedChange } from "../isolate/closing.ts";
import { code, fenced, prose } from "./markup.ts";
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

export const isolationMarkdown = (report: IsolationReport): string => {
  const { words, trigger, advice, next, notes, patchText, command, date, environment, reasonWords } = report;
  const others = othersNamed(report);
  const lines = [
    `# ${prose(headingOf(report))}`,
    "",
    `- good: ${prose(words.good)}`,
    `- bad: ${prose(words.bad)}`,
    "- anything else: can't tell",
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
    ...proofLines(report).map(({ mark, text }) => `- ${mark} ${text}`),
    ...report.proof.remarks.map((remark) => `- ${prose(remark)}`),
    ...(advice.length === 0 ? [] : ["", fenced(advice.join("\n"), "text")]),
    ...(next.length === 0
      ? []
      : [
          "",
          "## Next",
          "",
          ...next.flatMap(({ line, purpose }) => [
            purpose.endsWith("?") ? capital(purpose) : `${capital(purpose)}:`,
            "",
            fenced(line, "sh"),
            "",
          ]),
        ]),
    ...(patchText === undefined ? [] : ["", "## The patch", "", fenced(patchText, "diff")]),
    "",
    "## How it was found",
    "",
    `| ${LEVEL_HEADINGS.join(" | ")} |`,
    "|---|---|--:|--:|--:|",
    ...report.levels.map((level) => `| ${levelCells(level).map(prose).join(" | ")} |`),
    "",
    ...report.unresolvedReasons
      .slice(0, MAX_REASONS)
      .map(({ reason, count }) => `- ${counted(count, "test")}: can't tell (${prose(reason)})`),
    ...notes.map((note) => `- ${prose(note)}`),
    "",
    "## To repeat it",
    "",
    fenced(command, "sh"),
    "",
    ...[["date", date] as const, ...environment].map(([name, value]) => `- ${prose(name)}: ${prose(value)}`),
  ];
  return `${lines.join("\n").replaceAll(/\n{3,}/g, "\n\n")}\n`;
};

const changeLines = (change: ReportedChange): readonly string[] => {
  const origin = originOf(change);
  const diff = diffLines(change).map(({ sign, text }) => sign + text);
  return [
    "",
    `${code(placeOf(change))}${origin === undefined ? "" : ` — ${prose(origin)}`}`,
    ...(diff.length === 0 ? [] : ["", fenced(diff.join("\n"), "diff")]),
  ];
};
