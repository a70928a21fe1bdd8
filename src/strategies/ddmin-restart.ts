/** ddmin as its pseudo-code is printed (Hodován & Kiss 2016, Algorithm 2; Kiss 2020, Algorithm 3). */
import { minimal } from "../core/claim.ts";
import type { Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { done, first } from "../core/words.ts";
import { splitFactorOf } from "./ddmin.ts";
import { complements, split, subsets } from "./support/partition.ts";
import type { ListOptions } from "./support/registry.ts";

type Minimizing<Delta> = Search<Configuration<Delta>, Configuration<Delta>>;
type Cases = Required<ListOptions>["cases"];

/**
 * A 1-minimal failing configuration, forward. After a success the rest is split anew, into one chunk less, and scanned
 * from its beginning: quadratic where `ddmin` goes on. Kept to compare. The empty configuration is never asked about.
 */
export const ddminRestart = <Delta>(
  input: Configuration<Delta>,
  options: Pick<ListOptions, "splitFactor" | "cases"> = {},
): Minimizing<Delta> => {
  const factor = splitFactorOf(options);
  return ddmin2(input, Math.min(input.length, factor), { factor, cases: options.cases ?? "subsets-first" });
};

interface Rules {
  readonly factor: number;
  readonly cases: Cases;
}

const ddmin2 = <Delta>(c: Configuration<Delta>, n: number, rules: Rules): Minimizing<Delta> => {
  if (c.length < 2) return done(c, [minimal(1)]);
  const chunks = split(c, n);
  const size = Math.floor(c.length / n);
  const subset = (otherwise: () => Minimizing<Delta>): Minimizing<Delta> =>
    first(subsets(chunks), { phase: "subset", granularity: n, removes: c.length - size }, (hit) =>
      hit === undefined ? otherwise() : ddmin2(hit.candidate, Math.min(hit.candidate.length, rules.factor), rules),
    );
  const complement = (otherwise: () => Minimizing<Delta>): Minimizing<Delta> =>
    first(complements(chunks), { phase: "complement", granularity: n, removes: size }, (hit) =>
      hit === undefined ? otherwise() : ddmin2(hit.candidate, coarser(hit.candidate, n, rules), rules),
    );
  const finer = (): Minimizing<Delta> =>
    n < c.length ? ddmin2(c, Math.min(c.length, rules.factor * n), rules) : done(c, [minimal(1)]);
  switch (rules.cases) {
    case "subsets-first":
      return subset(() => complement(finer));
    case "complements-first":
      return complement(() => subset(finer));
    case "complements-only":
      return complement(finer);
  }
};

const coarser = (rest: Configuration<unknown>, n: number, { factor }: Rules): number =>
  Math.min(rest.length, n > 2 ? n - 1 : factor);
