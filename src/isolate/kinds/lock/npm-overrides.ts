/** The members of package.json that bring back the good versions of some packages at the bad end. */
import { lookupFolders, parentOf, resolve } from "./edges.ts";
import type { LockedPackage, LockedPackages, Pin, PinnedManifest } from "./format.ts";

interface Nested {
  [key: string]: string | Nested;
}

/**
 * What the project itself asks for is pinned where it asks; npm refuses an override of that. Everything else is overridden: by name
 * if the bad end has one version of it, below its parent if it lies in one, else by name and version.
 */
export const overridesFor = (pins: readonly Pin[], bad: LockedPackages): PinnedManifest | undefined => {
  if (pins.length === 0) return undefined;
  const members: Record<string, Nested> = {};
  const expected = new Map<string, string>();
  for (const { good, bad: from } of pins) {
    expected.set(from.path, good.version);
    const version = specOf(good);
    const asking = asksDirectly(bad, from);
    for (const member of asking) insert((members[member] ??= {}), [nameOf(from)], version);
    if (asking.length > 0 && !isNeededByOthers(bad, from)) continue;
    const spec = asking.length > 0 ? `$${nameOf(from)}` : version;
    insert((members["overrides"] ??= {}), keysFor(bad, from, asking.length > 0), spec);
  }
  return { members, expected };
};

/** The name under which it is asked for: the folder's, also of an alias. */
const nameOf = ({ path }: LockedPackage): string =>
  path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

const specOf = (good: LockedPackage): string => {
  if (good.resolved !== undefined && /^(?:git|file:)/.test(good.resolved)) return good.resolved;
  return good.name === nameOf(good) ? good.version : `npm:${good.name}@${good.version}`;
};

/** The members of the project's own manifest that ask for the package at the top of the tree. */
const asksDirectly = (bad: LockedPackages, { path }: LockedPackage): readonly string[] => {
  const root = bad.get("");
  const name = path.slice("node_modules/".length);
  if (root === undefined || path !== `node_modules/${name}` || name.includes("node_modules/")) return [];
  return root.needs.filter((need) => need.name === name).map((need) => need.member);
};

const isNeededByOthers = (bad: LockedPackages, { path }: LockedPackage): boolean => {
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  for (const each of bad.values())
    if (each.path !== "" && each.needs.some((need) => need.name === name))
      if (resolve(lookupFolders(each.path), name, (at) => bad.has(at)) === path) return true;
  return false;
};

const keysFor = (bad: LockedPackages, pinned: LockedPackage, isDirect: boolean): readonly string[] => {
  const name = nameOf(pinned);
  if (isDirect || !hasOthers(bad, pinned)) return [name];
  const parents: string[] = [];
  for (let at = parentOf(pinned.path); at !== undefined; at = parentOf(at)) {
    const parent = bad.get(at);
    if (parent === undefined || parent.own) break;
    parents.unshift(hasOthers(bad, parent) ? `${nameOf(parent)}@${parent.version}` : nameOf(parent));
  }
  return parents.length > 0 ? [...parents, name] : [`${name}@${pinned.version}`];
};

/** Is another version of it installed? */
const hasOthers = (bad: LockedPackages, pinned: LockedPackage): boolean => {
  for (const each of bad.values())
    if (!each.own && nameOf(each) === nameOf(pinned) && each.version !== pinned.version) return true;
  return false;
};

/** A package that has a version of its own and rules for what it needs keeps the first under ".". */
const insert = (rules: Nested, keys: readonly string[], spec: string): void => {
  let at = rules;
  for (const key of keys.slice(0, -1)) {
    const inner = at[key];
    at = at[key] = typeof inner === "object" ? inner : inner === undefined ? {} : { ".": inner };
  }
  const last = keys.at(-1) as string;
  const there = at[last];
  if (typeof there === "object") there["."] = spec;
  else at[last] = spec;
};
