/** Lockfiles of npm: package-lock.json and npm-shrinkwrap.json, versions 2 and 3. */
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../../core/errors.ts";
import { recordOf } from "../../../projects/manifest.ts";
import type { LockedPackage, LockedPackages, LockFormat, Need } from "./format.ts";
import { manifestTexts, installByNpm, proveByNpm } from "./npm-install.ts";
import { overridesFor } from "./npm-overrides.ts";

type JsonObject = Readonly<Record<string, unknown>>;

export const npmFormat: LockFormat = {
  name: "npm",
  fileName: "package-lock.json",
  recognises: (path, text) =>
    /(?:package-lock|npm-shrinkwrap)[^/\\]*$/i.test(path) ||
    (path.endsWith(".json") && text.includes('"lockfileVersion"')),
  parse: (text, title) => {
    const lock = lockOf(text, title);
    const packages = recordOf(lock["packages"]);
    if (packages === undefined) throw oldLock(title, lock["lockfileVersion"]);
    return parsePackages(packages);
  },
  inputs: (lockText, project) => JSON.stringify([...manifestTexts(lockText, project)]),
  install: installByNpm,
  isInstalled: (packages, directory) => isInstalled(packages, directory),
  pins: overridesFor,
  prove: proveByNpm,
};

const lockOf = (text: string, title: string): JsonObject => {
  try {
    const lock = recordOf(JSON.parse(text.replace(/^\uFEFF/, "")));
    if (lock !== undefined) return lock;
  } catch {
    // Said below.
  }
  throw new UserError("BAD_LOCKFILE", `${title} is not a JSON object.`, {
    advice: "Use the file as npm wrote it; resolve conflict markers of a merge first.",
  });
};

const oldLock = (title: string, version: unknown): UserError =>
  new UserError(
    "OLD_LOCKFILE",
    `${title} has no "packages": its lockfile version is ${JSON.stringify(version ?? 1)}.`,
    {
      advice:
        "pare reads versions 2 and 3. In a copy of the project: npm install --package-lock-only --lockfile-version 3",
    },
  );

const parsePackages = (packages: JsonObject): LockedPackages => {
  const found = new Map<string, LockedPackage>();
  for (const [path, value] of Object.entries(packages)) {
    const entry = recordOf(value);
    if (entry !== undefined) found.set(path, packageOf(path, entry));
  }
  return found;
};

const packageOf = (path: string, entry: JsonObject): LockedPackage => {
  const integrity = textOf(entry["integrity"]);
  const resolved = textOf(entry["resolved"]);
  return {
    path,
    name: textOf(entry["name"]) ?? nameIn(path),
    version: textOf(entry["version"]) ?? "",
    needs: needsOf(entry),
    own: !/(?:^|\/)node_modules\//.test(path),
    bundled: entry["inBundle"] === true,
    optional: entry["optional"] === true || entry["devOptional"] === true,
    ...(integrity === undefined ? {} : { integrity }),
    ...(resolved === undefined ? {} : { resolved }),
    ...(entry["link"] === true ? { link: resolved ?? "" } : {}),
  };
};

/** The name under which a package is found. */
const nameIn = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

const needsOf = (entry: JsonObject): readonly Need[] => {
  const needs = new Map<string, Need>();
  const marks = recordOf(entry["peerDependenciesMeta"]) ?? {};
  const add = (member: string, optional: (name: string) => boolean): void => {
    for (const [name, range] of Object.entries(recordOf(entry[member]) ?? {}))
      if (typeof range === "string") needs.set(name, { name, range, optional: optional(name), member });
  };
  add("peerDependencies", (name) => recordOf(marks[name])?.["optional"] === true);
  add("devDependencies", () => false);
  add("dependencies", () => false);
  add("optionalDependencies", () => true);
  return [...needs.values()];
};

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** npm writes down what it has installed; what was put there by hand since is not noticed. */
const isInstalled = (packages: LockedPackages, directory: string): boolean => {
  const hidden = hiddenLock(directory);
  if (hidden === undefined) return false;
  for (const locked of packages.values()) {
    if (locked.own || locked.link !== undefined) continue;
    const there = hidden.get(locked.path);
    const isThere = isFolder(join(directory, locked.path));
    if (there === undefined ? isThere || !locked.optional : !isThere || !sameContent(there, locked)) return false;
  }
  return [...hidden.keys()].every((path) => packages.has(path));
};

const hiddenLock = (directory: string): LockedPackages | undefined => {
  try {
    const text = readFileSync(join(directory, "node_modules", ".package-lock.json"), "utf8");
    const packages = recordOf(lockOf(text, "")["packages"]);
    return packages === undefined ? undefined : parsePackages(packages);
  } catch {
    return undefined;
  }
};

const sameContent = (a: LockedPackage, b: LockedPackage): boolean =>
  a.version === b.version && (a.integrity === undefined || b.integrity === undefined || a.integrity === b.integrity);

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
