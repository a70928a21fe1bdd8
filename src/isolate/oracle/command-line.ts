/** The command of a mixture: placeholders filled in, programs found, a shell where its operators are used. */
import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { UserError } from "../../core/errors.ts";
import { quote } from "../../oracles/command-line.ts";
import { differsWordsAt, type Filling } from "./differs-command.ts";

/** As words of their own these are meant for a shell. */
const OPERATORS: ReadonlySet<string> = new Set(["&&", "||", ";", "|"]);

export const commandFor = (command: readonly string[], filling: Filling): readonly string[] => {
  const differs = differsWordsAt(command, filling);
  if (differs !== undefined) return differs;
  const words: { readonly word: string; readonly isOperator: boolean }[] = [];
  let isProgram = true;
  for (const typed of command) {
    const isOperator = OPERATORS.has(typed);
    const filled = isOperator ? [typed] : fillIn(typed, filling);
    filled.forEach((word, index) => {
      words.push({ word: isProgram && index === 0 ? found(word, typed, filling) : word, isOperator });
    });
    if (isOperator || filled.length > 0) isProgram = isOperator;
  }
  if (words.every(({ isOperator }) => isOperator)) throw noCommand();
  if (!words.some(({ isOperator }) => isOperator)) return words.map(({ word }) => word);
  return ["/bin/sh", "-c", words.map(({ word, isOperator }) => (isOperator ? word : quote(word))).join(" ")];
};

/** A placeholder that is a word of its own becomes as many words as it stands for; inside of a word they are joined. */
const fillIn = (typed: string, { path, fills = {} }: Filling): readonly string[] => {
  const whole = /^\{(\w+)\}$/.exec(typed)?.[1];
  if (whole !== undefined && Object.hasOwn(fills, whole)) return fills[whole] as readonly string[];
  // In one go: what was filled in may look like a placeholder.
  return [
    typed.replaceAll(/\{(\w*)\}/g, (placeholder, name: string) =>
      name === "" ? path : Object.hasOwn(fills, name) ? (fills[name] as readonly string[]).join(" ") : placeholder,
    ),
  ];
};

/** One that is not where the command runs may lie where pare was started: a script that is not part of the candidate. */
const found = (program: string, typed: string, { cwd, origin }: Filling): string => {
  if (!program.includes("/") || isAbsolute(program) || typed.includes("{")) return program;
  const elsewhere = resolve(origin, program);
  return !existsSync(resolve(cwd, program)) && existsSync(elsewhere) ? elsewhere : program;
};

const noCommand = (): UserError =>
  new UserError("NO_COMMAND", "There is no command after --.", {
    advice: "Write it as you would type it: pare isolate old/ new/ -- node check.js {}",
  });
