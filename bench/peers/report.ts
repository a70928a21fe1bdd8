/** The tables of `npm run bench`. */
import { markdownTable } from "../table.ts";
import {
  compare,
  compareTokens,
  geometricMean,
  ratio,
  summarize,
  type Comparison,
  type Summary,
  type TokenRow,
} from "./ratios.ts";
import { reached } from "./trial-log.ts";
import type { TrialResult } from "./trial.ts";

/** Everything that is printed, as data. */
export interface Report {
  readonly trials: readonly TrialResult[];
  readonly comparisons: readonly Comparison[];
  readonly summaries: readonly Summary[];
  readonly tokens: readonly TokenRow[];
}

export const reportOf = (trials: readonly TrialResult[]): Report => {
  const comparisons = compare(trials);
  return { trials, comparisons, summaries: summarize(comparisons), tokens: compareTokens(trials) };
};

export const printed = ({ trials, comparisons, summaries, tokens }: Report): string =>
  [
    "Trials (* ended at its cap, ! its result is not interesting, ? it ended with an error; runs without the start-up)",
    trialTable(trials),
    "To each peer's final size (ratios: pare over the peer, below 1 pare is better)",
    comparisonTable(comparisons),
    "Geometric means over the cases in which pare got to the peer's final size",
    summaryTable(summaries),
    "Final tokens, and those of the best peer",
    tokenTable(tokens),
  ].join("\n\n");

const MARKS = { done: "", capped: "*", wrong: "!", broken: "?" } as const;

const trialTable = (trials: readonly TrialResult[]): string =>
  markdownTable(
    ["case", "tool", "-j", "start-up", "runs", "seconds", "bytes", "tokens", "runs to 10 %", "to 1 %", "to its best"],
    trials.map((trial) => [
      trial.case,
      `${trial.tool}${MARKS[trial.status]}`,
      ...[trial.jobs, trial.startUp, trial.runs].map(String),
      trial.seconds.toFixed(1),
      ...[trial.final.bytes, trial.final.tokens].map(String),
      ...[0.1, 0.01].map((part) => text(reached(trial.bests, part * trial.original.bytes)?.run)),
      text(trial.bests.at(-1)?.run),
    ]),
  );

const comparisonTable = (comparisons: readonly Comparison[]): string =>
  markdownTable(
    ["case", "peer", "-j", "bytes", "its runs", "pare's", "ratio", "its seconds", "pare's", "ratio"],
    comparisons.map(({ case: name, peer, jobs, bytes, ours, theirs }) => [
      name,
      peer,
      ...[jobs, bytes, theirs.runs].map(String),
      ours === undefined ? "never" : String(ours.runs),
      text(ours && ratio(ours.runs, theirs.runs), 2),
      theirs.seconds.toFixed(1),
      text(ours?.seconds, 1),
      text(ours && ratio(ours.seconds, theirs.seconds), 2),
    ]),
  );

const summaryTable = (summaries: readonly Summary[]): string =>
  markdownTable(
    ["peer", "-j", "cases", "runs", "seconds", "lost", "which"],
    summaries.map(({ peer, jobs, cases, runs, seconds, losses }) => [
      peer,
      ...[jobs, cases].map(String),
      ...[runs, seconds].map((mean) => text(mean, 2)),
      String(losses.length),
      losses.join(", "),
    ]),
  );

const tokenTable = (rows: readonly TokenRow[]): string => {
  const ratios = rows.map(({ ours, best }) => ratio(ours, best));
  const lines = rows.map(({ case: name, jobs, ours, best, peer }, i) => [
    name,
    ...[jobs, ours, best].map(String),
    peer,
    text(ratios[i], 2),
  ]);
  return markdownTable(
    ["case", "-j", "pare", "best peer", "which", "ratio"],
    [...lines, ["geometric mean", "", "", "", "", text(geometricMean(ratios), 2)]],
  );
};

const text = (number: number | undefined, digits = 0): string => (number === undefined ? "–" : number.toFixed(digits));
