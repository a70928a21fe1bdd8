/** Texts of others, made safe to show: nothing of them is obeyed by a terminal, turns the direction of writing, or is hidden. */

/** Controls, marks of direction and other signs that cannot be seen, halves of characters; joiners stay, for scripts and emoji need them. */
const UNSAFE = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u2028\u2029]/gu;
const TAB = "    ";

/** Controls as pictures, other unsafe signs as U+FFFD: one cell each. */
const pictureOf = (sign: string): string => {
  const code = sign.charCodeAt(0);
  return code < 32 ? String.fromCharCode(0x2400 + code) : code === 127 ? "\u2421" : "\uFFFD";
};

/** A block of text: ends of lines and tabs stay. */
export const visible = (text: string): string =>
  text.replaceAll(UNSAFE, (sign) => (sign === "\n" || sign === "\t" ? sign : pictureOf(sign)));

/** One line: tabs are spaces, and an end of line is a picture too. */
export const visibleLine = (text: string): string => text.replaceAll("\t", TAB).replaceAll(UNSAFE, pictureOf);

/** One such line of at most so many characters, whatever has come over the network. */
export const bounded = (text: string, most: number): string => {
  // No more is looked at than can be shown, give or take the spaces.
  const line = visibleLine(text.slice(0, 8 * most).replaceAll(/\s+/g, " "));
  return line.length <= most ? line : `${visibleLine(line.slice(0, most - 1))}…`;
};

/** The same JSON, with every unsafe sign written as an escape. */
export const visibleJson = (json: string): string =>
  json.replaceAll(UNSAFE, (sign) =>
    sign === "\n" || sign === "\t"
      ? sign
      : Array.from({ length: sign.length }, (_, index) => `\\u${hex4(sign.charCodeAt(index))}`).join(""),
  );

const hex4 = (unit: number): string => unit.toString(16).padStart(4, "0");
