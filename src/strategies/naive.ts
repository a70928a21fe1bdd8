/** The naive 1-minimizer of the delta debugging lecture: drop the first delta that can go, then begin again from the start. */
import { numbered } from "../core/candidates.ts";
import { minimal } from "../core/claim.ts";
import { cut, type Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { done, first } from "../core/words.ts";

/** A 1-minimal failing configuration, after up to n + (n-1) + … tests. The empty configuration is never asked about. */
export const naive = <Delta>(c: Configuration<Delta>): Search<Configuration<Delta>, Configuration<Delta>> => {
  if (c.length < 2) return done(c, [minimal(1)]);
  const candidates = numbered(c.length, (i) => cut(c, i, i + 1));
  return first(candidates, { phase: "complement", granularity: c.length, removes: 1 }, (hit) =>
    hit === undefined ? done(c, [minimal(1)]) : naive(hit.candidate),
  );
};
