/** Outputs of two commands, read so that what differs from run to run does not count. */
import { steadyLine, withoutNoise } from "../noise.ts";
import { textOf, type Trial } from "../trial.ts";

/**
 * "masked": without addresses, times, dates, temporary paths and positions; "exact": as printed, where nothing else differs;
 * "numberless": also without numbers, where those are not the same in every run.
 */
const READINGS = ["masked", "exact", "numberless"] as const;

/** Where something is printed, and how it is read. */
export interface Saying {
  readonly stream: "stdout" | "stderr";
  readonly reading: (typeof READINGS)[number];
}

/** The order in which they are tried: what is meant for others comes first. */
export const SAYINGS: readonly Saying[] = (["stdout", "stderr"] as const).flatMap((stream) =>
  READINGS.map((reading) => ({ stream, reading })),
);

/** Longer lines are compared as they are: patterns take their time. */
const LONGEST_LINE = 2000;

/** Without the scratch directory, in which each run has its own name. */
export const outputOf = ({ stream, reading }: Saying, trial: Trial): string => {
  const text = textOf(trial[stream]).replaceAll(`${trial.directory}/`, "").replaceAll(trial.directory, "‹path›");
  if (reading === "exact") return text;
  const read = reading === "masked" ? steadyLine : withoutNoise;
  return text
    .split("\n")
    .map((line) => (line.length > LONGEST_LINE ? line : read(line)))
    .join("\n");
};

const SHOWN_CHARACTERS = 60;

/** The first line in which one output differs from the other, for people. */
export const firstDifference = (own: string, other: string): string => {
  const others = other.split("\n");
  const line = own.split("\n").find((each, index) => each !== others[index]) ?? "";
  const shown = line.trim();
  if (shown === "") return own === "" ? "nothing" : "less";
  return shown.length > SHOWN_CHARACTERS ? `${shown.slice(0, SHOWN_CHARACTERS)}…` : shown;
};
