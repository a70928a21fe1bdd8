/** What GitHub Actions shows of a run: annotations beside the code, and a summary of the step. */
import { visible, visibleLine } from "../core/visible.ts";
import { fenced, prose } from "./markdown/markup.ts";
import { paint } from "./paint.ts";
import type { Account, Reporter, Stage } from "./reporter.ts";

/** Where an annotation stands. */
export interface FileLine {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

/** A workflow command: a line that the runner reads out of the log. */
export const annotation = (level: "error" | "notice", title: string, message: string, place: FileLine = {}): string => {
  const properties = [
    ["file", place.file],
    ["line", place.file === undefined ? undefined : place.line],
    ["title", visibleLine(title)],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${property(String(value))}`]));
  return `::${level} ${properties.join(",")}::${data(visible(message))}\n`;
};

const data = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text: string): string => data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** So many lines of the account are in an annotation; the summary has them all. */
const MAX_LINES = 12;

export const githubReporter =
  ({ title, err, quiet, github }: Stage): Reporter =>
  (_, event) => {
    if (event.type !== "closing" || github === undefined) return;
    const lines = event.account.lines(paint(false), Number.POSITIVE_INFINITY);
    const text = lines.slice(0, MAX_LINES).join("\n");
    if (github.annotates && !quiet)
      for (const place of placesOf(event.account)) err.write(annotation("notice", `pare: ${title}`, text, place));
    const told = `### pare: ${prose(title)}\n\n${fenced(lines.join("\n"), "text")}\n\n`;
    github.summary?.(event.account.summary?.() ?? told);
  };

const placesOf = ({ places }: Account): readonly FileLine[] => {
  const found = places ?? [];
  return found.length === 0 ? [{}] : found;
};
