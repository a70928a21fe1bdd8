import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { Objm } from "@nats-io/obj";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { defaultCacheDirectory, openBlobCache, type BlobCache } from "../../src/cluster/cache/blob-cache.ts";
import { openBlobs, type Blobs } from "../../src/cluster/blobs.ts";
import { packTree } from "../../src/cluster/trees.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import { drawBytes } from "../support/seeds.ts";

let server: NatsServer;
let connection: NatsConnection;
let blobs: Blobs;
let directory: string;
let cacheDirectory: string;
const opened: BlobCache[] = [];

beforeAll(async () => {
  server = await startNats();
  connection = await connect({ servers: server.url });
  blobs = openBlobs(await new Objm(connection).create("blobs"));
});
afterAll(async () => {
  await connection.close();
  await server.stop();
});
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "pare-cache-"));
  cacheDirectory = join(directory, "cache");
});
afterEach(async () => {
  for (const cache of opened.splice(0)) await cache.close();
  rmSync(directory, { recursive: true, force: true });
});

const MEGABYTE = 2 ** 20;
const open = (mostBytes = 64 * MEGABYTE): BlobCache => {
  const cache = openBlobCache({ directory: cacheDirectory, mostBytes, blobs });
  opened.push(cache);
  return cache;
};
const inCache = (...parts: readonly string[]): string => join(cacheDirectory, ...parts);

let made = 0;
/** A tree with one file, stored; its name. */
const storedTree = async (bytes = 1000): Promise<string> => {
  const root = join(directory, `lib-${(made += 1)}`);
  mkdirSync(root);
  writeFileSync(join(root, "file"), drawBytes(bytes));
  chmodSync(join(root, "file"), 0o640);
  return blobs.put(packTree(root));
};

/** Used so many minutes ago. */
const age = (path: string, minutes: number): void => {
  const then = new Date(Date.now() - minutes * 60_000);
  utimesSync(path, then, then);
};

test("a blob comes over the network once: for many who ask at once, later, and after a restart", async () => {
  const bytes = drawBytes(100_000);
  const name = await blobs.put(bytes);
  const cache = open();
  const all = await Promise.all(Array.from({ length: 20 }, async () => cache.blob(name)));
  for (const each of all) expect(Buffer.from(each).equals(bytes)).toBe(true);
  await cache.blob(name);
  expect(cache.fetched).toBe(1);
  expect(cache.bytes).toBe(bytes.length);
  await cache.close();
  const later = open();
  await later.blob(name);
  expect(later.fetched).toBe(0);
  expect(later.bytes).toBe(bytes.length);
});

test("a tree comes over the network once, and two workers share it", async () => {
  const name = await storedTree();
  const one = open();
  const other = open();
  const paths = await Promise.all([one.tree(name), other.tree(name), one.tree(name), other.tree(name)]);
  expect(new Set(paths).size).toBe(1);
  expect(one.fetched + other.fetched).toBe(1);
  expect(Buffer.compare(packTree(paths[0]), await blobs.get(name))).toBe(0);
  expect(readdirSync(inCache("temporary"))).toEqual([]);
});

test("a damaged blob is fetched again", async () => {
  const name = await blobs.put(Buffer.from("what it should be"));
  const cache = open();
  await cache.blob(name);
  writeFileSync(inCache("blobs", name), "what it should bx");
  expect(Buffer.from(await cache.blob(name)).toString()).toBe("what it should be");
  expect(cache.fetched).toBe(2);
  expect(readFileSync(inCache("blobs", name), "utf8")).toBe("what it should be");
});

test("a damaged tree is fetched again by the next process", async () => {
  const name = await storedTree();
  const cache = open();
  const path = await cache.tree(name);
  writeFileSync(join(path, "more"), "of it");
  await cache.close();
  const later = open();
  expect(readdirSync(await later.tree(name))).toEqual(["file"]);
  expect(later.fetched).toBe(1);
});

test("a tree that another process has looked at is not taken from it", async () => {
  const name = await storedTree();
  const path = await open().tree(name);
  writeFileSync(join(path, "more"), "of it");
  const other = open();
  expect(readdirSync(await other.tree(name))).toEqual(["file", "more"]);
  expect(other.fetched).toBe(0);
});

test("the least recently used goes when there is no room", async () => {
  const names = await Promise.all(Array.from({ length: 4 }, async () => blobs.put(drawBytes(300_000))));
  const [first, second, third, fourth] = names as [string, string, string, string];
  const cache = open(1_000_000);
  for (const name of [first, second, third]) await cache.blob(name);
  age(inCache("blobs", first), 3);
  age(inCache("blobs", second), 5);
  age(inCache("blobs", third), 4);
  await cache.blob(third);
  await cache.blob(fourth);
  expect(new Set(readdirSync(inCache("blobs")))).toEqual(new Set([first, third, fourth]));
  expect(cache.bytes).toBe(900_000);
  expect(readdirSync(inCache("temporary"))).toEqual([]);
});

