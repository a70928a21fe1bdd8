/** The command of an external pass, as a shell reads it: what it is called, whether there is such a thing, what decides its answers. */
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import { digest } from "../core/digest.ts";
import { quote } from "../oracles/command-line.ts";
import { isExecutable } from "../runner/executable.ts";

/** The line for `sh` that shows a file to the pass: its path in place of `{}`, else as the last argument. */
export const lineFor = (command: string, path: string): string =>
  command.includes("{}") ? command.replaceAll("{}", () => quote(path)) : `${command} ${quote(path)}`;

/** Its script, if it has one, else its program: what it is called unless it says so itself. */
export const nameOf = (command: string, cwd: string): string =>
  basename(filesIn(command, cwd)[0] ?? programOf(wordsOf(command)));

/** As it names it. */
export const programIn = (command: string): string => programOf(wordsOf(command));

/** The files it names, as it does. */
export const filesIn = (command: string, cwd: string): readonly string[] =>
  wordsOf(command).filter((word) => isFile(resolve(cwd, word)));

/** Everything that decides its answers, as far as it can be known: the command, and the content of the files it names. */
export const identityOf = (command: string, cwd: string): unknown => {
  const files = filesIn(command, cwd).map((word) => [word, digest(readFileSync(resolve(cwd, word)))]);
  return { command, files };
};

/** Throws a `UserError` (NO_PASS) for a command that no shell can run. */
export const checkCommand = (command: string, cwd: string): void => {
  const program = programOf(wordsOf(command));
  if (program === "" || !succeeds(["-n", "-c", command], cwd))
    throw refusal(
      `"${command}" is not a command for sh.`,
      "Write it as you would type it, with the quotes that sh needs.",
    );
  // What only the shell can tell is left to it.
  if (/[$`*?[{~]/.test(program)) return;
  const isThere = program.includes("/")
    ? isFile(resolve(cwd, program)) && isExecutable(resolve(cwd, program))
    : succeeds(["-c", 'command -v "$1"', "sh", program], cwd);
  if (isThere) return;
  const advice = isFile(resolve(cwd, program))
    ? `There is a file of that name: make it executable (chmod +x ${quote(program)}) and write ./${basename(program)}, or name its interpreter.`
    : `Check the spelling; it is run by sh in ${cwd}.`;
  throw refusal(`There is no program "${program}" to run the pass "${command}".`, advice);
};

const refusal = (message: string, advice: string): UserError => new UserError("NO_PASS", message, { advice });

const succeeds = (typed: readonly string[], cwd: string): boolean =>
  spawnSync("/bin/sh", typed, { cwd, stdio: "ignore" }).status === 0;

/** Behind the variables that are set for it. */
const programOf = (words: readonly string[]): string => words.find((word) => !/^[A-Za-z_]\w*=/.test(word)) ?? "";

const WORD = /(?:[^\s'"\\|&;<>()]|\\[\s\S]|'[^']*'|"(?:[^"\\]|\\[\s\S])*")+/g;
const PIECE = /\\([\s\S])|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"/g;

/** Without its operators; variables stay as they are. */
const wordsOf = (command: string): readonly string[] =>
  (command.match(WORD) ?? []).map((word) =>
    word.replaceAll(
      PIECE,
      (_, escaped?: string, single?: string, double?: string) =>
        escaped ?? single ?? (double ?? "").replaceAll(/\\(["\\$`])/g, "$1"),
    ),
  );

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
