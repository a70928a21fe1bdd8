/**
 * Records the live screen of a real run as docs/pictures/screen.svg: `node scripts/record-screen.mjs [OUTPUT]`.
 * The run is that of examples/reduce-first, in tmux; what tmux shows is taken down twice a second and drawn as text. Needs tmux and a build.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { argv, execPath } from "node:process";
import { root } from "./run.mjs";

const size = { columns: 110, rows: 30 };
const everyMs = 500;
const patienceMs = 120_000;
/** The last frame is shown so much longer. */
const lastFor = 8;
const cell = { width: 8.4, height: 18 };
const colours = ["#1d1f21", "#e5534b", "#57ab5a", "#c69026", "#539bf5", "#b083f0", "#39c5cf", "#d0d7de"];
const bright = ["#768390", "#ff938a", "#6bc46d", "#daaa3f", "#6cb6ff", "#dcbdfb", "#56d4dd", "#ffffff"];
const paper = "#22272e";
const ink = "#adbac7";

/** Where things lie on this machine is nobody's business. */
const home = dirname(realpathSync(join(root, "node_modules")));
const work = mkdtempSync(join(tmpdir(), "pare-record-"));
const output = resolve(argv[2] ?? join(root, "docs", "pictures", "screen.svg"));
try {
  mkdirSync(dirname(output), { recursive: true });
  const frames = await record();
  writeFileSync(output, picture(frames));
  console.log(`${output}: ${frames.length} frames`);
} finally {
  tmux("kill-server");
  rmSync(work, { recursive: true, force: true });
}

/** @param {...string} words */
function tmux(...words) {
  const { CI: _, TMUX: __, ...rest } = process.env;
  const env = { ...rest, PATH: `${work}:${rest["PATH"]}`, PS1: "$ ", LC_ALL: "C.UTF-8" };
  return execFileSync("tmux", ["-f", "/dev/null", "-S", join(work, "socket"), ...words], {
    cwd: work,
    env,
    encoding: "utf8",
  });
}

/** @returns {Promise<string[]>} screens with their colours, each unlike the one before */
async function record() {
  copyFileSync(join(root, "examples", "reduce-first", "tachyons.css"), join(work, "tachyons.css"));
  symlinkSync(join(root, "node_modules", ".bin", "cleancss"), join(work, "cleancss"));
  writeFileSync(join(work, "pare"), `#!/bin/sh\nexec '${execPath}' '${join(root, "dist", "cli", "main.js")}' "$@"\n`, {
    mode: 0o755,
  });
  tmux("-u", "new-session", "-d", "-x", String(size.columns), "-y", String(size.rows), "sh");
  tmux("set-option", "-g", "status", "off");
  tmux("send-keys", "pare tachyons.css -- cleancss tachyons.css", "Enter");
  const frames = [];
  for (const until = Date.now() + patienceMs; Date.now() < until;) {
    const frame = tmux("capture-pane", "-e", "-N", "-p").replaceAll(work, "/home/me").replaceAll(home, "/home/me");
    if (frame !== frames.at(-1)) frames.push(frame);
    if (frame.includes("reproduce:")) return frames;
    await new Promise((wake) => setTimeout(wake, everyMs));
  }
  throw new Error("the run did not end in time");
}

/** @param {string[]} frames */
function picture(frames) {
  const [width, height] = [size.columns * cell.width + 24, size.rows * cell.height + 24];
  const total = frames.length - 1 + lastFor;
  const styles = frames.map((_, index) => {
    const [from, to] = [index, index === frames.length - 1 ? total : index + 1].map((at) => (100 * at) / total);
    const before = from === 0 ? "" : `0%{opacity:0}`;
    const behind = to === 100 ? "" : `${to?.toFixed(3)}%,100%{opacity:0}`;
    return `@keyframes f${index}{${before}${from?.toFixed(3)}%{opacity:1}${behind}}#f${index}{animation:f${index} ${(total * everyMs) / 1000}s step-end infinite}`;
  });
  const groups = frames.map((frame, index) => `<g id="f${index}" class="f">${drawn(frame)}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14">
<title>pare reduces tachyons.css, a recording of the live screen</title>
<style>.f{opacity:0}text{white-space:pre;fill:${ink}}.b{font-weight:bold}.d{opacity:.6}${styles.join("")}
@media (prefers-reduced-motion:reduce){.f{animation:none!important}#f${Math.max(0, frames.length - 2)}{opacity:1}}</style>
<rect width="${width}" height="${height}" rx="8" fill="${paper}"/>
${groups.join("\n")}
</svg>
`;
}

/** @param {string} frame */
function drawn(frame) {
  return frame
    .split("\n")
    .slice(0, size.rows)
    .map((line, row) => lineOf(line, row))
    .join("");
}

/** Each piece is put at its column, and stretched to its cells: fonts differ. @param {string} line @param {number} row */
function lineOf(line, row) {
  let style = plain();
  let column = 0;
  let drawing = "";
  // oxlint-disable-next-line no-control-regex -- the colours are written so
  for (const part of line.matchAll(/\u001B\[([\d;]*)m|\u001B\([A-Z0-9]|\u000F|([^\u001B\u000F]+)/g)) {
    if (part[1] !== undefined) style = changed(style, part[1]);
    if (part[2] === undefined) continue;
    drawing += pieceOf(part[2], { style, column, row });
    column += part[2].length;
  }
  return drawing;
}

/** @returns {{ fg?: string | undefined, bg?: string | undefined, bold: boolean, dim: boolean, inverse: boolean }} */
function plain() {
  return { bold: false, dim: false, inverse: false };
}

/** @param {ReturnType<typeof plain>} style @param {string} codes */
function changed(style, codes) {
  let next = { ...style };
  for (const code of (codes || "0").split(";").map(Number)) {
    if (code === 0) next = plain();
    else if (code === 1) next.bold = true;
    else if (code === 2) next.dim = true;
    else if (code === 7) next.inverse = true;
    else if (code === 22) Object.assign(next, { bold: false, dim: false });
    else if (code === 27) next.inverse = false;
    else if (code === 39) delete next.fg;
    else if (code === 49) delete next.bg;
    else if (code >= 30 && code <= 37) next.fg = colours[code - 30];
    else if (code >= 40 && code <= 47) next.bg = colours[code - 40];
    else if (code >= 90 && code <= 97) next.fg = bright[code - 90];
  }
  return next;
}

/** @param {string} text @param {{ style: ReturnType<typeof plain>, column: number, row: number }} at */
function pieceOf(text, { style, column, row }) {
  const [fg, bg] = style.inverse ? [style.bg ?? paper, style.fg ?? ink] : [style.fg, style.bg];
  const [x, y] = [12 + column * cell.width, 12 + row * cell.height];
  const width = (text.length * cell.width).toFixed(1);
  const box = bg ? `<rect x="${x.toFixed(1)}" y="${y}" width="${width}" height="${cell.height}" fill="${bg}"/>` : "";
  // Blank braille is as good as a space.
  const shown = text.replaceAll("\u2800", " ").trimEnd();
  if (shown === "") return box;
  const names = [style.bold ? "b" : "", style.dim ? "d" : ""].filter(Boolean).join(" ");
  const looks = `${names ? ` class="${names}"` : ""}${fg ? ` style="fill:${fg}"` : ""}`;
  const safe = shown.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `${box}<text x="${x.toFixed(1)}" y="${y + 14}" textLength="${(shown.length * cell.width).toFixed(1)}" xml:space="preserve"${looks}>${safe}</text>`;
}
