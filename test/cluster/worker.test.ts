/** Workers in this process, with benches that the tests control. */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { UserError } from "../../src/core/errors.ts";
import { environmentOf } from "../../src/cluster/environment.ts";
import { tableOf } from "../../src/cluster/outcomes.ts";
import { JOBS_STREAM, jobsOf, type Job } from "../../src/cluster/protocol.ts";
import { signerOf } from "../../src/cluster/signing.ts";
import { DRY_MS } from "../../src/cluster/worker/dealing.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import {
  gate,
  openField,
  ORIGINAL,
  PARE,
  probe,
  until,
  type Field,
  type Hand,
  type TestRun,
} from "./worker-support.ts";
import { drawBytes } from "../support/seeds.ts";

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

const queued = async ({ cluster }: Pick<TestRun, "cluster">): Promise<number> =>
  (await cluster.manager.streams.info(JOBS_STREAM)).state.messages;

const runName = ({ notes }: Hand): string => notes.flatMap((note) => ("run" in note ? [note.run] : []))[0] as string;

describe("jobs", () => {
  test("are done by all workers, each once", async () => {
    const times = new Map<string, number>();
    const opener = probe(({ text, isOriginal }) => {
      if (!isOriginal) times.set(text, (times.get(text) ?? 0) + 1);
      return text.length;
    });
    const hands = [
      await field.hire({ probe: opener }, { slots: 2 }),
      await field.hire({ probe: opener }, { slots: 2 }),
    ];
    const run = await field.begin();
    await run.ready(4);
    const texts = Array.from({ length: 200 }, (_, number) => ORIGINAL.slice(number) + number);
    const replies = await Promise.all(texts.map((text) => run.submit(text)));
    expect(replies.map(({ body }) => body)).toEqual(texts.map(({ length }) => length));
    expect([...times.values()].every((count) => count === 1)).toBe(true);
    expect(times.size).toBe(200);
    await until(() => hands.reduce((sum, { worker }) => sum + worker.figures().done, 0) === 200);
    await until(async () => (await queued(run)) === 0);
  });

  test("arrive as they were, whether short, as edits, or through the store", async () => {
    const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
    await field.hire({ probe: probe(({ text }) => digest(text)) });
    const run = await field.begin();
    await run.ready(1);
    const big = drawBytes(1_500_000).toString("hex");
    for (const text of ["", "short", ORIGINAL.slice(100, 700), ORIGINAL.replace("original", "copy"), big, big.slice(5)])
      expect((await run.submit(text)).body).toBe(digest(text));
  });

  test("are taken by who has a free slot, and not before", async () => {
    const door = gate();
    const begun: string[] = [];
    const opener = probe(async ({ text, signal, isOriginal }) => {
      if (isOriginal) return;
      begun.push(text);
      await door.wait(signal);
    });
    const hand = await field.hire({ probe: opener });
    const run = await field.begin();
    await run.ready(1);
    const all = Promise.all(["a", "b", "c"].map((text) => run.submit(text)));
    await until(() => begun.length === 1);
    const name = runName(hand);
    const consumer = await run.cluster.manager.consumers.info(JOBS_STREAM, name);
    expect(consumer).toMatchObject({ num_pending: 2, num_ack_pending: 1 });
    door.open();
    await all;
  });

  test("that are short are fetched ahead, and wait for a slot", async () => {
    const door = gate();
    const begun: string[] = [];
    let [atOnce, most] = [0, 0];
    const opener = probe(async ({ text, signal }) => {
      if (!text.startsWith("held")) return;
      begun.push(text);
      most = Math.max(most, (atOnce += 1));
      await door.wait(signal).finally(() => (atOnce -= 1));
    });
    const hand = await field.hire({ probe: opener });
    const run = await field.begin();
    await run.ready(1);
    for (let number = 0; number < 10; number++) await run.submit(`quick ${number}`);
    const away = new AbortController();
    const cancelled = run.submit("held, cancelled", away.signal);
    cancelled.catch(() => undefined);
    await until(() => begun.length === 1);
    const all = Promise.all(["held b", "held c"].map((text) => run.submit(text)));
    const consumer = async () => await run.cluster.manager.consumers.info(JOBS_STREAM, runName(hand));
    await until(async () => (await consumer()).num_ack_pending === 2);
    expect(begun).toEqual(["held, cancelled"]);
    away.abort("enough");
    await expect(cancelled).rejects.toBe("enough");
    door.open();
    await all;
    expect(begun.toSorted()).toEqual(["held b", "held c", "held, cancelled"]);
    expect(most).toBe(1);
  });

  test("of two runs share one slot", async () => {
    const order: string[] = [];
    const door = gate();
    const opener = probe(async ({ text, signal, isOriginal }) => {
      if (isOriginal) return;
      order.push(text.charAt(0));
      await door.wait(signal);
    });
    await field.hire({ probe: opener });
    const [first, second] = [await field.begin({ body: 1 }), await field.begin({ body: 2 })];
    await Promise.all([first.ready(1), second.ready(1)]);
    const texts = Array.from({ length: 30 }, (_, number) => String(number));
    const all = Promise.all(texts.flatMap((text) => [first.submit(`a${text}`), second.submit(`b${text}`)]));
    // A queue that was found empty is left alone for a while: the slot is held until both are full, and neither counts as empty.
    await until(async () => order.length === 1 && (await queued(first)) === 60);
    await sleep(2 * DRY_MS);
    door.open();
    await all;
    expect(order).toHaveLength(60);
    expect(order.indexOf("b")).toBeLessThan(order.lastIndexOf("a"));
    expect(order.indexOf("a")).toBeLessThan(order.lastIndexOf("b"));
  });

  test("whose candidate is known from an earlier delivery are not run again", async () => {
    let runs = 0;
    const door = gate();
    const opener = probe(async ({ isOriginal, signal }) => {
      if (isOriginal) return "yes";
      runs += 1;
      await door.wait(signal);
      return "run";
    });
    const hand = await field.hire({ probe: opener });
    const environment = await environmentOf([]);
    const run = await field.begin({ shared: true, environment });
    await run.ready(1);
    const answer = run.submit("candidate");
    await until(() => runs === 1);
    const name = runName(hand);
    const { kit } = JSON.parse(JSON.stringify(await announcementOf(run, name))) as { kit: string };
    await run.cluster.outcomes.keep(tableOf(kit, environment), "key of candidate", {
      worker: "somebody",
      body: "kept",
    });
    await hand.worker.stop();
    await field.hire({ probe: opener });
    expect((await answer).body).toBe("kept");
    expect(runs).toBe(1);
  });

  test("that break come back as errors", async () => {
    const opener = probe(({ isOriginal }) => {
      if (!isOriginal) throw new UserError("NO_SPACE", "The disk is full.", { advice: "Make room." });
    });
    await field.hire({ probe: opener });
    const run = await field.begin();
    await run.ready(1);
    await expect(run.submit("x")).rejects.toMatchObject({
      code: "NO_SPACE",
      message: "The disk is full.",
      advice: "Make room.",
    });
  });

  test("that are called off are aborted, and the slot is free", async () => {
    const aborted: unknown[] = [];
    const begun: string[] = [];
    const opener = probe(async ({ text, signal, isOriginal }) => {
      if (isOriginal || text === "quick") return "done";
      begun.push(text);
      return await gate()
        .wait(signal)
        .catch((reason: unknown) => {
          aborted.push(reason);
          throw reason;
        });
    });
    const { worker } = await field.hire({ probe: opener });
    const run = await field.begin();
    await run.ready(1);
    const controller = new AbortController();
    const answer = run.submit("slow", controller.signal);
    await until(() => begun.length === 1);
    controller.abort(new Error("not wanted"));
    await expect(answer).rejects.toThrow("not wanted");
    expect((await run.submit("quick")).body).toBe("done");
    expect(aborted).toEqual(["cancelled"]);
    await until(() => worker.figures().done === 1);
    await until(async () => (await queued(run)) === 0);
  });
});

