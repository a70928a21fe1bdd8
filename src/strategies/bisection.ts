/** Bisection, depth first: a block that stays is halved; the list minimiser of Perses (Sun, Li, Zhang, Gu & Su 2018). */
import { minimal } from "../core/claim.ts";
import type { Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { chain, done, one } from "../core/words.ts";
import { cutInOrder, type Order } from "./support/order.ts";

/** One pass; nothing is proved about its result. */
export const bisection = <Delta>(
  c: Configuration<Delta>,
  order: Order = "backward",
): Search<Configuration<Delta>, Configuration<Delta>> =>
  pass(c, { order, settled: 0, blocks: { width: c.length, rest: undefined } });

/** Passes until one changes nothing; that one has tried every single delta in vain, so the result is 1-minimal. */
export const bisectionToFixpoint = <Delta>(
  c: Configuration<Delta>,
  order: Order = "backward",
): Search<Configuration<Delta>, Configuration<Delta>> =>
  chain(bisection(c, order), (result) =>
    result.length === c.length ? done(result, [minimal(1)]) : bisectionToFixpoint(result, order),
  );

/** The widths of the blocks still to try, the next one on top. */
interface Blocks {
  readonly width: number;
  readonly rest: Blocks | undefined;
}

interface Pass {
  readonly order: Order;
  /** How many deltas the pass has gone by and kept. */
  readonly settled: number;
  readonly blocks: Blocks | undefined;
}

const pass = <Delta>(
  c: Configuration<Delta>,
  { order, settled, blocks }: Pass,
): Search<Configuration<Delta>, Configuration<Delta>> => {
  if (blocks === undefined || c.length < 2) return done(c);
  const { width, rest } = blocks;
  const stays = (): Search<Configuration<Delta>, Configuration<Delta>> =>
    width === 1
      ? pass(c, { order, settled: settled + 1, blocks: rest })
      : pass(c, { order, settled, blocks: halves(blocks) });
  // The block that is all there is stays: the empty configuration is not asked about.
  if (width === c.length) return stays();
  const without = (): Configuration<Delta> => cutInOrder(c, settled, settled + width, order);
  return one(without, { phase: "block", granularity: Math.ceil(c.length / width), removes: width }, (fails) =>
    fails ? pass(without(), { order, settled, blocks: rest }) : stays(),
  );
};

const halves = ({ width, rest }: Blocks): Blocks => ({
  width: Math.ceil(width / 2),
  rest: { width: Math.floor(width / 2), rest },
});
