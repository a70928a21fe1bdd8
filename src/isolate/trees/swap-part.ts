/** What is taken over as a whole: added, deleted, binary, links, submodules, folders, and what becomes something else. */
import type { Change } from "../change.ts";
import type { Entry } from "../mixture.ts";
import { shownBytes } from "./binary.ts";
import type { Swap } from "./pairs.ts";
import { apart, type Part } from "./part.ts";

export const swapPart = (swaps: readonly Swap[]): Part => {
  const first = swaps[0] as Swap;
  const stateAt = (end: "good" | "bad"): ReadonlyMap<string, Entry | undefined> =>
    new Map(swaps.map((swap) => [swap.path, swap[end]]));
  const [good, bad] = [stateAt("good"), stateAt("bad")];
  return {
    path: first.path,
    changes: [described(first, whatOf(swaps))],
    hunks: apart(1),
    functions: () => apart(1),
    state: (picked) => (picked.length === 0 ? good : bad),
  };
};

const whatOf = (swaps: readonly Swap[]): string => {
  const { good, bad } = swaps[0] as Swap;
  if (swaps.length > 1) return "type";
  if (good === undefined) return "added";
  if (bad === undefined) return "deleted";
  return good.kind === bad.kind ? good.kind : "type";
};

/** The texts are read when they are asked for. */
const described = ({ path, good, bad }: Swap, what: string): Change => {
  const change: Change = { id: path, file: path, what };
  if (good !== undefined) Object.defineProperty(change, "old", { enumerable: true, get: () => shown(good) });
  if (bad !== undefined) Object.defineProperty(change, "new", { enumerable: true, get: () => shown(bad) });
  return change;
};

const shown = (entry: Entry): string => {
  switch (entry.kind) {
    case "file":
      return shownBytes(entry.bytes());
    case "link":
      return `link to ${entry.target}`;
    case "folder":
      return "empty folder";
    case "submodule":
      return `submodule at ${entry.commit}`;
  }
};
