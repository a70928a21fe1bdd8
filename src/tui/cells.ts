/** Text as a terminal shows it: how many cells it takes, and nothing in it that the terminal would obey. */

/** Escape sequences of programs that colour their output: CSI, OSC and the two-character ones. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const SEQUENCES = /\u001B(?:\[[\d;:<=>?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[ -/]*[0-~])/g;
const WIDE =
  /[\u1100-\u115F\u231A\u231B\u2329\u232A\u23E9-\u23EC\u2614\u2615\u2648-\u2653\u26AA\u26AB\u26BD\u26BE\u2705\u2728\u274C\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{1B2FF}\u{1F004}\u{1F0CF}\u{1F18E}\u{1F191}-\u{1F19A}\u{1F200}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F7E0}-\u{1F7EB}\u{1F900}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
const NARROW = /^[ -~]*$/;
const MARK = /\p{Mn}|\p{Me}|[\u200C\u200D]/u;

/** Without the colours of the program that printed it. */
export const withoutSequences = (text: string): string => text.replaceAll(SEQUENCES, "");

const cellsOf = (character: string): number => (MARK.test(character) ? 0 : WIDE.test(character) ? 2 : 1);

/** How many cells a visible text takes. */
export const cells = (text: string): number => {
  if (NARROW.test(text)) return text.length;
  let sum = 0;
  for (const character of text) sum += cellsOf(character);
  return sum;
};

/** As much from the start of a visible text as fits, and how many cells that takes. */
export const head = (text: string, most: number): { readonly text: string; readonly cells: number } => {
  if (NARROW.test(text)) return { text: text.slice(0, most), cells: Math.min(text.length, most) };
  let used = 0;
  let end = 0;
  for (const character of text) {
    const more = cellsOf(character);
    if (used + more > most) break;
    used += more;
    end += character.length;
  }
  return { text: text.slice(0, end), cells: used };
};

/** The end of a visible text, as much as fits. */
const tail = (text: string, most: number): string => {
  let [used, from] = [0, text.length];
  for (const character of Array.from(text).toReversed()) {
    used += cellsOf(character);
    if (used > most) break;
    from -= character.length;
  }
  return text.slice(from);
};

/** A name that is too long is cut in its middle: both ends tell it from others. */
export const shortened = (text: string, most: number): string => {
  if (cells(text) <= most) return text;
  const first = head(text, Math.ceil((most - 1) / 2));
  return most < 1 ? "" : `${first.text}…${tail(text, most - 1 - first.cells)}`;
};

/** Filled up with spaces. */
export const padded = (text: string, width: number): string => text + " ".repeat(Math.max(0, width - cells(text)));
