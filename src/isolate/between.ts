/** The ends of an isolation as candidates, and what lies between them. */
import { minus, select, whole, type Configuration } from "../core/configuration.ts";
import type { Change, Changes } from "./change.ts";
import type { OpenKind } from "./kind.ts";
import { mixture, type Mixture } from "./mixture.ts";
import { placesNamed } from "./named-changes.ts";

export interface Between {
  readonly good: Mixture;
  readonly bad: Mixture;
  /** Where that is known before the search. */
  readonly changes?: Changes;
  readonly chosen?: Configuration<Change>;
}

/** `except`: changes that are left as at the good end. */
export const endsOf = async (kind: OpenKind, except: readonly string[]): Promise<Between> => {
  const { history } = kind;
  if (history !== undefined && except.length === 0)
    return { good: mixture(0, {}), bad: await history.at(history.steps.length) };
  const changes = await kind.changes();
  const left = except.flatMap((id) => placesNamed(changes, id));
  const all = whole(changes.all);
  const out = select(
    all,
    [...new Set(left)].toSorted((a, b) => a - b).map((place) => ({ from: place, to: place + 1 })),
  );
  const chosen = minus(all, out);
  return { good: changes.mix(select(all, [])), bad: changes.mix(chosen), changes, chosen };
};
