/** The result of a reduction, and the original beside it. */
import { count, counted } from "../../progress/figures.ts";
import type { ReportData } from "../reduce/report-data.ts";
import { block, folded } from "./document.ts";
import { escaped } from "./escape.ts";
import { pieces } from "../../languages/colours.ts";
import { commentStyle, endingOf } from "../../languages/comment-styles.ts";

/** Characters of markup for the result, and for the original: a report is something to send. */
const [RESULT_ROOM, BEFORE_ROOM] = [80_000, 40_000];
/** Lines that are seen without opening anything. */
const GLANCE = 12;
/** More hidden lines of the original than this are not printed on paper. */
const ON_PAPER = 200;

export const resultHtml = ({ result, output }: ReportData): string => {
  if (result === undefined)
    return `<p>The original has changed or is gone, or a record of the run is damaged: the result cannot be rebuilt. It was written to <code>${escaped(output.path)}</code>.</p>`;
  let room = RESULT_ROOM;
  const shown: string[] = [];
  for (const { path, text, binary, cut } of result) {
    if (room === 0) break;
    const code = binary ? { html: escaped(text).slice(0, room), cut: 0 } : codeHtml(text, path, room);
    room = Math.max(0, room - code.html.length);
    const heading = result.length > 1 ? `<h3><code>${escaped(path)}</code></h3>\n` : "";
    const end = cut || code.cut > 0 ? '\n<p class="dim">Cut off here; the file is longer.</p>' : "";
    shown.push(`${heading}${block(code.html, { label: path, copy: end === "" && !binary })}${end}`);
  }
  const left = result.length - shown.length;
  const more = left === 0 ? [] : [`<p class="dim">… and ${counted(left, "more file")}.</p>`];
  return [`<p class="dim"><code>${escaped(output.path)}</code></p>`, ...shown, ...more].join("\n");
};

const side = (title: string, { path, bytes, lines }: ReportData["input"], html: string): string =>
  `<div><h3>${title}: ${counted(bytes, "byte")}, ${counted(lines, "line")}</h3>\n<p class="dim"><code>${escaped(path)}</code></p>\n${html}</div>`;

/** Nothing for what is not one text. */
export const comparedHtml = ({ result, input, output, before }: ReportData): string => {
  const [after] = result ?? [];
  if (before === undefined || after === undefined) return "";
  const rows = after.text.split("\n");
  const rest = rows.length > GLANCE ? '\n<p class="dim">… all of it is above.</p>' : "";
  return `<div class="sides">${side("before", input, beforeHtml(before, input.path))}${side("after", output, `${block(codeHtml(rows.slice(0, GLANCE).join("\n"), after.path, BEFORE_ROOM / 4).html, { label: "The result beside the original" })}${rest}`)}</div>`;
};

const beforeHtml = ({ text, more }: NonNullable<ReportData["before"]>, path: string): string => {
  const lines = text.split("\n");
  const start = codeHtml(lines.slice(0, GLANCE).join("\n"), path, BEFORE_ROOM / 4);
  const rest = codeHtml(lines.slice(GLANCE).join("\n"), path, BEFORE_ROOM);
  const hidden = Math.max(0, lines.length - GLANCE) + more;
  const first = block(start.html, { label: "The start of the original" });
  if (hidden === 0) return first;
  const missing = more > 0 || rest.cut > 0 ? `\n<p class="dim">The rest is in <code>${escaped(path)}</code>.</p>` : "";
  return `${first}\n${folded(`${count(hidden)} more ${hidden === 1 ? "line" : "lines"}`, `${block(rest.html, { label: "More of the original" })}${missing}`, hidden > ON_PAPER)}`;
};

interface CodeHtml {
  readonly html: string;
  /** How many characters of the text are not in it. */
  readonly cut: number;
}

/** `room`: characters of markup. Colours go first, then the end of the text. */
const codeHtml = (text: string, path: string, room: number): CodeHtml => {
  if (text.length <= room) {
    const coloured = pieces(text, commentStyle(endingOf(path))).map(({ text: part, colour }) =>
      colour === undefined ? escaped(part) : `<span class="in-${colour}">${escaped(part)}</span>`,
    );
    const html = coloured.join("");
    if (html.length <= room) return { html, cut: 0 };
  }
  let end = Math.min(text.length, room);
  let html = escaped(text.slice(0, end));
  while (html.length > room && end > 0) {
    end = Math.floor((end * room) / html.length);
    html = escaped(text.slice(0, end));
  }
  return { html, cut: text.length - end };
};
