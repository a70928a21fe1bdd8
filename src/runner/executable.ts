/** Finding the program that a command names, and saying in words why it cannot be started. */
import { accessSync, closeSync, constants, openSync, readSync, statSync, type Stats } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { attempt } from "../core/maybe.ts";
import { UserError } from "../core/errors.ts";
import type { ProcessJob } from "./runner.ts";

type Called = Pick<ProcessJob, "command" | "cwd" | "env" | "stdin">;

/** The absolute path of the program. Throws a `UserError` (NO_COMMAND). */
export const locate = (job: Called): string => {
  const [name = ""] = job.command;
  if (name === "") throw refusal("The command is empty.", "Give the program to run and its arguments.");
  if (job.command.some((part) => part.includes("\0"))) {
    throw refusal("The command has a null character.", "No program can take one as an argument; remove it.");
  }
  if (name.includes("/")) return checked(resolve(job.cwd, name), name);
  const path = search(name, job.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin", job.cwd);
  if (path !== undefined) return path;
  const advice = isFile(join(job.cwd, name))
    ? `There is a file of that name in ${job.cwd}: write ./${name}.`
    : "Check the spelling, install it, or give its path.";
  throw refusal(`There is no program "${name}" in the directories of PATH.`, advice);
};

/** What a refused start means to the user. `code` is the name of the system's error. */
export const explainFailure = (code: string, path: string, { cwd, stdin, command }: Called): UserError => {
  const name = command[0] ?? "";
  if (!isDirectory(cwd)) return refusal(`The directory ${cwd} to run "${name}" in does not exist.`, "Make it first.");
  if (stdin !== undefined && !isFile(stdin)) {
    return refusal(`The file ${stdin} to feed to "${name}" does not exist.`, "Give a file that can be read.");
  }
  if (code === "ENOEXEC") return withoutInterpreter(path, name);
  if (code === "E2BIG") {
    return refusal(`The arguments and the environment of "${name}" are too long for the system.`, "Shorten them.");
  }
  if (code === "ENOENT" && isFile(path)) {
    const first = firstBytes(path).split("\n", 1)[0] ?? "";
    const wanted = first.startsWith("#!")
      ? `its interpreter "${first.slice(2).trim()}"`
      : "the loader it was built for";
    const ending = first.endsWith("\r") ? " Its lines end in CR LF: convert them." : "";
    return refusal(
      `"${name}" (${path}) cannot be started: ${wanted} does not exist.`,
      `Correct its first line.${ending}`,
    );
  }
  if (code === "EAGAIN" || code === "ENOMEM") {
    return new UserError(
      "NO_PROCESSES",
      `The system refused to start "${name}": no more processes or memory (${code}).`,
      {
        advice: "Use fewer jobs (-j), or raise the limit on processes (ulimit -u).",
      },
    );
  }
  try {
    checked(path, name);
  } catch (error) {
    if (error instanceof UserError) return error;
  }
  return refusal(`${named(path, name)} cannot be started: ${code}.`, "Check that it runs from your shell.");
};

/** Throws the `UserError` that the native start would end in, for starts that would try a shell instead. */
export const checkFormat = (path: string, name: string): void => {
  const start = firstBytes(path);
  // Zero bytes are not text: some binary format that the kernel may know.
  if (start !== "" && !start.startsWith("#!") && !start.includes("\0")) throw withoutInterpreter(path, name);
};

const withoutInterpreter = (path: string, name: string): UserError =>
  refusal(
    `${named(path, name)} is neither a program for this machine nor a script that says how to run it.`,
    'If it is a shell script, make "#!/bin/sh" its first line, or run it as: sh ' + name,
  );

/** As it was typed, and where that is. */
const named = (path: string, name: string): string => (name === path ? `"${name}"` : `"${name}" (${path})`);

const checked = (path: string, name: string): string => {
  if (isDirectory(path)) throw refusal(`${named(path, name)} is a directory, not a program.`, "Give a program.");
  if (!isFile(path)) throw refusal(`There is no file ${named(path, name)}.`, "Check the path.");
  if (!isExecutable(path)) throw refusal(`${named(path, name)} is not executable.`, `Make it so: chmod +x ${path}`);
  return path;
};

const search = (name: string, directories: string, cwd: string): string | undefined => {
  for (const directory of directories.split(delimiter)) {
    const path = join(isAbsolute(directory) ? directory : resolve(cwd, directory), name);
    if (isProgram(path)) return path;
  }
  return undefined;
};

const refusal = (message: string, advice: string): UserError => new UserError("NO_COMMAND", message, { advice });

/** Is it a file that may be run? */
export const isProgram = (path: string): boolean => isExecutable(path) && isFile(path);

export const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const isFile = (path: string): boolean => kindOf(path)?.isFile() ?? false;

const isDirectory = (path: string): boolean => kindOf(path)?.isDirectory() ?? false;

const kindOf = (path: string): Stats | undefined => attempt(() => statSync(path));

const firstBytes = (path: string): string => {
  try {
    const fd = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(256);
      return bytes.toString("latin1", 0, readSync(fd, bytes, 0, bytes.length, 0));
    } finally {
      closeSync(fd);
    }
  } catch {
    return "";
  }
};
