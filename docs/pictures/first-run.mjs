/** Draws first-run.svg from what the first example really prints: `npm run build && node docs/pictures/first-run.mjs`. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = new URL("./", import.meta.url);
const example = fileURLToPath(new URL("../../examples/first-run/run.mjs", here));
const lines = ["$ npm start", ...execFileSync(process.execPath, [example], { encoding: "utf8" }).trimEnd().split("\n")];

const LINE = 20;
const width = 40 + Math.max(...lines.map((line) => line.length)) * 8.2;
const height = 40 + lines.length * LINE;

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** @param {string} line */
const colour = (line) => (line.startsWith("$") ? "#7ee787" : /^\s+\d/.test(line) ? "#79c0ff" : "#e6edf3");

const rows = lines.map(
  (line, i) => `<text x="20" y="${34 + i * LINE}" fill="${colour(line)}" xml:space="preserve">${escaped(line)}</text>`,
);
writeFileSync(
  new URL("first-run.svg", here),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>A run of pare: 44809 characters become 7</title>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13.5">
${rows.join("\n")}
</g>
</svg>
`,
);
