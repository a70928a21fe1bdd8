/** index.html: all bugs in a table to sort and filter; one file that loads nothing. */
import { createHash } from "node:crypto";
import { REPORT_STYLE } from "../../reporters/html/style.ts";
import { htmlDocument, section, table } from "../../reporters/html/document.ts";
import { escaped } from "../../reporters/html/escape.ts";
import { count, counted, percent } from "../../progress/figures.ts";
import type { Bug } from "../bug.ts";
import type { SetAside } from "../symptom.ts";

export interface PageData {
  readonly command: readonly string[];
  readonly bugs: readonly Bug[];
  readonly aside: readonly SetAside[];
  readonly files: number;
  readonly duplicates: number;
  /** The triage goes on: whoever looks at the page sees the rows grow. */
  readonly isRunning: boolean;
}

const STYLE = `${REPORT_STYLE}
main { max-width: 80rem; }
th:nth-child(n+3), td:nth-child(n+3) { text-align: left; }
th.number, td.number { text-align: right; }
td:nth-child(2) { overflow-wrap: anywhere; } td:nth-child(n+9) { white-space: nowrap; }
@media (max-width: 48rem) { :is(th, td):is(:nth-child(4), :nth-child(5), :nth-child(7), :nth-child(n+9)) { display: none; } }
@media (max-width: 40rem) { table.cards td:nth-child(2):last-child { grid-column: 1 / -1; } }
th button { all: unset; cursor: pointer; } th button:focus-visible { outline: 2px solid var(--at); }
th[aria-sort] button::after { content: " ▾"; } th[aria-sort=ascending] button::after { content: " ▴"; }
input[type=search] { font: inherit; width: min(30rem, 100%); padding: .3rem .5rem; color: inherit; background: var(--box); border: 1px solid var(--line); border-radius: 6px; }
.bar { display: inline-block; height: .6rem; min-width: 1px; background: var(--at); border-radius: 2px; vertical-align: middle; }
${Array.from({ length: 21 }, (_, step) => `.w${step} { width: ${step * 5}px; }`).join(" ")}
`;

/** Sorts by what the cells say in data-value, filters by their text. */
const SCRIPT = `
const body = document.querySelector("#bugs tbody"), rows = [...body.rows];
const valueOf = (row, at) => row.cells[at].dataset.value ?? row.cells[at].textContent;
for (const [at, head] of [...document.querySelectorAll("#bugs th")].entries())
  head.firstElementChild.addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const order = (a, b) => { const x = valueOf(a, at), y = valueOf(b, at), n = Number(x) - Number(y); return Number.isNaN(n) ? x.localeCompare(y) : n; };
    body.append(...rows.sort((a, b) => (down ? -order(a, b) : order(a, b))));
  });
document.querySelector("#filter").addEventListener("input", (event) => {
  const words = event.target.value.toLowerCase().split(/\\s+/);
  for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
});
`;

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const RANKS = { high: 0, medium: 1, low: 2 } as const;
const HEADINGS: readonly string[] = [
  "bug",
  "what",
  "state",
  "kind",
  "severity",
  "files",
  "bytes before",
  "after",
  "left",
  "first seen",
];
const NUMBERS: ReadonlySet<string> = new Set(["files", "bytes before", "after"]);
const REFRESH_S = 3;

export const indexPage = (data: PageData): string => {
  const { command, bugs, aside, files, duplicates, isRunning } = data;
  const heads = HEADINGS.map(
    (each) =>
      `<th scope="col"${NUMBERS.has(each) ? ' class="number"' : ""}><button type="button">${each}</button></th>`,
  );
  const policy = `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(SCRIPT)}; base-uri 'none'; form-action 'none'`;
  return htmlDocument({
    head: [
      '<meta name="referrer" content="no-referrer">',
      `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
      ...(isRunning ? [`<meta http-equiv="refresh" content="${REFRESH_S}">`] : []),
      `<title>${escaped(`${counted(bugs.length, "bug")} · pare triage`)}</title>`,
      `<style>${STYLE}</style>`,
    ],
    main: `<main>
<h1>${counted(bugs.length, "bug")} in ${counted(files, "file")}</h1>
<p><code>${escaped(command.join(" "))}</code>${isRunning ? " · still running" : ""}</p>
<p>${duplicates === 0 ? "" : `${counted(duplicates, "file")} with the content of another; `}${counted(aside.length, "file")} set aside.</p>
<p><label>Filter <input type="search" id="filter"></label></p>
<div class="wide"><table id="bugs">
<thead><tr>${heads.join("")}</tr></thead>
<tbody>
${bugs.map(rowOf).join("\n")}
</tbody>
</table></div>
${section("Set aside", aside.length === 0 ? "" : asideHtml(grouped(aside)))}
</main>`,
    scripts: `<script>${SCRIPT}</script>\n`,
  });
};

const cell = (html: string, value?: string | number, isNumber = false): string =>
  `<td${isNumber ? ' class="number"' : ""}${value === undefined ? "" : ` data-value="${escaped(String(value))}"`}>${html}</td>`;

const rowOf = (bug: Bug): string => {
  const { id, folder, title, state, kind, severity, files, before, after, firstSeen, offers, foundWhile, rate } = bug;
  const page = bug.run === undefined ? "report.md" : "report.html";
  const remarks = [
    ...(foundWhile === undefined ? [] : [`found while reducing #${foundWhile}`]),
    ...(rate === undefined ? [] : [`shows in ${rate.shows} of ${rate.runs} runs`]),
    ...offers.map(({ id: other, why }) => `probably the same as #${other}: ${why}`),
    ...(bug.since === undefined ? [] : [bug.since]),
  ];
  const width = before === 0 ? 0 : Math.max(0, Math.min(20, Math.round((20 * after) / before)));
  return `<tr>${[
    cell(`#${id}`, id),
    cell(
      `<a href="${encodeURIComponent(folder)}/${page}">${escaped(title)}</a>${remarks.map((remark) => `<br><span class="dim">${escaped(remark)}</span>`).join("")}`,
    ),
    cell(state),
    cell(escaped(kind)),
    cell(severity, RANKS[severity]),
    cell(count(files.length), files.length, true),
    cell(count(before), before, true),
    cell(count(after), after, true),
    cell(`<span class="bar w${width}"></span> ${percent(after, before)}`, before === 0 ? 0 : after / before),
    cell(escaped(firstSeen ?? ""), firstSeen ?? ""),
  ].join("")}</tr>`;
};

const MAX_NAMED = 50;

const grouped = (aside: readonly SetAside[]): ReadonlyMap<string, readonly SetAside[]> => {
  const groups = new Map<string, SetAside[]>();
  for (const each of aside) {
    const known = groups.get(each.reason);
    if (known === undefined) groups.set(each.reason, [each]);
    else known.push(each);
  }
  return groups;
};

const asideHtml = (groups: ReadonlyMap<string, readonly SetAside[]>): string =>
  table(
    ["reason", "files"],
    Array.from(groups, ([reason, files]) => [
      `${escaped(reason)} (${count(files.length)})`,
      files
        .slice(0, MAX_NAMED)
        .map(({ shown, why }) => `<code>${escaped(shown)}</code>: ${escaped(why)}`)
        .join("<br>") +
        (files.length > MAX_NAMED ? `<br>… and ${count(files.length - MAX_NAMED)} more in triage.json` : ""),
    ]),
  );
