/** LLVM's optimisation passes as a knob: `-opt-bisect-limit=N` runs the first N of them only. */
import { stripVTControlCharacters } from "node:util";
import { UserError } from "../../../core/errors.ts";
import { askProgram } from "./ask-program.ts";
import type { FlagList, Knob } from "./flag.ts";
import type { PresetOptions } from "./preset.ts";

export interface Passes {
  readonly options: PresetOptions;
  /** Words that every candidate has. */
  readonly always: readonly string[];
  /** Words that let the first N passes run; -1 for all, with each of them printed. */
  limit(passes: number): readonly string[];
}

const LINE = /^BISECT: running pass \((\d+)\) (.*)$/gm;

/** What LLVM prints about every pass once there is a limit. */
const CHATTER = /^BISECT: /;

/** The passes of the user's command, from none to all. They are found by running it once with the passes printed. */
export const passList = async ({ options, always, limit }: Passes): Promise<FlagList> => {
  await askProgram([options.program, "--version"], { cwd: options.origin, signal: options.signal });
  const said = stripVTControlCharacters(await options.run([...always, ...limit(-1)]));
  const names: string[][] = [];
  // Each file that is compiled has its own first pass.
  for (const [, number, name = ""] of said.matchAll(LINE)) {
    const at = (names[Number(number) - 1] ??= []);
    if (!at.includes(name)) at.push(name);
  }
  if (names.length === 0)
    throw new UserError("NO_PASSES", `${options.program} prints no passes of LLVM for this command.`, {
      advice: `The command must compile with {flags} at every run, and show what ${options.program} prints: ${said.trim().slice(-300)}`,
    });
  return {
    always,
    switches: [passKnob({ count: names.length, name: (pass) => nameOf(pass, names[pass - 1] ?? []), limit })],
    titles: { good: `${always.join(" ")}, no pass`, bad: `${always.join(" ")}, all ${names.length} passes` },
    chatter: CHATTER,
  };
};

const MAX_NAMED = 3;

const nameOf = (pass: number, names: readonly string[]): string => {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return `pass ${pass}: ${names.slice(0, MAX_NAMED).join(", ")}${more}`;
};

interface Numbered {
  readonly count: number;
  name(pass: number): string;
  limit(passes: number): readonly string[];
  readonly down?: boolean;
}

/** Without a limit at the end of all passes: nothing is printed there, as in the user's own run. */
const passKnob = ({ count, name, limit, down = false }: Numbered): Knob => ({
  kind: "knob",
  steps: count,
  words: (steps) => {
    const passes = down ? count - steps : steps;
    return passes === count ? [] : limit(passes);
  },
  id: (before) => name(down ? count - before : before + 1),
  swapped: () => passKnob({ count, name, limit, down: !down }),
});
