/** Whether starting the program costs so little that every unit can be run alone. */
import { basename } from "node:path";
import type { Measurer } from "../run/measurer.ts";
import type { TestFile } from "../tests.ts";
import { joinUnits, splitUnits } from "../units/index.ts";

/** So many tests are asked, the largest: there it matters. */
const ASKED = 3;
const TIMES = 3;
/** About as many runs of the whole test are saved by a good start. */
const SAVED = 400;

/** Decided once for a suite, one run at a time, by the least of several times: it should come out alike every time. */
export const isCheapToStart = async (
  tests: readonly TestFile[],
  unit: string,
  measurer: Measurer,
  limits: { readonly timeout: number; readonly signal: AbortSignal },
): Promise<boolean> => {
  let [alone, whole] = [0, 0];
  const largest = tests.toSorted((a, b) => b.size - a.size || (a.name < b.name ? -1 : 1)).slice(0, ASKED);
  for (const test of largest) {
    const bytes = test.bytes();
    const units = splitUnits(bytes, unit, test.name);
    const [first] = units.units;
    if (first === undefined) continue;
    const time = async (content: Uint8Array): Promise<number> => {
      const times: number[] = [];
      const candidate = { name: basename(test.name), mode: test.mode, bytes: content };
      for (let turn = 0; turn < TIMES; turn++) times.push((await measurer.measure(candidate, limits)).ms);
      return Math.min(...times);
    };
    alone += units.units.length * (await time(joinUnits(units, [first])));
    whole += await time(bytes);
  }
  return alone <= SAVED * whole;
};
