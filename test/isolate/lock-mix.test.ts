import * as fc from "fast-check";
import { expect, test } from "vitest";
import { satisfies } from "semver";
import { elements, select, whole, type Configuration } from "../../src/core/configuration.ts";
import { Unrenderable } from "../../src/core/errors.ts";
import type { Change } from "../../src/isolate/change.ts";
import { lockChanges, type LockChanges } from "../../src/isolate/kinds/lock/changes.ts";
import { npmFormat } from "../../src/isolate/kinds/lock/npm.ts";
import { entry, lockText, type LockEntry } from "./lock-support.ts";

type Entries = Readonly<Record<string, LockEntry>>;

const ROOT = { "": { name: "p", dependencies: { a: "*", b: "*", c: "*" } } };

const changesOf = (good: Entries, bad: Entries): LockChanges =>
  lockChanges(
    { good: npmFormat.parse(lockText(good), "good"), bad: npmFormat.parse(lockText(bad), "bad") },
    { selects: () => true, isInstalled: () => true },
  );

const choose = (changes: LockChanges, isChosen: (change: Change, index: number) => boolean): Configuration<Change> =>
  select(
    whole<Change>(changes.all),
    changes.all.flatMap((change, index) => (isChosen(change, index) ? [{ from: index, to: index + 1 }] : [])),
  );

/** The packages of a mixture that differ from the good end, in short. */
const mixed = (changes: LockChanges, ...paths: readonly string[]): Readonly<Record<string, string>> => {
  const chosen = choose(changes, ({ id }) => paths.some((path) => id.startsWith(`node_modules/${path}@`)));
  expect(chosen.length).toBe(paths.length);
  return Object.fromEntries(
    [...(changes.mix(chosen).packages ?? [])].map(([path, end]) => [path.slice("node_modules/".length), end ?? "gone"]),
  );
};

test("a change is a path with another version, other content, added or removed", () => {
  const good = {
    ...ROOT,
    "node_modules/@s/a": { version: "1.0.0" },
    "node_modules/same": { version: "1.0.0", resolved: "https://one.example/same.tgz" },
    "node_modules/other": { version: "1.0.0", integrity: "sha512-x" },
    "node_modules/git": { version: "1.0.0", resolved: "git+ssh://git@example/x.git#1" },
    "node_modules/@s/a/node_modules/old": { version: "3.0.0" },
    "packages/w": { version: "1.0.0" },
  };
  const bad = {
    ...ROOT,
    "node_modules/@s/a": { version: "1.1.0" },
    "node_modules/same": { version: "1.0.0", resolved: "https://two.example/same.tgz" },
    "node_modules/other": { version: "1.0.0", integrity: "sha512-y" },
    "node_modules/git": { version: "1.0.0", resolved: "git+ssh://git@example/x.git#2" },
    "node_modules/new": { version: "0.1.0" },
    "packages/w": { version: "2.0.0" },
  };
  expect(
    changesOf(good, bad)
      .all.map(({ id, what }) => `${id} ${what ?? ""}`)
      .toSorted(),
  ).toEqual([
    "node_modules/@s/a/node_modules/old@3.0.0-> removed",
    "node_modules/@s/a@1.0.0->1.1.0 version",
    "node_modules/git@1.0.0->1.0.0 content",
    "node_modules/new@->0.1.0 added",
    "node_modules/other@1.0.0->1.0.0 content",
  ]);
});

test("what only one package needs lies beside it, whatever the names are", () => {
  const at = (version: string): Entries => ({
    ...ROOT,
    "node_modules/a": entry(version, { z: "*" }),
    "node_modules/b": entry(version, { m: "*" }),
    "node_modules/m": entry(version),
    "node_modules/y": entry(version),
    "node_modules/z": entry(version, { y: "*" }),
  });
  const { all, levels } = changesOf(at("1.0.0"), at("1.1.0"));
  expect(all.map(({ path }) => path.slice("node_modules/".length))).toEqual(["a", "z", "y", "b", "m"]);
  expect(levels.map(({ name }) => name)).toEqual(["packages"]);
});

test("packages that pin each other's versions are a family", () => {
  const at = (version: string): Entries => ({
    ...ROOT,
    "node_modules/a": entry(version, { inner: version }),
    "node_modules/b": entry(version),
    "node_modules/c": entry(version, { inner: version }),
    "node_modules/inner": entry(version),
  });
  const changes = changesOf(at("1.0.0"), at("1.1.0"));
  expect(changes.levels.map(({ name, groups }) => [name, [...groups]])).toEqual([
    ["families", [0, 0, 0, 1]],
    ["packages", [0, 1, 2, 3]],
  ]);
  expect(changes.all.map(({ path }) => path)).toEqual(["a", "inner", "c", "b"].map((name) => `node_modules/${name}`));
  expect(() => mixed(changes, "a")).toThrow(
    new Unrenderable("a@1.1.0 needs inner@1.1.0, which is 1.0.0 in this mixture"),
  );
  expect(() => mixed(changes, "a", "inner")).toThrow(
    new Unrenderable("c@1.0.0 needs inner@1.0.0, which is 1.1.0 in this mixture"),
  );
  const alone = choose(changes, ({ id }) => id.startsWith("node_modules/a@"));
  expect([...(changes.forced(alone).packages ?? [])]).toEqual([["node_modules/a", "bad"]]);
  expect(mixed(changes, "b")).toEqual({ b: "bad" });
  expect(mixed(changes, "a", "inner", "c")).toEqual({ a: "bad", inner: "bad", c: "bad" });
});

