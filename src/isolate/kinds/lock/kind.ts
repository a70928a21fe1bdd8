/** Two lockfiles: `--lock GOOD BAD`. Which of the packages that changed does it? */
import type { Kind } from "../../kind.ts";
import type { LockEnds } from "./open.ts";

export const lockKind: Kind<LockEnds> = {
  name: "lock",
  about: "--lock GOOD BAD: two lockfiles (npm's package-lock.json); which of the packages that changed does it",
  noun: "package",
  flags: {
    lock: { usage: "--lock <good> <bad>", about: "two lockfiles: which package causes the failure?", takes: "pair" },
  },
  example: "--lock GOOD BAD -- COMMAND",
  offers: ["paths"],
  layout: "own",
  applies: ({ lock }) => lock !== undefined,
  open: async (options) => (await import("./open.ts")).openLock(options),
  placesFrom: async (parts) => (await import("./parts.ts")).placesFrom(parts),
};
