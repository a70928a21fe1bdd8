/** Files that a command names: what they say decides its outcomes, so a run is about them, too. */
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { digest } from "../core/digest.ts";
import { errorCode } from "../journals/disk-errors.ts";

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
