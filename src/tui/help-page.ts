/** What the keys do. */
import { span, type Line } from "./lines.ts";

const KEYS: readonly (readonly [key: string, does: string])[] = [
  ["p", "pause: no new tests are started; p again goes on"],
  ["s", "skip the pass at work; nothing is claimed in the end"],
  ["t", "the size curve over tests, or over time"],
  ["d", "the difference to the original"],
  ["h", "history: every accepted step; ← → walk, home and end jump"],
  ["w", "the address of the live page"],
  ["q", "quit: the best so far is kept, the same command goes on later"],
  ["?", "this page"],
  ["Ctrl-C", "interrupt: as q, with exit code 130"],
  ["Ctrl-Z", "suspend; fg brings the screen back"],
  ["↑ ↓ space", "scroll in the difference and in the history"],
  ["escape", "back"],
];

export const helpLines = (): readonly Line[] =>
  KEYS.map(([key, does]) => [span(` ${key.padEnd(11)}`, "key"), span(does)]);
