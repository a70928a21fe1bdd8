/** The good end's tree with some of the changes, put right where that takes no more than additions and removals. */
import { Unrenderable } from "../../../core/errors.ts";
import { type LockChange, type LockPair } from "./compare.ts";
import { edgesOf, parentOf, resolve, satisfier, type Edge, type Satisfies } from "./edges.ts";
import type { LockedPackage } from "./format.ts";

export type LockSide = "good" | "bad";

/** Which end each path of the changes is at; those that are missing have nothing there. */
export type LockSelection = Map<string, LockSide>;

/** An edge, and from which ends the package that has it can come. */
interface Demand extends Edge {
  /** Undefined for a package that is the same at both ends. */
  readonly end: LockSide | undefined;
  /** Where it is found at the ends where this is asked for. */
  readonly homes: readonly (readonly [end: LockSide, path: string])[];
}

export interface Mixer {
  /** Throws `Unrenderable` when a package does not find what it needs; if forced, it has to do with what it finds. */
  mix(chosen: readonly LockChange[], options?: { readonly forced: boolean }): LockSelection;
}

export const mixer = (ends: LockPair, changes: readonly LockChange[], satisfies: Satisfies = satisfier()): Mixer => {
  const changed = new Map(changes.map((change) => [change.path, change]));
  const demands = demandsOf(ends, changed, satisfies);
  const nested = changes
    .filter(({ path }) => parentOf(path) !== undefined)
    .toSorted((a, b) => a.path.length - b.path.length);
  return {
    mix: (chosen, { forced } = { forced: false }) => {
      const selection = select(changes, chosen);
      const tree = treeOf(ends, changed, selection);
      const repaired = new Set<string>();
      for (let before = -1; before < repaired.size;) {
        before = repaired.size;
        dropOrphans(nested, tree, selection);
        for (const demand of demands) settle(demand, tree, { selection, repaired, satisfies, forced });
      }
      return selection;
    },
  };
};

const select = (changes: readonly LockChange[], chosen: readonly LockChange[]): LockSelection => {
  const picked = new Set(chosen.map(({ path }) => path));
  const selection: LockSelection = new Map();
  for (const { path, good, bad } of changes) {
    const end = picked.has(path) ? "bad" : "good";
    if ((end === "bad" ? bad : good) !== undefined) selection.set(path, end);
  }
  return selection;
};

interface Tree {
  at(path: string): LockedPackage | undefined;
  readonly changed: ReadonlyMap<string, LockChange>;
}

/** What lies at a path: what is the same at both ends lies there anyway, what is bundled lies where its package does. */
const treeOf = (ends: LockPair, changed: ReadonlyMap<string, LockChange>, selection: LockSelection): Tree => ({
  changed,
  at: (path) => {
    const change = changed.get(path);
    const end = change === undefined ? undefined : selection.get(path);
    if (change !== undefined) return end === undefined ? undefined : change[end];
    const known = ends.good.get(path) ?? ends.bad.get(path);
    if (known?.bundled !== true) return known;
    const owner = bundlerOf(ends, path);
    const from = changed.has(owner) ? selection.get(owner) : "good";
    return from === undefined ? undefined : ends[from].get(path);
  },
});

const bundlerOf = (ends: LockPair, path: string): string => {
  let at = path;
  while ((ends.good.get(at) ?? ends.bad.get(at))?.bundled === true) at = parentOf(at) ?? "";
  return at;
};

const demandsOf = (
  ends: LockPair,
  changed: ReadonlyMap<string, LockChange>,
  satisfies: Satisfies,
): readonly Demand[] => {
  const good = edgesOf(ends.good, satisfies);
  const bad = edgesOf(ends.bad, satisfies);
  const atBad = new Map(bad.map((edge) => [keyOf(edge), edge]));
  return [
    ...good.flatMap((edge): Demand[] => {
      if (changed.has(edge.from.path))
        return edge.holds ? [{ ...edge, end: "good", homes: homesOf(edge, undefined) }] : [];
      const other = atBad.get(keyOf(edge));
      return edge.holds && other?.holds === true ? [{ ...edge, end: undefined, homes: homesOf(edge, other) }] : [];
    }),
    ...bad.flatMap((edge): Demand[] =>
      edge.holds && changed.has(edge.from.path) ? [{ ...edge, end: "bad", homes: homesOf(undefined, edge) }] : [],
    ),
  ];
};

const keyOf = ({ from, need }: Edge): string => `${from.path}\0${need.name}\0${need.range}`;

const homesOf = (good: Edge | undefined, bad: Edge | undefined): Demand["homes"] => [
  ...(good?.found === undefined ? [] : [["good", good.found] as const]),
  ...(bad?.found === undefined ? [] : [["bad", bad.found] as const]),
];

/** What lies in a package goes with it. */
const dropOrphans = (nested: readonly LockChange[], tree: Tree, selection: LockSelection): void => {
  for (const { path } of nested) {
    const parent = parentOf(path) as string;
    if (selection.has(path) && tree.changed.has(parent) && !selection.has(parent)) selection.delete(path);
  }
};

interface Repair {
  readonly selection: LockSelection;
  /** A path is added or taken away once: repairs that undo each other end in an error, not in a circle. */
  readonly repaired: Set<string>;
  readonly satisfies: Satisfies;
  readonly forced: boolean;
}

/** Additions travel with the package that needs them, and so do removals. */
const settle = (demand: Demand, tree: Tree, { selection, repaired, satisfies, forced }: Repair): void => {
  const { from, need, folders, end } = demand;
  if (end !== undefined && selection.get(from.path) !== end) return;
  const find = (): string | undefined => resolve(folders, need.name, (path) => tree.at(path) !== undefined);
  const holds = (path: string | undefined): boolean => {
    const target = path === undefined ? undefined : tree.at(path);
    return target === undefined ? need.optional : satisfies(target, need);
  };
  if (holds(find())) return;
  for (const [home, path] of demand.homes) {
    if (repaired.has(path) || !tree.changed.has(path) || selection.has(path)) continue;
    repaired.add(path);
    selection.set(path, home);
    if (holds(find())) return;
  }
  const inTheWay = find();
  if (inTheWay !== undefined && isOneSided(tree.changed.get(inTheWay)) && !repaired.has(inTheWay)) {
    repaired.add(inTheWay);
    selection.delete(inTheWay);
    if (holds(find())) return;
  }
  if (forced) return;
  // An addition that cannot work yet is of no use to anybody, unless somebody asks for it: then that one complains.
  if (!isOneSided(tree.changed.get(from.path)) || repaired.has(from.path))
    throw new Unrenderable(complaint(demand, find(), tree));
  repaired.add(from.path);
  selection.delete(from.path);
};

const isOneSided = (change: LockChange | undefined): boolean =>
  change !== undefined && (change.good === undefined || change.bad === undefined);

const complaint = ({ from, need }: Demand, found: string | undefined, tree: Tree): string => {
  const target = found === undefined ? undefined : tree.at(found);
  const instead = target === undefined ? "is missing from this mixture" : `is ${target.version} in this mixture`;
  return `${from.name}@${from.version} needs ${need.name}@${need.range}, which ${instead}`;
};
