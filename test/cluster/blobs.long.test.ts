import { setTimeout as sleep } from "node:timers/promises";
import { Objm, type ObjectStore } from "@nats-io/obj";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect, nanos, type NatsConnection } from "@nats-io/transport-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBlobs } from "../../src/cluster/blobs.ts";
import { sha256 } from "../../src/runs/identity.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import { drawBytes } from "../support/seeds.ts";

let server: NatsServer;
let connection: NatsConnection;
let store: ObjectStore;
const BUCKET = "blobs";

beforeAll(async () => {
  server = await startNats();
  connection = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  store = await new Objm(connection).create(BUCKET);
});

afterAll(async () => {
  await connection.close();
  await server.stop();
});

const messages = async (): Promise<number> => (await store.status()).streamInfo.state.messages;

test.each([0, 1, 512 * 1024, 512 * 1024 + 1, 3_000_000])("%i bytes come back under their digest", async (size) => {
  const bytes = drawBytes(size);
  const name = await openBlobs(store).put(bytes);
  expect(name).toBe(sha256(bytes));
  expect(Buffer.from(await openBlobs(store).get(name)).equals(bytes)).toBe(true);
});

test("what is there is not sent again", async () => {
  const bytes = drawBytes(100_000);
  const name = await openBlobs(store).put(bytes);
  const before = await store.info(name);
  await openBlobs(store).put(bytes);
  expect((await store.info(name))?.nuid).toBe(before?.nuid);
});

test("a connection looks for the same content once", async () => {
  const blobs = openBlobs(store);
  const bytes = drawBytes(1000);
  const name = await blobs.put(bytes);
  await store.delete(name);
  await blobs.put(bytes);
  expect((await store.info(name))?.deleted).toBe(true);
  await openBlobs(store).put(bytes);
  expect((await openBlobs(store).get(name)).length).toBe(1000);
});

test("the same content from several at once: all succeed, and one copy stays", async () => {
  const other = await connect({ servers: server.url });
  const others = await new Objm(other).open(BUCKET);
  const bytes = drawBytes(2_000_000);
  const before = await messages();
  const names = await Promise.all([store, others, store, others].map(async (each) => openBlobs(each).put(bytes)));
  expect(new Set(names)).toEqual(new Set([sha256(bytes)]));
  expect((await messages()) - before).toBe(Math.ceil(bytes.length / (512 * 1024)) + 1);
  await other.close();
});

test("missing content and bad names are refused", async () => {
  await expect(openBlobs(store).get("0".repeat(64))).rejects.toMatchObject({ code: "NO_BLOB" });
  for (const name of ["", "../x", "A".repeat(64), `${"0".repeat(64)}\n`]) {
    await expect(openBlobs(store).get(name)).rejects.toMatchObject({ code: "NO_BLOB" });
  }
});

test("more bytes than wanted are refused", async () => {
  const name = await openBlobs(store).put(drawBytes(5000));
  await expect(openBlobs(store).get(name, 4999)).rejects.toMatchObject({ code: "TOO_LARGE" });
  expect((await openBlobs(store).get(name, 5000)).length).toBe(5000);
});

test("an object with other bytes than its name says is refused, and repaired by the next put", async () => {
  const bytes = drawBytes(3000);
  const name = sha256(bytes);
  await store.putBlob({ name }, drawBytes(3000));
  await expect(openBlobs(store).get(name)).rejects.toMatchObject({ code: "NO_BLOB" });
  await openBlobs(store).put(bytes);
  expect(Buffer.from(await openBlobs(store).get(name)).equals(bytes)).toBe(true);
});

test("an object without its chunks is refused at once, and repaired by the next put", async () => {
  const bytes = drawBytes(1_500_000);
  const name = await openBlobs(store).put(bytes);
  const info = await store.info(name);
  const manager = await jetstreamManager(connection);
  await manager.streams.purge(`OBJ_${BUCKET}`, { filter: `$O.${BUCKET}.C.${info?.nuid}`, keep: 1 });
  await expect(openBlobs(store).get(name)).rejects.toThrow(/parts of it are missing/);
  await openBlobs(store).put(bytes);
  expect(Buffer.from(await openBlobs(store).get(name)).equals(bytes)).toBe(true);
});

test("chunks that are not what the digest says are refused and removed, and repaired by the next put", async () => {
  const bytes = drawBytes(1_000_000);
  const name = await openBlobs(store).put(bytes);
  const info = await store.info(name);
  const chunks = `$O.${BUCKET}.C.${info?.nuid}`;
  const manager = await jetstreamManager(connection);
  await manager.streams.purge(`OBJ_${BUCKET}`, { filter: chunks, keep: 1 });
  await jetstream(connection).publish(chunks, drawBytes(512 * 1024));
  await expect(openBlobs(store).get(name)).rejects.toThrow(/damaged/);
  await openBlobs(store).put(bytes);
  expect(Buffer.from(await openBlobs(store).get(name)).equals(bytes)).toBe(true);
});

test("links of the store are not followed", async () => {
  const bytes = drawBytes(10);
  const other = await store.putBlob({ name: "other" }, bytes);
  await store.link(sha256(bytes), other);
  await expect(openBlobs(store).get(sha256(bytes))).rejects.toMatchObject({ code: "NO_BLOB" });
});

test("an object that would go soon is stored again", async () => {
  const mortal = await new Objm(connection).create("mortal", { ttl: nanos(60 * 60 * 1000) });
  const bytes = drawBytes(10);
  const name = await openBlobs(mortal).put(bytes);
  const before = await mortal.info(name);
  await openBlobs(mortal).put(bytes);
  expect((await mortal.info(name))?.nuid).toBe(before?.nuid);
  const manager = await jetstreamManager(connection);
  const about = await manager.streams.getMessage("OBJ_mortal", { last_by_subj: "$O.mortal.M.>" });
  const older = { ...about?.json<object>(), mtime: new Date(Date.now() - 31 * 60 * 1000).toISOString() };
  await jetstream(connection).publish(about?.subject as string, JSON.stringify(older));
  await openBlobs(mortal).put(bytes);
  expect((await mortal.info(name))?.nuid).not.toBe(before?.nuid);
});

test("a store without room says so", async () => {
  const small = await new Objm(connection).create("small", { max_bytes: 100_000 });
  const put = openBlobs(small).put(drawBytes(200_000));
  await expect(put).rejects.toMatchObject({ code: "NO_ROOM", advice: expect.stringContaining("max_file_store") });
  await openBlobs(small).put(drawBytes(1000));
});

test("a server that is restarted in the middle is waited for", async () => {
  const bytes = drawBytes(8_000_000);
  const blobs = openBlobs(store);
  const putting = blobs.put(bytes);
  await sleep(30);
  await server.kill();
  await sleep(500);
  await server.start();
  const name = await putting;
  const getting = openBlobs(store).get(name);
  await sleep(30);
  await server.kill();
  await server.start();
  expect(Buffer.from(await getting).equals(bytes)).toBe(true);
});

test("a connection that is closed is not waited for", async () => {
  const gone = await connect({ servers: server.url });
  const blobs = openBlobs(await new Objm(gone).open(BUCKET));
  await gone.close();
  await expect(blobs.put(drawBytes(10))).rejects.toMatchObject({ code: "NO_STORE" });
  await expect(blobs.get("1".repeat(64))).rejects.toMatchObject({ code: "NO_STORE" });
});
