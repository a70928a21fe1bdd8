/** What the words of a launcher mean, as far as they can mean only one thing. */
import { basename } from "node:path";
import type { LauncherFolder } from "./folder.ts";

/** The words with which a launcher starts programs or scripts; without any, those are its own arguments. */
const LAUNCHERS: Readonly<Record<string, readonly string[]>> = {
  npx: [],
  bunx: [],
  npm: ["exec", "x", "run", "run-script", "test", "t", "start"],
  pnpm: ["exec", "run", "test", "t", "start", ""],
  yarn: ["run", "exec", "test", "start", ""],
  bun: ["run", "x"],
};

/** They name a script by themselves. */
const SCRIPTS: Readonly<Record<string, string>> = { test: "test", t: "test", start: "start" };

/** The name under which a launcher is known. */
export const launcherOf = ([program = ""]: readonly string[]): string | undefined => {
  const name = basename(program);
  return Object.hasOwn(LAUNCHERS, name) ? name : undefined;
};

type Project = Pick<LauncherFolder, "programs" | "scripts">;

/**
 * The program and the arguments that a launcher is expected to start. Nothing where that is unclear: several commands, words for
 * a shell, scripts before or after it, programs that are not installed.
 */
export const expectedStart = (command: readonly string[], project: Project): readonly string[] | undefined => {
  const launcher = launcherOf(command);
  if (launcher === undefined) return undefined;
  const words = command.slice(1);
  const verbs = LAUNCHERS[launcher] ?? [];
  if (verbs.length === 0) return installed(words, project);
  const at = words.findIndex((word) => !word.startsWith("-"));
  const verb = words[at];
  if (verb === undefined) return undefined;
  if (!verbs.includes(verb)) return verbs.includes("") ? named(words.slice(at), project) : undefined;
  const own = SCRIPTS[verb];
  const rest = words.slice(at + 1);
  if (own !== undefined) return scripted(own, rest, project);
  if (verb === "exec" || verb === "x") return installed(rest, project);
  const name = rest.findIndex((word) => !word.startsWith("-"));
  return name < 0 ? undefined : named(rest.slice(name), project);
};

/** A script goes before a program. */
const named = ([name = "", ...rest]: readonly string[], project: Project): readonly string[] | undefined =>
  Object.hasOwn(project.scripts, name) ? scripted(name, rest, project) : installed([name, ...rest], project);

const installed = (words: readonly string[], { programs }: Project): readonly string[] | undefined => {
  const at = words.findIndex((word) => programs.includes(word));
  return at < 0 ? undefined : [words[at] as string, ...passedOn(words.slice(at + 1))];
};

/** Words that mean to a shell what they say. */
const PLAIN = /^[\w@%+=:,./-]+(?: +[\w@%+=:,./-]+)*$/;

const scripted = (
  name: string,
  rest: readonly string[],
  { scripts }: Pick<Project, "scripts">,
): readonly string[] | undefined => {
  const script = scripts[name];
  const hasOthers = Object.hasOwn(scripts, `pre${name}`) || Object.hasOwn(scripts, `post${name}`);
  if (typeof script !== "string" || hasOthers || !PLAIN.test(script)) return undefined;
  const words = script.split(/ +/);
  const isProgram = !/[/=]/.test(words[0] ?? "");
  return isProgram ? [...words, ...passedOn(rest)] : undefined;
};

const passedOn = (words: readonly string[]): readonly string[] => (words[0] === "--" ? words.slice(1) : words);
