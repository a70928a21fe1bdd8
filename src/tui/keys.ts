/** What was typed, key by key. */

const NAMES: Readonly<Record<string, string>> = {
  "\u001B[A": "up",
  "\u001B[B": "down",
  "\u001B[C": "right",
  "\u001B[D": "left",
  "\u001BOA": "up",
  "\u001BOB": "down",
  "\u001BOC": "right",
  "\u001BOD": "left",
  "\u001B[5~": "pageup",
  "\u001B[6~": "pagedown",
  "\u001B[H": "home",
  "\u001B[F": "end",
  "\u001B[1~": "home",
  "\u001B[4~": "end",
  "\u001BOH": "home",
  "\u001BOF": "end",
  "\u001B": "escape",
  "\u0003": "interrupt",
  "\u001A": "suspend",
  "\u000C": "redraw",
  "\r": "enter",
  "\n": "enter",
  " ": "space",
};

// oxlint-disable-next-line no-control-regex -- keys send these
const KEY = /\u001B(?:\[[\d;]*[ -/]*[@-~]|O[A-Z])|[\s\S]/gu;

/** Names for keys that have one, otherwise the character; unknown sequences are left out. */
export const keysOf = (typed: string): readonly string[] =>
  [...typed.matchAll(KEY)].map(([key]) => NAMES[key] ?? key).filter((key) => !key.startsWith("\u001B"));
