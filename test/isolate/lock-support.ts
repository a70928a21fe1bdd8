/** Projects with lockfiles and installed packages, laid out by hand as npm does it. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { KindOptions, OpenKind } from "../../src/isolate/kind.ts";
import { lockKind } from "../../src/isolate/kinds/lock/kind.ts";

export type LockEntry = Readonly<Record<string, unknown>>;

export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "pare-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

export const write = (path: string, content: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
};

/** "a 1.0.0 b@^1 c@^2" at a path: a package and what it needs. */
export const entry = (version: string, dependencies: Readonly<Record<string, string>> = {}): LockEntry => ({
  version,
  ...(Object.keys(dependencies).length > 0 && { dependencies }),
});

export const lockText = (packages: Readonly<Record<string, LockEntry>>): string =>
  JSON.stringify({ name: "p", version: "1.0.0", lockfileVersion: 3, requires: true, packages }, undefined, 2);

/** Each package is a folder with its manifest, and index.js that gives its version; `files` are put over that. */
export const layOut = (
  folder: string,
  packages: Readonly<Record<string, LockEntry>>,
  files: Readonly<Record<string, string>> = {},
): void => {
  write(join(folder, "package-lock.json"), lockText(packages));
  const installed = Object.entries(packages).filter(([path]) => path.includes("node_modules/"));
  for (const [path, each] of installed) {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    if (each["link"] === true) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      symlinkSync(`${"../".repeat(path.split("/").length - 1)}${each["resolved"] as string}`, join(folder, path));
      continue;
    }
    write(join(folder, path, "package.json"), JSON.stringify({ name, ...each }));
    write(join(folder, path, "index.js"), `module.exports = ${JSON.stringify(each["version"])};\n`);
    for (const [program, to] of Object.entries((each["bin"] ?? {}) as Record<string, string>)) {
      const link = join(folder, path.slice(0, path.length - name.length), ".bin", program);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(`../${name}/${to}`, link);
    }
  }
  for (const [path, content] of Object.entries(files)) write(join(folder, path), content);
  write(join(folder, "node_modules", ".package-lock.json"), lockText(Object.fromEntries(installed)));
};

export const openKind = async (
  folder: string,
  lock: readonly [string, string],
  more: Partial<KindOptions> = {},
): Promise<OpenKind> => {
  const storage = join(folder, ".pare", "run", "storage");
  mkdirSync(storage, { recursive: true });
  return await lockKind.open({
    ends: { lock },
    origin: folder,
    storage,
    only: [],
    skip: [],
    level: "auto",
    note: () => {},
    signal: new AbortController().signal,
    ...more,
  });
};
