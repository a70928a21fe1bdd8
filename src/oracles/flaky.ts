/** Failures that show only sometimes, and tests that sometimes lie: each candidate is run until it is clear. */
import type { Case } from "../core/case.ts";
import type { Rate } from "../core/rate.ts";
import type { TestCase } from "../core/test-case.ts";
import type { Finding } from "../core/verdict.ts";
import type { ProcessOracle } from "./oracle.ts";
import type { RateOptions } from "./rate.ts";

/** How the original is measured: well enough for a rate of 0.3 to be known to about a fifth of itself. */
export const ORIGINAL_RUNS: RateOptions = { atMost: 100, enough: 25 };
/** How a result is measured: a fixed number of runs, so that its interval is exact. */
export const RESULT_RUNS: RateOptions = { atMost: 100 };

/**
 * Between which rates a candidate is told apart. The bar lies at about half of the original's rate, and stays there: a chain of
 * accepted candidates, each a little worse than the one before, cannot lower it.
 */
export interface Bar {
  /** At this rate or above, a candidate is nearly always accepted. */
  readonly good: number;
  /** At this rate or below, nearly never. */
  readonly bad: number;
}

const GOOD_SHARE = 0.7;
const BAD_SHARE = 0.2;

export const barOf = ({ rate }: Pick<Rate, "rate">): Bar => ({ good: GOOD_SHARE * rate, bad: BAD_SHARE * rate });

/** Accepting by luck leads the search astray; rejecting by bad luck only leaves something in. */
const WRONG_ACCEPT = 1e-4;
const WRONG_REJECT = 5e-3;
/** Rates near the bar would take for ever; they are rejected. */
const MAX_RUNS = 400;

/** Wald's sequential probability ratio test (1945): what `shows` in `runs` say about a candidate. */
export const decide = ({ good, bad }: Bar, shows: number, runs: number): "accept" | "reject" | "go on" => {
  const evidence = shows * Math.log(good / bad) + (runs - shows) * Math.log((1 - good) / (1 - bad));
  if (evidence >= Math.log((1 - WRONG_REJECT) / WRONG_ACCEPT)) return "accept";
  if (evidence <= Math.log(WRONG_REJECT / (1 - WRONG_ACCEPT)) || runs >= MAX_RUNS) return "reject";
  return "go on";
};

/**
 * Runs decide one after the other. A run that timed out counts as one that does not show; a candidate rejected with such a run
 * among the others is marked as timed out, so that the hard limit gets its say.
 */
export const withFlaky = <C extends Case = TestCase>(oracle: ProcessOracle<C>, bar: Bar): ProcessOracle<C> => ({
  description: `${oracle.description}, in at least about ${Math.round(((bar.good + bar.bad) / 2) * 100)} % of the runs`,
  identity: { kind: "flaky", bar, of: oracle.identity },
  repeatLine: (path, candidate) => oracle.repeatLine(path, candidate),
  test: (candidate, terms, signal) => untilClear(bar, () => oracle.test(candidate, terms, signal)),
  close: () => oracle.close(),
});

const untilClear = async (bar: Bar, run: () => Promise<Finding>): Promise<Finding> => {
  let shows = 0;
  let ms = 0;
  let late = false;
  let shown: Finding | undefined;
  let missed: Finding | undefined;
  for (let runs = 1; ; runs++) {
    const finding = await run();
    ms = Math.max(ms, finding.ms);
    if (finding.outcome === "fail") {
      shows += 1;
      shown = finding;
    } else {
      if (missed === undefined || finding.outcome === "pass") missed = finding;
      late ||= finding.evidence?.timedOut === true;
    }
    const decision = decide(bar, shows, runs);
    if (decision === "accept" && shown !== undefined) return { ...shown, ms };
    if (decision === "reject" && missed !== undefined) return rejected(missed, ms, late);
  }
};

/** Counts are left out of the reason: they do not repeat. */
const rejected = (missed: Finding, ms: number, late: boolean): Finding => {
  const { timedOut: _, ...evidence } = missed.evidence ?? {};
  const reason = missed.outcome === "pass" ? "shows too seldom" : (missed.reason ?? "cannot tell");
  return { ...missed, reason, ms, evidence: { ...evidence, ...(late && { timedOut: true }) } };
};

/**
 * The failure shows when it shows in each of `times` runs; the first run that does not show it decides. The time reported is that
 * of the slowest run, since limits are for a single one.
 */
export const withRepeats = <C extends Case = TestCase>(oracle: ProcessOracle<C>, times: number): ProcessOracle<C> => ({
  description: `${oracle.description}, ${times} times out of ${times}`,
  identity: { kind: "repeats", times, of: oracle.identity },
  repeatLine: (path, candidate) => oracle.repeatLine(path, candidate),
  async test(candidate, terms, signal) {
    let ms = 0;
    let last: Finding | undefined;
    for (let run = 0; run < times && (last === undefined || last.outcome === "fail"); run++) {
      last = await oracle.test(candidate, terms, signal);
      ms = Math.max(ms, last.ms);
    }
    if (last === undefined) throw new Error(`${times} repeats`);
    return { ...last, ms };
  },
  close: () => oracle.close(),
});
