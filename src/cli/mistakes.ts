/** Mistakes that everybody makes when a command is typed behind pare's own words: told with the line that was meant. */
import { existsSync } from "node:fs";
import { basename, delimiter, join, normalize, resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import { quote } from "../oracles/command-line.ts";
import { isProgram } from "../runner/executable.ts";
import { defaultOutput } from "../runs/output/place.ts";
import { flagOf } from "../settings/setting.ts";
import { settingOf, type FlagName, type Settings } from "./settings.ts";

/** What was typed behind the name of a command of pare, and where. */
export interface TypedLine extends CommandPlace {
  readonly usage: { readonly name: string; readonly settings: readonly FlagName[] };
  readonly typed: readonly string[];
}

/** Where a command runs. */
export interface CommandPlace {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The line to type instead. */
const lineOf = ({ usage }: Pick<TypedLine, "usage">, own: readonly string[], command: readonly string[]): string =>
  ["pare", usage.name, ...own.map(quote), "--", ...command.map((word) => (word === "{}" ? word : quote(word)))].join(
    " ",
  );

const ownWords = ({ typed }: Pick<TypedLine, "typed">): readonly string[] =>
  typed.includes("--") ? typed.slice(0, typed.indexOf("--")) : typed;

const isOnPath = (name: string, { environment, directory }: CommandPlace): boolean =>
  name.includes("/")
    ? isProgram(resolve(directory, name))
    : (environment["PATH"] ?? "").split(delimiter).some((folder) => folder !== "" && isProgram(join(folder, name)));

/** A forgotten `--`: where a word names a program and no file, the command begins. `undefined` where none does. */
export const forgottenDashes = (line: TypedLine): UserError | undefined => {
  const { usage, typed, directory } = line;
  if (typed.includes("--") || !usage.settings.includes("match")) return undefined;
  const takeValues = new Set(
    usage.settings.flatMap((name) => {
      const { kind, flags } = settingOf(name);
      return kind === "switch" ? [] : [flagOf(name), ...(/^-\w/.exec(flags) ?? [])];
    }),
  );
  const isInput = (word: string): boolean => !word.includes("/") && existsSync(resolve(directory, word));
  const at = typed.findIndex(
    (word, index) =>
      index > 0 &&
      !word.startsWith("-") &&
      !takeValues.has(typed[index - 1] ?? "") &&
      !isInput(word) &&
      isOnPath(word, line),
  );
  if (at < 0) return undefined;
  const command = typed.slice(at);
  const script = command.length === 1 && usage.settings.includes("test") ? command[0] : undefined;
  const asScript =
    script === undefined
      ? ""
      : `\nIf it is a script that decides: pare ${usage.name} ${[...typed.slice(0, at).map(quote), "--test", quote(script)].join(" ")}`;
  return new UserError("NO_DASHES", `There is no -- before the command ${command.map(quote).join(" ")}.`, {
    advice: `Write: ${lineOf(line, typed.slice(0, at), command)}${asScript}`,
  });
};

const OPERATORS: ReadonlySet<string> = new Set(["&&", "||", "|", "|&", ";", "&"]);
const REDIRECTION = /^(?:\d?(?:>>?|<)|&>>?|>&|\d>&\d|>&\d)(?:[\w./-]*)$/;
/** These take such words as their own. */
const TAKE_OPERATORS: ReadonlySet<string> = new Set(["find", "expr", "test", "[", "[["]);
const FOR_A_SHELL = /[|&;<>$`*?()"'\\~#]/;

/** Throws a `UserError` for a command that only a shell can run as it was meant. `runs`: operators that are run by a shell all the same. */
export const checkCommand = (settings: Settings, line: TypedLine, runs: readonly string[] = []): void => {
  const { command, test } = settings;
  if (test !== undefined && isWholeCommand(test, line)) throw commandAsScript(test, line);
  if (command === undefined) return;
  const [program = ""] = command;
  if (command.length === 1 && /\s/.test(program.trim()) && !isOnPath(program, line))
    throw new UserError(
      "ONE_WORD",
      `The command is one word, and there is no program of that name: ${quote(program)}.`,
      {
        advice: `Write: ${lineOf(line, ownWords(line), wordsOf(program, line))}`,
      },
    );
  const isOperator = (word: string): boolean => (OPERATORS.has(word) && !runs.includes(word)) || REDIRECTION.test(word);
  const operator = TAKE_OPERATORS.has(basename(program)) ? undefined : command.find(isOperator);
  if (operator === undefined) return;
  const shell = command.map((word) => (isOperator(word) || runs.includes(word) ? word : quoteInShell(word))).join(" ");
  throw new UserError(
    "NEEDS_SHELL",
    `The command is not run by a shell: ${operator} would be an argument of ${program}.`,
    {
      advice: `Write: ${lineOf(line, ownWords(line), ["sh", "-c", inShell(shell, line)])}`,
    },
  );
};

/** `{}` is filled in everywhere. */
const quoteInShell = (word: string): string => (/^[\w@%+=:,./{}-]+$/.test(word) ? word : quote(word));

/** Several words in one, the first of which is a program; there is no file of that name. */
const isWholeCommand = (typed: string, line: CommandPlace): boolean => {
  const [program = ""] = typed.trim().split(/\s+/);
  return program !== typed && !existsSync(resolve(line.directory, typed)) && isOnPath(program, line);
};

const wordsOf = (typed: string, line: TypedLine): readonly string[] =>
  FOR_A_SHELL.test(typed) ? ["sh", "-c", inShell(typed, line)] : typed.trim().split(/\s+/);

/** In a line for a shell, an input in another folder is not found by its path: there it is `{}`. */
const inShell = (text: string, line: TypedLine): string => {
  const input = ownWords(line).find((word) => word.includes("/") && existsSync(resolve(line.directory, word)));
  return input === undefined ? text : text.replaceAll(input, "{}");
};

const commandAsScript = (test: string, line: TypedLine): UserError => {
  const own = ownWords(line);
  const at = own.findIndex(
    (word, index) => word === `--test=${test}` || (word === test && own[index - 1] === "--test"),
  );
  const without = at < 0 ? own : own.filter((word, index) => index !== at && (index !== at - 1 || word !== "--test"));
  return new UserError("NO_TEST", `--test takes the path of a script; ${quote(test)} is a command.`, {
    advice: `If the command fails on the input, write: ${lineOf(line, without, wordsOf(test, line))}`,
  });
};

/** Inputs among which there are results of pare, as `*.c` gives them. */
export interface SortedInputs {
  readonly inputs: readonly string[];
  /** Results and kept originals of others among them. */
  readonly results: readonly string[];
}

export const withoutResults = (inputs: readonly string[]): SortedInputs => {
  const made = new Set(
    inputs.flatMap((input) => [defaultOutput(input), `${input}.orig`]).map((path) => normalize(path)),
  );
  const isResult = (input: string): boolean => made.has(normalize(input));
  return { inputs: inputs.filter((input) => !isResult(input)), results: inputs.filter(isResult) };
};
