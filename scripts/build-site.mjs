/** Makes a site of README.md and docs/: `npm run docs [FOLDER]`. Static, searchable, readable from files; it asks no other server for anything. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { Marked } from "marked";
import { root } from "./run.mjs";

/** The order of the navigation; a page that is not named here comes at the end of its group. */
const START = [
  "README.md",
  "docs/guide/tutorial.md",
  "docs/guide/ten-tasks.md",
  "docs/playground.md",
  "docs/gallery.md",
];
const HELP = [
  "docs/guide/recipes.md",
  "docs/guide/troubleshooting.md",
  "docs/guide/faq.md",
  "docs/guide/coming-from.md",
];
const ABOUT = [
  "docs/reliability.md",
  "docs/benchmarks.md",
  "docs/papers.md",
  "docs/glossary.md",
  "docs/architecture.md",
];

/**
 * @typedef {{ source: string, url: string, title: string, text: string }} Page
 * @typedef {{ url: string, page: string, heading: string, text: string }} Entry
 */

const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const home = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");

/** @param {string} folder where the site goes; what was there is removed */
export async function buildSite(folder) {
  const pages = readPages();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  /** @type {Entry[]} */
  const index = [];
  for (const page of pages) {
    const path = join(folder, page.url);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, layout(page, pages, rendered(page, pages, index)));
  }
  writeFileSync(join(folder, "search-index.js"), `globalThis.searchIndex = ${JSON.stringify(index)};\n`);
  cpSync(join(root, "docs", "pictures"), join(folder, "pictures"), { recursive: true });
  cpSync(join(root, "site", "style.css"), join(folder, "style.css"));
  await build({
    entryPoints: ["search.ts", "playground.tsx"].map((file) => join(root, "site", file)),
    outdir: folder,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2023",
    jsx: "automatic",
    jsxImportSource: "preact",
    tsconfigRaw: {},
    logLevel: "warning",
  });
  return pages;
}

/** @returns {Page[]} */
function readPages() {
  const files = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
  const sources = ["README.md", ...files.filter((file) => file.endsWith(".md")).map((file) => `docs/${file}`)];
  return sources.toSorted().map((source) => {
    const text = readFileSync(join(root, source), "utf8");
    const title = /^# (.*)$/m.exec(text)?.[1]?.replaceAll(/[*`]/g, "") ?? source;
    return { source, url: urlOf(source), title, text };
  });
}

/** @param {string} source */
function urlOf(source) {
  if (source === "README.md") return "index.html";
  return source
    .replace(/^docs\//, "")
    .replace(/README\.md$/, "contents.md")
    .replace(/\.md$/, ".html");
}

/**
 * The HTML of a page's text; its sections go into the index.
 * @param {Page} page
 * @param {readonly Page[]} pages
 * @param {Entry[]} index
 */
function rendered(page, pages, index) {
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(page.text);
  let section = { url: page.url, page: page.title, heading: page.title, text: "" };
  index.push(section);
  for (const token of tokens) {
    if (token.type !== "heading") section.text += ` ${plain(token.raw)}`;
    else if (token.depth > 1) {
      section = { url: `${page.url}#${anchorOf(token.text)}`, page: page.title, heading: plain(token.text), text: "" };
      index.push(section);
    }
  }
  marked.use({ renderer: rendererOf(page, pages) });
  return marked.parser(tokens);
}

/**
 * @param {Page} page
 * @param {readonly Page[]} pages
 * @returns {import("marked").RendererObject}
 */
function rendererOf(page, pages) {
  return {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      return `<a href="${escape(linkOf(href, page, pages))}">${this.parser.parseInline(tokens)}</a>`;
    },
    image({ href, text }) {
      return `<img src="${escape(linkOf(href, page, pages))}" alt="${escape(text)}" loading="lazy">`;
    },
    code({ text }) {
      return `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`;
    },
    table(token) {
      const cells = (/** @type {typeof token.header} */ row, /** @type {string} */ tag) =>
        `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
      const body = token.rows.map((row) => cells(row, "td")).join("\n");
      const table = `<table><thead>${cells(token.header, "th")}</thead><tbody>${body}</tbody></table>`;
      return `<div class="table" tabindex="0">${table}</div>\n`;
    },
  };
}

/** @param {string} text */
const plain = (text) =>
  text
    .replaceAll(/[`*_|#>]|\]\([^)]*\)|\[|!/g, " ")
    .replaceAll(/-{3,}/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/**
 * As on GitHub.
 * @param {string} heading
 */
function anchorOf(heading) {
  const words = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim();
  return words.replaceAll(" ", "-");
}

/**
 * A link to another page of the site, to a picture, or to a file of the repository.
 * @param {string} href
 * @param {Page} page
 * @param {readonly Page[]} pages
 */
function linkOf(href, page, pages) {
  if (/^[a-z]+:/.test(href) || href.startsWith("#")) return href;
  const [path = "", anchor] = href.split("#");
  const target = posix.normalize(posix.join(posix.dirname(page.source), path));
  const other = pages.find(({ source }) => source === target);
  const tail = anchor === undefined ? "" : `#${anchor}`;
  const here = posix.dirname(page.url);
  if (other !== undefined) return posix.relative(here, other.url) + tail;
  if (target.startsWith("docs/pictures/")) return posix.relative(here, target.replace(/^docs\//, ""));
  return `${home}/blob/HEAD/${target}${tail}`;
}

/** @param {string} text */
const escape = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** @param {readonly Page[]} pages */
function groupsOf(pages) {
  const named = new Set([...START, ...HELP, ...ABOUT]);
  const under = (/** @type {string} */ folder) =>
    pages.filter(({ source }) => posix.dirname(source) === folder && !named.has(source)).map(({ source }) => source);
  return /** @type {const} */ ([
    ["Start", START],
    ["Guide", under("docs/guide")],
    ["Help", HELP],
    ["About", [...ABOUT, ...under("docs")]],
    ["Decisions", under("docs/decisions")],
  ]);
}

/**
 * @param {Page} page
 * @param {readonly Page[]} pages
 * @param {string} content
 */
function layout(page, pages, content) {
  const base = "../".repeat(page.url.split("/").length - 1);
  const item = (/** @type {string} */ source) => {
    const other = pages.find((each) => each.source === source);
    if (other === undefined) return "";
    const current = other === page ? ' aria-current="page"' : "";
    return `<li><a href="${base}${other.url}"${current}>${escape(other.title)}</a></li>`;
  };
  const groups = groupsOf(pages).map(([name, sources]) => {
    const open = name !== "Decisions" || sources.includes(page.source) ? " open" : "";
    return `<details${open}><summary>${name}</summary><ul>${sources.map(item).join("")}</ul></details>`;
  });
  const script = content.includes('id="play"') ? `<script src="${base}playground.js" defer></script>` : "";
  return `<!doctype html>
<html lang="en" data-root="${base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(page.title === "pare" ? "pare" : `${page.title} · pare`)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}style.css">
<script src="${base}search.js" defer></script>${script}
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="name" href="${base}index.html">pare</a>
<div class="finder"><label for="search">Search</label><input id="search" type="search" autocomplete="off"><ul id="hits" hidden></ul></div>
</header>
<div class="columns">
<nav aria-label="Pages"><details class="menu" open><summary>Pages</summary>${groups.join("\n")}</details></nav>
<main id="main">
${content}
</main>
</div>
</body>
</html>
`;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const folder = argv[2] ?? join(root, "build", "site");
  const pages = await buildSite(folder);
  console.log(`${pages.length} pages: ${join(folder, "index.html")}`);
}
