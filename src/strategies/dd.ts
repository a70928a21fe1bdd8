/** dd of 1999 with its remains set (Zeller 1999; OPDD paper, Fig. 9), plus the check of its result that it lacks. */
import { numbered } from "../core/candidates.ts";
import { concat, minus, slice, type Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { chain, done, first, one, together } from "../core/words.ts";

/**
 * A failing configuration after O(n) tests, the smaller the less ambiguous the failure is. What both sides of an
 * interference leave is combined; when the combination does not fail, the smallest configuration seen failing is the
 * result.
 */
export const dd = <Delta>(input: Configuration<Delta>): Search<Configuration<Delta>, Configuration<Delta>> =>
  chain(dd2(input, input), ({ kept, failing }) => {
    if (kept.length === failing.length) return done(failing);
    return one(
      () => kept,
      { phase: "combination", removes: failing.length - kept.length },
      (fails) => done(fails ? kept : failing),
    );
  });

interface DdResult<Delta> {
  readonly kept: Configuration<Delta>;
  /** The smallest configuration seen failing; it contains `kept`. */
  readonly failing: Configuration<Delta>;
}

/** `applied` is `c` with what remains applied; it is known to fail. Nothing in `c` means nothing to find. */
const dd2 = <Delta>(
  c: Configuration<Delta>,
  applied: Configuration<Delta>,
): Search<Configuration<Delta>, DdResult<Delta>> => {
  if (c.length < 2) return done({ kept: c, failing: applied });
  const middle = c.length >> 1;
  const half = (i: number): Configuration<Delta> => (i === 0 ? slice(c, 0, middle) : slice(c, middle, c.length));
  const candidates = numbered(2, (i) => minus(applied, half(1 - i)));
  return first(candidates, { phase: "subset", granularity: 2, removes: middle }, (hit) => {
    if (hit !== undefined) return dd2(half(hit.index), hit.candidate);
    const sides = numbered(2, (i) => dd2(half(i), applied));
    return together(sides, (found) => done(combined(found)));
  });
};

const combined = <Delta>(found: readonly DdResult<Delta>[]): DdResult<Delta> => ({
  kept: concat(found.map(({ kept }) => kept)),
  failing: found.map(({ failing }) => failing).reduce((best, next) => (next.length < best.length ? next : best)),
});
