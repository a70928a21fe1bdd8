/** The report of a reduction to paste into a bug report: the reduced input, the command, what it prints. */
import { provedText, untriedIn, untriedText } from "../../core/claim.ts";
import { count, counted, percent } from "../../progress/figures.ts";
import { fateWords } from "../html/necessity.ts";
import { nonzeroText } from "../reduce/closing.ts";
import { driftLines } from "../reduce/drift-lines.ts";
import { costText, endingText, reproductionTitle, statusText } from "../reduce/words.ts";
import { code, fenced, prose } from "./markup.ts";
import { fenceLanguage, type ReportData } from "../reduce/report-data.ts";

export const reportMarkdown = (data: ReportData): string => {
  const { input, output, result, show, evidence, necessity, drift } = data;
  const said = evidence?.output ?? "";
  const ending = endingText(data);
  return [
    `## ${code(data.name)}, ${count(input.bytes)} → ${counted(output.bytes, "byte")} (${percent(output.bytes, input.bytes)})${nonzeroText(data)}`,
    ...(result === undefined
      ? [`The result was written to ${code(output.path)}.`]
      : result.flatMap(({ path, text, binary, cut }) => [
          ...(result.length > 1 || binary
            ? [`${code(path)}${binary ? " (hexadecimal, without rows of zeroes)" : ""}:`]
            : []),
          fenced(text, binary ? "" : fenceLanguage(path)),
          ...(cut ? ["(cut off here; the file is longer)"] : []),
        ])),
    ...(show === undefined ? [] : [`${reproductionTitle(show, data.proof.aim)}:`, fenced(show, "sh")]),
    ...(ending === "" ? [] : [`It ${ending}${said === "" ? "." : ", and prints:"}`]),
    ...(said === "" ? [] : [fenced(said, "")]),
    ...(drift === undefined
      ? []
      : ["The message differs from that of the original:", fenced(driftLines(drift).join("\n"), "")]),
    ...(necessity?.neighbour === undefined
      ? []
      : [
          `The nearest neighbour that passes: without ${code(necessity.neighbour.removed)} in line ${necessity.neighbour.line} ${fateWords({ fate: "works", ...(necessity.neighbour.reason !== undefined && { reason: necessity.neighbour.reason }) }, data.proof.aim)}.`,
        ]),
    [
      `- condition: ${prose(data.oracle)}`,
      `- guaranteed: ${prose(provedText(data.proof))}`,
      ...untriedIn(data.proof).map((each) => `- not tried: ${prose(untriedText(each))}`),
      `- state: ${prose(statusText(data))}`,
      `- cost: ${costText(data)}`,
      ...data.notes.map((note) => `- note: ${prose(note)}`),
      ...data.environment.map(([name, value]) => `- ${prose(name)}: ${prose(value)}`),
    ].join("\n"),
    "",
  ].join("\n\n");
};
