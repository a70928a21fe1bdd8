/** Lithium's minimise (Ruderman, Mozilla): one pass for each power-of-two chunk size, single deltas until nothing goes. */
import { numbered } from "../core/candidates.ts";
import { minimal } from "../core/claim.ts";
import type { Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { done, first } from "../core/words.ts";
import { cutInOrder, type Order } from "./support/order.ts";

/** 1-minimal: the last pass tries every single delta in vain. */
export const lithium = <Delta>(
  c: Configuration<Delta>,
  order: Order = "backward",
): Search<Configuration<Delta>, Configuration<Delta>> =>
  pass(c, { order, size: largestPowerBelow(c.length), settled: 0, changed: false });

interface Pass {
  readonly order: Order;
  readonly size: number;
  /** How many deltas the pass has gone by and kept. */
  readonly settled: number;
  readonly changed: boolean;
}

const pass = <Delta>(c: Configuration<Delta>, at: Pass): Search<Configuration<Delta>, Configuration<Delta>> => {
  const { size, settled, order } = at;
  if (c.length < 2) return done(c, [minimal(1)]);
  // The chunk that is all there is stays: the empty configuration is not asked about.
  const count = size >= c.length ? 0 : Math.ceil((c.length - settled) / size);
  const candidates = numbered(count, (i) => {
    const from = settled + i * size;
    return cutInOrder(c, from, Math.min(from + size, c.length), order);
  });
  const step = { phase: "chunk", granularity: Math.ceil(c.length / size), removes: size };
  return first(candidates, step, (hit) => {
    if (hit) return pass(hit.candidate, { ...at, settled: settled + hit.index * size, changed: true });
    if (size > 1) return pass(c, { order, size: size / 2, settled: 0, changed: false });
    return at.changed ? pass(c, { order, size, settled: 0, changed: false }) : done(c, [minimal(1)]);
  });
};

const largestPowerBelow = (length: number): number => {
  let power = 1;
  while (power * 2 < length) power *= 2;
  return power;
};
