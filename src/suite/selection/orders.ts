/** Orders of a suite (prioritisation): those of the paper, and new entities by millisecond. */
import type { OrderName } from "../../settings/suite.ts";
import type { Cover } from "../coverage.ts";
import { byGain, byGainAndTime, pickAdditional, ranked, type Score } from "./additional.ts";
import { addBits, countNew } from "./bits.ts";
import { randomFrom, shuffled } from "../statistics/random.ts";
import { type TestRow, rowsOf, unionOfRows, byTimeAndName, type SuiteTest } from "./suite-test.ts";

/** As the paper writes them. */
export const orderSigns: Readonly<Record<OrderName, string>> = {
  dst: "ΔST",
  st: "|ST|",
  dbr: "ΔBR",
  br: "|BR|",
  "dst/s": "ΔST/s",
};

/** What an order is by: the entities that count for "ST" and "BR". */
interface OrderGoals {
  readonly statements: Cover;
  readonly branches: Cover;
}

/** All tests, the best first. Ties: lowest run time, then name. */
export const orderBy = <T extends SuiteTest>(name: OrderName, tests: readonly T[], goals: OrderGoals): readonly T[] => {
  switch (name) {
    case "dst":
      return additionalOrder(tests, goals.statements);
    case "st":
      return absoluteOrder(tests, goals.statements);
    case "dbr":
      return additionalOrder(tests, goals.branches);
    case "br":
      return absoluteOrder(tests, goals.branches);
    case "dst/s":
      return additionalOrder(tests, goals.statements, byGainAndTime);
  }
};

/** By how much each covers, most first. */
const absoluteOrder = <T extends SuiteTest>(tests: readonly T[], goal?: Cover): readonly T[] =>
  rowsOf(tests, goal)
    .toSorted((a, b) => b.count - a.count)
    .map(({ test }) => test);

/** How many words of rows are looked at over all rounds: some ten seconds. Counted and not timed: the same order on every machine. */
const MUCH = 500_000_000;

/**
 * By how much each adds to those before it. When nothing new is left, it starts again with nothing covered, for the tests that are left (the paper
 * does not say); tests that cover nothing come last. Where thousands of tests are all alike there are hundreds of rounds, and every one looks
 * at every test again and again: when `much` is used up, the round is finished and the rest follow by what each covers in all.
 */
export const additionalOrder = <T extends SuiteTest>(
  tests: readonly T[],
  goal?: Cover,
  score: Score = byGain,
  much: number = MUCH,
): readonly T[] => {
  const rows = rowsOf(tests, goal);
  const order: TestRow<T>[] = [];
  const waiting = remainingOf(ranked(rows, score));
  let looked = 0;
  const counting: Score = (gain, row) => {
    looked += row.bits.length;
    return score(gain, row);
  };
  let missing = unionOfRows(rows).bits;
  while (waiting.size > 0) {
    missing = unionWithin(rows, waiting, missing);
    const round = looked > much ? [] : pickAdditional({ rows, waiting, missing, score: counting });
    // Those that wait are ranked; what covers nothing is in the order of the rows, as all that is equal.
    for (const index of round.length > 0 ? round : [...waiting]) {
      order.push(rows[index] as TestRow<T>);
      waiting.remove(index);
    }
  }
  return order.map(({ test }) => test);
};

/** What the waiting rows cover, which lies within `most`: the rest of them is not looked at when that is reached. As long as `most`. */
const unionWithin = (rows: readonly TestRow<unknown>[], waiting: Iterable<number>, most: Uint32Array): Uint32Array => {
  const union = new Uint32Array(most.length);
  let missing = countNew(most, union);
  for (const index of waiting) {
    if (missing === 0) break;
    const { bits } = rows[index] as TestRow<unknown>;
    missing -= countNew(bits, union);
    addBits(union, bits);
  }
  return union;
};

/** An order drawn by a seed, whatever the order of the input: the paper's sample, to compare with. */
export const randomOrder = <T extends SuiteTest>(tests: readonly T[], seed: number): readonly T[] =>
  shuffled(randomFrom(seed), tests.toSorted(byTimeAndName));

interface Remaining extends Iterable<number> {
  readonly size: number;
  remove(index: number): void;
}

/** The indices below `order.length`, in this order; those removed are passed over. */
const remainingOf = (order: readonly number[]): Remaining => {
  // Doubly linked by place; the last place is both ends.
  const end = order.length;
  const placeOf = new Int32Array(end);
  for (const [place, index] of order.entries()) placeOf[index] = place;
  const after = Int32Array.from({ length: end + 1 }, (_, place) => (place === end ? 0 : place + 1));
  const before = Int32Array.from({ length: end + 1 }, (_, place) => (place === 0 ? end : place - 1));
  let size = end;
  return {
    get size() {
      return size;
    },
    remove: (index) => {
      const place = placeOf[index] as number;
      after[before[place] as number] = after[place] as number;
      before[after[place] as number] = before[place] as number;
      size--;
    },
    *[Symbol.iterator]() {
      for (let place = after[end] as number; place !== end; place = after[place] as number)
        yield order[place] as number;
    },
  };
};
