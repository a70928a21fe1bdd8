/** `pare worker` as processes of their own: killed, told to leave, cut off, and asked who is there. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NothingKit } from "../../src/cluster/noop-bench.ts";
import { PARE_VERSION } from "../../src/runs/version.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import { openCrew, startPare, type Crew } from "./support.ts";
import { openField, until, type Field, type TestRun } from "./worker-support.ts";

let server: NatsServer;
let crew: Crew;
let field: Field;
beforeAll(async () => {
  server = await startNats();
  crew = openCrew(server.url);
  field = openField(server);
});
afterAll(async () => {
  await field.close();
  await crew.stop();
  await server.stop();
});

const begin = async (body: NothingKit): Promise<TestRun> =>
  await field.begin({ kind: "nothing", body, pare: PARE_VERSION });

describe("pare worker", () => {
  test("joins, works, drains on SIGTERM and ends with 0", async () => {
    const run = await begin({ needs: ["original"], ms: 300 });
    const worker = crew.hire({ slots: 2, typed: ["--json"] });
    await run.ready(2);
    const answers = ["original", "copy"].map((text) => run.submit(text));
    await until(() => run.run.figures().running === 2);
    worker.child.kill("SIGTERM");
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual([
      { outcome: "fail", ms: 300 },
      { outcome: "pass", ms: 300 },
    ]);
    expect(await worker.ended).toBe(0);
    const said = worker.said();
    expect(said).toMatch(/^w\d+ lends 2 slots to nats:\/\/127\.0\.0\.1:\d+\. Ctrl-C stops it\.$/m);
    expect(said).toContain("a test: ready, taking jobs.");
    expect(said).toContain("Taking no more jobs; waiting for 2 jobs to end");
    expect(said).toContain("2 jobs done.");
    expect(said).toMatch(/^\{"status":"complete","name":"w\d+","slots":2,"done":2,"refused":0\}$/m);
    await run.run.close();
  });

  test("told twice to leave, gives its jobs to others and ends with 0", async () => {
    const run = await begin({ ms: 600_000 });
    const worker = crew.hire();
    await run.ready(1);
    const controller = new AbortController();
    const answer = run.submit("x", controller.signal);
    await until(() => run.run.figures().running === 1);
    worker.child.kill("SIGINT");
    await until(() => worker.said().includes("Taking no more jobs"));
    worker.child.kill("SIGINT");
    expect(await worker.ended).toBe(0);
    expect(worker.said()).toContain("Handing the running jobs to other workers.");
    expect(worker.said()).toContain("0 jobs done.");
    controller.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
    await run.run.close();
  });

  test("killed with -9: its job is done by another", async () => {
    const run = await begin({ ms: 1000 });
    const doomed = crew.hire();
    await run.ready(1);
    const answer = run.submit("x");
    await until(() => run.run.figures().running === 1);
    await doomed.kill();
    const other = crew.hire();
    expect((await answer).body).toEqual({ outcome: "fail", ms: 1000 });
    await run.run.close();
    await other.kill();
  });

  test("goes on after the server was away", async () => {
    const run = await begin({});
    const worker = crew.hire();
    await until(() => worker.said().includes("ready"));
    await run.submit("before");
    await server.kill();
    await until(() => worker.said().includes("is lost"));
    await server.start();
    expect((await run.submit("after")).body).toEqual({ outcome: "fail", ms: 0 });
    expect(worker.said()).toContain("connected again");
    await run.run.close();
    await worker.kill();
  });

  test("--status lists workers, runs and the queue", async () => {
    const run = await begin({ ms: 600_000 });
    const worker = crew.hire({ slots: 3 });
    await until(() => worker.said().includes("ready"));
    const controller = new AbortController();
    const answers = Array.from({ length: 9 }, (_, number) => run.submit(String(number), controller.signal));
    const settled = Promise.allSettled(answers);
    await until(() => run.run.figures().running >= 3);
    const words = ["worker", "--status", "--cluster", server.url];
    const [shown, json] = [startPare(".", words), startPare(".", [...words, "--json"])];
    expect([await shown.ended, await json.ended]).toEqual([0, 0]);
    expect(shown.said()).toMatch(/\d+ workers?, \d+ slots?; 9 jobs in the queue/);
    expect(shown.said()).toMatch(/^ {2}w\d+ +3 +ready +3 +0 .*linux/m);
    expect(shown.said()).toMatch(/^ {2}[0-9a-f]{18} .* a test$/m);
    const status = JSON.parse(json.said().trim().split("\n").at(-1) as string) as Record<string, unknown>;
    expect(status).toMatchObject({ status: "complete", queued: 9, runs: [{ title: "a test", redelivered: 0 }] });
    controller.abort(new Error("enough"));
    await settled;
    await run.run.close();
    await worker.kill();
  });

  test("does not start without a server, nor without a secret elsewhere than on loopback", async () => {
    const nowhere = startPare(".", ["worker", "--cluster", "nats://127.0.0.1:9"]);
    const open = startPare(".", ["worker", "--cluster", "nats://192.0.2.1:4222"]);
    expect(await nowhere.ended).not.toBe(0);
    expect(nowhere.said()).toContain("There is no NATS server at nats://127.0.0.1:9");
    expect(await open.ended).toBe(2);
    expect(open.said()).toContain("--secret-file");
  });
});
