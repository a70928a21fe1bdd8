/** Verification: n-minimality proved (or reached) by testing every removal of up to n deltas (Zeller & Hildebrandt 2002, definition 9). */
import { numbered } from "../core/candidates.ts";
import { minimal } from "../core/claim.ts";
import { cut, drop, type Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { chain, done, first } from "../core/words.ts";

/**
 * Single deletions, backward and cyclic from `start`, until as many in a row as there are deltas were fruitless; then, for n > 1,
 * all pairs, triples, …; whatever can go, goes. As everywhere, the empty configuration is not asked about.
 */
export const verify = <Delta>(
  c: Configuration<Delta>,
  n = 1,
  start: number = c.length - 1,
): Search<Configuration<Delta>, Configuration<Delta>> =>
  n <= 1
    ? single(c, start)
    : chain(verify(c, n - 1, start), (below) =>
        below.length <= n
          ? done(below, [minimal(n)])
          : first(combinations(below, n), { phase: "verify", granularity: below.length, removes: n }, (hit) =>
              hit ? verify(hit.candidate, n) : done(below, [minimal(n)]),
            ),
      );

const single = <Delta>(c: Configuration<Delta>, start: number): Search<Configuration<Delta>, Configuration<Delta>> => {
  if (c.length < 2) return done(c, [minimal(1)]);
  const place = (i: number): number => (start - i + c.length) % c.length;
  const candidates = numbered(c.length, (i) => cut(c, place(i), place(i) + 1));
  return first(candidates, { phase: "verify", granularity: c.length, removes: 1 }, (hit) => {
    if (hit === undefined) return done(c, [minimal(1)]);
    const before = place(hit.index) - 1;
    return single(hit.candidate, before < 0 ? c.length - 2 : before);
  });
};

/** All ways to remove `n` deltas, the last ones first. */
const combinations = <Delta>(c: Configuration<Delta>, n: number) =>
  numbered(choose(c.length, n), (rank) =>
    drop(
      c,
      unrank(rank, n)
        .map((k) => c.length - 1 - k)
        .toReversed()
        .map((from) => ({ from, to: from + 1 })),
    ),
  );

/** The combination of a rank in the combinatorial number system, ascending. */
const unrank = (rank: number, n: number): number[] => {
  const picked: number[] = [];
  for (let left = rank, k = n; k > 0; k--) {
    let element = k - 1;
    while (choose(element + 1, k) <= left) element++;
    left -= choose(element, k);
    picked.unshift(element);
  }
  return picked;
};

const choose = (m: number, k: number): number => {
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (m - i)) / (i + 1);
  return Math.round(ways);
};
