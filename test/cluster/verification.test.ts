/** What a run does with workers that it does not trust, and what others hear of it. */
import { afterEach, beforeAll, afterAll, expect, test } from "vitest";
import { statusLines } from "../../src/cli/cluster/status-text.ts";
import { NobodyElse } from "../../src/cluster/run.ts";
import { clusterStatus } from "../../src/cluster/status.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import { gate, openField, probe, until, type Field, type TestRun } from "./worker-support.ts";

let server: NatsServer;
let field: Field;

beforeAll(async () => {
  server = await startNats();
});
afterAll(async () => {
  await server?.stop();
});
afterEach(async () => {
  await field?.close();
});

const signal = new AbortController().signal;
const job = (key: string, except?: readonly string[]): Parameters<TestRun["run"]["submit"]>[0] => ({
  key,
  content: () => Buffer.from(key),
  terms: {},
  shared: false,
  ...(except !== undefined && { except }),
});

test("a job goes to somebody else, as long as there is one", async () => {
  field = openField(server);
  const [one, two] = [await field.hire({ probe: probe() }), await field.hire({ probe: probe() })];
  const { run, ready } = await field.begin();
  await ready(2);
  const answers = Array.from({ length: 12 }, (_, number) => run.submit(job(`k${number}`, [one.worker.id]), signal));
  expect(new Set((await Promise.all(answers)).map(({ worker }) => worker))).toEqual(new Set([two.worker.id]));
  await expect(run.submit(job("x", [one.worker.id, two.worker.id]), signal)).rejects.toThrow(NobodyElse);
  // The other one leaves before it has taken the job.
  await two.worker.stop();
  await expect(run.submit(job("y", [one.worker.id]), signal)).rejects.toThrow(NobodyElse);
});

test("who is not trusted is not heard, gets no more jobs, and everybody can read why", async () => {
  field = openField(server);
  const door = gate();
  const slow = probe(async ({ isOriginal, signal: ended }) => {
    if (!isOriginal) await door.wait(ended);
    return "a lie";
  });
  const wrong = await field.hire({ probe: slow }, { name: "build7" });
  const { run, notes, submit, ready, cluster } = await field.begin();
  await ready(1);
  const answer = submit("x");
  await until(() => run.figures().running === 1);
  const right = await field.hire({ probe: probe(() => "the truth") });
  await ready(2);
  run.distrust(wrong.worker.id, "it gave a wrong answer");
  door.open();
  expect(await answer).toMatchObject({ body: "the truth", worker: right.worker.id });
  const more = await Promise.all(Array.from({ length: 6 }, (_, number) => submit(`more ${number}`)));
  expect(more.map(({ body }) => body)).toEqual(Array.from({ length: 6 }, () => "the truth"));
  expect(notes).toContainEqual({ type: "set aside", name: "build7", reason: "it gave a wrong answer" });
  expect(run.figures().workers.find(({ name }) => name === "build7")).toMatchObject({ state: "unfit" });
  const lines = statusLines(await clusterStatus(cluster), server.url);
  expect(lines).toContain("build7 takes no part in a test: it gave a wrong answer");
  await until(() => wrong.notes.some(({ type }) => type === "unfit"));
});
