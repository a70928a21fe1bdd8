/** How long a search may still take: from the passes that are left, by what they cost in this run or in recorded ones. */
import type { Turns } from "../core/notes.ts";
import { count, time } from "./figures.ts";
import { COSTS, COSTS_PER_BYTE } from "./pass-costs.ts";
import { activeMs } from "./pauses.ts";
import type { Progress } from "./state.ts";
import { fineOrder, type Visit, type Work } from "./work.ts";

export interface Estimate {
  readonly tests: number;
  readonly ms: number;
}

/** Before so many tests there is nothing to go by. */
const MIN_TESTS = 20;
/** Eight of ten estimates of recorded runs were wrong by less than this factor, whenever they were made. */
const RANGE = 3;

/** What a pass costs about which nothing was recorded: one that a single language has. */
const OWN = 0.3;
/** Recorded costs weigh as much as so many tests of this run. */
const RECORDED = 15;
/** A round after another costs this share of it; if that was not the first one, less. */
const [AGAIN, LATE] = [0.45, 0.1];
/** This share weighs as much as so many tests of the round. */
const REPEATED = 30;
/** A pass that has taken longer than expected goes on for this share of it. */
const OVERTIME = 0.4;
/** What the proof adds to all tests. */
const PROOF = 0.03;
/** Coarse passes are expected to leave so many bytes, and this power of what is there beyond that. */
const [SMALL, SHRINKING] = [120, 0.3];
/** Costs of passes that were not seen yet count half at first. The other guess: a search of unknown length is in its middle. */
const TRUST = 0.5;

type Costs = Readonly<Record<string, number>>;

/** `undefined` where there is nothing to go by. */
export const estimateOf = (state: Progress, costs: Costs = COSTS): Estimate | undefined => {
  const { stage, best, tests, searchMs, ms, run, work } = state;
  const done = tests.provenances.run;
  if (stage !== "searching" || done < MIN_TESTS) return undefined;
  const estimated = Math.max(1, testsLeft({ work, turns: run?.turns, best, done, costs }));
  const perTest = Math.max(0, activeMs(state, ms) - searchMs) / done;
  return { tests: estimated, ms: estimated * perTest };
};

interface Known {
  readonly work: Work | undefined;
  readonly turns: Turns | undefined;
  readonly best: number;
  readonly done: number;
  readonly costs: Costs;
}

const testsLeft = ({ work, turns, best, done, costs }: Known): number => {
  const order = turns === undefined ? Object.keys(costs).filter((pass) => !COSTS_PER_BYTE.has(pass)) : fineOrder(turns);
  if (work?.turn === "proof") return PROOF * done;
  if (work === undefined || work.turn === "coarse") {
    const size = best <= SMALL ? best : SMALL * (best / SMALL) ** SHRINKING;
    return mean(sum(order.map((pass) => costOf(costs, pass, size))) * (1 + AGAIN), done, TRUST);
  }
  const { rest, unseen, body, isFirst } = roundOf(work, { order, best, costs });
  const whole = body + rest;
  // A round that has changed nothing so far may still do so in what is left of it.
  const chance = best < work.start ? 1 : rest / Math.max(1, whole);
  const left = Math.max(1, rest + (isFirst ? AGAIN : LATE) * chance * whole + PROOF * done);
  return mean(left, done, 1 - ((1 - TRUST) * unseen) / Math.max(1, unseen + body));
};

/** A round: what is left of it, how much of that is passes without a visit, and what it would cost at the present size. */
const roundOf = (work: Work, { order, best, costs }: { order: readonly string[]; best: number; costs: Costs }) => {
  const { visits, round, pass } = work;
  const current = visits[pass] as Visit;
  const done = Object.entries(visits).filter(([name, visit]) => visit.round === round && name !== pass);
  const first = done.filter(([, { earlier }]) => earlier === undefined);
  const [cost, expected] = [sumTests(first), sum(first.map(([name, { size }]) => costOf(costs, name, size)))];
  const own = (cost + RECORDED) / (expected + RECORDED);
  const repeated = sum(done.map(([, visit]) => shrunk(visit.earlier, visit.size)));
  const again = (sumTests(done) - cost + AGAIN * REPEATED) / (repeated + REPEATED);
  const isNew = current.earlier === undefined;
  const wanted = isNew ? costOf(costs, pass, current.size) * own : shrunk(current.earlier, current.size) * again;
  const isLate = isNew && current.tests > wanted;
  const scale = isLate ? (cost + current.tests + RECORDED) / (expected + wanted / own + RECORDED) : own;
  const here = isLate ? OVERTIME * current.tests : Math.max(0, wanted - current.tests);
  const later = order.slice(order.indexOf(pass) + 1);
  // What comes before a pass with a visit and has none finds nothing to do.
  const furthest = order.findLastIndex((name) => visits[name] !== undefined);
  const unseen = scale * sum(order.slice(furthest + 1).map((name) => costOf(costs, name, best)));
  const seen = later.filter((name) => (visits[name]?.round ?? round) < round).map((name) => shrunk(visits[name], best));
  const body = shrunk(current, best) + sum(done.map(([, visit]) => shrunk(visit, best)));
  return { rest: here + unseen + again * sum(seen), unseen, body, isFirst: isNew || first.length > 0 };
};

const costOf = (costs: Costs, pass: string, size: number): number =>
  (costs[pass] ?? OWN) * (COSTS_PER_BYTE.has(pass) ? size : Math.sqrt(size));

/** What it has cost, for the size that is left of what it was then. */
const shrunk = (cost: { readonly tests: number; readonly size: number } | undefined, size: number): number =>
  cost === undefined ? 0 : cost.tests * Math.min(1, size / Math.max(1, cost.size));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const sumTests = (visits: readonly (readonly [string, Visit])[]): number => sum(visits.map(([, { tests }]) => tests));

/** By their logarithms; `weight` is that of the first. */
const mean = (one: number, other: number, weight: number): number => one ** weight * other ** (1 - weight);

/** "about 2 min", "60 more tests", "probably 20 to 180": no more digits than it is worth. Empty where there is nothing to go by. */
export const estimateTexts = (state: Progress): readonly string[] => {
  const estimate = estimateOf(state);
  if (estimate === undefined) return [];
  const tests = rounded(estimate.tests);
  const [low, high] = [rounded(estimate.tests / RANGE), rounded(estimate.tests * RANGE)];
  const range = low < 1 || low === high ? [] : [`probably ${count(low)} to ${count(high)}`];
  return [`about ${aboutTime(estimate.ms)}`, `${count(tests)} more ${tests === 1 ? "test" : "tests"}`, ...range];
};

/** One digit; two where the first is a 1. */
const rounded = (value: number): number => {
  const digit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const unit = value / digit < 2 && digit > 1 ? digit / 10 : digit;
  return Math.round(value / unit) * unit;
};

/** "40 s", "2 min", "1 h 30 min". */
const aboutTime = (ms: number): string => {
  const seconds = Math.max(1, ms / 1000);
  if (seconds < 55) return `${rounded(seconds)} s`;
  const minutes = Math.max(1, rounded(seconds / 60));
  return minutes < 60 ? `${minutes} min` : time(minutes * 60_000).replace(/ 0 min$/, "");
};
