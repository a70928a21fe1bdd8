/** What can be switched in a command: flags with two forms, and knobs that turn step by step. */

/** Words at the good end and words at the bad end; either may be none. */
export interface Flag {
  readonly kind: "flag";
  /** The flag that people talk about, whichever end has it. */
  readonly id: string;
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

/** Only "so many steps from the good end" means something. */
export interface Knob {
  readonly kind: "knob";
  /** From the good end to the bad one; at least 1. */
  readonly steps: number;
  /** After so many steps: 0 is the good end, `steps` the bad one. */
  words(steps: number): readonly string[];
  /** The name of the step that comes after so many others. */
  id(before: number): string;
  /** The same with its ends exchanged. */
  swapped(): Knob;
}

export type Switch = Flag | Knob;

export interface FlagList {
  /** Words that every candidate has, ahead of the others. */
  readonly always: readonly string[];
  readonly switches: readonly Switch[];
  readonly titles: { readonly good: string; readonly bad: string };
  /** Lines that the tool prints about these flags: they say nothing about the failure. */
  readonly chatter?: RegExp;
}

/** Good and bad exchanged: which flag *prevents* it? */
export const swapped = (list: FlagList): FlagList => ({
  ...list,
  switches: list.switches.map((one) =>
    one.kind === "knob" ? one.swapped() : { ...one, good: one.bad, bad: one.good },
  ),
  titles: { good: list.titles.bad, bad: list.titles.good },
});

/** More steps than this are taken several at a time. */
const MAX_STEPS = 1 << 16;

export interface Scale {
  readonly from: number;
  readonly to: number;
  words(value: number): readonly string[];
  /** The step that leads to a value. */
  id(value: number): string;
}

/** A knob over whole numbers, up or down. */
export const numberKnob = (scale: Scale): Knob => {
  const { from, to } = scale;
  const width = Math.abs(to - from);
  const stride = Math.ceil(width / MAX_STEPS);
  const steps = Math.ceil(width / stride);
  const sign = to < from ? -1 : 1;
  const valueAt = (step: number): number => (step === steps ? to : from + sign * stride * step);
  return {
    kind: "knob",
    steps,
    words: (step) => scale.words(valueAt(step)),
    id: (before) => scale.id(valueAt(before + 1)),
    swapped: () => numberKnob({ ...scale, from: to, to: from }),
  };
};

export interface PresetOptions {
  /** What stands before the colon: "-O2"; nothing if nothing does. */
  readonly level: string;
  /** As typed: "gcc-12", "/opt/bin/clang". */
  readonly program: string;
  readonly origin: string;
  readonly signal: AbortSignal;
  /** The output of the user's command with these flags. */
  run(flags: readonly string[]): Promise<string>;
}

/** One file and one line of the registry. */
export interface Preset {
  readonly name: string;
  /** For the help. */
  readonly about: string;
  /** Program names without their folders. */
  readonly programs: RegExp;
  /** What may stand before the colon. */
  readonly levels: RegExp;
  list(options: PresetOptions): Promise<FlagList>;
}
