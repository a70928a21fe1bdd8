/** Flags of a command: `--flags LIST|FILE|PRESET`, with {flags} in the command. */
import type { Kind } from "../../kind.ts";
import type { FlagsEnds } from "./open.ts";

export const flagsKind: Kind<FlagsEnds> = {
  name: "flags",
  about: "flags of a command, from a list, a file or a preset: which one does it, or prevents it?",
  noun: "flag",
  flags: {
    flags: {
      usage: "--flags <list|file|preset>",
      about: "the flags that {flags} stands for: '-a -b', a file, or -O2:gcc",
      takes: "list",
    },
  },
  example: "--flags '-a -b' -- COMMAND {flags}",
  offers: [],
  layout: "farm",
  applies: ({ flags }) => flags !== undefined,
  open: async (options) => await (await import("./open.ts")).openFlags(options),
};
