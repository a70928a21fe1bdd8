/** What people want to know, derived from the state. `now` is milliseconds since the run began, as in the events. */
import type { Proof } from "../core/claim.ts";
import { activeMs } from "./pauses.ts";
import type { PassProgress, Progress, Sample } from "./state.ts";

/** When it is for the run; the clock stands still when the run has ended. */
const momentOf = (state: Progress, now: number): number =>
  isOver(state) ? (state.end?.ms ?? state.ms) : Math.max(now, state.ms);

/** The time of the run without pauses. */
export const elapsed = (state: Progress, now: number): number => activeMs(state, momentOf(state, now));

/** How much is left of the original, from 0 to 1. */
export const share = ({ best, from }: Progress): number => (from === 0 ? 1 : best / from);

export const isOver = ({ stage }: Progress): boolean => stage === "ended" || stage === "broken";

/** The pass at work. */
export const currentPass = ({ passes, pass }: Progress): PassProgress | undefined =>
  passes.find((each) => each.pass === pass);

/** How many of a pass's tests succeeded, from 0 to 1. */
export const yieldOf = ({ successes, run, known }: PassProgress): number =>
  run + known === 0 ? 0 : successes / (run + known);

/** Executed tests, committed or not. */
const executed = ({ activity, tests }: Progress): number =>
  Math.max(activity.started - activity.running, tests.provenances.run);

export interface TestRate {
  /** Oracle executions a second. */
  readonly perSecond: number;
  /** How many tests were under way on average; `undefined` where nobody measures. */
  readonly parallel: number | undefined;
}

const pace = (from: Sample, to: Sample): TestRate => {
  const ms = Math.max(1, to.ms - from.ms);
  const started = Math.max(to.started - from.started, to.run - from.run);
  return {
    perSecond: (1000 * started) / ms,
    parallel: to.busyMs === 0 ? undefined : (to.busyMs - from.busyMs) / ms,
  };
};

const sampleNow = ({ activity, tests, ms }: Progress): Sample => ({
  ...activity,
  ms,
  committed: tests.committed,
  run: tests.provenances.run,
});

/** The pace of the last seconds; a standstill shows, too. */
export const recentPace = (state: Progress, now: number = state.ms): TestRate => {
  const [first] = state.samples;
  if (first === undefined) return { perSecond: 0, parallel: undefined };
  const last = sampleNow(state);
  // What is under way is added up when it ends: until then it is unknown how busy it was.
  const { parallel } = pace(first, last);
  const until = Math.max(last.ms, state.pausedAt === undefined ? now : Math.min(now, state.pausedAt));
  return { perSecond: pace(first, { ...last, ms: until }).perSecond, parallel };
};

/** Since the search began. */
export const overallPace = (state: Progress): TestRate =>
  pace(
    { ms: state.searchMs, started: 0, running: 0, busyMs: 0, committed: 0, run: 0 },
    { ...sampleNow(state), ms: activeMs(state, state.ms) },
  );

export interface Waste {
  /** Executed, but never committed (or not yet). */
  readonly tests: number;
  /** The share of those executed, from 0 to 1. */
  readonly share: number;
}

export const wasted = (state: Progress): Waste => {
  // The driver counts each walk by itself.
  const exact = state.revised === 0 ? state.end?.tests : undefined;
  const all = exact?.run ?? executed(state);
  const tests = exact?.wasted ?? Math.max(0, all - state.tests.provenances.run);
  return { tests, share: all === 0 ? 0 : tests / all };
};

/** What a run that has ended has proved. */
export const proofOf = ({ tests, run }: Progress, end: NonNullable<Progress["end"]>): Proof => ({
  complete: end.status === "complete",
  claims: end.claims,
  timeouts: tests.timeouts,
  ...(end.skipped !== undefined && { skipped: end.skipped }),
  ...(run?.aim !== undefined && { aim: run.aim }),
});

/** What is left until the run ends at the latest; members are missing where there is no limit. */
export const left = (state: Progress, now: number): { readonly ms?: number; readonly tests?: number } => {
  const { ms, tests } = state.limits;
  return {
    ...(ms !== undefined && { ms: Math.max(0, ms - momentOf(state, now)) }),
    ...(tests !== undefined && { tests: Math.max(0, tests - state.tests.committed) }),
  };
};
