import { join } from "node:path";
import { expect, test } from "vitest";
import type { UserError } from "../../src/core/errors.ts";
import type { LockedPackage } from "../../src/isolate/kinds/lock/format.ts";
import { npmFormat } from "../../src/isolate/kinds/lock/npm.ts";
import { overridesFor } from "../../src/isolate/kinds/lock/npm-overrides.ts";
import { entry, layOut, lockText, newFolder, openKind, write, type LockEntry } from "./lock-support.ts";

const parse = (packages: Readonly<Record<string, LockEntry>>) => npmFormat.parse(lockText(packages), "lock");

test("an entry is read with everything that matters", () => {
  const packages = parse({
    "": { name: "p", dependencies: { a: "1" }, devDependencies: { b: "2" } },
    "node_modules/a/node_modules/@s/x": {
      name: "real",
      version: "1.0.0",
      integrity: "sha512-x",
      resolved: "https://r.example/x.tgz",
      optional: true,
      optionalDependencies: { o: "1" },
      dependencies: { n: "2" },
      peerDependencies: { p: "3", q: "4" },
      peerDependenciesMeta: { q: { optional: true } },
    },
    "node_modules/w": { resolved: "packages/w", link: true },
    "packages/w": { version: "1.0.0" },
  });
  expect(packages.get("node_modules/a/node_modules/@s/x")).toEqual({
    path: "node_modules/a/node_modules/@s/x",
    name: "real",
    version: "1.0.0",
    integrity: "sha512-x",
    resolved: "https://r.example/x.tgz",
    own: false,
    bundled: false,
    optional: true,
    needs: [
      { name: "p", range: "3", optional: false, member: "peerDependencies" },
      { name: "q", range: "4", optional: true, member: "peerDependencies" },
      { name: "n", range: "2", optional: false, member: "dependencies" },
      { name: "o", range: "1", optional: true, member: "optionalDependencies" },
    ],
  });
  expect(packages.get("node_modules/w")).toMatchObject({ link: "packages/w", own: false, name: "w" });
  expect([...packages.values()].filter(({ own }) => own).map(({ path }) => path)).toEqual(["", "packages/w"]);
});

test("what npm has installed is recognised; what is missing, different or too much is not", () => {
  const packages = { "": {}, "node_modules/a": entry("1.0.0"), "node_modules/o": { version: "1.0.0", optional: true } };
  const installed = (there: Readonly<Record<string, LockEntry>>): boolean => {
    const folder = newFolder();
    layOut(folder, there);
    return npmFormat.isInstalled(parse(packages), folder);
  };
  expect(installed(packages)).toBe(true);
  expect(installed({ "": {}, "node_modules/a": entry("1.0.0") })).toBe(true);
  expect(installed({ "": {} })).toBe(false);
  expect(installed({ "": {}, "node_modules/a": entry("1.0.1") })).toBe(false);
  expect(installed({ ...packages, "node_modules/more": entry("1.0.0") })).toBe(false);
  expect(npmFormat.isInstalled(parse(packages), newFolder())).toBe(false);
});

const mistake = async (good: string, bad: string, name = "package-lock.json"): Promise<UserError> => {
  const folder = newFolder();
  write(join(folder, "package.json"), "{}");
  write(join(folder, "good", name), good);
  write(join(folder, "bad", name), bad);
  try {
    const kind = await openKind(folder, [`good/${name}`, `bad/${name}`]);
    await kind.changes();
  } catch (error) {
    return error as UserError;
  }
  throw new Error("no mistake was found");
};

test("mistakes are named", async () => {
  const fine = lockText({ "": {}, "node_modules/a": entry("1.0.0") });
  const old = JSON.stringify({ name: "p", lockfileVersion: 1, dependencies: { a: { version: "1.0.0" } } });
  const first = await mistake(old, fine);
  expect([first.code, first.message]).toEqual([
    "OLD_LOCKFILE",
    'good/package-lock.json has no "packages": its lockfile version is 1.',
  ]);
  expect(first.advice).toContain("--lockfile-version 3");
  expect((await mistake(fine, "<<<<<<< ours")).code).toBe("BAD_LOCKFILE");
  expect((await mistake("a: 1", "a: 2", "pnpm-lock.yaml")).code).toBe("UNKNOWN_LOCKFILE");

  const folder = newFolder();
  write(join(folder, "package-lock.json"), fine);
  const open = openKind(folder, ["package-lock.json", "package-lock.json"]);
  await expect(open).rejects.toMatchObject({ code: "NO_PROJECT" });
  await expect(openKind(folder, ["gone.json", "package-lock.json"])).rejects.toMatchObject({ code: "NO_LOCKFILE" });
  await expect(openKind(folder, [".", "package-lock.json"])).rejects.toMatchObject({ code: "NO_LOCKFILE" });
});

