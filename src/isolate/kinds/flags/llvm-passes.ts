/** LLVM's optimisation passes as a knob: `-opt-bisect-limit=N` runs the first N of them only. */
import { stripVTControlCharacters } from "node:util";
import { UserError } from "../../../core/errors.ts";
import { askProgram } from "./ask-program.ts";
import type { FlagList, Knob, PresetOptions, Preset } from "./flag.ts";

interface Passes {
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
const passList = async ({ options, always, limit }: Passes): Promise<FlagList> => {
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
      advice: `The command must compile with {flags} in every run and show the output of ${options.program}. It printed: ${said.trim().slice(-300)}`,
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

interface PassNumbers {
  readonly count: number;
  name(pass: number): string;
  limit(passes: number): readonly string[];
  readonly down?: boolean;
}

/** Without a limit at the end of all passes: nothing is printed there, as in the user's own run. */
const passKnob = ({ count, name, limit, down = false }: PassNumbers): Knob => ({
  kind: "knob",
  steps: count,
  words: (steps) => {
    const passes = down ? count - steps : steps;
    return passes === count ? [] : limit(passes);
  },
  id: (before) => name(down ? count - before : before + 1),
  swapped: () => passKnob({ count, name, limit, down: !down }),
});

export const clangPreset: Preset = {
  name: "clang",
  about: "-O2:clang  the passes of LLVM, by -opt-bisect-limit (also clang++, clang-16)",
  programs: /^(?:[\w.]+-)*clang(?:\+\+)?(?:-[\d.]+)?$/,
  levels: /^(?:|-O\w*)$/,
  list: (order) =>
    passList({
      options: order,
      always: [order.level === "" ? "-O2" : order.level],
      limit: (passes) => ["-mllvm", `-opt-bisect-limit=${passes}`],
    }),
};

export const rustcPreset: Preset = {
  name: "rustc",
  about: "-O2:rustc  the passes of LLVM, by -C llvm-args=-opt-bisect-limit (also opt-level=3:rustc)",
  programs: /^rustc$/,
  levels: /^(?:|-O\d?|(?:-C ?)?opt-level=\w+)$/,
  list: (order) =>
    passList({
      options: order,
      always: ["-C", `opt-level=${levelOf(order.level)}`, "-C", "codegen-units=1"],
      limit: (passes) => ["-C", `llvm-args=-opt-bisect-limit=${passes}`],
    }),
};

/** -O is opt-level=2 for older and 3 for newer ones: 2 is what people mean by -O2. */
const levelOf = (level: string): string => /opt-level=(\w+)$/.exec(level)?.[1] ?? /^-O(\d)$/.exec(level)?.[1] ?? "2";
