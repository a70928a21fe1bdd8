/**
 * gcc: which of the options that -O2 switches on does it? The good end is -O2 with `-fno-X` for each of them: `-O1 -fX…` is not
 * -O2, since many things depend on the level alone.
 */
import { UserError } from "../../../core/errors.ts";
import { openScratch } from "../../../runner/scratch.ts";
import { askProgram } from "./ask-program.ts";
import type { Preset, PresetOptions } from "./flag.ts";

export const gccPreset: Preset = {
  name: "gcc",
  about: "-O2:gcc  the options that -O2 switches on and -O1 does not (also -O3, -Os, …, g++, gcc-12)",
  programs: /^(?:[\w.]+-)*(?:gcc|g\+\+)(?:-[\d.]+)?$/,
  levels: /^(?:|-O\w*)$/,
  list: async (order) => {
    const level = order.level === "" ? "-O2" : order.level;
    const [there, before] = await Promise.all([enabled(order, level), enabled(order, below(level))]);
    const options = there.filter((option) => !before.includes(option));
    if (options.length === 0)
      throw new UserError("NO_FLAGS", `${order.program} enables no option at ${level}.`, {
        advice: "Use a higher level (-O1, -O2, -O3, -Os, -Ofast), or list the flags: --flags '-fa -fb'",
      });
    return {
      always: [level],
      switches: options.map((option) => ({
        kind: "flag",
        id: option,
        good: [option.replace(/^-f/, "-fno-")],
        bad: [],
      })),
      titles: { good: `${level} without ${options.length} of its options`, bad: level },
    };
  },
};

const below = (level: string): string => (/^-O[1g]?$/.test(level) ? "-O0" : "-O1");

/** Options that are on at a level, as the compiler says it. */
const enabled = async ({ program, origin, signal }: PresetOptions, level: string): Promise<readonly string[]> => {
  // It compiles something for that: its temporary files are to be nowhere else, even when it is killed.
  const scratch = openScratch();
  const asking = { cwd: origin, signal, environment: { TMPDIR: scratch.path } };
  const { stdout } = await askProgram([program, "-Q", "--help=optimizers", level], asking).finally(scratch.close);
  return [...stdout.matchAll(/^\s+(-f[\w-]+)\s+\[enabled\]$/gm)].map(([, option = ""]) => option);
};
