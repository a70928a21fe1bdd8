/** Texts line by line, for languages of data. */

/** Without blank lines and comments behind `#`. */
export const contentLines = (text: string): readonly string[] =>
  text.split(/\r?\n/).filter((line) => line.trim() !== "" && !/^\s*#/.test(line));

/** The share of lines that match. */
export const share = (lines: readonly string[], pattern: RegExp): number =>
  lines.filter((line) => pattern.test(line)).length / Math.max(lines.length, 1);
