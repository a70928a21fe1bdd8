/** Words of a command that can go: those between `[[` and `]]`, which are arguments of their own. */
import { UserError } from "../core/errors.ts";

const OPEN = "[[";
const CLOSE = "]]";

/** How many words of the command can go; `undefined` when it has no brackets. Throws a `UserError` when they do not match. */
export const wordsIn = (command: readonly string[]): number | undefined => {
  let inside = false;
  let found = false;
  for (const word of command) {
    if (word === (inside ? CLOSE : OPEN)) inside = !inside;
    else if (word === OPEN || word === CLOSE) throw unmatched(command);
    if (inside) found = true;
  }
  if (inside) throw unmatched(command);
  return found ? removable(command).length : undefined;
};

const unmatched = (command: readonly string[]): UserError =>
  new UserError("BAD_WORDS", `The brackets in the command do not match: ${command.join(" ")}.`, {
    advice: "Words that may go stand between [[ and ]], each an argument of its own: gcc [[ -O2 -Wall ]] -c bug.c",
  });

/** The words between brackets, in order. */
const removable = (command: readonly string[]): readonly string[] => {
  const words: string[] = [];
  walk(command, (word, inside) => inside && words.push(word));
  return words;
};

/** The command with those of its words that are kept, by their numbers; with all of them unless given. */
export const keptWords = (command: readonly string[], kept?: readonly number[]): readonly string[] => {
  const isKept = kept === undefined ? undefined : new Set(kept);
  const words: string[] = [];
  let number = 0;
  walk(command, (word, inside) => {
    if (!inside || isKept === undefined || isKept.has(number)) words.push(word);
    if (inside) number++;
  });
  return words;
};

const walk = (command: readonly string[], see: (word: string, inside: boolean) => unknown): void => {
  let inside = false;
  for (const word of command) {
    if (word === (inside ? CLOSE : OPEN)) inside = !inside;
    else see(word, inside);
  }
};
