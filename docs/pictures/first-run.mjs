/** Draws first-run.svg from what `npm start` really prints: `npm run build && node docs/pictures/first-run.mjs`. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = new URL("./", import.meta.url);
const root = fileURLToPath(new URL("../../", here));
const example = fileURLToPath(new URL("../../examples/reduce-first/run.mjs", here));
const COLUMNS = 104;
const LINE = 20;

// Both streams, in the order in which they are written.
const printed = execFileSync("/bin/sh", ["-c", '"$0" "$1" 2>&1', process.execPath, example], { encoding: "utf8" });

/**
 * Long lines go on below, where their text began.
 * @param {string} line
 * @param {number} indent
 * @returns {string[]}
 */
const wrapped = (line, indent = /^\w+(?: \w+)?: +/.exec(line)?.[0].length ?? 0) => {
  if (line.length <= COLUMNS) return [line];
  const space = line.lastIndexOf(" ", COLUMNS);
  return [line.slice(0, space), ...wrapped(" ".repeat(indent) + line.slice(space + 1), indent)];
};
const lines = ["$ npm start", ...printed.trimEnd().replaceAll(root, "~/pare/").split("\n")].flatMap((line) =>
  wrapped(line),
);

const width = 40 + Math.max(...lines.map((line) => line.length)) * 8.2;
const height = 40 + lines.length * LINE;

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** @param {string} line */
const colour = (line) => {
  if (line.startsWith("$")) return "#7ee787";
  if (/^[\d.]+ m?s: /.test(line)) return "#79c0ff";
  return line.startsWith("the smallest") ? "#ffa657" : "#e6edf3";
};

const rows = lines.map(
  (line, i) => `<text x="20" y="${34 + i * LINE}" fill="${colour(line)}" xml:space="preserve">${escaped(line)}</text>`,
);
const [, sizes = "a file becomes small"] = /^size: +(.*?) \(/m.exec(printed) ?? [];
writeFileSync(
  new URL("first-run.svg", here),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>A run of pare: ${sizes}</title>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13.5">
${rows.join("\n")}
</g>
</svg>
`,
);
