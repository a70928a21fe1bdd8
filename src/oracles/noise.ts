/** Takes out of a line of output what differs from run to run, and what depends on how long the input is or on what else is in it. */

type Rule = readonly [RegExp, string | ((match: string, ...groups: readonly string[]) => string)];

const MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec";

const baseName = (path: string): string => path.replace(/\/+$/, "").replace(/^.*\//, "");

/** A file that a program made up for itself: its name changes with every run. */
const shownPath = (path: string): string => {
  const name = baseName(path);
  const madeUp = /^\/(?:private\/)?(?:var\/)?(?:tmp|folders)\//.test(path) && !/\.\w{1,4}$/.test(name);
  return madeUp || /^(?:tmp|temp|cc|pymp-)\w{6,}/.test(name) ? "‹path›" : name;
};

/** In this order: each rule sees what the ones before it have left. */
const RULES: readonly Rule[] = [
  // oxlint-disable-next-line no-control-regex -- escape sequences of terminals are control characters
  [/\u001B(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\))/g, ""],
  [/\s+/g, " "],
  // Advice changes with what else is in the input.
  [/(?:[;,.]| [-–])? \(?(?:did|do) you mean\b[^?]*\?\)?/gi, ""],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, "‹id›"],
  [/\b\d{4}[-/]\d\d[-/]\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?/g, "‹date›"],
  [new RegExp(String.raw`\b(?:${MONTHS}) +\d{1,2},?(?: \d{4})?(?: \d\d:\d\d:\d\d)?\b`, "g"), "‹date›"],
  [/\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?\b/g, "‹time›"],
  [/(?:\bfile:\/\/|(?<![\w.:/]))\/(?:[\w.+@~%-]+\/)+[\w.+@~%-]*/g, shownPath],
  [/(?<![\w/])(?:\.{1,2}\/)+(?:[\w.+@-]+\/)*[\w.+@-]+/g, baseName],
  [/\b0x[0-9a-f]+\b/gi, "‹hex›"],
  [/(?<=@)[0-9a-f]{4,16}\b/g, "‹hex›"],
  [/\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}\b/gi, "‹hex›"],
  [/(\.\w+|[>\])]):\d+(?::\d+)?(?!\w)/g, "$1"],
  [/(\.\w+)\(\d+(?:,\d+)?\)/g, "$1"],
];

const NUMBER = /(?<![\w.$])[-+]?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?(?=(?:[nuµm]?s|secs?|min|[kmgt]i?b|b|%)?(?![\w.]*\w))/gi;

/** Numbers that say what kind of failure it is. */
const TELLING = /(?:\b(?:code|status|errno|signal)[ :=#(]*|\b(?:error|HTTP|exit|exited with|returned)[ #(]*)$/i;

/** One line without addresses, folders, positions, times, dates and identifiers made by chance. */
export const steadyLine = (line: string): string => {
  let text = line;
  for (const [pattern, replacement] of RULES) text = text.replace(pattern, replacement as string);
  return text;
};

/** The same without numbers: those of processes, sizes, amounts of time. */
export const withoutNoise = (line: string): string => {
  const text = steadyLine(line);
  const shown = text.replace(NUMBER, (number, at: number) => (TELLING.test(text.slice(0, at)) ? number : "‹n›"));
  return shown.trim();
};

/** Only the beginning of longer lines is read: reports are short, and patterns take their time. */
const LONGEST_LINE = 2000;

/** The lines of an output, with the scratch directory taken out: files in it stand there by their names alone. */
export const linesOf = (output: string, directory: string): readonly string[] =>
  output
    .replaceAll(`${directory}/`, "")
    .replaceAll(directory, "‹path›")
    .split(/\r\n|\n|\r/)
    .map((line) => line.slice(0, LONGEST_LINE));
