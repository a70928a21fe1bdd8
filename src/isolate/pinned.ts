/** What the test of an isolation is made of, besides the candidate: as far as the command line says so. */
import { readFileSync, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { digest } from "../core/digest.ts";
import { errorCode } from "../journals/disk-errors.ts";
import { programPart, scriptPart } from "../reduce/pinned.ts";
import type { TestPart } from "../runs/pins.ts";
import { kindFor, pairOf } from "./kinds/index.ts";
import type { IsolateOptions } from "./options.ts";

/** In a repository, what is named by a relative path is the candidate's. */
export const partsOf = (options: IsolateOptions, origin: string): readonly TestPart[] => {
  const { test, command = [], build = "", validators = [], ends } = options;
  const isOutside = (word: string): boolean => kindFor(ends, origin).layout !== "tree" || isAbsolute(word);
  const [program = ""] = command;
  const ownEnds = (pairOf(ends) ?? []).map((end) => resolve(origin, end));
  const isEnd = (path: string): boolean => ownEnds.some((end) => path === end || path.startsWith(`${end}/`));
  const parts: readonly TestPart[] = [
    ...(test === undefined ? [] : scriptPart(test, { name: "", typed: "", origin, extraFiles: [], stdin: false })),
    ...(program.includes("/") && !isOutside(program) ? [] : programPart(program, "the program", origin)),
    ...filesNamedIn([...command.slice(1), build, ...validators], origin)
      .filter(([word]) => isOutside(word))
      .map(([word]) => ({ path: resolve(origin, word), called: `${word}, which the command names`, loose: true })),
  ];
  return parts.filter(({ path }, index) => !isEnd(path) && parts.findIndex((part) => part.path === path) === index);
};

/** What is larger is known by its size and time. */
const LARGE = 64 * 2 ** 20;

/** Each with what tells it apart, in the order of the words. A line for a shell is taken apart. */
export const filesNamedIn = (words: readonly string[], origin: string): readonly (readonly [string, string])[] => {
  const pieces = new Set(words.flatMap((word) => [word, ...word.split(/[\s;&|<>()'"`=]+/)]));
  pieces.delete("");
  return [...pieces].flatMap((piece) => {
    const mark = markOf(resolve(origin, piece));
    return mark === undefined ? [] : [[piece, mark] as const];
  });
};

const markOf = (path: string): string | undefined => {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() !== true) return undefined;
    return stats.size > LARGE ? `${stats.size} ${stats.mtimeMs}` : digest(readFileSync(path));
  } catch (error) {
    // A word that is no path at all, or one that cannot be read.
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
};

/** A word of the command that lies in one of two ends, instead of in the mixture. */
export const endNamedIn = (words: readonly string[], ends: readonly string[]): string | undefined =>
  ends
    .map((path) => path.replace(/\/+$/, ""))
    .find(
      (path) =>
        path !== "" && words.some((word) => wordsIn(word).some((part) => part === path || part.startsWith(`${path}/`))),
    );

const wordsIn = (text: string): readonly string[] => text.split(/[\s'"=:]/);