test("the same packages are no ends; patterns leave changes out", async () => {
  const folder = newFolder();
  const at = (version: string) => ({ "": {}, "node_modules/@s/a": entry(version), "node_modules/b": entry(version) });
  layOut(join(folder, "good"), at("1.0.0"), { "package.json": "{}" });
  layOut(join(folder, "bad"), at("1.1.0"), { "package.json": "{}" });
  const [good, bad] = ["good/package-lock.json", "bad/package-lock.json"];
  const same = await openKind(folder, [good, good]);
  await expect(same.changes()).rejects.toMatchObject({ code: "SAME_ENDS" });
  const idsOf = async (more: { only?: readonly string[]; skip?: readonly string[] }) =>
    (await (await openKind(folder, [good, bad], more)).changes()).all.map(({ id }) => id);
  expect(await idsOf({ only: ["@s/*"] })).toEqual(["node_modules/@s/a@1.0.0->1.1.0"]);
  expect(await idsOf({ skip: ["node_modules/@s/a"] })).toEqual(["node_modules/b@1.0.0->1.1.0"]);
});

const overrides = (bad: Readonly<Record<string, LockEntry>>, ...pinned: readonly (readonly [string, LockEntry])[]) => {
  const packages = parse(bad);
  const pins = pinned.map(([path, good]) => ({
    bad: packages.get(path) as LockedPackage,
    good: parse({ [path]: good }).get(path) as LockedPackage,
  }));
  return overridesFor(pins, packages)?.members;
};

test("one version is pinned by its name, one of several by what tells it apart", () => {
  const bad = {
    "": { dependencies: { direct: "^1", only: "^1", "@s/a": "^1" } },
    "node_modules/@s/a": entry("1.0.0", { x: "^2", only: "*", direct: "*" }),
    "node_modules/@s/a/node_modules/x": entry("2.1.0"),
    "node_modules/direct": entry("1.1.0"),
    "node_modules/only": entry("1.1.0", { lone: "*" }),
    "node_modules/lone": entry("1.1.0"),
    "node_modules/x": entry("1.1.0"),
    "node_modules/alias": { name: "real", version: "1.1.0" },
  };
  const good = entry("1.0.0");
  expect(overrides(bad, ["node_modules/lone", good])).toEqual({ overrides: { lone: "1.0.0" } });
  expect(overrides(bad, ["node_modules/x", good])).toEqual({ overrides: { "x@1.1.0": "1.0.0" } });
  expect(overrides(bad, ["node_modules/@s/a/node_modules/x", entry("2.0.0")])).toEqual({
    overrides: { "@s/a": { x: "2.0.0" } },
  });
  expect(overrides(bad, ["node_modules/direct", good])).toEqual({
    dependencies: { direct: "1.0.0" },
    overrides: { direct: "$direct" },
  });
  expect(overrides(bad, ["node_modules/alias", { name: "real", version: "1.0.0" }])).toEqual({
    overrides: { alias: "npm:real@1.0.0" },
  });
  expect(
    overrides(bad, ["node_modules/lone", { version: "1.0.0", resolved: "git+ssh://git@example/x.git#1" }]),
  ).toEqual({
    overrides: { lone: "git+ssh://git@example/x.git#1" },
  });
  expect(overrides(bad)).toBeUndefined();
});

test("a package can have a version of its own and rules for what is in it", () => {
  const bad = {
    "": {},
    "node_modules/a": entry("1.1.0", { x: "^2" }),
    "node_modules/a/node_modules/x": entry("2.1.0"),
    "node_modules/x": entry("1.1.0"),
  };
  const pins = [
    ["node_modules/a", entry("1.0.0")],
    ["node_modules/a/node_modules/x", entry("2.0.0")],
  ] as const;
  const expected = { overrides: { a: { ".": "1.0.0", x: "2.0.0" } } };
  expect(overrides(bad, ...pins)).toEqual(expected);
  expect(overrides(bad, ...pins.toReversed())).toEqual(expected);
});
