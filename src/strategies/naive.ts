/** The naive algorithm of the delta debugging lecture: drop the first delta that can go, then begin again. */
import { numbered } from "../core/candidates.ts";
import { minimal } from "../core/claim.ts";
import { cut, type Configuration } from "../core/configuration.ts";
import type { Search } from "../core/search.ts";
import { done, first } from "../core/words.ts";

/** A 1-minimal failing configuration, after n + (n-1) + … tests at most. Never asks about the empty configuration. */
export const naive = <Delta>(c: Configuration<Delta>): Search<Configuration<Delta>, Configuration<Delta>> => {
  if (c.length < 2) return done(c, [minimal(1)]);
  const candidates = numbered(c.length, (i) => cut(c, i, i + 1));
  return first(candidates, { phase: "complement", granularity: c.length, removes: 1 }, (hit) =>
    hit === undefined ? done(c, [minimal(1)]) : naive(hit.candidate),
  );
};