test("additions and removals travel with the package that needs them", () => {
  const good = {
    ...ROOT,
    "node_modules/a": entry("1.0.0", { gone: "^1" }),
    "node_modules/b": entry("1.0.0"),
    "node_modules/gone": entry("1.0.0", { deep: "^1" }),
    "node_modules/deep": entry("1.0.0"),
  };
  const bad = {
    ...ROOT,
    "node_modules/a": entry("2.0.0", { fresh: "^1" }),
    "node_modules/b": entry("1.0.1"),
    "node_modules/fresh": entry("1.0.0", { low: "^1" }),
    "node_modules/low": entry("1.0.0"),
  };
  const changes = changesOf(good, bad);
  expect(mixed(changes, "a")).toEqual({ a: "bad", fresh: "bad", low: "bad" });
  expect(mixed(changes, "b", "deep", "gone")).toEqual({ b: "bad" });
  expect(mixed(changes, "fresh")).toEqual({ fresh: "bad", low: "bad" });
  expect(mixed(changes, "a", "deep", "gone")).toEqual({
    a: "bad",
    fresh: "bad",
    low: "bad",
    deep: "gone",
    gone: "gone",
  });
});

test("a nested addition that is in the way goes, one that is needed comes", () => {
  const good = { ...ROOT, "node_modules/a": entry("1.0.0", { x: "^1" }), "node_modules/x": entry("1.0.0") };
  const bad = {
    ...ROOT,
    "node_modules/a": entry("2.0.0", { x: "^2" }),
    "node_modules/a/node_modules/x": entry("2.0.0"),
    "node_modules/x": entry("1.0.0"),
  };
  const changes = changesOf(good, bad);
  expect(mixed(changes, "a")).toEqual({ a: "bad", "a/node_modules/x": "bad" });
  expect(mixed(changes, "a/node_modules/x")).toEqual({});
});

test("what lies in a package that is not there is not there", () => {
  const bad = { ...ROOT, "node_modules/n": entry("1.0.0"), "node_modules/n/node_modules/x": entry("2.0.0") };
  const changes = changesOf(ROOT, bad);
  expect(mixed(changes, "n/node_modules/x")).toEqual({});
  expect(mixed(changes, "n")).toEqual({ n: "bad" });
});

test("a package that is the same at both ends keeps what it needs wherever that lies", () => {
  const same = { "node_modules/s": entry("1.0.0", { x: "^1" }) };
  const good = { ...ROOT, ...same, "node_modules/x": entry("1.5.0") };
  const bad = { ...ROOT, ...same, "node_modules/x": entry("2.0.0"), "node_modules/s/node_modules/x": entry("1.5.0") };
  const changes = changesOf(good, bad);
  expect(mixed(changes, "x")).toEqual({ x: "bad", "s/node_modules/x": "bad" });
  expect(mixed(changes, "s/node_modules/x")).toEqual({ "s/node_modules/x": "bad" });
});

test("nothing is asked that an end does not keep itself; peers are asked for, options may be missing", () => {
  const forced = (version: string): Entries => ({
    ...ROOT,
    "node_modules/a": entry(version, { x: "^9" }),
    "node_modules/x": entry(version),
  });
  expect(mixed(changesOf(forced("1.0.0"), forced("1.1.0")), "a")).toEqual({ a: "bad" });

  const peers = (version: string, optional: boolean): Entries => ({
    ...ROOT,
    "node_modules/a": {
      version,
      peerDependencies: { x: `^${version}` },
      peerDependenciesMeta: { x: { optional } },
    },
    "node_modules/x": entry(version),
  });
  expect(() => mixed(changesOf(peers("1.0.0", false), peers("2.0.0", false)), "a")).toThrow(/a@2.0.0 needs x@\^2.0.0/);

  const options = { ...ROOT, "node_modules/a": { version: "2.0.0", optionalDependencies: { x: "^1" } } };
  expect(mixed(changesOf({ ...ROOT, "node_modules/a": entry("1.0.0") }, options), "a")).toEqual({ a: "bad" });
});

