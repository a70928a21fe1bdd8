/** The ends of an isolation as candidates, and what lies between them. */
import { minus, select, whole, type Configuration } from "../core/configuration.ts";
import { UserError } from "../core/errors.ts";
import type { Change, Changes } from "./change.ts";
import type { OpenKind } from "./kind.ts";
import { mixture, type Mixture } from "./mixture.ts";
import { changesNamed } from "./trees/line-changes.ts";

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

/** Where the named changes stand in the list. Throws a `UserError` when there is none of that name. */
const placesNamed = (changes: Changes, id: string): readonly number[] => {
  const places = new Map(changes.all.map((change, place) => [change, place]));
  const named = changesNamed(changes, id).map((change) => places.get(change) as number);
  if (named.length > 0) return named;
  const some = changes.all.slice(0, 5).map((change) => change.id);
  throw new UserError("NO_CHANGE", `There is no change ${id}.`, {
    advice: `--except takes the name of a change as pare prints it: ${some.join(", ")}${changes.all.length > 5 ? ", …" : ""}.`,
  });
};
