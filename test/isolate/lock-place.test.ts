import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { select, whole } from "../../src/core/configuration.ts";
import { UserError } from "../../src/core/errors.ts";
import type { Change, Changes } from "../../src/isolate/change.ts";
import type { Mixture } from "../../src/isolate/mixture.ts";
import { entry, layOut, newFolder, openKind, write, type LockEntry } from "./lock-support.ts";

const ROOT = { "": { name: "p", dependencies: { a: "*", b: "*", u: "*", w: "*" }, workspaces: ["packages/*"] } };
const WORKSPACE = {
  "node_modules/w": { resolved: "packages/w", link: true },
  "packages/w": { version: "1.0.0", dependencies: { x: "*" } },
  "packages/w/node_modules/x": entry("7.0.0"),
};
const GOOD: Readonly<Record<string, LockEntry>> = {
  ...ROOT,
  ...WORKSPACE,
  "node_modules/a": { ...entry("1.0.0"), bin: { tool: "index.js" } },
  "node_modules/a/node_modules/x": entry("1.0.0"),
  "node_modules/b": entry("1.0.0", { old: "*" }),
  "node_modules/old": entry("1.0.0"),
  "node_modules/u": entry("1.0.0"),
};
const BAD: Readonly<Record<string, LockEntry>> = {
  ...ROOT,
  ...WORKSPACE,
  "node_modules/@s/fresh": { ...entry("1.0.0"), bin: { fresh: "index.js" } },
  "node_modules/a": { ...entry("2.0.0"), bin: { tool: "bin/tool.js" } },
  "node_modules/a/node_modules/x": entry("2.0.0"),
  "node_modules/b": entry("2.0.0", { "@s/fresh": "*" }),
  "node_modules/u": entry("1.0.0"),
  "packages/w/node_modules/x": entry("8.0.0"),
};
const PROJECT = {
  "package.json": JSON.stringify({ name: "p", workspaces: ["packages/*"] }),
  "src/main.js": 'console.log(require("a"), require("b"), require("u"), require("w"));\n',
  "packages/w/index.js": 'module.exports = "w" + require("x");\n',
  "packages/w/package.json": '{"name":"w","version":"1.0.0"}',
};

/** Both ends, installed as by npm; a folder becomes a file and the other way round. */
const twoEnds = (): string => {
  const folder = newFolder();
  layOut(join(folder, "good"), GOOD, { ...PROJECT, "node_modules/a/lib": "a file", "node_modules/a/one/two.js": "" });
  layOut(join(folder, "bad"), BAD, {
    ...PROJECT,
    "node_modules/a/lib/inner.js": "",
    "node_modules/a/bin/tool.js": "#!/usr/bin/env node\n",
    "node_modules/.cache/x": "of nobody",
    ".git/HEAD": "",
  });
  symlinkSync("src/main.js", join(folder, "bad", "link.js"));
  return folder;
};

const LOCKS = ["good/package-lock.json", "bad/package-lock.json"] as const;

/** Everything below a folder: texts, targets, folders. */
const everything = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .toSorted()
      .map((path) => {
        const full = join(folder, path);
        const stats = lstatSync(full);
        if (stats.isSymbolicLink()) return [path, `-> ${readlinkSync(full)}`];
        return [path, stats.isDirectory() ? "folder" : `${stats.mode.toString(8)} ${readFileSync(full, "utf8")}`];
      }),
  );

const some = (changes: Changes, isChosen: (change: Change, index: number) => boolean): Mixture =>
  changes.mix(
    select(
      whole(changes.all),
      changes.all.flatMap((change, index) => (isChosen(change, index) ? [{ from: index, to: index + 1 }] : [])),
    ),
  );

const open = async (folder: string) => {
  const kind = await openKind(folder, LOCKS);
  const changes = await kind.changes();
  const place = await kind.openPlace(join(folder, "place"));
  return { kind, changes, place };
};

const run = (folder: string): string =>
  spawnSync("node", ["src/main.js"], { cwd: folder, encoding: "utf8" }).stdout.trim();

test("a place shows the good end, the bad end, and what lies between; the user's trees stay as they are", async () => {
  const folder = twoEnds();
  const before = [everything(join(folder, "good")), everything(join(folder, "bad"))];
  const { changes, place } = await open(folder);
  expect(changes.all.map(({ id }) => id).toSorted()).toEqual([
    "node_modules/@s/fresh@->1.0.0",
    "node_modules/a/node_modules/x@1.0.0->2.0.0",
    "node_modules/a@1.0.0->2.0.0",
    "node_modules/b@1.0.0->2.0.0",
    "node_modules/old@1.0.0->",
    "packages/w/node_modules/x@7.0.0->8.0.0",
  ]);
  expect(place.cwd).toBe(join(folder, "place"));
  expect(run(place.path)).toBe("1.0.0 1.0.0 1.0.0 w7.0.0");

  await place.prepare(some(changes, () => true));
  expect(run(place.path)).toBe("2.0.0 2.0.0 1.0.0 w8.0.0");
  const bad = everything(join(folder, "bad"));
  const left = /^(?:\.git|node_modules\/\.cache|node_modules\/\.package-lock\.json)/;
  expect(everything(place.path)).toEqual(Object.fromEntries(Object.entries(bad).filter(([path]) => !left.test(path))));

  await place.prepare(some(changes, ({ id }) => id.startsWith("node_modules/b@")));
  expect(run(place.path)).toBe("1.0.0 2.0.0 1.0.0 w7.0.0");
  expect(existsSync(join(place.path, "node_modules/@s/fresh/index.js"))).toBe(true);
  expect(readlinkSync(join(place.path, "node_modules/.bin/tool"))).toBe("../a/index.js");
  expect([everything(join(folder, "good")), everything(join(folder, "bad"))]).toEqual(before);
  await place.close();
  expect(existsSync(place.path)).toBe(false);
});

