/** A real program with planted bugs, and what files for it are made of: the ground truth of `pare triage`. */
import type { Random } from "../random.ts";

/** The bug's own code stands behind `find`, whose first place is taken. */
export interface PlantedBug {
  readonly about: string;
  readonly file: string;
  readonly find: string;
  /** Runs where the bug shows: it must call the side channel first. `BUG` becomes the call. */
  readonly put: string;
  /** Text of an input that reaches it. */
  readonly trigger: (random: Random) => string;
}

export interface PlantedProgram {
  readonly name: string;
  /** The name of the input, with the ending that its language has. */
  readonly extension: string;
  /** The call of the side channel for a bug. */
  call(bug: number): string;
  readonly bugs: readonly PlantedBug[];
  /** Harmless pieces of inputs. */
  readonly pieces: readonly ((random: Random) => string)[];
  /** Where the sources are in the folder, if not at its top. */
  readonly sources?: string;
  /** Fetches the sources from their registry into a folder. */
  fetch(folder: string): void;
  /** Makes the program of the sources; the command of a test, with {} for the input. */
  build(folder: string): readonly string[];
}

/** The side channel: a file named by this variable. Runs of pare never have it. */
export const CHANNEL = "PLANTED_BUG_LOG";

const NAMES = [
  "alpha",
  "beta",
  "count",
  "delta",
  "first",
  "height",
  "index",
  "last",
  "name",
  "offset",
  "total",
  "width",
];

export const aName = (random: Random): string => `${NAMES[random.below(NAMES.length)] as string}${random.below(100)}`;

export const aNumber = (random: Random): string => String(1 + random.below(9999));

export const words = (random: Random, most: number): string =>
  Array.from({ length: 1 + random.below(most) }, () => aName(random)).join(" ");
