/** The changes between a command with the good and one with the bad flags. */
import { forEachIndex, type Configuration } from "../../../core/configuration.ts";
import { Unrenderable } from "../../../core/errors.ts";
import { apart, type Change, type Changes, type Level } from "../../change.ts";
import { mixture } from "../../mixture.ts";
import type { Flag, FlagList, Switch } from "./flag.ts";

/** What the words of a candidate become: fills of a placeholder, variables for a script. */
export type Rendering = (words: readonly string[]) => Parameters<typeof mixture>[1];

export const flagChanges = (list: FlagList, render: Rendering): Changes => {
  const { always, switches } = list;
  const starts = startsOf(switches);
  const all = unique(switches.flatMap(changesOf));
  const owner = new Int32Array(all.length);
  for (const [index, start] of starts.entries()) owner.fill(index, start, starts[index + 1] ?? all.length);
  return {
    all,
    levels: levelsOf(switches, owner),
    ordered: switches.length === 1 && switches[0]?.kind === "knob",
    mix: (chosen) => {
      const counts = stepsTaken(chosen, switches, { owner, starts });
      const words = switches.flatMap((one, index) => wordsOf(one, counts[index] ?? 0));
      return mixture(chosen.length, render([...always, ...words]));
    },
  };
};

/** The number of changes that a switch makes. */
const length = (one: Switch): number => (one.kind === "knob" ? one.steps : 1);

const startsOf = (switches: readonly Switch[]): readonly number[] => {
  let before = 0;
  return switches.map((one) => (before += length(one)) - length(one));
};

const wordsOf = (one: Switch, steps: number): readonly string[] =>
  one.kind === "knob" ? one.words(steps) : steps === 0 ? one.good : one.bad;

const changesOf = (one: Switch): readonly Change[] => {
  if (one.kind === "flag")
    return [
      {
        id: one.id,
        old: one.good.join(" "),
        new: one.bad.join(" "),
        what: whatIs(one),
      },
    ];
  return Array.from({ length: one.steps }, (_, before) => ({
    id: one.id(before),
    old: one.words(before).join(" "),
    new: one.words(before + 1).join(" "),
    what: "step",
  }));
};

const whatIs = ({ id, good, bad }: Flag): string => {
  if (good.length === 0) return "added";
  if (bad.length > 0) return "replaced";
  // A good form such as -fno-x is not what people talk about.
  return id === good.join(" ") ? "left out" : "switched on";
};

/** The second of two that are written alike gets a number. */
const unique = (changes: readonly Change[]): readonly Change[] => {
  const seen = new Map<string, number>();
  return changes.map((change) => {
    const times = (seen.get(change.id) ?? 0) + 1;
    seen.set(change.id, times);
    return times === 1 ? change : { ...change, id: `${change.id} #${times}` };
  });
};

const levelsOf = (switches: readonly Switch[], owner: Int32Array): readonly Level[] => {
  const hasKnob = switches.some((one) => one.kind === "knob");
  if (!hasKnob || switches.length > 1) {
    const flags = { name: "flags", groups: owner };
    return hasKnob ? [flags, steps(owner.length)] : [flags];
  }
  return [steps(owner.length)];
};

const steps = (count: number): Level => ({ name: "steps", groups: apart(count) });

/** How many steps of each switch are chosen. Steps of a knob can only be taken from its good end on. */
const stepsTaken = (
  chosen: Configuration<Change>,
  switches: readonly Switch[],
  { owner, starts }: { readonly owner: Int32Array; readonly starts: readonly number[] },
): Int32Array => {
  const counts = new Int32Array(switches.length);
  forEachIndex(chosen, (index) => {
    const of = owner[index] as number;
    const taken = counts[of] as number;
    if ((starts[of] as number) + taken !== index)
      throw new Unrenderable(`only the first steps can be taken: not ${chosen.base[index]?.id} alone`);
    counts[of] = taken + 1;
  });
  return counts;
};