test("packages are hard links to the kept installation, not to the user's files; the project is copied", async () => {
  const folder = twoEnds();
  const { place } = await open(folder);
  const inode = (path: string): number => lstatSync(path).ino;
  const [kept] = readdirSync(join(folder, ".pare/installed"));
  expect(lstatSync(join(place.path, "node_modules/u/index.js")).nlink).toBe(2);
  expect(inode(join(place.path, "node_modules/u/index.js"))).not.toBe(
    inode(join(folder, "good/node_modules/u/index.js")),
  );
  expect(lstatSync(join(place.path, "src/main.js")).nlink).toBe(1);
  expect(kept).toBeDefined();
});

test("whatever way it comes, a place is the same as a fresh one", async () => {
  const folder = twoEnds();
  const { kind, changes, place } = await open(folder);
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(63), { minLength: 1, maxLength: 5 }), async (walk) => {
      let to = some(changes, () => false);
      for (const bits of walk) {
        to = some(changes, (_, index) => ((bits >> index) & 1) === 1);
        await place.prepare(to);
        expect(place.distance(to)).toBe(0);
      }
      const fresh = await kind.openPlace(join(folder, `fresh-${number++}`));
      await fresh.prepare(to);
      const containers = /(?:^|\/)(?:node_modules|\.bin|@s)$/;
      const [a, b] = [place, fresh].map((each) =>
        Object.entries(everything(each.path)).filter(([path]) => !containers.test(path)),
      );
      expect(a).toEqual(b);
      expect(await place.restore({ keepNew: false })).toEqual([]);
      await fresh.close();
    }),
    { numRuns: 25 },
  );
});

test("distance counts files; nothing to do is nothing", async () => {
  const { changes, place } = await open(twoEnds());
  const near = some(changes, ({ id }) => id.startsWith("packages/"));
  const far = some(changes, () => true);
  expect(place.distance(some(changes, () => false))).toBe(0);
  expect(place.distance(near)).toBe(4);
  expect(place.distance(far)).toBeGreaterThan(4);
});

test("what a test does to a place is undone and told", async () => {
  const { changes, place } = await open(twoEnds());
  await place.prepare(some(changes, ({ id }) => id.startsWith("node_modules/a@")));
  const before = everything(place.path);
  const at = (path: string): string => join(place.path, path);
  const harm = (): void => {
    write(at("node_modules/.cache/new"), "");
    write(at("out/new"), "");
    writeFileSync(at("node_modules/u/new.js"), "");
    rmSync(at("node_modules/u/index.js"));
    rmSync(at("node_modules/a/node_modules/x"), { recursive: true });
    rmSync(at("node_modules/old/index.js"));
    writeFileSync(at("node_modules/old/index.js"), "replaced, not written through");
    appendFileSync(at("src/main.js"), "// more\n");
    chmodSync(at("packages/w/index.js"), 0o755);
    rmSync(at("link.js"));
    rmSync(at("node_modules/.bin/tool"));
    symlinkSync("nowhere", at("node_modules/.bin/tool"));
  };
  harm();
  expect(await place.restore({ keepNew: false })).toEqual([
    "link.js",
    "node_modules/.bin/tool",
    "node_modules/a/node_modules/x/index.js",
    "node_modules/a/node_modules/x/package.json",
    "node_modules/old/index.js",
    "node_modules/u/index.js",
    "packages/w/index.js",
    "src/main.js",
  ]);
  const comparable = (all: Readonly<Record<string, string>>) => ({ ...all, "node_modules/.cache": "" });
  expect(comparable(everything(place.path))).toEqual(comparable(before));
  expect(await place.restore({ keepNew: false })).toEqual([]);

  harm();
  await place.restore({ keepNew: true });
  expect(existsSync(at("node_modules/.cache/new")) && existsSync(at("out/new"))).toBe(true);
  expect(run(place.path)).toBe("2.0.0 1.0.0 1.0.0 w7.0.0");

  rmSync(place.path, { recursive: true });
  await place.restore({ keepNew: false });
  expect(comparable(everything(place.path))).toEqual(comparable(before));
});

test("a test that writes through a link is found out; asked again, packages are copied", async () => {
  const folder = twoEnds();
  const user = everything(join(folder, "good"));
  const { place } = await open(folder);
  appendFileSync(join(place.path, "node_modules/u/index.js"), "// written\n");
  const error = await place.restore({ keepNew: false }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).code).toBe("WRITES_PACKAGES");
  expect((error as UserError).message).toContain("node_modules/u/index.js");
  expect(everything(join(folder, "good"))).toEqual(user);
  await place.close();

  const again = await open(folder);
  appendFileSync(join(again.place.path, "node_modules/u/index.js"), "// written\n");
  expect(await again.place.restore({ keepNew: false })).toEqual(["node_modules/u/index.js"]);
  expect(readFileSync(join(again.place.path, "node_modules/u/index.js"), "utf8")).toBe('module.exports = "1.0.0";\n');
});
