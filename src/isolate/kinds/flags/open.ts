/**
 * Flags: `--flags LIST|FILE|PRESET`, with {flags} in the command. The good end has none of the flags and the bad end all of them;
 * with `!` ahead (`--flags '!-fa -fb'`) it is the other way round: which flag prevents it? How lists are written is told in
 * ../flags/list.ts, which presets there are in ../flags/presets.ts.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { digest } from "../../../core/digest.ts";
import { UserError } from "../../../core/errors.ts";
import { askProgram } from "./ask-program.ts";
import { flagChanges } from "./flag-changes.ts";
import { swapped, type FlagList } from "./flag.ts";
import { listOfLines, listOfWords } from "./list.ts";
import { reaching } from "./placeholder.ts";
import { presetNamed, type PresetNamed } from "./presets.ts";
import type { KindOptions, OpenKind } from "../../kind.ts";
import { commandFor } from "../../oracle/command-line.ts";
import { farmPlace } from "../../places/origin-place.ts";

export interface FlagsEnds {
  /** "-a -b", the path of a file with a flag on each line, or a preset: "-O2:gcc". */
  readonly flags?: string;
}

export const openFlags = async (options: KindOptions<FlagsEnds>): Promise<OpenKind> => {
  const render = reaching(options.command, {
    name: "flags",
    example: "--flags '-O2:gcc' -- gcc {flags} a.c -o t '&&' ./t",
  });
  const typed = options.ends.flags ?? "";
  const list = typed.startsWith("!") ? swapped(await listOf(typed.slice(1), options)) : await listOf(typed, options);
  const changes = flagChanges(list, render);
  return {
    name: "flags",
    identity: [list.always, digest(JSON.stringify(changes.all))],
    titles: list.titles,
    ...(list.chatter === undefined ? {} : { chatter: list.chatter }),
    changes: async () => {
      if (changes.all.length > 0) return changes;
      throw new UserError("SAME_ENDS", "There are no flags to choose from.", {
        advice: "List them: --flags '-fa -fb', a file with a flag on each line, or a preset such as -O2:gcc",
      });
    },
    openPlace: async (directory) => farmPlace(directory, options.origin),
    close: async () => undefined,
  };
};

const listOf = (text: string, options: KindOptions): Promise<FlagList> | FlagList => {
  const path = resolve(options.origin, text);
  if (text !== "" && existsSync(path) && statSync(path).isFile())
    return listOfLines(readFileSync(path, "utf8"), basename(path));
  const named = presetNamed(text);
  return named === undefined ? listOfWords(text) : presetList(named, options);
};

const presetList = ({ preset, level, program }: PresetNamed, options: KindOptions): Promise<FlagList> => {
  const { origin, signal } = options;
  options.note(`asking ${program} for its flags`);
  return preset.list({ level, program, origin, signal, run: (flags) => outputWith(flags, program, options) });
};

/** Runs the user's command once, where a test would run. */
const outputWith = async (flags: readonly string[], program: string, options: KindOptions): Promise<string> => {
  const { command, origin, storage, signal } = options;
  if (command === undefined)
    throw new UserError("NO_PLACEHOLDER", `No command was given: pare runs it to find the flags of ${program}.`, {
      advice: "Put the command after --, with {flags} in it.",
    });
  const place = farmPlace(join(storage, "flags-probe"), origin);
  try {
    const words = commandFor(command, { path: place.path, cwd: place.cwd, origin, fills: { flags } });
    const { stdout, stderr } = await askProgram(words, {
      cwd: place.cwd,
      signal,
      environment: { PARE_ORIGIN: origin },
    });
    return `${stdout}\n${stderr}`;
  } finally {
    await place.close();
  }
};
