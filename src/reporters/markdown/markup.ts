/** Text of others in Markdown: nothing of it is ever markup. */
import { visible, visibleLine } from "../../core/visible.ts";

/** What Markdown or HTML would take as its own is escaped; it stays on one line. */
export const prose = (text: string): string =>
  visibleLine(text.replaceAll(/\s+/g, " ")).replaceAll(/[\\`*_{}[\]<>#|~&]/g, String.raw`\$&`);

/** A block in a fence longer than any run of backticks within. A diff is left as it is, so that it can be applied. */
export const fenced = (text: string, language: string): string => {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  const shown = language === "diff" ? text : visible(text);
  return `${fence}${language}\n${shown.replace(/\n$/, "")}\n${fence}`;
};

export const code = (text: string): string => {
  const line = visibleLine(text.replaceAll(/[\r\n]+/g, " "));
  const ticks = "`".repeat(longestRun(line) + 1);
  return ticks.length > 1 ? `${ticks} ${line} ${ticks}` : `\`${line}\``;
};

const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
