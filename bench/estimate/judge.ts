/** How good estimates are: each run is judged by costs that were learnt from the runs of other cases. */
import { estimateOf } from "../../src/progress/estimate.ts";
import { COSTS, COSTS_PER_BYTE } from "../../src/progress/pass-costs.ts";
import type { Progress } from "../../src/progress/state.ts";
import { statesOf, type Recorded } from "./recorded.ts";

type Costs = Readonly<Record<string, number>>;

/** When so many of the tests have been run. */
export const SHARES = [0.25, 0.5, 0.75, 0.9] as const;
const [EARLIEST, LATEST] = [20, 0.95];

export interface Judged {
  readonly run: Recorded;
  readonly tests: number;
  /** Estimated through true, at each of `SHARES`; and at every test between 20 tests and 95 % of the run. */
  readonly at: readonly number[];
  readonly throughout: readonly number[];
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** What each pass has cost at its first visit: tests, and what they are counted by. */
const firstVisits = (states: readonly Progress[]): ReadonlyMap<string, readonly [tests: number, units: number]> => {
  const costs = new Map<string, readonly [number, number]>();
  for (const { work } of states)
    for (const [pass, { tests, size, earlier }] of Object.entries(work?.visits ?? {}))
      if (earlier === undefined) costs.set(pass, [tests, COSTS_PER_BYTE.has(pass) ? size : Math.sqrt(size)]);
  return costs;
};

/** The mean cost of each pass, so that the costs of half the runs are higher in all. Runs of the same case count once. */
export const fitCosts = (runs: readonly (readonly [Recorded, readonly Progress[]])[]): Costs => {
  const all = runs.map(([run, states]) => ({
    weight: 1 / runs.filter(([{ of }]) => of === run.of).length,
    costs: firstVisits(states),
    fine: run.turns?.fine ?? [],
  }));
  const raw = Object.fromEntries(
    Object.keys(COSTS).map((pass) => {
      const some = all.filter(({ fine }) => fine.includes(pass));
      const costs = some
        .map(({ weight, costs: known }) => {
          const [tests, units] = known.get(pass) ?? [0, 1];
          return [tests / units, weight] as const;
        })
        .toSorted(([one], [other]) => one - other);
      // A tenth of the cases may be anything.
      const usual = costs.slice(0, Math.ceil(0.9 * costs.length));
      const total = usual.reduce((sum, [, weight]) => sum + weight, 0);
      const cost = usual.reduce((sum, [each, weight]) => sum + weight * each, 0);
      return [pass, total === 0 ? (COSTS[pass] ?? 0) : cost / total] as const;
    }),
  );
  const scale = median(
    all.flatMap(({ costs }) => {
      const known = [...costs].filter(([pass]) => raw[pass] !== undefined);
      const expected = known.reduce((sum, [pass, [, units]]) => sum + (raw[pass] ?? 0) * units, 0);
      return expected === 0 ? [] : [known.reduce((sum, [, [tests]]) => sum + tests, 0) / expected];
    }),
  );
  return Object.fromEntries(Object.entries(raw).map(([pass, cost]) => [pass, cost * scale]));
};

export const judge = (runs: readonly Recorded[]): readonly Judged[] => {
  const played = runs.map((run) => [run, statesOf(run)] as const);
  const costsWithout = new Map(
    [...new Set(runs.map(({ of }) => of))].map((of) => [of, fitCosts(played.filter(([other]) => other.of !== of))]),
  );
  return played.map(([run, states]) => judgedBy(run, states, costsWithout.get(run.of) ?? COSTS));
};

const ran = (state: Progress | undefined): number => state?.tests.provenances.run ?? 0;

const judgedBy = (run: Recorded, states: readonly Progress[], costs: Costs): Judged => {
  const tests = ran(states.at(-1));
  const ratio = (state: Progress | undefined): number =>
    state === undefined
      ? Number.NaN
      : (estimateOf(state, costs)?.tests ?? Number.NaN) / Math.max(1, tests - ran(state));
  const moments = states.filter(
    (state, at) => ran(state) > ran(states[at - 1]) && ran(state) >= EARLIEST && ran(state) <= LATEST * tests,
  );
  return {
    run,
    tests,
    at: SHARES.map((share) => ratio(states.find((state) => ran(state) >= share * tests))),
    throughout: moments.map(ratio),
  };
};

/** The share of these that are wrong by no more than a factor; what was not estimated is left out. */
export const within = (ratios: readonly number[], factor: number): number => {
  const made = ratios.filter((ratio) => !Number.isNaN(ratio));
  return made.filter((ratio) => ratio <= factor && ratio >= 1 / factor).length / made.length;
};

/** The same over all moments; every run counts alike. */
export const withinThroughout = (judged: readonly Judged[], factor: number): number => {
  const long = judged.filter(({ throughout }) => throughout.length > 0);
  return long.reduce((sum, { throughout }) => sum + within(throughout, factor), 0) / long.length;
};
