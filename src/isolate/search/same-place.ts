/** Changes of one range of a history, found again in a wider one. */
import type { Configuration } from "../../core/configuration.ts";
import type { Change, Changes } from "../change.ts";
import { placesOf } from "./sets.ts";

/** The changes of a wider range that end up where the given ones do. */
export const sameIn = ({ all }: Changes, changes: readonly Change[]): Configuration<Change> => {
  const places: number[] = [];
  all.forEach((change, place) => {
    if (changes.some((other) => meets(change, other))) places.push(place);
  });
  return placesOf(all, places);
};

const meets = (a: Change, b: Change): boolean => {
  if (a.span === undefined || b.span === undefined) return a.file === b.file && a.what === b.what && a.span === b.span;
  if (a.span.file !== b.span.file) return false;
  // Where nothing is left of a line, its place is all there is.
  const [one, other] = [a.span, b.span];
  if (one.from === one.to || other.from === other.to) return one.from <= other.to && other.from <= one.to;
  return one.from < other.to && other.from < one.to;
};
