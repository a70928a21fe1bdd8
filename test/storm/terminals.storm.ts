/** Nothing in names and outputs is obeyed by a terminal: hostile text through every command, into a pipe and onto a terminal. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { EVIL, SCENES, type Scene } from "./terminals/scenes.ts";
import { tally } from "./tally.ts";

const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "pare-terminals-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const HANG_MS = 120_000;
const AT_ONCE = 2;

/** All that pare itself tells a terminal: colours, the live line, and the screen. */
const OWN =
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  /\u001B\[(?:[0-2]|3[12]|0;(?:[127]|3[1-6]|94|1;97;41|1;36))m|\u001B\[(?:1G|2K|2J|H|\d+;1H|\?(?:1049|25|7|2026)[hl])/g;
/** Everything else that a terminal could obey, or that turns or hides text. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const FOREIGN = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu;

const foreignIn = (text: string): readonly string[] =>
  [...text.matchAll(FOREIGN)].map(({ index }) => JSON.stringify(text.slice(Math.max(0, index - 30), index + 30)));

let number = 0;

const ran = async (scene: Scene, onTerminal: boolean): Promise<string> => {
  number += 1;
  const [here, temporary] = [join(root, String(number)), join(root, `${number}.tmp`)];
  mkdirSync(here);
  mkdirSync(temporary);
  const { PATH = "" } = process.env;
  const env = {
    PATH,
    HOME: temporary,
    TMPDIR: temporary,
    TERM: "xterm",
    E: EVIL,
    LINE: scene.line,
    P: `${process.execPath} ${main}`,
  };
  const [program, args] = onTerminal
    ? (["script", ["-qec", 'stty cols 100 rows 30; bash -c "$LINE"', "/dev/null"]] as const)
    : (["bash", ["-c", scene.line]] as const);
  const child = spawn(program, args, { cwd: here, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => void chunks.push(data));
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => process.kill(-(child.pid as number), "SIGKILL"), HANG_MS);
    child.once("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  return Buffer.concat(chunks).toString();
};

/** A terminal turns every end of line into two characters. */
const shown = (text: string, onTerminal: boolean): string =>
  onTerminal ? text.replaceAll("\r\n", "\n").replaceAll(OWN, "") : text;

test.for([
  ["into a pipe", false],
  ["onto a terminal", true],
] as const)("hostile names and outputs %s", async ([, onTerminal], context) => {
  const waiting = [...SCENES];
  const faults: string[] = [];
  let broken = 0;
  const work = async (): Promise<void> => {
    for (let scene = waiting.shift(); scene !== undefined; scene = waiting.shift()) {
      const text = await ran(scene, onTerminal);
      const found = [...foreignIn(shown(text, onTerminal)), ...(text.trim() === "" ? ["it says nothing"] : [])];
      if (found.length > 0) broken += 1;
      if (found.length > 0) faults.push(`${scene.name}: ${found.slice(0, 3).join("\n    ")}\n  ${scene.line}`);
      if (process.env["STORM_SHOW"] !== undefined) process.stdout.write(`== ${scene.name}\n${text}\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  tally(context, "terminals", { tried: SCENES.length, held: SCENES.length - broken });
  expect(faults.join("\n\n")).toBe("");
});
