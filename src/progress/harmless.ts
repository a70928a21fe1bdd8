/** Texts of others, safe to show on a terminal and short enough to be kept. */

/** Control characters, and marks that turn the direction of writing; line ends and tabs are dealt with before. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const UNSAFE = /[\u0000-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|\p{Cs}|\p{Co}/gu;
const NARROW = /^[ -~]*$/;
const TAB = 4;

/** One line, safe to show: tabs are spaces, what a terminal would obey is a dot. */
export const harmless = (line: string): string =>
  NARROW.test(line) ? line : line.replaceAll("\t", " ".repeat(TAB)).replaceAll(UNSAFE, "·");

/** One harmless line of at most so many characters, whatever has come over the network. */
export const bounded = (text: string, most: number): string => {
  // No more is looked at than can be shown, give or take the spaces.
  const line = harmless(text.slice(0, 8 * most).replaceAll(/\s+/g, " "));
  return line.length <= most ? line : `${harmless(line.slice(0, most - 1))}…`;
};
