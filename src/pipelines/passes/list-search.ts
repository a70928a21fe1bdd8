/** Strategies over the positions of what can go. */
import { minimal } from "../../core/claim.ts";
import { slice, type Configuration } from "../../core/configuration.ts";
import type { Search } from "../../core/search.ts";
import { chain, done, likely, one } from "../../core/words.ts";
import { beginning, sweep } from "../../strategies/support/sweep.ts";

/** Unlike those of the registry they may ask about nothing at all. */
export type ListSearch = <Delta>(c: Configuration<Delta>) => Search<Configuration<Delta>, Configuration<Delta>>;

/** Everything at once before anything else. */
export const atOnce =
  (list: ListSearch): ListSearch =>
  (c) => {
    const nothing = slice(c, 0, 0);
    return one(
      () => nothing,
      { phase: "empty", removes: c.length },
      (fails) => (fails ? done(nothing) : list(c)),
    );
  };

/** The same where everything mostly goes. */
export const mostlyAtOnce =
  (list: ListSearch): ListSearch =>
  (c) =>
    likely(atOnce(list)(c));

/** The one that passes use. Where nothing has gone, each delta was asked about by itself. */
export const swept: ListSearch = (c) =>
  chain(sweep(beginning(c, "backward", 0)), ({ c: kept }) => done(kept, kept.length === c.length ? [minimal(1)] : []));

/** The same where small neighbours are in one bundle. */
export const sweptInBundles =
  (bundles: Int32Array): ListSearch =>
  (c) =>
    chain(sweep({ ...beginning(c, "backward", 0), bundles }), ({ c: kept }) => done(kept));

/** After so many needed deltas it is known whether many of them can go. */
const ENOUGH = 12;

/** The same, given up where most of the first ones must stay: single tokens of a program, say. */
export const tentative: ListSearch = (c) =>
  chain(sweep(beginning(c, "backward", 0), ENOUGH), (begun) =>
    c.length - begun.c.length < ENOUGH
      ? done(begun.c)
      : chain(sweep({ ...begun, found: 0 }), ({ c: kept }) => done(kept)),
  );
