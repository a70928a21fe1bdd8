import { afterAll, beforeAll, expect, test } from "vitest";
import { openCluster } from "../../src/cluster/connect.ts";
import type { Cluster } from "../../src/cluster/cluster.ts";
import { openOutcomes } from "../../src/cluster/outcomes.ts";
import { OUTCOMES_BUCKET } from "../../src/cluster/protocol.ts";
import { signerOf } from "../../src/cluster/signing.ts";
import { Kvm } from "@nats-io/kv";
import { startNats, type NatsServer } from "./nats-server.ts";

let server: NatsServer;
let cluster: Cluster;

beforeAll(async () => {
  server = await startNats();
  cluster = await openCluster({ url: server.url }, { name: "outcomes" });
});
afterAll(async () => {
  await cluster?.close();
  await server?.stop();
});

const FAIL = { outcome: "fail", ms: 1 };
const PASS = { outcome: "pass", ms: 2, reason: "exit 1" };

test("nothing is known about an oracle that nobody has asked", async () => {
  const known = await cluster.outcomes.follow("nobody's");
  expect(known.get("a")).toBeUndefined();
  expect(await cluster.outcomes.recall("nobody's", "a")).toBeUndefined();
  known.close();
});

test("what was kept is known to those who come later and to those who follow", async () => {
  const early = await cluster.outcomes.follow("kit");
  await cluster.outcomes.keep("kit", "a", FAIL);
  await cluster.outcomes.keep("kit", "b", PASS);
  await cluster.outcomes.keep("other kit", "c", PASS);
  await expect.poll(() => early.get("b")).toEqual(PASS);
  expect(early.get("a")).toEqual(FAIL);
  const late = await cluster.outcomes.follow("kit");
  expect([late.get("a"), late.get("b"), late.get("c")]).toEqual([FAIL, PASS, undefined]);
  expect(await cluster.outcomes.recall("kit", "a")).toEqual(FAIL);
  early.close();
  late.close();
});

test("who has another secret finds nothing, and what does not verify is as good as not there", async () => {
  const bucket = await new Kvm(cluster.jetstream).open(OUTCOMES_BUCKET);
  await cluster.outcomes.keep("kit", "secret", FAIL);
  const stranger = openOutcomes(bucket, signerOf(Buffer.from("another secret than the usual one")));
  expect(await stranger.recall("kit", "secret")).toBeUndefined();
  const names: string[] = [];
  for await (const name of await bucket.keys()) names.push(name);
  // Neither the oracle nor the candidate can be read from the name.
  expect(names.every((name) => /^[0-9a-f]{32}\.[0-9a-f]{32}$/.test(name))).toBe(true);
  for (const name of names) {
    const entry = await bucket.get(name);
    const damaged = Uint8Array.from(entry?.value ?? []);
    damaged[damaged.length - 2] = (damaged.at(-2) ?? 0) ^ 1;
    await bucket.put(name, damaged);
  }
  expect(await cluster.outcomes.recall("kit", "secret")).toBeUndefined();
  // The value of one name does not count under another.
  await cluster.outcomes.keep("kit", "one", FAIL);
  const value = (await newest(bucket))?.value ?? new Uint8Array();
  for (const name of names) await bucket.put(name, value);
  expect(await cluster.outcomes.recall("kit", "secret")).toBeUndefined();
});

const newest = async (bucket: Awaited<ReturnType<Kvm["open"]>>) => {
  let last;
  for await (const entry of await bucket.history()) if (entry.revision > (last?.revision ?? 0)) last = entry;
  return last;
};
