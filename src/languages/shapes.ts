/** Distilled grammars as the rest of the program reads them. */
import type { Distilled } from "./distill.ts";
import type { KindShape, ListShape } from "./syntax.ts";

export function shapesOf({ strings, shapes }: Distilled): ReadonlyMap<string, KindShape> {
  const name = (index: number): string => strings[index] ?? "";
  const names = (indices: readonly number[]): ReadonlySet<string> => new Set(indices.map(name));
  return new Map(
    shapes.map(([kind, optional, lists]) => [
      name(kind),
      {
        optional: names(optional),
        lists: lists.map(([least, separator, items]): ListShape => {
          const list = { items: names(items), least };
          return separator < 0 ? list : { ...list, separator: name(separator) };
        }),
      },
    ]),
  );
}

/** The kinds that may stand anywhere. */
export const extrasOf = ({ strings, extras }: Distilled): ReadonlySet<string> =>
  new Set(extras.map((extra) => strings[extra] ?? ""));
