/** onemin: single deltas removed one by one, the simplest way to a 1-minimal result (Kiss 2020, Algorithm 2). */
import { numbered } from "../core/candidates.ts";
import { minimal } from "../core/claim.ts";
import { cut, type Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { done, first } from "../core/words.ts";
import type { ListOptions } from "./support/registry.ts";

/**
 * A 1-minimal failing configuration. The formula says *some* delta that can go; we go on, cyclically, after the one
 * that went last, and stop after a whole fruitless round (`naive` begins again at the first instead). The empty
 * configuration is never asked about.
 */
export const onemin = <Delta>(
  input: Configuration<Delta>,
  options: Pick<ListOptions, "order"> = {},
): Search<Configuration<Delta>, Configuration<Delta>> =>
  options.order === "backward" ? scan(input, input.length - 1, -1) : scan(input, 0, 1);

/** Tries all deltas, from the one at `start` in the given direction. */
const scan = <Delta>(
  c: Configuration<Delta>,
  start: number,
  direction: 1 | -1,
): Search<Configuration<Delta>, Configuration<Delta>> => {
  const n = c.length;
  if (n < 2) return done(c, [minimal(1)]);
  const place = (turn: number): number => (start + direction * turn + n) % n;
  const candidates = numbered(n, (turn) => cut(c, place(turn), place(turn) + 1));
  return first(candidates, { phase: "complement", granularity: n, removes: 1 }, (hit) => {
    if (hit === undefined) return done(c, [minimal(1)]);
    const gone = place(hit.index);
    const next = direction === 1 ? gone % (n - 1) : (gone + n - 2) % (n - 1);
    return scan(hit.candidate, next, direction);
  });
};