test("aliases, tags and addresses are understood", () => {
  const at = (version: string): Entries => ({
    ...ROOT,
    "node_modules/a": entry(version, { al: `npm:@s/real@${version}`, t: "latest", u: "github:x/y" }),
    "node_modules/al": { name: "@s/real", version },
    "node_modules/t": entry(version),
    "node_modules/u": entry(version),
  });
  const changes = changesOf(at("1.0.0"), at("1.1.0"));
  expect(() => mixed(changes, "a")).toThrow(/a@1.1.0 needs al@npm:@s\/real@1.1.0, which is 1.0.0/);
  expect(mixed(changes, "a", "al")).toEqual({ a: "bad", al: "bad" });
});

test("what is bundled goes with its package and is no change", () => {
  const at = (version: string): Entries => ({
    ...ROOT,
    "node_modules/a": entry(version, { x: version }),
    "node_modules/a/node_modules/x": { version, inBundle: true },
    "node_modules/b": entry(version),
  });
  const changes = changesOf(at("1.0.0"), at("2.0.0"));
  expect(changes.all.map(({ path }) => path)).toEqual(["node_modules/a", "node_modules/b"]);
  expect(mixed(changes, "a")).toEqual({ a: "bad" });
  expect(mixed(changes, "b")).toEqual({ b: "bad" });
});

const VERSIONS = ["1.0.0", "1.1.0", "2.0.0"];
const NAMES = ["a", "b", "c", "d", "e"];
const PATHS = [
  ...NAMES.map((name) => `node_modules/${name}`),
  ...["a", "b"].flatMap((parent) => NAMES.map((name) => `node_modules/${parent}/node_modules/${name}`)),
];
/** What each version of each package needs. */
const someNeeds = fc.array(
  fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom("*", "^1", "^1.1", "^2", "2.0.0"), { maxKeys: 3 }),
  { minLength: NAMES.length * VERSIONS.length, maxLength: NAMES.length * VERSIONS.length },
);
const someVersions = fc.dictionary(fc.constantFrom(...PATHS), fc.nat(VERSIONS.length - 1), { maxKeys: 9 });

const lockOf = (
  needs: readonly Readonly<Record<string, string>>[],
  versions: Readonly<Record<string, number>>,
): Entries => {
  const there = Object.entries(versions).filter(
    ([path]) => path.split("/").length === 2 || path.slice(0, 14) in versions,
  );
  const entries = there.map(([path, version]): [string, LockEntry] => {
    const dependencies = needs[NAMES.indexOf(path.at(-1) as string) * VERSIONS.length + version];
    return [path, { version: VERSIONS[version], dependencies }];
  });
  return Object.fromEntries([...Object.entries(ROOT), ...entries]);
};

/** Written down plainly: does this package find what it needs in this tree? `undefined`: it does not find it. */
const finds = (tree: Entries, path: string, name: string): string | undefined => {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const found = tree[`${at}${at === "" ? "" : "/"}node_modules/${name}`];
    if (found !== undefined) return found["version"] as string;
    if (at === "") return undefined;
    if (!at.includes("/node_modules/")) at = "/node_modules/";
  }
};

const unmet = (tree: Entries): ReadonlySet<string> =>
  new Set(
    Object.entries(tree)
      .filter(([path]) => path !== "")
      .flatMap(([path, { dependencies = {} }]) =>
        Object.entries(dependencies as Record<string, string>)
          .filter(([name, range]) => {
            const found = finds(tree, path, name);
            return found === undefined || !satisfies(found, range);
          })
          .map(([name, range]) => `${path} ${JSON.stringify(tree[path])} ${name} ${range}`),
      ),
  );

test("the ends are mixtures; no mixture has a need unmet that both ends meet", () => {
  let rendered = 0;
  fc.assert(
    fc.property(someNeeds, someVersions, someVersions, fc.integer(), (needs, before, after, bits) => {
      const [good, bad] = [lockOf(needs, before), lockOf(needs, after)];
      const changes = changesOf(good, bad);
      const treeOf = (chosen: Configuration<Change>): Entries => {
        const tree: Record<string, LockEntry> = { ...good };
        for (const [path, end] of changes.mix(chosen).packages ?? [])
          if (end === undefined) delete tree[path];
          else tree[path] = (end === "good" ? good : bad)[path] as LockEntry;
        return tree;
      };
      const versions = (tree: Entries): unknown =>
        Object.entries(tree)
          .map(([path, each]) => `${path}@${each["version"] as string}`)
          .toSorted();
      expect(versions(treeOf(choose(changes, () => false)))).toEqual(versions(good));
      expect(versions(treeOf(choose(changes, () => true)))).toEqual(versions(bad));
      const some = choose(changes, (_, index) => ((bits >> (index % 31)) & 1) === 1);
      let tree: Entries;
      try {
        tree = treeOf(some);
      } catch (error) {
        expect(error).toBeInstanceOf(Unrenderable);
        return;
      }
      rendered += 1;
      const allowed = new Set([...unmet(good), ...unmet(bad)]);
      expect([...unmet(tree)].filter((need) => !allowed.has(need))).toEqual([]);
      expect(elements(some).length).toBe(changes.mix(some).size);
    }),
    { numRuns: 60 },
  );
  expect(rendered).toBeGreaterThan(50);
});
