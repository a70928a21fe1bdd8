/** Contents and words as a shell reads them, made of visible signs alone: they survive a copy from a page or a bug report. */
import { attempt } from "../core/maybe.ts";
import { visible } from "../core/visible.ts";
import { quote } from "./command-line.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of valid UTF-8. */
const textOf = (bytes: Uint8Array): string | undefined => attempt(() => decoder.decode(bytes));

const isVisible = (text: string): boolean => visible(text) === text;

/** Whether a content is a text of visible signs: what others can read as it stands. */
export const isWritten = (bytes: Uint8Array): boolean => {
  const text = textOf(bytes);
  return text !== undefined && isVisible(text);
};

/** A word of a command. */
export const quoteVisibly = (word: string): string => (isVisible(word) ? quote(word) : `"$(printf ${formatOf(word)})"`);

/** From so many signs in ten that cannot be seen, a content is no text. */
const MAX_ODD = 1;

/** How a content comes into a shell: printed by a command, which may read what stands below it. */
interface Printing {
  readonly command: string;
  readonly below?: readonly string[];
}

const printing = (bytes: Uint8Array): Printing => {
  const text = textOf(bytes);
  if (text === undefined) return hereDocument("base64 -d", base64(bytes));
  if (isVisible(text)) return text.endsWith("\n") ? hereDocument("cat", text) : { command: `printf %s ${quote(text)}` };
  // Ends of lines of other systems leave a text readable.
  const odd = Array.from(text).filter((sign) => sign !== "\r" && !isVisible(sign)).length;
  return 10 * odd > MAX_ODD * text.length
    ? hereDocument("base64 -d", base64(bytes))
    : { command: `printf ${formatOf(text)}` };
};

const COLUMNS = /.{1,76}/g;

const base64 = (bytes: Uint8Array): string =>
  `${(Buffer.from(bytes).toString("base64").match(COLUMNS) ?? []).join("\n")}\n`;

/** The word that ends it is none of its lines. */
const hereDocument = (command: string, text: string): Printing => {
  const lines = text.slice(0, -1).split("\n");
  const taken = new Set(lines);
  let end = "EOF";
  while (taken.has(end)) end += "_";
  return { command, below: [...lines, end] };
};

/** For printf: what it would take as its own, and what cannot be seen, is escaped. */
const formatOf = (text: string): string => {
  const escaped = Array.from(text.replaceAll("\\", String.raw`\\`).replaceAll("%", "%%"), (sign) =>
    isVisible(sign) ? sign : sign === "\r" ? String.raw`\r` : octal(sign),
  ).join("");
  return quote(escaped.replace(/^-/, octal("-")));
};

const octal = (sign: string): string =>
  Array.from(Buffer.from(sign), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");

/** Lines that make a file; its name as a word. */
export const writing = (bytes: Uint8Array, word: string): readonly string[] => {
  if (bytes.length === 0) return [`: > ${word}`];
  const { command, below } = printing(bytes);
  return below === undefined ? [`${command} > ${word}`] : [`${command} > ${word} <<'${below.at(-1)}'`, ...below];
};

/** A command that reads a content on standard input. */
export const feeding = (bytes: Uint8Array, command: string): string => {
  if (bytes.length === 0) return `${command} < /dev/null`;
  const { command: printer, below } = printing(bytes);
  if (below === undefined) return `${printer} | ${command}`;
  const here = `<<'${below.at(-1)}'`;
  return [printer === "cat" ? `${command} ${here}` : `${printer} ${here} | ${command}`, ...below].join("\n");
};
