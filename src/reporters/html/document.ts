/** What the HTML pages have in common: the document around them, and blocks. What is handed in as `html` is markup already. */
import { withoutMarkup } from "./escape.ts";

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

export const policyMeta = (policy: string): string => `<meta http-equiv="Content-Security-Policy" content="${policy}">`;

/** Empty without a body. */
export const section = (title: string, html: string): string =>
  html === "" ? "" : `<section>\n<h2>${withoutMarkup(title)}</h2>\n${html}\n</section>`;

/** Names and what they stand for. */
export const definitions = (rows: readonly (readonly [name: string, html: string])[]): string =>
  `<dl>\n${rows.map(([name, html]) => `<dt>${withoutMarkup(name)}</dt><dd>${html}</dd>`).join("\n")}\n</dl>`;

/** Empty without items. */
export const bulleted = (items: readonly string[]): string =>
  items.length === 0 ? "" : `<ul>\n${items.map((html) => `<li>${html}</li>`).join("\n")}\n</ul>`;

/** A table; its cells are markup already. */
export const table = (headings: readonly string[], rows: readonly (readonly string[])[], name = ""): string => {
  const heads = headings.map((heading) => `<th>${heading}</th>`).join("");
  const lines = rows.map((cells) => `<tr>${cells.map((html) => `<td>${html}</td>`).join("")}</tr>`);
  const kind = name === "" ? "" : ` class="${name}"`;
  return `<table${kind}>\n<thead><tr>${heads}</tr></thead>\n<tbody>\n${lines.join("\n")}\n</tbody>\n</table>`;
};
