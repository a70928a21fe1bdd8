/** The report of a reduction to paste into a bug report: the reduced input, the command, what it prints. */
import { visible } from "../core/visible.ts";
import { count, counted, percent } from "./figures.ts";
import { fateWords } from "./report-necessity.ts";
import { costText, endingText, guaranteedText, statusText } from "./report-words.ts";
import { fenceLanguage, type ReportData } from "./report.ts";

export const reportMarkdown = (data: ReportData): string => {
  const { input, output, result, show, evidence, necessity } = data;
  const said = evidence?.output ?? "";
  const ending = endingText(data);
  return [
    `## ${code(data.name)}, ${count(input.bytes)} → ${counted(output.bytes, "byte")} (${percent(output.bytes, input.bytes)})`,
    ...(result === undefined
      ? [`The result was written to ${code(output.path)}.`]
      : result.flatMap(({ path, text, binary, cut }) => [
          ...(result.length > 1 || binary ? [`${code(path)}${binary ? " (hexadecimal)" : ""}:`] : []),
          fenced(text, binary ? "" : fenceLanguage(path)),
          ...(cut ? ["(cut off here; the file is longer)"] : []),
        ])),
    ...(show === undefined ? [] : ["To reproduce the failure:", fenced(show, "sh")]),
    ...(ending === "" ? [] : [`It ${ending}${said === "" ? "." : ", and prints:"}`]),
    ...(said === "" ? [] : [fenced(said, "")]),
    ...(necessity?.neighbour === undefined
      ? []
      : [
          `The nearest neighbour that passes: without ${code(necessity.neighbour.removed)} in line ${necessity.neighbour.line} ${fateWords({ fate: "works", ...(necessity.neighbour.reason !== undefined && { reason: necessity.neighbour.reason }) })}.`,
        ]),
    [
      `- what counts: ${inline(data.oracle)}`,
      `- guaranteed: ${inline(guaranteedText(data))}`,
      `- state: ${inline(statusText(data))}`,
      `- cost: ${costText(data)}`,
      ...data.environment.map(([name, value]) => `- ${inline(name)}: ${inline(value)}`),
    ].join("\n"),
    "",
  ].join("\n\n");
};

/** A fence that nothing within can close. */
const fenced = (text: string, language: string): string => {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [ticks]) => Math.max(most, ticks.length), 2);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${visible(text).replace(/\n$/, "")}\n${fence}`;
};

const code = (text: string): string => {
  const line = visible(text).replaceAll(/\s+/g, " ");
  const longest = [...line.matchAll(/`+/g)].reduce((most, [ticks]) => Math.max(most, ticks.length), 0);
  const ticks = "`".repeat(longest + 1);
  return longest === 0 ? `${ticks}${line}${ticks}` : `${ticks} ${line} ${ticks}`;
};

/** Nothing of it is read as markup. */
const inline = (text: string): string =>
  visible(text)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\\`*_{}[\]<>#|~]/g, String.raw`\$&`);
