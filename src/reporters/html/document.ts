/** What the HTML pages have in common: the document around them, and blocks. What is handed in as `html` is markup already. */
import { createHash } from "node:crypto";
import { escaped, withoutMarkup } from "./escape.ts";
import { REPORT_STYLE } from "./style.ts";

interface DocumentParts {
  /** Lines of the head: its title, its style, its policy. */
  readonly head: readonly string[];
  readonly main: string;
  /** Behind the content. */
  readonly scripts?: string;
}

export const htmlDocument = ({ head, main, scripts = "" }: DocumentParts): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head.join("\n")}
</head>
<body>
${main}
${scripts}</body>
</html>
`;

interface ReportParts {
  readonly title: string;
  /** What stands in it. */
  readonly html: string;
  /** Data that the script reads, as elements. */
  readonly data?: string;
  readonly script?: string | undefined;
}

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** A report as one file: nothing is loaded, and nothing runs but this script. */
export const reportDocument = ({ title, html, data = "", script }: ReportParts): string => {
  const scripts = script === undefined ? "" : `; script-src ${hash(script)}`;
  const policy = `default-src 'none'; style-src ${hash(REPORT_STYLE)}${scripts}; base-uri 'none'; form-action 'none'`;
  return htmlDocument({
    head: [
      '<meta name="referrer" content="no-referrer">',
      `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
      `<title>${escaped(title)}</title>`,
      `<style>${REPORT_STYLE}</style>`,
    ],
    main: `<main>\n${html}\n</main>`,
    scripts: script === undefined ? "" : `${data}<script>${script}</script>\n`,
  });
};

interface BlockLook {
  readonly label: string;
  /** Long lines are folded. */
  readonly wrap?: boolean;
  /** Its lines are those of a diff. */
  readonly diff?: boolean;
  /** With a button that copies it; a script shows the button. */
  readonly copy?: boolean;
}

/** A block of text, as markup already. */
export const block = (html: string, { label, wrap = false, diff = false, copy = false }: BlockLook): string => {
  const pre = `<pre class="view${wrap ? " wrap" : ""}${diff ? " diff" : ""}" tabindex="0" role="region" aria-label="${escaped(label)}">${html}</pre>`;
  return copy ? `<div class="copyable"><button type="button" class="copy" hidden>copy</button>\n${pre}</div>` : pre;
};

/** What is seen only by who opens it; on paper everything is open but what is marked as long. */
export const folded = (summary: string, html: string, isLong = false): string =>
  `<details${isLong ? ' class="long"' : ""}><summary>${escaped(summary)}</summary>\n${html}</details>`;

/** Empty without a body. */
export const section = (title: string, html: string): string =>
  html === "" ? "" : `<section>\n<h2>${withoutMarkup(title)}</h2>\n${html}\n</section>`;

/** Names and what they stand for. */
export const definitions = (rows: readonly (readonly [name: string, html: string])[]): string =>
  `<dl>\n${rows.map(([name, html]) => `<dt>${withoutMarkup(name)}</dt><dd>${html}</dd>`).join("\n")}\n</dl>`;

/** Empty without items. */
export const bulleted = (items: readonly string[]): string =>
  items.length === 0 ? "" : `<ul>\n${items.map((html) => `<li>${html}</li>`).join("\n")}\n</ul>`;

/** A table, on phones a card for each row; its cells are markup already. */
export const table = (headings: readonly string[], rows: readonly (readonly string[])[], name = ""): string => {
  const heads = headings.map((heading) => `<th>${heading}</th>`).join("");
  const lines = rows.map(
    (cells) => `<tr>${cells.map((html, at) => `<td data-name="${headings[at] ?? ""}">${html}</td>`).join("")}</tr>`,
  );
  return `<table class="cards${name === "" ? "" : ` ${name}`}">\n<thead><tr>${heads}</tr></thead>\n<tbody>\n${lines.join("\n")}\n</tbody>\n</table>`;
};
