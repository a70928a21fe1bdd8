/** With the real npm, offline: the registry is served by the test. */
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { select, whole } from "../../src/core/configuration.ts";
import type { UserError } from "../../src/core/errors.ts";
import type { Changes } from "../../src/isolate/change.ts";
import type { Mixture } from "../../src/isolate/mixture.ts";
import { integrityOf, openRegistry, type Offered } from "./lock-registry.ts";
import { lockText, newFolder, openKind, write } from "./lock-support.ts";

/** minimist is there in two versions at once; the one at the top breaks in 1.1.0. */
const OFFERED: readonly Offered[] = [
  { name: "mini", version: "1.0.0", code: "module.exports = 'fine';" },
  { name: "mini", version: "1.1.0", code: "module.exports = 'broken';" },
  { name: "mini", version: "2.0.0" },
  { name: "tool", version: "1.0.0", dependencies: { mini: "^1.0.0" }, code: "module.exports = require('mini');" },
  { name: "tool", version: "1.0.1", dependencies: { mini: "^1.0.0" }, code: "module.exports = require('mini');" },
  { name: "@s/other", version: "1.0.0", dependencies: { mini: "^2.0.0" } },
  { name: "direct", version: "1.0.0" },
  { name: "direct", version: "1.2.0" },
];

const ASKED = { "@s/other": "^1.0.0", direct: "^1.0.0", tool: "^1.0.0" };

const lock = (versions: Readonly<Record<string, string>>, withIntegrity = true): string => {
  const at = (path: string): [string, object] => {
    const name = path.slice(path.lastIndexOf("node_modules/") + 13);
    const offered = OFFERED.find((each) => each.name === name && each.version === versions[path]) as Offered;
    const { version, dependencies } = offered;
    return [
      path,
      { version, ...(withIntegrity && { integrity: integrityOf(offered) }), ...(dependencies && { dependencies }) },
    ];
  };
  const root = { name: "p", version: "1.0.0", dependencies: ASKED };
  return lockText({ "": root, ...Object.fromEntries(Object.keys(versions).toSorted().map(at)) });
};

const GOOD = {
  "node_modules/@s/other": "1.0.0",
  "node_modules/@s/other/node_modules/mini": "2.0.0",
  "node_modules/direct": "1.0.0",
  "node_modules/mini": "1.0.0",
  "node_modules/tool": "1.0.0",
};
const BAD = { ...GOOD, "node_modules/direct": "1.2.0", "node_modules/mini": "1.1.0", "node_modules/tool": "1.0.1" };

const LOCKS = ["old.package-lock.json", "package-lock.json"] as const;

/** The manifest is that of another day: it asks for something the lockfiles do not know. */
const project = async (good = lock(GOOD), bad = lock(BAD)) => {
  const folder = newFolder();
  const registry = await openRegistry(OFFERED);
  write(join(folder, LOCKS[0]), good);
  write(join(folder, LOCKS[1]), bad);
  write(join(folder, ".npmrc"), `registry=${registry.url}\ncache=${join(folder, ".pare", "npm-cache")}\n`);
  write(
    join(folder, "package.json"),
    JSON.stringify({ name: "p", version: "1.0.0", dependencies: { ...ASKED, later: "1" } }),
  );
  write(join(folder, "main.js"), "console.log(require('tool'), require('direct'));\n");
  return { folder, registry };
};

const run = (cwd: string): string => spawnSync("node", ["main.js"], { cwd, encoding: "utf8" }).stdout.trim();

const some = (changes: Changes, ...names: readonly string[]): Mixture =>
  changes.mix(
    select(
      whole(changes.all),
      changes.all.flatMap(({ id }, index) =>
        names.some((name) => id.startsWith(`node_modules/${name}@`)) ? [{ from: index, to: index + 1 }] : [],
      ),
    ),
  );

test("both ends are installed once, mixed, and cured by an installation with overrides", async () => {
  const { folder, registry } = await project();
  const notes: string[] = [];
  const kind = await openKind(folder, LOCKS, { note: (text) => notes.push(text) });
  const changes = await kind.changes();
  expect(notes).toEqual(LOCKS.map((title) => `installing ${title} (6 packages)`));
  expect(changes.all.map(({ id }) => id).toSorted()).toEqual([
    "node_modules/direct@1.0.0->1.2.0",
    "node_modules/mini@1.0.0->1.1.0",
    "node_modules/tool@1.0.0->1.0.1",
  ]);
  const place = await kind.openPlace(join(folder, ".pare", "place"));
  expect(run(place.path)).toBe("fine 1.0.0");
  await place.prepare(some(changes, "direct", "mini", "tool"));
  expect(run(place.path)).toBe("broken 1.2.0");
  await place.prepare(some(changes, "direct", "tool"));
  expect(run(place.path)).toBe("fine 1.2.0");
  expect(await place.restore({ keepNew: false })).toEqual([]);

  const trigger = changes.all.filter(({ id }) => id.startsWith("node_modules/mini@"));
  const { files, lines } = await kind.advice!({ trigger, patch: trigger });
  expect(files.map(({ name, content }) => [name, JSON.parse(content)])).toEqual([
    ["overrides.json", { overrides: { "mini@1.1.0": "1.0.0" } }],
  ]);
  expect(lines.join("\n")).toContain('"mini@1.1.0": "1.0.0"');
  const both = changes.all.filter(({ id }) => !id.startsWith("node_modules/tool@"));
  const cured = (await kind.cured!(both)) as string;
  expect(run(cured)).toBe("fine 1.0.0");
  const nested = join(cured, "node_modules/@s/other/node_modules/mini/package.json");
  expect(JSON.parse(readFileSync(nested, "utf8"))).toMatchObject({ version: "2.0.0" });
  const manifest = JSON.parse(readFileSync(join(cured, "package.json"), "utf8")) as object;
  expect(manifest).toMatchObject({ dependencies: { direct: "1.0.0" }, overrides: { "mini@1.1.0": "1.0.0" } });

  const asked = registry.asked.length;
  const again = await openKind(folder, LOCKS, { note: (text) => notes.push(text) });
  expect(again.identity).toEqual(kind.identity);
  await again.changes();
  expect(registry.asked.length).toBe(asked);
  expect(existsSync(join(folder, "node_modules"))).toBe(false);
  const kept = join(folder, ".pare", "installed");
  expect(readdirSync(kept)).toHaveLength(2);
  for (const each of readdirSync(kept))
    expect(lstatSync(join(kept, each, ".npmrc"), { throwIfNoEntry: false })).toBeUndefined();
});

test("what npm cannot install is told in its words, and nothing half-done stays", async () => {
  const absent = lock(BAD).replaceAll("1.0.1", "6.6.6");
  const { folder } = await project(lock(GOOD), absent);
  const kind = await openKind(folder, LOCKS);
  const error = (await kind.changes().catch((thrown: unknown) => thrown)) as UserError;
  expect(error.code).toBe("INSTALL_FAILED");
  expect(error.message).toContain("tool");
  expect(error.message).toContain("6.6.6");
  expect(readdirSync(join(folder, ".pare", "installed")).filter((name) => name.startsWith("."))).toEqual([]);
});

test("an aborted installation ends", async () => {
  const { folder } = await project();
  const aborter = new AbortController();
  const kind = await openKind(folder, LOCKS, {
    signal: aborter.signal,
    note: () => setTimeout(() => aborter.abort(new Error("enough")), 50),
  });
  await expect(kind.changes()).rejects.toThrow("enough");
  expect(readdirSync(join(folder, ".pare", "installed")).filter((name) => name.startsWith("."))).toEqual([]);
});
