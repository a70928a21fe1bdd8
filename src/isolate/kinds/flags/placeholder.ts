/** Placeholders of a command: {flags}, {tests}. */
import { UserError } from "../../../core/errors.ts";
import { quote } from "../../../oracles/command-line.ts";
import type { MixtureParts } from "../../mixture.ts";

/** Words that a command may have as words of their own: it is then a line for a shell. */
const OPERATORS = new Set(["&&", "||", ";", "|"]);

/**
 * How words reach the test: through the placeholder, or, for a script without a command, through a variable of the environment that
 * holds them as for a shell. Throws a `UserError` for a command without the placeholder.
 */
export const reaching = (
  command: readonly string[] | undefined,
  { name, example }: { readonly name: string; readonly example: string },
): ((words: readonly string[]) => MixtureParts) => {
  if (command === undefined || command.length === 0)
    return (words) => ({ environment: { [`PARE_${name.toUpperCase()}`]: words.map(quote).join(" ") } });
  if (!command.some((word) => word.includes(`{${name}}`)))
    throw new UserError("NO_PLACEHOLDER", `The command has no {${name}}: ${command.join(" ")}`, {
      advice: `Put {${name}} where the ${name} belong: pare isolate ${example}`,
    });
  return (words) => ({ fills: { [name]: words } });
};

export interface PlaceholderWords {
  /** "flags" for {flags}. */
  readonly name: string;
  readonly words: readonly string[];
}

/** The command with its placeholder filled in, as a line for a shell. */
export const filledLine = (command: readonly string[], { name, words }: PlaceholderWords): string =>
  command
    .flatMap((word) => {
      if (OPERATORS.has(word)) return [word];
      if (word === `{${name}}`) return words.map(quote);
      return [quote(word.replaceAll(`{${name}}`, () => words.join(" ")))];
    })
    .join(" ");

/** The part of the command, between operators, that has the placeholder. */
export const partWith = (command: readonly string[], name: string): readonly string[] => {
  let part: string[] = [];
  for (const word of command) {
    if (!OPERATORS.has(word)) part.push(word);
    else if (part.some((other) => other.includes(`{${name}}`))) return part;
    else part = [];
  }
  return part;
};