test("the bound holds for any number of blobs", async () => {
  const cache = open(100_000);
  for (let i = 0; i < 60; i++) await cache.blob(await blobs.put(drawBytes(7000)));
  const sizes = readdirSync(inCache("blobs")).map((name) => readFileSync(inCache("blobs", name)).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeLessThanOrEqual(100_000);
  expect(total).toBeGreaterThan(50_000);
});

test("trees stay while a bench uses them, and go afterwards", async () => {
  const cache = open(500_000);
  const place = cache.place(join(directory, "bench"), 3);
  expect(place).toMatchObject({ directory: join(directory, "bench"), slots: 3 });
  const used = await storedTree(300_000);
  const path = await place.tree(used);
  age(inCache("trees", used), 60);
  for (let i = 0; i < 5; i++) await cache.blob(await blobs.put(drawBytes(100_000)));
  expect(existsSync(path)).toBe(true);
  // Another worker with the same directory leaves it alone, too.
  await open(500_000).blob(await blobs.put(drawBytes(150_000)));
  expect(existsSync(path)).toBe(true);
  await expect(cache.place("b", 1).tree(await storedTree(300_000))).rejects.toMatchObject({ code: "CACHE_FULL" });
  place.release();
  age(inCache("trees", used), 60);
  for (let i = 0; i < 5; i++) await cache.blob(await blobs.put(drawBytes(100_000)));
  expect(existsSync(path)).toBe(false);
  expect(readdirSync(inCache("pins")).length).toBe(1);
  expect(readdirSync(await cache.place("b", 1).tree(used))).toEqual(["file"]);
});

test("what a dead process has pinned or locked does not stay", async () => {
  const name = await storedTree(300_000);
  const cache = open(500_000);
  const place = cache.place("b", 1);
  const path = await place.tree(name);
  place.release();
  const dead = JSON.stringify({ pid: 2 ** 30, host: hostname() });
  writeFileSync(inCache("pins", `${name}.00000000-0000-4000-8000-000000000000`), dead);
  writeFileSync(inCache("locks", "directory"), dead);
  for (let i = 0; i < 3; i++) await cache.blob(await blobs.put(drawBytes(150_000)));
  expect(existsSync(path)).toBe(false);
  expect(readdirSync(inCache("pins"))).toEqual([]);
});

test("a pin of another machine counts for an hour", async () => {
  const name = await storedTree(300_000);
  const cache = open(500_000);
  const place = cache.place("b", 1);
  const path = await place.tree(name);
  place.release();
  const pin = inCache("pins", `${name}.00000000-0000-4000-8000-000000000000`);
  writeFileSync(pin, JSON.stringify({ pid: 1, host: "elsewhere.invalid" }));
  for (let i = 0; i < 3; i++) await cache.blob(await blobs.put(drawBytes(150_000)));
  expect(existsSync(path)).toBe(true);
  age(pin, 61);
  age(inCache("trees", name), 60);
  for (let i = 0; i < 3; i++) await cache.blob(await blobs.put(drawBytes(150_000)));
  expect(existsSync(path)).toBe(false);
});

test("what is larger than the cache is refused, and so is what is no tree", async () => {
  const cache = open(10_000);
  await expect(cache.blob(await blobs.put(drawBytes(10_001)))).rejects.toMatchObject({ code: "TOO_LARGE" });
  await expect(cache.tree(await storedTree(10_001))).rejects.toMatchObject({ code: "TOO_LARGE" });
  for (const pack of ['["file","../../x",420,1]\nx\n', '["file","a/x",420,1]\nx\n["file","b/x",420,1]\nx\n', ""]) {
    const name = await blobs.put(Buffer.from(pack));
    await expect(cache.tree(name)).rejects.toMatchObject({ code: "BAD_TREE" });
  }
  expect(readdirSync(directory)).toEqual(expect.arrayContaining(["cache"]));
  expect(readdirSync(inCache("trees"))).toEqual([]);
  expect(readdirSync(inCache("temporary"))).toEqual([]);
});

test("names that are none are refused before they become paths", async () => {
  const cache = open();
  for (const name of ["../../etc/passwd", "", "x/y", "A".repeat(64)]) {
    await expect(cache.blob(name)).rejects.toMatchObject({ code: "NO_BLOB" });
    await expect(cache.tree(name)).rejects.toMatchObject({ code: "NO_BLOB" });
  }
  await expect(cache.blob("0".repeat(64))).rejects.toMatchObject({ code: "NO_BLOB" });
  expect(cache.fetched).toBe(0);
});

test("a cache that is removed meanwhile is filled again", async () => {
  const name = await storedTree();
  const blob = await blobs.put(drawBytes(10));
  const cache = open();
  await Promise.all([cache.tree(name), cache.blob(blob)]);
  rmSync(cacheDirectory, { recursive: true });
  expect(readdirSync(await cache.tree(name))).toEqual(["file"]);
  expect((await cache.blob(blob)).length).toBe(10);
  expect(cache.fetched).toBe(4);
});

test("a directory that cannot be made is said so, and what killed processes left is removed", () => {
  writeFileSync(join(directory, "file"), "");
  expect(() => openBlobCache({ directory: join(directory, "file", "cache"), mostBytes: 1, blobs })).toThrow(
    expect.objectContaining({ code: "NO_CACHE" }),
  );
  open();
  mkdirSync(inCache("temporary", "old", "tree"), { recursive: true });
  writeFileSync(inCache("temporary", "new"), "");
  age(inCache("temporary", "old"), 61);
  open();
  expect(readdirSync(inCache("temporary"))).toEqual(["new"]);
});

test("the default is the user's directory for caches", () => {
  expect(defaultCacheDirectory({ XDG_CACHE_HOME: "/var/caches" })).toBe("/var/caches/pare/cluster");
  expect(defaultCacheDirectory({ XDG_CACHE_HOME: "relative" })).toMatch(/\.cache\/pare\/cluster$/);
});
