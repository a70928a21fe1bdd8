/** Names of entities on a worker, where what was built or lies elsewhere has other paths than where the run was started. */
import type { Universe } from "../coverage.ts";
import { createUniverse } from "../covers.ts";

/** A folder of this or the other machine, and what stands for it in names. */
export type Renaming = readonly [folder: string, name: string];

/** The longest folder counts. */
export const portableUniverse = (renamings: readonly Renaming[]): Universe => {
  const universe = createUniverse();
  const ordered = renamings
    .map(([folder, name]): Renaming => [`${folder}/`, name === "" ? "" : `${name}/`])
    .toSorted(([a], [b]) => b.length - a.length);
  return {
    get size() {
      return universe.size;
    },
    number: (kind, name) => {
      const [folder = "", by = ""] = ordered.find(([start]) => name.startsWith(start)) ?? [];
      return universe.number(kind, by + name.slice(folder.length));
    },
    kindOf: (number) => universe.kindOf(number),
    nameOf: (number) => universe.nameOf(number),
  };
};