describe("a worker", () => {
  test("of another version is set aside", async () => {
    await field.hire({ probe: probe() }, { pare: "9.9.9", name: "odd" });
    const run = await field.begin();
    await until(() => run.notes.length > 0);
    const reason = `this worker has pare 9.9.9, the run needs ${PARE}`;
    expect(run.notes).toEqual([{ type: "set aside", name: "odd", reason }]);
  });

  test("on which the original does not fail is set aside, with what is different there", async () => {
    const environment = { os: "plan9", arch: "pdp11", node: "v1", programs: { "no-such-program": "1.0" } };
    const judge = (): string => "the original does not fail here (exit 0)";
    const { notes } = await field.hire({ probe: probe(() => 0, judge) });
    const run = await field.begin({ environment });
    await until(() => run.notes.length > 0);
    const reason = (run.notes[0] as { readonly reason: string }).reason;
    expect(reason).toMatch(
      /^the original does not fail here \(exit 0\); system: plan9 there, .* here; processor: pdp11/,
    );
    expect(reason).toMatch(/no-such-program: 1\.0 there, missing here$/);
    expect(notes.map(({ type }) => type)).toEqual(["opening", "unfit"]);
  });

  test("on which the original fails, but whose programs are others, says so, and keeps its outcomes apart", async () => {
    const environment = { os: "plan9", arch: process.arch, node: "v1", programs: { "no-such-program": "1.0" } };
    await field.hire({ probe: probe() }, { name: "odd" });
    const run = await field.begin({ environment, shared: true, body: "apart" });
    await run.ready(1);
    const differs = "no-such-program: missing there, 1.0 here";
    expect(run.notes).toMatchObject([{ type: "joined", name: "odd", slots: 1, differs }]);
    await run.submit("x");
    const alike = { ...environment, programs: { "no-such-program": "missing" } };
    const [same, others] = [
      await field.begin({ environment, shared: true, body: "apart" }),
      await field.begin({ environment: alike, shared: true, body: "apart" }),
    ];
    for (const each of [same, others]) await each.ready(1);
    await Promise.all([same.submit("x"), others.submit("x")]);
    expect([same, others].map((each) => each.run.figures().recalled)).toEqual([0, 1]);
  });

  test("without the bench for a kit is set aside", async () => {
    await field.hire({ probe: probe() });
    const run = await field.begin({ kind: "unheard-of" });
    await until(() => run.notes.length > 0);
    expect(run.notes[0]).toMatchObject({ type: "set aside", reason: "this worker has no bench for unheard-of" });
  });

  test("drains: what is under way is answered, what comes is for others", async () => {
    const door = gate();
    const begun: string[] = [];
    const slow = probe(async ({ text, signal, isOriginal }) => {
      if (isOriginal) return "";
      begun.push(text);
      await door.wait(signal);
      return "slow";
    });
    const leaving = await field.hire({ probe: slow });
    const run = await field.begin();
    await run.ready(1);
    const first = run.submit("first");
    await until(() => begun.length === 1);
    const drained = leaving.worker.drain();
    await field.hire({ probe: probe(() => "other") });
    expect((await run.submit("second")).body).toBe("other");
    expect(leaving.notes.at(-1)).toEqual({ type: "draining", running: 1 });
    door.open();
    await drained;
    expect((await first).body).toMatch(/slow|other/);
    expect(begun).toEqual(["first"]);
    await leaving.worker.closed;
  });

  test("that is stopped gives its jobs to others", async () => {
    const begun: string[] = [];
    const stuck = probe(async ({ text, signal, isOriginal }) => {
      if (isOriginal) return;
      begun.push(text);
      await gate().wait(signal);
    });
    const leaving = await field.hire({ probe: stuck });
    const run = await field.begin();
    await run.ready(1);
    const answer = run.submit("x");
    await until(() => begun.length === 1);
    await leaving.worker.stop();
    await field.hire({ probe: probe(() => "other") });
    expect((await answer).body).toBe("other");
  });

  test("leaves at once while it tries an original that hangs", async () => {
    const aborted: unknown[] = [];
    const begun: string[] = [];
    const opener = probe(async ({ text, signal }) => {
      begun.push(text);
      return await gate()
        .wait(signal)
        .catch((reason: unknown) => {
          aborted.push(reason);
          throw reason;
        });
    });
    const { worker } = await field.hire({ probe: opener });
    await field.begin();
    await until(() => begun.length === 1);
    await worker.drain();
    expect(aborted).toEqual(["leaving"]);
    expect(begun).toEqual([ORIGINAL]);
  });

  test("forgets a run that is over, and closes its bench", async () => {
    let closed = 0;
    const opener = async (...given: Parameters<ReturnType<typeof probe>>): ReturnType<ReturnType<typeof probe>> => ({
      ...(await probe()(...given)),
      close: async () => void (closed += 1),
    });
    const { worker, notes } = await field.hire({ probe: opener });
    const run = await field.begin();
    await run.ready(1);
    await run.run.close();
    await until(() => closed === 1);
    expect(worker.figures().runs).toBe(0);
    expect(notes.at(-1)).toMatchObject({ type: "over", title: "a test" });
  });
});

