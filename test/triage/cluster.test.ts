/** Reductions of a triage on the workers of a cluster. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { clusterBackend } from "../../src/triage/cluster/backend.ts";
import { startNats, type NatsServer } from "../cluster/nats-server.ts";
import { openHands, type Hand, type Hands } from "../cluster/reduce-crew.ts";
import { triagePlace, type TriagePlace } from "./support.ts";

let server: NatsServer;
let hands: Hands;
let hand: Hand;
beforeAll(async () => {
  server = await startNats();
  hands = openHands(server.url);
  hand = await hands.hire();
});
afterAll(async () => {
  await hands?.stop();
  await server?.stop();
});

const place = (): TriagePlace => {
  const made = triagePlace();
  // Without its core, the first file shows the berry that nobody has seen yet.
  made.rebuild((text) => text.replace("*apple*", "*apple*core*"));
  made.write("a", "an apple\nand then a berry\nwith a core\n");
  made.write("c", "here\nis a cherry\nfor you\n");
  return made;
};

test("the same bugs, inputs and finds as on one machine, with tests on the workers", async () => {
  const here = place();
  await here.triage({ jobs: 1 });
  const there = place();
  const notes: string[] = [];
  const { status, runs } = await there.triage(
    {
      onEvent: (event) => {
        if (event.type === "note") notes.push(event.text);
      },
    },
    clusterBackend({ url: server.url, verifyWorkers: 0 }),
  );
  expect(status).toBe("complete");
  expect(there.read("triaged/triage.json")).toBe(here.read("triaged/triage.json"));
  expect(notes.join("\n")).toContain("found while reducing #1");
  expect(runs).toBeGreaterThan(0);
  expect(hand.worker.figures().done).toBeGreaterThan(20);
});
