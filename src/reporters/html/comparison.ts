/** A comparison of suites as a page of its own: tables, and bars drawn inline. */
import { escaped } from "./escape.ts";

interface ComparedTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly suite: string; readonly cells: readonly (ComparedCell | undefined)[] }[];
}

interface ComparedCell {
  readonly mean: number;
  /** The p-value of a test against the first row. */
  readonly p?: number;
}

export interface ComparedPage {
  readonly title: string;
  readonly tables: readonly ComparedTable[];
  /** What is said besides: mutants, faults, what looks wrong. */
  readonly notes: readonly string[];
  readonly lost: readonly { readonly suite: string; readonly names: readonly string[] }[];
}

/** Below this a difference is called significant. */
const SIGNIFICANT = 0.05;

const STYLE =
  ":root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em}table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:right;border-bottom:1px solid #8886}td:first-child,th:first-child{text-align:left}svg{display:block;margin:1em 0}svg text{fill:currentColor}small{opacity:.75}figure{margin:0;overflow-x:auto}";

export const suitePage = ({ title, tables, notes, lost }: ComparedPage): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1>
${tables.map((table) => `<h2>${escaped(table.title)}</h2>\n<figure>${tableOf(table)}\n${plotOf(table)}</figure>`).join("\n")}
${notes.map((note) => `<p>${escaped(note)}</p>`).join("\n")}
${lost.map(({ suite, names }) => `<details><summary>${escaped(suite)}: ${names.length} lost</summary><pre>${escaped(names.join("\n"))}</pre></details>`).join("\n")}
</body></html>
`;

const figure = (cell: ComparedCell | undefined): string =>
  cell === undefined ? "-" : cell.mean.toLocaleString("en-US", { maximumFractionDigits: 1 });

/** With its p, in bold where that is small. */
const tested = (cell: ComparedCell | undefined): string => {
  if (cell?.p === undefined) return figure(cell);
  const p = `<small>p ${cell.p >= 0.001 ? cell.p.toFixed(3) : cell.p.toExponential(0)}</small>`;
  return cell.p < SIGNIFICANT ? `<b>${figure(cell)}</b> ${p}` : `${figure(cell)} ${p}`;
};

const tableOf = ({ columns, rows }: ComparedTable): string =>
  `<table><tr><th>Suite</th>${columns.map((column) => `<th>${escaped(column)}</th>`).join("")}</tr>${rows
    .map(
      ({ suite, cells }) =>
        `<tr><td>${escaped(suite)}</td>${cells.map((cell) => `<td>${tested(cell)}</td>`).join("")}</tr>`,
    )
    .join("")}</table>`;

const [BAR, GAP, LEFT, WIDTH] = [14, 4, 160, 360] as const;

/** One group of bars for each column, each as long as its share of the largest value. */
const plotOf = ({ columns, rows }: ComparedTable): string => {
  const group = rows.length * (BAR + GAP) + 26;
  const bars = columns.flatMap((column, at) => {
    const top = at * group;
    const most = Math.max(...rows.map(({ cells }) => cells[at]?.mean ?? 0), Number.MIN_VALUE);
    return [
      `<text x="0" y="${top + 14}" font-weight="bold">${escaped(column)}</text>`,
      ...rows.map(({ suite, cells }, row) => {
        const y = top + 20 + row * (BAR + GAP);
        const width = Math.max(0, Math.round((WIDTH * (cells[at]?.mean ?? 0)) / most));
        return `<text x="0" y="${y + 11}" font-size="11">${escaped(suite.slice(-24))}</text><rect x="${LEFT}" y="${y}" width="${width}" height="${BAR}" fill="hsl(${(row * 67) % 360} 55% 55%)"/><text x="${LEFT + width + 6}" y="${y + 11}" font-size="11">${figure(cells[at])}</text>`;
      }),
    ];
  });
  return `<svg width="640" height="${columns.length * group}" role="img" aria-label="the same as bars">${bars.join("")}</svg>`;
};
