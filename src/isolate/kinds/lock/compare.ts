/** The changes between two lockfiles, in an order in which what belongs together lies together. */
import type { Change } from "../../change.ts";
import { lookupFolders, resolve, type Edge, type Satisfies } from "./edges.ts";
import type { LockedPackage, LockedPackages } from "./format.ts";

/** A change with both of its sides. */
export interface LockChange extends Change {
  readonly path: string;
  readonly good: LockedPackage | undefined;
  readonly bad: LockedPackage | undefined;
}

export interface LockPair {
  readonly good: LockedPackages;
  readonly bad: LockedPackages;
}

/** What is the same at both ends is no change. What is bundled changes with the package that it comes in. */
const isSame = (a: LockedPackage, b: LockedPackage): boolean => {
  if (a.version !== b.version || a.link !== b.link || a.name !== b.name) return false;
  if (a.integrity !== undefined && b.integrity !== undefined) return a.integrity === b.integrity;
  return placeOf(a) === placeOf(b) || placeOf(a) === undefined || placeOf(b) === undefined;
};

/** Registries are many and offer the same; repositories and files do not. */
const placeOf = ({ resolved }: LockedPackage): string | undefined =>
  resolved !== undefined && /^(?:git|file:)/.test(resolved) ? resolved : undefined;

export const compareLocks = (ends: LockPair): readonly LockChange[] => {
  const paths = new Set([...ends.good.keys(), ...ends.bad.keys()]);
  return [...paths].flatMap((path) => {
    const good = ends.good.get(path);
    const bad = ends.bad.get(path);
    const any = bad ?? good;
    if (any === undefined || any.own || ((good?.bundled ?? true) && (bad?.bundled ?? true))) return [];
    return good !== undefined && bad !== undefined && isSame(good, bad) ? [] : [changeOf(path, good, bad)];
  });
};

const changeOf = (path: string, good: LockedPackage | undefined, bad: LockedPackage | undefined): LockChange => ({
  id: `${path}@${versionOf(good)}->${versionOf(bad)}`,
  what: whatOf(good, bad),
  ...(good === undefined ? {} : { old: `${good.name}@${versionOf(good)}` }),
  ...(bad === undefined ? {} : { new: `${bad.name}@${versionOf(bad)}` }),
  path,
  good,
  bad,
});

const versionOf = (locked: LockedPackage | undefined): string =>
  locked === undefined ? "" : locked.link === undefined ? locked.version : `link:${locked.link}`;

const whatOf = (good: LockedPackage | undefined, bad: LockedPackage | undefined): string => {
  if (good === undefined) return "added";
  if (bad === undefined) return "removed";
  if (good.link !== bad.link) return "link";
  return good.version === bad.version ? "content" : "version";
};

/**
 * The order in which packages are met from the project, each followed by what it needs: a package and what only it needs are
 * neighbours. What is asked for at the bad end comes before what was asked for at the good one.
 */
export const needOrder = (ends: LockPair): ReadonlyMap<string, number> => {
  const numbers = new Map<string, number>();
  const roots = [
    ...new Set([...ends.bad.values(), ...ends.good.values()].filter(({ own }) => own).map(({ path }) => path)),
  ];
  const waiting = roots.toReversed();
  while (waiting.length > 0) {
    const path = waiting.pop() as string;
    if (numbers.has(path)) continue;
    numbers.set(path, numbers.size);
    for (const next of [ends.good, ends.bad].flatMap((packages) => neededBy(packages, path)).toReversed())
      if (!numbers.has(next)) waiting.push(next);
  }
  return numbers;
};

const neededBy = (packages: LockedPackages, path: string): readonly string[] => {
  const folders = lookupFolders(path);
  return (packages.get(path)?.needs ?? []).flatMap(({ name }) => {
    const found = resolve(folders, name, (at) => packages.has(at));
    return found === undefined ? [] : [found];
  });
};

/**
 * Changes that only go together, as far as two packages decide it: one of them needs the other in the version of its own end.
 * Returns a number for each change; the same for those of a family.
 */
export const families = (
  changes: readonly LockChange[],
  edges: { readonly good: readonly Edge[]; readonly bad: readonly Edge[] },
  satisfies: Satisfies,
): readonly number[] => {
  const numbers = new Map(changes.map(({ path }, index) => [path, index]));
  const leader = changes.map((_, index) => index);
  const find = (index: number): number => {
    let at = index;
    while (leader[at] !== at) {
      leader[at] = leader[leader[at] as number] as number;
      at = leader[at] as number;
    }
    return at;
  };
  for (const [end, other] of [
    ["good", "bad"],
    ["bad", "good"],
  ] as const)
    for (const { from, need, found, holds } of edges[end]) {
      const a = numbers.get(from.path);
      const b = found === undefined ? undefined : numbers.get(found);
      const instead = b === undefined ? undefined : changes[b]?.[other];
      if (!holds || a === undefined || b === undefined || instead === undefined || satisfies(instead, need)) continue;
      const [low, high] = [find(a), find(b)].toSorted((x, y) => x - y) as [number, number];
      leader[high] = low;
    }
  return leader.map((_, index) => find(index));
};
