/** How long a test may run: a hard limit that decides, and a shorter one that follows what is seen and only postpones. */

/** How much longer than the slowest run on the original a test may take. */
const HARD_FACTOR = 20;
const MIN_HARD_MS = 10_000;
/** However slow the original is, waiting longer than this beyond a few times its own duration serves nobody. */
const MAX_HARD_MS = 300_000;
const SLOW_FACTOR = 4;

/** Before anything is known about the original. */
export const CALIBRATION_MS: number = 300_000;

/** The limit that decides, from the durations of the runs on the original; fixed from then on. */
export const hardLimit = (durations: readonly number[]): number => {
  const slowest = Math.max(0, ...durations);
  const most = Math.max(MAX_HARD_MS, SLOW_FACTOR * slowest);
  return Math.ceil(Math.min(Math.max(MIN_HARD_MS, HARD_FACTOR * slowest), most));
};

const TYPICAL_FACTOR = 10;
const FAILING_FACTOR = 5;
const MIN_ADAPTIVE_MS = 1000;
/** Fewer runs say nothing about what is usual. */
const ENOUGH_RUNS = 10;

export interface Durations {
  /** Durations of recent runs that ended by themselves. */
  readonly all: readonly number[];
  /** Those that showed the failure. */
  readonly failing: readonly number[];
}

/** A multiple of the 90th percentile and of the slowest failing run, whichever is more, never above the hard limit. */
export const adaptiveLimit = ({ all, failing }: Durations, hard: number): number => {
  if (all.length < ENOUGH_RUNS || failing.length === 0) return hard;
  const usual = TYPICAL_FACTOR * percentile(all, 0.9);
  const slowest = FAILING_FACTOR * Math.max(...failing);
  return Math.min(hard, Math.ceil(Math.max(MIN_ADAPTIVE_MS, usual, slowest)));
};

/** The smallest value that at least this share of the values do not exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? 0;

const RECENT_RUNS = 200;
const RECENT_FAILING = 50;
/** How many runs the adaptive limit stays as it is: sorting at every test would cost more than it gains. */
const STEADY_RUNS = 20;

export interface TimedFinding {
  readonly ms: number;
  readonly outcome: string;
  readonly evidence?: { readonly timedOut?: boolean };
}

/** The limits of a run. What is postponed depends on the machine's load; what is decided does not. */
export class Timeouts {
  readonly hard: number;
  readonly #all: number[] = [];
  readonly #failing: number[] = [];
  #soft: number;
  #noted = 0;
  #postponed = 0;
  #decided = 0;

  /** `given` is what the user asked for, in milliseconds; else the limit comes from the durations on the original. */
  constructor(durations: readonly number[], given?: number) {
    this.hard = given ?? hardLimit(durations);
    this.#soft = this.hard;
    this.#failing.push(...durations);
  }

  /** For tests that need not be decided at once. */
  get soft(): number {
    return this.#soft;
  }

  /** Tests that ended at a limit and are to run once more. */
  get postponed(): number {
    return this.#postponed;
  }

  /** Tests that ended at the hard limit, which counts. */
  get decided(): number {
    return this.#decided;
  }

  /** Learns from a test that has run. */
  note(finding: TimedFinding, ending: "postponed" | "decided"): void {
    if (finding.evidence?.timedOut === true) {
      if (ending === "postponed") this.#postponed += 1;
      else this.#decided += 1;
      return;
    }
    push(this.#all, finding.ms, RECENT_RUNS);
    if (finding.outcome === "fail") push(this.#failing, finding.ms, RECENT_FAILING);
    this.#noted += 1;
    if (this.#noted === ENOUGH_RUNS || this.#noted % STEADY_RUNS === 0) {
      this.#soft = adaptiveLimit({ all: this.#all, failing: this.#failing }, this.hard);
    }
  }
}

const push = (values: number[], value: number, most: number): void => {
  values.push(value);
  if (values.length > most) values.shift();
};
