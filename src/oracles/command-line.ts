/** What is executed for a candidate: placeholders filled in, scripts found, and the same as a line for a shell. */
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { UserError } from "../core/errors.ts";
import { isExecutable } from "../runner/executable.ts";
import type { Subject } from "./oracle.ts";

/**
 * `{}` stands for the candidate, inside an argument too, for the first of several files; where it does not occur, arguments equal to
 * an input as typed do.
 */
export const fillIn = (command: readonly string[], subject: Subject, path: string): readonly string[] => {
  const places = placesOf(subject, path);
  const first = places[0]?.at ?? path;
  if (command.some((argument) => argument.includes("{}")))
    return command.map((argument) => argument.replaceAll("{}", () => first));
  return command.map((argument) => places.find(({ typed }) => typed === argument)?.at ?? argument);
};

interface InputPlace {
  readonly typed: string;
  /** Absolute. */
  readonly at: string;
}

/** Where the inputs lie when the candidate lies at a path. */
export const placesOf = ({ typed, inputs }: Subject, path: string): readonly InputPlace[] =>
  inputs === undefined
    ? [{ typed, at: path }]
    : inputs.map((input) => ({ typed: input.typed, at: `${path}/${input.path}` }));

/**
 * A program given by a relative path is meant relative to where pare was started, not to the scratch directory; one that is only
 * there in a directory that is reduced is a part of the candidate.
 */
export const absoluteProgram = (command: readonly string[], subject: Subject): readonly string[] => {
  const [program, ...rest] = command;
  if (program === undefined || program === "") {
    throw new UserError("NO_COMMAND", "There is no command after --.", {
      advice: "Write it as you would type it: pare bug.c -- gcc -c bug.c",
    });
  }
  const relative =
    program.includes("/") && !isAbsolute(program) && program !== subject.typed && !program.includes("{}");
  if (!relative) return command;
  const there = resolve(subject.origin, program);
  return subject.kind === "directory" && !existsSync(there) ? command : [there, ...rest];
};

/**
 * The command of a test script: looked up where pare was started, then in PATH. One that is executable but names no interpreter
 * is run by sh, as a shell would. Throws a `UserError` when there is no such script or it cannot be executed.
 */
export const scriptCommand = (script: string, subject: Subject): readonly string[] => {
  const path = findScript(script, subject.origin);
  if (path === undefined) {
    throw new UserError("NO_TEST", `There is no test script ${script}.`, {
      advice: `Check the path; it is looked up in ${subject.origin}.`,
    });
  }
  if (!isExecutable(path)) {
    throw new UserError("NO_TEST", `The test script ${script} is not executable.`, {
      advice: `chmod +x ${quote(script)}`,
    });
  }
  return startsByItself(path) ? [path] : ["/bin/sh", path];
};

/** The file that decides, for the run's identity. */
export const scriptFile = (command: readonly string[]): string => command.at(-1) ?? "";

const findScript = (script: string, origin: string): string | undefined => {
  const here = resolve(origin, script);
  if (isFile(here)) return here;
  if (script.includes("/")) return undefined;
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, script)).find((path) => isFile(path) && isExecutable(path));
};

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

const startsByItself = (path: string): boolean => {
  const start = Buffer.alloc(4);
  const file = openSync(path, "r");
  try {
    readSync(file, start, 0, 4, 0);
  } finally {
    closeSync(file);
  }
  const text = start.toString("latin1");
  return text.startsWith("#!") || text === "\u007FELF" || process.platform === "darwin";
};

/** A word as a POSIX shell reads it. */
export const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

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
    advice:
      "Put words that may be removed between [[ and ]], each an argument of its own: gcc [[ -O2 -Wall ]] -c bug.c",
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
