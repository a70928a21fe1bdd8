/** pare against its peers: what each needed to reach the size that the peer ended with. */
import { reached } from "./trial-log.ts";
import type { TrialResult } from "./trial.ts";

/** What it took until the best was small enough. */
interface Cost {
  readonly runs: number;
  readonly seconds: number;
}

export interface Comparison {
  readonly case: string;
  readonly peer: string;
  readonly jobs: number;
  /** The peer's final size. */
  readonly bytes: number;
  readonly theirs: Cost;
  /** Undefined if pare never got there: a loss. */
  readonly ours: Cost | undefined;
}

export interface Summary {
  readonly peer: string;
  readonly jobs: number;
  readonly cases: number;
  /** Geometric means of ours over theirs, over the cases in which pare got there; below 1 pare is better. */
  readonly runs: number | undefined;
  readonly seconds: number | undefined;
  /** Cases in which it did not. */
  readonly losses: readonly string[];
}

export interface TokenRow {
  readonly case: string;
  readonly jobs: number;
  readonly ours: number;
  readonly best: number;
  readonly peer: string;
}

/** Every peer's trial that ended with something interesting, with pare's on the same case and jobs. */
export const compare = (trials: readonly TrialResult[]): readonly Comparison[] =>
  trials.filter(isPeer).flatMap((theirs) => {
    const ours = trials.find((trial) => trial.tool === "pare" && isSameRound(trial, theirs));
    return ours === undefined ? [] : [comparison(ours, theirs)];
  });

const isPeer = ({ tool, status }: TrialResult): boolean => tool !== "pare" && status !== "wrong";

const isSameRound = (one: TrialResult, other: TrialResult): boolean =>
  one.case === other.case && one.jobs === other.jobs;

const comparison = (ours: TrialResult, theirs: TrialResult): Comparison => {
  const { bytes } = theirs.final;
  const all = { runs: theirs.runs, seconds: theirs.seconds }; // its last step may have had no test
  const cost = ({ bests }: TrialResult): Cost | undefined => {
    const best = reached(bests, bytes);
    return best && { runs: best.run, seconds: best.seconds };
  };
  const common = { case: theirs.case, peer: theirs.tool, jobs: theirs.jobs, bytes };
  return { ...common, theirs: cost(theirs) ?? all, ours: ours.status === "wrong" ? undefined : cost(ours) };
};

/** One line for each peer and number of jobs. */
export const summarize = (comparisons: readonly Comparison[]): readonly Summary[] => {
  const firsts = comparisons.filter((one, i) => comparisons.findIndex((other) => isSameLine(one, other)) === i);
  return firsts.map((first) => {
    const group = comparisons.filter((other) => isSameLine(first, other));
    const pairs = group.flatMap(({ ours, theirs }) => (ours === undefined ? [] : [{ ours, theirs }]));
    const mean = (of: keyof Cost): number | undefined =>
      geometricMean(pairs.map((pair) => ratio(pair.ours[of], pair.theirs[of])));
    const losses = group.filter(({ ours }) => ours === undefined).map((lost) => lost.case);
    const means = { runs: mean("runs"), seconds: mean("seconds") };
    return { peer: first.peer, jobs: first.jobs, cases: group.length, ...means, losses };
  });
};

const isSameLine = (one: Comparison, other: Comparison): boolean => one.peer === other.peer && one.jobs === other.jobs;

/** Neither cost counts as less than a thousandth, so that no ratio is zero or infinite. */
export const ratio = (ours: number, theirs: number): number => Math.max(ours, 0.001) / Math.max(theirs, 0.001);

/** Nothing for no numbers. */
export const geometricMean = (numbers: readonly number[]): number | undefined =>
  numbers.length === 0 ? undefined : Math.exp(numbers.reduce((sum, x) => sum + Math.log(x), 0) / numbers.length);

/** pare's final tokens, and those of the peer that has the fewest. */
export const compareTokens = (trials: readonly TrialResult[]): readonly TokenRow[] =>
  trials
    .filter(({ tool }) => tool === "pare")
    .flatMap((ours) => {
      const peers = trials.filter((trial) => isPeer(trial) && isSameRound(trial, ours));
      const [best] = peers.toSorted((a, b) => a.final.tokens - b.final.tokens);
      if (best === undefined) return [];
      return [{ case: ours.case, jobs: ours.jobs, ours: ours.final.tokens, best: best.final.tokens, peer: best.tool }];
    });
