/** What a test covers every time, before anything is made of it: three runs, and what differs between them is not part of its effect. */
import { given } from "../../core/maybe.ts";
import type { UserError } from "../../core/errors.ts";
import type { Cover } from "../coverage.ts";
import { EMPTY_COVER, difference, intersection, union } from "../covers.ts";
import type { Candidate, MeasureLimits, Measurement, Measurer } from "../run/measurer.ts";
import { median } from "../statistics/summary.ts";

const CALIBRATION_RUNS = 3;

export interface Calibration {
  /** What every run covered, less what is not asked for. */
  readonly steady: Cover;
  /** What every run covered, whether or not it is asked for. */
  readonly all: Cover;
  /** What only some runs covered. */
  readonly unsteady: Cover;
  readonly ending: string;
  /** How long it takes: the median. */
  readonly ms: number;
  readonly durations: readonly number[];
  /** The last of the runs did not end in time. */
  readonly timedOut: boolean;
  /** Why it cannot be reduced; nothing if it can. */
  readonly trouble?: string;
  readonly error?: UserError;
}

export interface CalibrationOptions {
  readonly measurer: Measurer;
  readonly candidate: Candidate;
  readonly limits: MeasureLimits;
  /** Takes out what is not asked for. */
  readonly filter: (cover: Cover) => Cover;
  /** The ending does not count. */
  readonly anyVerdict: boolean;
  readonly runs?: number;
}

/** A run that does not end is not repeated. */
export const calibrate = async (options: CalibrationOptions): Promise<Calibration> => {
  const { measurer, candidate, limits, runs = CALIBRATION_RUNS } = options;
  const seen: Measurement[] = [];
  while (seen.length < runs && seen.at(-1)?.timedOut !== true) seen.push(await measurer.measure(candidate, limits));
  const covers = seen.map(({ cover }) => options.filter(cover ?? EMPTY_COVER));
  const steady = covers.reduce(intersection);
  const durations = seen.map(({ ms }) => ms);
  const error = seen.find(({ trouble }) => trouble !== undefined)?.trouble;
  const trouble = troubleOf(seen, { steady, anyVerdict: options.anyVerdict, limits });
  return {
    steady,
    all: seen.map(({ cover }) => cover ?? EMPTY_COVER).reduce(intersection),
    unsteady: difference(covers.reduce(union), steady),
    ending: seen[0]?.ending ?? "",
    ms: median(durations),
    durations,
    timedOut: seen.at(-1)?.timedOut === true,
    ...given({ trouble, error }),
  };
};

interface CalibrationRun {
  readonly steady: Cover;
  readonly anyVerdict: boolean;
  readonly limits: MeasureLimits;
}

const troubleOf = (
  seen: readonly Measurement[],
  { steady, anyVerdict, limits }: CalibrationRun,
): string | undefined => {
  if (seen.some(({ timedOut }) => timedOut)) return `did not end within ${limits.timeout / 1000} s`;
  const [trouble] = seen.flatMap((one) => one.trouble?.message ?? []);
  if (trouble !== undefined) return trouble;
  const endings = [...new Set(seen.map(({ ending }) => ending))];
  if (endings.length > 1 && !anyVerdict) return `does not end the same way every time: ${endings.join(", ")}`;
  if (seen.some(({ cover }) => cover === undefined)) return `${endings.join(", ")} without coverage`;
  return steady.bits.length === 0 ? "covers nothing that counts" : undefined;
};
