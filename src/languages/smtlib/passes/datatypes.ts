/** Datatypes: sorts, constructors and fields that nothing uses, and fields with the arguments for them. */
import type { CoupledPass, RewritePass } from "../../pass.ts";
import { itemsOf, LIST } from "../reader.ts";
import type { Entry, Script } from "../script.ts";
import { overScript, removed, withoutArgument, type Change } from "./edits.ts";

/** The list that begins with a name; the name itself where there is none. */
const listOf = ({ source }: Script, { place }: Entry): number =>
  source.parent[place] === place - 1 && source.kind[place - 1] === LIST ? place - 1 : place;

/** Is everything that is introduced in a node used in it alone? */
const isUsedInside = (script: Script, node: number, also: readonly Entry[] = []): boolean => {
  const end = script.source.after[node] as number;
  const isIn = (place: number): boolean => place >= node && place < end;
  const own = script.entries.filter(({ place }) => isIn(place));
  return [...own, ...also].every(({ uses }) => uses.every(isIn));
};

/** In `((T 0) …) ((…) …)`, the body that belongs to a head. */
const bodyOf = ({ source }: Script, head: number, command: number): number | undefined => {
  const [, heads = -1, bodies = -1] = itemsOf(source, command);
  return source.parent[head] === heads && source.kind[bodies] === LIST
    ? itemsOf(source, bodies)[itemsOf(source, heads).indexOf(head)]
    : undefined;
};

/** A constructor, or a sort of several with its constructors. The last of each makes an error, and is not proposed. */
export const datatypes: RewritePass = {
  kind: "rewrites",
  name: "datatypes",
  about: "deletes sorts and constructors of datatypes that nothing uses",
  filtered: true,
  rewrites: overScript((script) =>
    script.entries.flatMap((entry): readonly Change[] => {
      const node = listOf(script, entry);
      if (entry.kind === "constructor") return isUsedInside(script, node) ? [[removed(script, node)]] : [];
      const body = entry.kind === "sort" ? bodyOf(script, node, entry.owner) : undefined;
      if (body === undefined || !isUsedInside(script, body, [entry])) return [];
      return [[removed(script, node), removed(script, body)]];
    }),
  ),
};

/** A field that nothing selects goes with the arguments for it. */
export const fields: CoupledPass = {
  kind: "coupled",
  name: "fields",
  about: "deletes a field of a datatype with its arguments everywhere",
  changes: overScript((script) =>
    script.entries.flatMap((entry) => {
      const node = listOf(script, entry);
      if (entry.kind !== "constructor" || node === entry.place) return [];
      const [, ...all] = itemsOf(script.source, node);
      return all.flatMap((field, index): readonly Change[] => {
        const isSelected = (script.meanings[field + 1]?.uses.length ?? 0) > 0;
        const calls = isSelected ? undefined : withoutArgument(script, entry, index);
        return calls === undefined ? [] : [[removed(script, field), ...calls]];
      });
    }),
  ),
};
