/** What a command line of pare and its environment say about places: read apart from pare's own parser, which is being judged. */
import { SETTINGS } from "../../../src/cli/settings.ts";
import { variableOf } from "../../../src/settings/setting.ts";
import { INIT, REPORT, TRIAGE, WORKER } from "../../../src/cli/usages.ts";
import type { Program } from "./tree.ts";

export interface Spoken {
  readonly command: string;
  readonly inputs: readonly string[];
  /** The input comes on standard input, and is kept among the runs. */
  readonly isPiped: boolean;
  /** Flags with their values, by their long names; "" for those without. */
  readonly flags: ReadonlyMap<string, string>;
}

const COMMANDS = [
  "reduce",
  "isolate",
  "triage",
  "check",
  "init",
  "report",
  "algorithms",
  "completion",
  "suite",
  "worker",
];

const FLAGS: readonly string[] = [
  ...Object.values(SETTINGS).map(({ flags }) => flags),
  ...[INIT, REPORT, TRIAGE, WORKER].flatMap(({ extras = [] }) => extras.map(({ flag }) => flag)),
];

/** How many values each flag takes, and its long name: "-o" and "--output" are one. */
const KNOWN: ReadonlyMap<string, { readonly long: string; readonly values: number }> = new Map(
  FLAGS.flatMap((flags) => {
    const names = flags.match(/--?[a-z][\w-]*/g) ?? [];
    const about = { long: names.at(-1) ?? flags, values: flags.split("<").length - 1 };
    return names.map((name) => [name, about] as const);
  }),
);

/** `words`: behind the name of the program. */
export const spokenIn = (words: readonly string[], environment: Program["environment"]): Spoken => {
  const [first = ""] = words;
  const named = COMMANDS.includes(first);
  const flags = new Map(variablesIn(environment));
  const inputs: string[] = [];
  for (let at = named ? 1 : 0; at < words.length && words[at] !== "--"; at++) {
    const word = words[at] as string;
    const [, name = word, value] = /^(--[^=]+)=([\s\S]*)$/.exec(word) ?? [];
    const known = KNOWN.get(name);
    if (word === "-" || !word.startsWith("-")) inputs.push(word);
    if (known === undefined) continue;
    const takes = value === undefined ? known.values : 0;
    flags.set(known.long, value ?? words[at + 1] ?? "");
    at += takes;
  }
  // What comes on standard input has a name of its own.
  const copy = flags.get("--stdin-name") ?? "stdin";
  return {
    command: named ? first : "reduce",
    inputs: inputs.map((word) => (word === "-" ? copy : word)),
    isPiped: inputs.includes("-"),
    flags,
  };
};

const variablesIn = (environment: Program["environment"]): readonly (readonly [string, string])[] =>
  Object.keys(SETTINGS).flatMap((name) => {
    const value = environment[variableOf(name)];
    return value === undefined || /^(?:|0|false|no|off)$/.test(value)
      ? []
      : [[KNOWN.get(longOf(name))?.long ?? name, value] as const];
  });

const longOf = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
