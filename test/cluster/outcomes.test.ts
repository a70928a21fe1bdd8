import { afterAll, beforeAll, expect, test } from "vitest";
import { openCluster } from "../../src/cluster/connection/connect.ts";
import type { Cluster } from "../../src/cluster/cluster.ts";
import { openOutcomes, type Outcomes } from "../../src/cluster/outcomes.ts";
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

const FAIL = { worker: "w1", body: { outcome: "fail", ms: 1 } };
const PASS = { worker: "w2", body: { outcome: "pass", ms: 2, reason: "exit 1" } };

/** What somebody who comes now finds. */
const recall = async (from: Outcomes, kit: string, key: string): Promise<unknown> => {
  const known = await from.follow(kit);
  known.close();
  return known.get(key);
};

test("nothing is known about an oracle that nobody has asked", async () => {
  const known = await cluster.outcomes.follow("nobody's");
  expect(known.get("a")).toBeUndefined();
  expect(await recall(cluster.outcomes, "nobody's", "a")).toBeUndefined();
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
  expect(await recall(cluster.outcomes, "kit", "a")).toEqual(FAIL);
  early.close();
  late.close();
});

test("what a worker has said that is not trusted is gone, for everybody, and does not come back", async () => {
  await cluster.outcomes.keep("shared kit", "a", FAIL);
  await cluster.outcomes.keep("shared kit", "b", PASS);
  const [known, other] = [await cluster.outcomes.follow("shared kit"), await cluster.outcomes.follow("shared kit")];
  known.distrust("w1");
  expect([known.get("a"), known.get("b")]).toEqual([undefined, PASS]);
  await expect.poll(() => other.get("a")).toBeUndefined();
  await cluster.outcomes.keep("shared kit", "c", FAIL);
  await cluster.outcomes.keep("shared kit", "d", PASS);
  await expect.poll(() => known.get("d")).toEqual(PASS);
  expect(known.get("c")).toBeUndefined();
  await expect.poll(() => other.get("c")).toBeUndefined();
  expect([other.get("b"), other.get("d")]).toEqual([PASS, PASS]);
  known.close();
  other.close();
});

test("who has another secret finds nothing, and what does not verify is as good as not there", async () => {
  const bucket = await new Kvm(cluster.jetstream).open(OUTCOMES_BUCKET);
  await cluster.outcomes.keep("kit", "secret", FAIL);
  const stranger = openOutcomes(bucket, signerOf(Buffer.from("another secret than the usual one")));
  expect(await recall(stranger, "kit", "secret")).toBeUndefined();
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
  expect(await recall(cluster.outcomes, "kit", "secret")).toBeUndefined();
  // The value of one name does not count under another.
  await cluster.outcomes.keep("kit", "one", FAIL);
  const value = (await newest(bucket))?.value ?? new Uint8Array();
  for (const name of names) await bucket.put(name, value);
  expect(await recall(cluster.outcomes, "kit", "secret")).toBeUndefined();
});

const newest = async (bucket: Awaited<ReturnType<Kvm["open"]>>) => {
  let last;
  for await (const entry of await bucket.history()) if (entry.revision > (last?.revision ?? 0)) last = entry;
  return last;
};
