/** Jobs that nobody is at work on any more, though everybody is there; and a server that has forgotten all. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { environmentOf } from "../../src/cluster/environment.ts";
import { tableOf } from "../../src/cluster/outcomes.ts";
import { openQueue } from "../../src/cluster/coordinator/queue.ts";
import { answersOf, claimsOf, JOBS_STREAM, ordersOf, RUNS_SUBJECT, type Answer } from "../../src/cluster/protocol.ts";
import { listen, say } from "../../src/cluster/coordinator/station.ts";
import { canonical, sha256 } from "../../src/runs/identity.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import { gate, openField, ORIGINAL, PARE, probe, until, type Field, type Hand } from "./worker-support.ts";

let server: NatsServer;
let field: Field;
beforeAll(async () => {
  server = await startNats();
});
afterAll(() => server.stop());
beforeEach(() => {
  field = openField(server);
});
afterEach(() => field.close());

const runName = ({ notes }: Hand): string => notes.flatMap((note) => ("run" in note ? [note.run] : []))[0] as string;

const NOWHERE = { os: "some system", arch: "some", node: "v0", programs: {} };

test("a test that takes longer than its job is good for is answered all the same", async () => {
  const door = gate();
  const begun: string[] = [];
  const opener = probe(async ({ text, signal, isOriginal }) => {
    if (isOriginal) return "original";
    begun.push(text);
    await door.wait(signal);
    return "late";
  });
  const { cluster } = await field.hire({ probe: opener });
  const run = "byhand";
  const kit = await cluster.blobs.put(Buffer.from(canonical({ kind: "probe", pare: PARE, body: {} })));
  const original = await cluster.blobs.put(Buffer.from(ORIGINAL));
  const queue = await openQueue(cluster, { run, ackWaitMs: 6000, onTrouble: () => undefined });
  const answers: Answer[] = [];
  const refused = (reason: string): never => expect.unreachable(reason);
  const ends = [
    listen(cluster, claimsOf(run), {
      take: (msg) => {
        const { nonce } = cluster.signer.open(msg.data, "claim").message;
        msg.respond(cluster.signer.seal({ type: "grant", nonce, granted: true }));
      },
      refused,
    }),
    listen(cluster, answersOf(run), {
      take: (msg) => {
        const { message } = cluster.signer.open(msg.data, "answer");
        answers.push(message);
        msg.respond(cluster.signer.seal({ type: "receipt", nonce: message.nonce }));
      },
      refused,
    }),
  ];
  const announcement = { type: "announcement", run, title: "by hand", pare: PARE, kit, original } as const;
  const announce = (): void =>
    say(cluster, RUNS_SUBJECT, { ...announcement, terms: { original: true }, environment: NOWHERE, ackWaitMs: 6000 });
  announce();
  const beat = setInterval(announce, 500);
  try {
    const content = Buffer.from("candidate");
    const about = { id: "job", run, kit, key: "k", sha256: sha256(content), bytes: content.length, terms: {} };
    const lifeMs = 1500;
    const bytes = cluster.signer.seal({ type: "job", ...about, shared: false }, { payload: content, lifeMs });
    const expires = Date.now() + lifeMs;
    await queue.publish("job", bytes, () => true);
    await until(() => begun.length === 1 && Date.now() > expires + 100);
    door.open();
    await until(() => answers.length > 0);
    expect(answers[0]).toMatchObject({ job: "job", reply: "late" });
  } finally {
    clearInterval(beat);
    for (const end of ends) end();
    say(cluster, ordersOf(run), { type: "farewell", run });
    await queue.close();
  }
});

test("a job that a worker has let go of is given to another, however long it may take", async () => {
  const begun: string[] = [];
  const stuck = probe(async ({ text, signal, isOriginal }) => {
    if (isOriginal) return;
    begun.push(text);
    await gate().wait(signal);
  });
  const first = await field.hire({ probe: stuck });
  const { run, cluster, ready } = await field.begin();
  await ready(1);
  const job = { key: "k", content: () => Buffer.from("x"), terms: {}, shared: false, long: true };
  const answer = run.submit(job, new AbortController().signal);
  await until(() => begun.length === 1);
  // As after it has not heard of the run for a while: it is there, and takes no part any more.
  say(cluster, ordersOf(runName(first)), { type: "farewell", run: runName(first) });
  await until(() => first.notes.some(({ type }) => type === "over"));
  await field.hire({ probe: probe(() => "other") });
  expect((await answer).body).toBe("other");
  expect(run.figures().redelivered).toBe(1);
});

test("a run goes on with a server that has forgotten the queue", async () => {
  await field.hire({ probe: probe() });
  const { run, cluster, submit, ready } = await field.begin();
  await ready(1);
  expect((await submit("before")).body).toBe(6);
  await cluster.manager.streams.delete(JOBS_STREAM);
  expect((await submit("afterwards")).body).toBe(10);
  expect(run.figures().refused).toBe(0);
});

test("a run that is over is not begun again because somebody repeats its announcement", async () => {
  const opened: string[] = [];
  const hand = await field.hire({ probe: probe(({ isOriginal }) => void (isOriginal && opened.push("original"))) });
  const heard: Uint8Array[] = [];
  hand.cluster.connection.subscribe(RUNS_SUBJECT, { callback: (_, { data }) => void heard.push(data) });
  const { run, ready } = await field.begin();
  await ready(1);
  await until(() => heard.length > 0);
  await run.close();
  await until(() => hand.notes.some(({ type }) => type === "over"));
  hand.cluster.connection.publish(RUNS_SUBJECT, heard.at(-1));
  // What is announced later is heard later.
  const next = await field.begin({ body: "another" });
  await next.ready(1);
  expect(opened).toHaveLength(2);
  expect(hand.notes.filter(({ type }) => type === "opening")).toHaveLength(2);
});

test("a test that was cut short is no outcome, whatever the bench says of it", async () => {
  const begun: string[] = [];
  const careless = probe(async ({ text, signal, isOriginal }) => {
    if (isOriginal) return "fine";
    begun.push(text);
    await gate()
      .wait(signal)
      .catch(() => undefined);
    return "cut short";
  });
  const { worker } = await field.hire({ probe: careless });
  const { cluster, submit, ready } = await field.begin({ shared: true });
  await ready(1);
  const controller = new AbortController();
  const answer = submit("x", controller.signal);
  await until(() => begun.length === 1);
  controller.abort(new Error("enough"));
  await expect(answer).rejects.toThrow("enough");
  await until(() => worker.figures().running === 0);
  const kit = sha256(canonical({ kind: "probe", pare: PARE, body: {} }));
  const table = tableOf(kit, await environmentOf([]));
  const known = await cluster.outcomes.follow(table);
  known.close();
  expect(known.get("key of x")).toBeUndefined();
});

test("what many strangers say is told once, and counted", async () => {
  const hand = await field.hire({ probe: probe() });
  const { run, notes, cluster, ready } = await field.begin();
  await ready(1);
  for (let time = 0; time < 500; time++) cluster.connection.publish(answersOf(runName(hand)), "hello");
  await until(() => run.figures().refused === 500);
  expect(notes.filter(({ type }) => type === "refused")).toEqual([{ type: "refused", reason: "unsigned" }]);
});
