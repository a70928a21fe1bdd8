/** Adaptive deletion by `find_integer` (MacIver: Hypothesis, Shrink Ray): the longest run that can go, found by doubling. */
import { minimal } from "../core/claim.ts";
import type { Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { chain, done, one } from "../core/words.ts";
import { cutInOrder, type Order } from "./support/order.ts";

/** Passes until one changes nothing; that one has tried every single delta in vain, so the result is 1-minimal. */
export const findInteger = <Delta>(
  c: Configuration<Delta>,
  order: Order = "backward",
): Search<Configuration<Delta>, Configuration<Delta>> =>
  chain(pass(c, 0, order), (result) =>
    result.length === c.length ? done(result, [minimal(1)]) : findInteger(result, order),
  );

/** At each place: removes the longest run found, keeps the delta that stopped it, goes on behind it. */
const pass = <Delta>(
  c: Configuration<Delta>,
  settled: number,
  order: Order,
): Search<Configuration<Delta>, Configuration<Delta>> => {
  if (settled >= c.length || c.length < 2) return done(c);
  const without = (run: number): Configuration<Delta> => cutInOrder(c, settled, settled + run, order);
  const longest = Math.min(c.length - settled, c.length - 1);
  return chain(longestRun({ good: 0, bad: longest + 1, closed: false }, without), (run) =>
    pass(run === 0 ? c : without(run), settled + 1, order),
  );
};

/** A run of `good` can go, one of `bad` cannot (or is all there is); once a test has said so, the gap is halved. */
interface Bounds {
  readonly good: number;
  readonly bad: number;
  readonly closed: boolean;
}

const longestRun = <Input>(bounds: Bounds, without: (run: number) => Input): Search<Input, number> => {
  const { good, bad, closed } = bounds;
  if (bad - good <= 1) return done(good);
  const run = closed ? Math.floor((good + bad) / 2) : Math.min(longer(good), bad - 1);
  return one(
    () => without(run),
    { phase: closed ? "halve" : "double", removes: run },
    (fails) => longestRun(fails ? { good: run, bad, closed } : { good, bad: run, closed: true }, without),
  );
};

/** 1, 2, 3, 4, 5, 10, 20, …: short runs are common, long ones worth a leap. */
const longer = (run: number): number => (run < 5 ? run + 1 : 2 * run);
