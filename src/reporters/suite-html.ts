/** A comparison of suites as a page of its own: tables, and bars drawn inline. */

interface ComparedTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly suite: string; readonly cells: readonly (number | undefined)[] }[];
}

export interface ComparedPage {
  readonly title: string;
  readonly tables: readonly ComparedTable[];
  readonly lost: readonly { readonly suite: string; readonly names: readonly string[] }[];
}

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const STYLE =
  "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em}table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:right;border-bottom:1px solid #ccc}td:first-child,th:first-child{text-align:left}svg{display:block;margin:1em 0}";

export const suitePage = ({ title, tables, lost }: ComparedPage): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title><style>${STYLE}</style></head><body>
<h1>${escape(title)}</h1>
${tables.map((table) => `<h2>${escape(table.title)}</h2>\n${tableOf(table)}\n${plotOf(table)}`).join("\n")}
${lost.map(({ suite, names }) => `<details><summary>${escape(suite)}: ${names.length} lost</summary><pre>${escape(names.join("\n"))}</pre></details>`).join("\n")}
</body></html>
`;

const figure = (value: number | undefined): string =>
  value === undefined ? "-" : Number.isInteger(value) ? value.toLocaleString("en-US") : value.toFixed(3);

const tableOf = ({ columns, rows }: ComparedTable): string =>
  `<table><tr><th>Suite</th>${columns.map((column) => `<th>${escape(column)}</th>`).join("")}</tr>${rows
    .map(
      ({ suite, cells }) =>
        `<tr><td>${escape(suite)}</td>${cells.map((cell) => `<td>${figure(cell)}</td>`).join("")}</tr>`,
    )
    .join("")}</table>`;

const [BAR, GAP, LEFT, WIDTH] = [14, 4, 160, 360] as const;

/** One group of bars for each column, each as long as its share of the largest value. */
const plotOf = ({ columns, rows }: ComparedTable): string => {
  const group = rows.length * (BAR + GAP) + 26;
  const bars = columns.flatMap((column, at) => {
    const top = at * group;
    const most = Math.max(...rows.map(({ cells }) => cells[at] ?? 0), Number.MIN_VALUE);
    return [
      `<text x="0" y="${top + 14}" font-weight="bold">${escape(column)}</text>`,
      ...rows.map(({ suite, cells }, row) => {
        const y = top + 20 + row * (BAR + GAP);
        const width = Math.max(1, Math.round((WIDTH * (cells[at] ?? 0)) / most));
        return `<text x="0" y="${y + 11}" font-size="11">${escape(suite.slice(-24))}</text><rect x="${LEFT}" y="${y}" width="${width}" height="${BAR}" fill="hsl(${(row * 67) % 360} 55% 55%)"/><text x="${LEFT + width + 6}" y="${y + 11}" font-size="11">${figure(cells[at])}</text>`;
      }),
    ];
  });
  return `<svg width="640" height="${columns.length * group}" role="img" aria-label="the same as bars">${bars.join("")}</svg>`;
};