describe("nothing is run of", () => {
  test("jobs that are unsigned, wrongly signed, expired, of another run, damaged or replayed", async () => {
    const ran: string[] = [];
    const hand = await field.hire({ probe: probe(({ text, isOriginal }) => void (isOriginal || ran.push(text))) });
    const run = await field.begin();
    await run.ready(1);
    const name = runName(hand);
    const subject = jobsOf(name);
    const { cluster } = run;
    // The next job that the coordinator gives out is seen by everybody on the server.
    const seen: Uint8Array[] = [];
    const listening = cluster.connection.subscribe(subject, { callback: (_, { data }) => void seen.push(data) });
    await run.submit("good");
    listening.unsubscribe();
    const [genuine] = seen as [Uint8Array];
    const { message, payload } = cluster.signer.open(genuine, "job");
    const { protocol: _protocol, at: _at, expires: _expires, ...job } = message;
    const stranger = signerOf(Buffer.from("some other secret, long enough"));
    const forged = (change: Partial<Job>): Uint8Array =>
      cluster.signer.seal({ ...job, id: "forged", ...change }, { payload });
    const messages: readonly (readonly [Uint8Array, string | RegExp])[] = [
      [Buffer.from("rm -rf /"), "unsigned"],
      [Buffer.concat([genuine, Buffer.from("x")]), "wrong signature"],
      [stranger.seal(job, { payload }), "wrong signature"],
      [cluster.signer.seal(job, { payload, lifeMs: -60_000 }), /^expired/],
      [forged({ run: "another" }), "malformed: of another run"],
      [forged({ bytes: 2 ** 40 }), /^malformed: content of/],
      [genuine, "replayed"],
      [forged({}), "unknown to its run"],
    ];
    for (const [bytes] of messages) await cluster.jetstream.publish(subject, bytes);
    await until(async () => (await queued(run)) === 0);
    await run.submit("also good");
    expect(ran).toEqual(["good", "also good"]);
    const reasons = hand.notes.flatMap((note) => (note.type === "refused" ? [note.reason] : []));
    for (const [, reason] of messages)
      expect(reasons).toContainEqual(typeof reason === "string" ? reason : expect.stringMatching(reason));
  });

  test("announcements and orders that do not verify", async () => {
    const hand = await field.hire({ probe: probe() });
    const { worker, notes } = hand;
    const run = await field.begin();
    await run.ready(1);
    const name = runName(hand);
    const stranger = signerOf(Buffer.from("some other secret, long enough"));
    const { connection } = run.cluster;
    for (let time = 0; time < 3; time++) {
      connection.publish("pare.runs", "hello");
      connection.publish(`pare.run.${name}.orders`, stranger.seal({ type: "farewell", run: name }));
    }
    await until(() => worker.figures().refused >= 6);
    expect(worker.figures().runs).toBe(1);
    await worker.drain();
    const refused = notes.filter(({ type }) => type === "refused");
    expect(refused).toEqual([
      { type: "refused", what: "announcement", reason: "unsigned", count: 1 },
      { type: "refused", what: "order", reason: "wrong signature", count: 1 },
      { type: "refused", what: "announcement", reason: "unsigned", count: 2 },
      { type: "refused", what: "order", reason: "wrong signature", count: 2 },
    ]);
  });
});

const announcementOf = async ({ cluster }: TestRun, run: string): Promise<unknown> =>
  await new Promise((resolve) => {
    const subscription = cluster.connection.subscribe("pare.runs", {
      callback: (_, { data }) => {
        const { message } = cluster.signer.open(data, "announcement");
        if (message.run !== run) return;
        subscription.unsubscribe();
        resolve(message);
      },
    });
  });
