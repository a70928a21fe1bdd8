/** Changes by the names that users give to `--except`. */
import { UserError } from "../core/errors.ts";
import type { Changes } from "./change.ts";
import { changesNamed } from "./trees/as-hunks.ts";

/** Where the named changes stand in the list. Throws a `UserError` when there is none of that name. */
export const placesNamed = (changes: Changes, id: string): readonly number[] => {
  const places = new Map(changes.all.map((change, place) => [change, place]));
  const named = changesNamed(changes, id).map((change) => places.get(change) as number);
  if (named.length > 0) return named;
  const some = changes.all.slice(0, 5).map((change) => change.id);
  throw new UserError("NO_CHANGE", `There is no change ${id} to leave out.`, {
    advice: `--except takes what is printed for a change: ${some.join(", ")}${changes.all.length > 5 ? ", …" : ""}.`,
  });
};
