/** Whether starting the program costs so little that every unit can be run alone. */
import { basename } from "node:path";
import type { Measurer } from "../run/measurer.ts";
import type { TestFile } from "../tests.ts";
import { joinUnits, splitUnits } from "../units.ts";

/** So many tests are asked, the largest: there it matters. */
const ASKED = 3;
const TIMES = 3;
/** About as many runs of the whole test are saved by a good start, for each unit of it. */
const SAVED = 0.4;

export interface StartCost {
  readonly units: number;
  /** The time of a run with one unit, and of one with all of them. */
  readonly alone: number;
  readonly whole: number;
}

/** Whether runs of every unit alone cost less than they save, over all of these tests. */
export const paysOff = (costs: readonly StartCost[]): boolean => {
  const spent = costs.reduce((sum, { units, alone }) => sum + units * alone, 0);
  const saved = costs.reduce((sum, { units, whole }) => sum + SAVED * units * whole, 0);
  return spent <= saved;
};

/**
 * Decided once for a suite, one run at a time, by the least of several times: it should come out alike every time. What counts is how long a
 * measurement takes, with the reading of its data, which for some readers is most of it.
 */
export const isCheapToStart = async (
  tests: readonly TestFile[],
  unit: string,
  measurer: Measurer,
  limits: { readonly timeout: number; readonly signal: AbortSignal },
  now: () => number = () => performance.now(),
): Promise<boolean> => {
  const costs: StartCost[] = [];
  const largest = tests.toSorted((a, b) => b.size - a.size || (a.name < b.name ? -1 : 1)).slice(0, ASKED);
  for (const test of largest) {
    const bytes = test.bytes();
    const units = splitUnits(bytes, unit, test.name);
    const [first] = units.units;
    if (first === undefined) continue;
    const time = async (content: Uint8Array): Promise<number> => {
      const times: number[] = [];
      const candidate = { name: basename(test.name), mode: test.mode, bytes: content };
      for (let turn = 0; turn < TIMES; turn++) {
        const startedAt = now();
        await measurer.measure(candidate, limits);
        times.push(now() - startedAt);
      }
      return Math.min(...times);
    };
    const alone = await time(joinUnits(units, [first]));
    costs.push({ units: units.units.length, alone, whole: await time(bytes) });
  }
  return paysOff(costs);
};
