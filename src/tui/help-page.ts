/** What the keys do. */
import { span, type Line } from "./lines.ts";

const KEYS: readonly (readonly [key: string, does: string])[] = [
  ["p", "pause: no new tests are started; p again resumes"],
  ["s", "skip the current pass; the result then has no guarantee"],
  ["t", "show the size over tests, or over time"],
  ["d", "show the difference to the original"],
  ["h", "history: every accepted step; ← → walk, home and end jump"],
  ["w", "show the address of the live page"],
  ["q", "quit: keep the best so far; the same command resumes later"],
  ["?", "this page"],
  ["Ctrl-C", "interrupt: as q, with exit code 130"],
  ["Ctrl-Z", "suspend; fg brings the screen back"],
  ["↑ ↓ space", "scroll in the difference and in the history"],
  ["escape", "back"],
];

export const helpLines = (): readonly Line[] =>
  KEYS.map(([key, does]) => [span(` ${key.padEnd(11)}`, "key"), span(does)]);
