/** A line for a shell that is run on a candidate: `{}` is its path, quoted as its place in the line asks for. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { placesOf, quote } from "../command-line.ts";
import type { Subject } from "../oracle.ts";

/** Stands for the directory pare was started in, where a line has to say the same on every machine. */
export const ORIGIN = "<origin>";

/** What stands between the words of a line. */
const BETWEEN = String.raw`[\s;&|<>()'"\x60=]`;

/**
 * Lines with `{}` in place of the input as typed. Nothing is replaced in a line that has a `{}`; an input that was typed by its
 * name alone is left, since the candidate has that name in the working directory. Further files are named from there.
 */
export const sideLines = (lines: readonly string[], subject: Subject): readonly string[] =>
  lines.map((line) => (line.includes("{}") ? line : namedLine(line, subject)));

const namedLine = (line: string, subject: Subject): string =>
  placesOf(subject, "").reduce((text, { typed, at }, index) => {
    const here = index === 0 ? "{}" : quote(at.slice(1));
    return typed.includes("/") ? text.replaceAll(asWord(typed), () => here) : text;
  }, line);

const asWord = (typed: string): RegExp =>
  new RegExp(`(?<=^|${BETWEEN})${typed.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)}(?=$|${BETWEEN})`, "g");

/** The words that run a line on a candidate at a path. A program that is named by a relative path is where pare was started. */
export const sideCommand =
  (line: string, subject: Subject): ((path: string) => readonly string[]) =>
  (path) => {
    const places = placesOf(subject, path);
    return shellWords(filledLine(withPrograms(line, subject.origin), { "": [places[0]?.at ?? path] }));
  };

/** The same where the candidate lies in the working directory, or is it. */
export const lineHere = (line: string, subject: Subject): readonly string[] => {
  const { kind = "file", name } = subject;
  const here = kind === "files" ? (subject.inputs?.[0]?.path ?? ".") : kind === "directory" ? "." : name;
  return shellWords(filledLine(withPrograms(line, subject.origin), { "": [here] }));
};

export const shellWords = (line: string): readonly string[] => ["/bin/sh", "-c", line];

const SHELL = /^(?:.*\/)?(?:ba|da|k|z)?sh$/;

/** Which word of a command is a line for a shell: `sh -c LINE`. */
export const shellLineAt = (command: readonly string[]): number | undefined => {
  const option = SHELL.test(command[0] ?? "") ? command.findIndex((word) => /^-[a-z]*c$/.test(word)) : -1;
  return option < 0 ? undefined : option + 1;
};

/** Where a shell expects a program: at the beginning, behind an operator, behind variables that are set for it. */
const PROGRAM = /(^|[;&|(!\n])(\s*(?:[A-Za-z_]\w*=[^\s;&|]*\s+)*)((?:[\w.@+-]+\/)+[\w.@+-]+)(?=$|[\s;&|<>)])/g;

/** Programs that lie where pare was started, by their whole paths; not those that are there in a directory of their own. */
export const withPrograms = (line: string, origin: string, own?: string): string =>
  line
    .replaceAll(ORIGIN, () => origin)
    .replaceAll(PROGRAM, (all, operator: string, between: string, program: string) => {
      const there = resolve(origin, program);
      const isOwn = own !== undefined && existsSync(resolve(own, program));
      return !isOwn && existsSync(there) ? `${operator}${between}${quote(there)}` : all;
    });

/** What a shell reads as one word or as a part of one, and placeholders. */
const TOKEN = /\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\{\w*\}/g;

/** A variable of the shell in place of `{}`, whatever its value holds. */
export const lineWithVariable = (line: string, variable: string): string =>
  line.replaceAll(TOKEN, (token) => {
    if (token === "{}") return `"$${variable}"`;
    if (token.startsWith("'")) return token.replaceAll("{}", () => `'"$${variable}"'`);
    return token.startsWith('"') ? token.replaceAll("{}", () => `\${${variable}}`) : token;
  });

/** `{}` and `{name}` as words; inside quotes as they are, with what would end them escaped. */
export const filledLine = (line: string, fills: Readonly<Record<string, readonly string[]>>): string => {
  const fill = (text: string, written: (word: string) => string): string =>
    text.replaceAll(/\{(\w*)\}/g, (placeholder, name: string) =>
      Object.hasOwn(fills, name) ? (fills[name] ?? []).map(written).join(" ") : placeholder,
    );
  return line.replaceAll(TOKEN, (token) => {
    if (token.startsWith("'")) return fill(token, (word) => word.replaceAll("'", String.raw`'\''`));
    if (token.startsWith('"')) return fill(token, (word) => word.replaceAll(/["$`\\]/g, String.raw`\$&`));
    return token.startsWith("\\") ? token : fill(token, quote);
  });
};
