/** What a test names by paths from the directory pare was started in: it has to be there on another machine, too. */
import { readFileSync, statSync, type Stats } from "node:fs";
import { basename, isAbsolute, relative, resolve } from "node:path";
import { scriptCommand, scriptFile } from "../../oracles/command-line.ts";
import type { Subject } from "../../oracles/oracle.ts";
import { ORIGIN } from "../../oracles/sides/line.ts";
import type { ProcessTest } from "../process-test.ts";
import { statsOf } from "../../runs/output/place.ts";

/** Larger files among the arguments are hardly meant to be read. */
const MAX_BYTES = 64 * 2 ** 20;
/** A script of that size is a program: nothing is looked for in it. */
const MAX_TEXT = 2 ** 20;

/** The test as other machines are told of it, and what it names: absolute paths by paths from the origin. */
export interface NamedTest {
  readonly test: ProcessTest;
  readonly named: ReadonlyMap<string, string>;
  /** In which it calls programs. */
  readonly texts: readonly string[];
}

/** Stand for inputs that were typed as absolute paths. */
const inputWord = (index: number): string => `<input ${index + 1}>`;

/** Inputs that were typed as absolute paths lie elsewhere on another machine: words that stand for them are replaced. */
export const portableSubject = ({ typed, inputs }: Subject): Pick<Subject, "typed" | "inputs"> => ({
  typed: isAbsolute(typed) ? inputWord(0) : typed,
  ...(inputs !== undefined && {
    inputs: inputs.map((input, index) => (isAbsolute(input.typed) ? { ...input, typed: inputWord(index) } : input)),
  }),
});

export const namedBy = (test: ProcessTest, subject: Subject): NamedTest => {
  if (test.kind === "script") return namedByScript(test.script, subject);
  if (test.kind === "command") return namedByCommand(test, subject);
  if (test.kind === "differs") return namedBySides(test, subject);
  const { named, texts } = namedByLines([test.command], subject);
  return { test, named, texts };
};

const namedBySides = (test: Extract<ProcessTest, { readonly kind: "differs" }>, subject: Subject): NamedTest => {
  const [a, b] = test.sides;
  const { lines, ...found } = namedByLines([a.line, b.line], subject);
  const [ofA = "", ofB = ""] = lines;
  return {
    ...found,
    test: {
      ...test,
      sides: [
        { ...a, line: ofA },
        { ...b, line: ofB },
      ],
    },
  };
};

/** Lines for a shell, with what they name and call. */
export const namedByLines = (lines: readonly string[], subject: Subject): NamedLines => {
  const { origin } = subject;
  const words = lines.flatMap((line) => line.match(/[^\s'"=;|&<>()]+/g) ?? []);
  return {
    lines: lines.map((line) => line.replaceAll(`${origin}/`, () => `${ORIGIN}/`)),
    named: existing({ words, texts: lines }, subject),
    texts: lines,
  };
};

export interface NamedLines extends Pick<NamedTest, "named" | "texts"> {
  /** As other machines are told of them: with `ORIGIN`. */
  readonly lines: readonly string[];
}

const namedByScript = (script: string, subject: Subject): NamedTest => {
  const file = scriptFile(scriptCommand(script, subject));
  const within = relative(subject.origin, file);
  // One that lies elsewhere is put there by its name alone.
  const path = within.startsWith("..") ? basename(file) : within;
  const texts = statSync(file).size > MAX_TEXT ? [] : [readFileSync(file, "latin1")];
  const named = new Map([...existing({ words: [], texts }, subject), [path, file]]);
  return { test: { kind: "script", script: `./${path}` }, named, texts };
};

const namedByCommand = (test: Extract<ProcessTest, { readonly kind: "command" }>, subject: Subject): NamedTest => {
  const { command, ...found } = namedInCommand(test.command, subject);
  return { ...found, test: { ...test, command } };
};

export interface NamedCommand extends Pick<NamedTest, "named" | "texts"> {
  /** As other machines are told of it; see `commandAt`. */
  readonly command: readonly string[];
}

export const namedInCommand = (command: readonly string[], subject: Subject): NamedCommand => {
  const { origin } = subject;
  const isFilledIn = command.some((word) => word.includes("{}"));
  const typedAt = new Map(isFilledIn ? [] : inputsOf(subject).map((typed, index) => [typed, index]));
  const portable = (word: string): string => {
    const input = typedAt.get(word);
    if (input !== undefined) return isAbsolute(word) ? inputWord(input) : word;
    return word.startsWith(`${origin}/`) ? `${ORIGIN}${word.slice(origin.length)}` : word;
  };
  const words = command.filter((word) => !typedAt.has(word));
  return {
    command: command.map(portable),
    named: existing({ words, texts: command }, subject),
    texts: command.filter((word) => word.includes(" ")),
  };
};

/** The command of another machine, with the origin that it has here. */
export const commandAt = (origin: string, command: readonly string[]): readonly string[] =>
  command.map((word) => (word.startsWith(ORIGIN) ? origin + word.slice(ORIGIN.length) : word));

/** As they were typed. */
const inputsOf = ({ typed, inputs }: Subject): readonly string[] => inputs?.map((input) => input.typed) ?? [typed];

/** Paths behind $PARE_ORIGIN. */
const mentioned = (text: string): readonly string[] =>
  Array.from(text.matchAll(/PARE_ORIGIN\}?["']?\/([\w.@+][\w.@+/-]*)/g), ([, path = ""]) => path);

interface Mentions {
  /** Each of which may be the path of a file. */
  readonly words: readonly string[];
  /** In which files and directories are mentioned. */
  readonly texts: readonly string[];
}

/** What is there, apart from the inputs. */
const existing = ({ words, texts }: Mentions, subject: Subject): ReadonlyMap<string, string> => {
  const { origin } = subject;
  const own = new Set([...inputsOf(subject).map((typed) => resolve(origin, typed)), origin]);
  const found = new Map<string, string>();
  const take = (path: string, isWanted: (stats: Stats) => boolean): void => {
    if (isAbsolute(path) && !path.startsWith(`${origin}/`)) return;
    const full = resolve(origin, path);
    const stats = statsOf(full);
    if (stats !== undefined && isWanted(stats) && !own.has(full)) found.set(relative(origin, full), full);
  };
  for (const word of words) take(word, isFile);
  for (const path of texts.flatMap(mentioned)) take(path, (stats) => isFile(stats) || stats.isDirectory());
  return found;
};

const isFile = (stats: Stats): boolean => stats.isFile() && stats.size <= MAX_BYTES;
