/** `pare suite reduce --cluster`: the same tests as on one core, however many workers there are. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { BenchOpener } from "../../src/cluster/bench.ts";
import type { SuiteTerms } from "../../src/suite/cluster/terms.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import { OPTIONS, openSuiteHands, reducedSuite, suiteIn, type Asked, type SuiteHands } from "./suite-crew.ts";

let server: NatsServer;
let hands: SuiteHands;
const directories: string[] = [];

beforeAll(async () => {
  server = await startNats();
});
afterAll(async () => {
  await server?.stop();
  for (const path of directories) rmSync(path, { recursive: true, force: true });
});
beforeEach(() => {
  hands = openSuiteHands(server.url);
});
afterEach(async () => {
  await hands.stop();
});

const place = (tests: number): string => {
  const path = suiteIn(tests);
  directories.push(path);
  return path;
};

const total = (asked: readonly Asked[], kind: keyof Asked): number => asked.reduce((sum, one) => sum + one[kind], 0);

test.each(["seeded", "whole"] as const)("one worker, then three, from a %s start", async (start) => {
  const options = { ...OPTIONS, start };
  const local = await reducedSuite({ ...options, cwd: place(5) });
  expect(local.result.units.after).toBeLessThan(local.result.units.before);
  expect(local.result.tests.some(({ runs }) => runs.search > 0)).toBe(true);
  const first = await hands.hire(1);
  const one = await reducedSuite({ ...options, cwd: place(5) }, server.url);
  expect(one.files).toEqual(local.files);
  expect(one.account).toEqual(local.account);
  expect(first.asked).toMatchObject({ fitness: 1, whole: 4 });
  const before = { ...first.asked };
  const others = [await hands.hire(1), await hands.hire(2)];
  const three = await reducedSuite({ ...options, cwd: place(5) }, server.url);
  expect(three.files).toEqual(local.files);
  expect(three.account).toEqual(local.account);
  const asked = [...others.map((hand) => hand.asked), first.asked];
  expect(total(asked, "fitness")).toBe(4);
  expect(total(asked, "measure") - before.measure).toBeGreaterThan(0);
  expect(three.result.counts.fail + three.result.counts.pass).toBe(local.result.counts.fail + local.result.counts.pass);
});

test("tests that are as few as slots are searched from here, candidate by candidate", async () => {
  const local = await reducedSuite({ ...OPTIONS, cwd: place(2) });
  const hand = await hands.hire(4);
  const { files, account, events } = await reducedSuite({ ...OPTIONS, cwd: place(2) }, server.url);
  expect(files).toEqual(local.files);
  expect(account).toEqual(local.account);
  const runs = local.result.tests.reduce((sum, { runs: { alone, seed } }) => sum + alone + seed, 0);
  expect(hand.asked.whole).toBe(0);
  // Each is measured three times before and after; what the search runs may be known already.
  expect(hand.asked.measure).toBeGreaterThanOrEqual(runs + 12);
  const told = events.findLast(({ type }) => type === "cluster");
  expect(told).toMatchObject({ jobs: { whole: 0, single: expect.any(Number) } });
});

/** Never comes to an end with a whole test. */
const stuck =
  (opener: BenchOpener): BenchOpener =>
  async (kit, where) => {
    const bench = await opener(kit, where);
    return {
      ...bench,
      run: (content, terms, signal) =>
        (terms as SuiteTerms).ask === "whole"
          ? new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
          : bench.run(content, terms, signal),
    };
  };

test("a test that one slot does not come to an end with is searched by the others, too", async () => {
  const local = await reducedSuite({ ...OPTIONS, cwd: place(4) });
  await hands.hire(3, stuck);
  const { files, account, events } = await reducedSuite({ ...OPTIONS, cwd: place(4) }, server.url);
  expect(files).toEqual(local.files);
  expect(account).toEqual(local.account);
  expect(events.findLast(({ type }) => type === "cluster")).toMatchObject({ jobs: { whole: 1, raced: 1 } });
});

test("a worker on which the first test does something else is set aside, and it is said what", async () => {
  const otherwise =
    (words: readonly string[]) =>
    (opener: BenchOpener): BenchOpener =>
    (kit, where) =>
      opener({ ...kit, body: { ...(kit.body as object), command: ["./prog.sh", "{}", ...words] } }, where);
  await hands.hire(1, otherwise(["less"]));
  await hands.hire(1, otherwise(["more"]));
  await hands.hire(1, otherwise(["fail"]));
  await hands.hire(1);
  const { events } = await reducedSuite({ ...OPTIONS, cwd: place(2) }, server.url);
  const notes = events.flatMap((event) => (event.type === "note" ? [event.text] : []));
  expect(notes).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /w1 is set aside: .*t0.txt covers 4 of the 5 entities here that it covers where the run was started; for example, it does not cover statement prog:a.*prog\.sh/,
      ),
      expect.stringMatching(
        /w2 is set aside: .* covers 1 entity here that it does not cover where the run was started, for example statement prog:q/,
      ),
      expect.stringMatching(/w3 is set aside: .* ends in another way here: it exits with 9 here/),
    ]),
  );
});

test("a run that was stopped goes on; what is done is not searched again", async () => {
  const cwd = place(5);
  const runs = mkdtempSync(join(tmpdir(), "pare-runs-"));
  directories.push(runs);
  const local = await reducedSuite({ ...OPTIONS, cwd: place(5) });
  const hand = await hands.hire(1);
  const stopping = new AbortController();
  const stopped = reducedSuite(
    {
      ...OPTIONS,
      cwd,
      signal: stopping.signal,
      onEvent: (event) => {
        if (event.type === "reduced" && event.done === 3) stopping.abort();
      },
    },
    server.url,
    runs,
  );
  await expect(stopped).rejects.toMatchObject({ why: "signal" });
  const before = { ...hand.asked };
  const { files, account } = await reducedSuite({ ...OPTIONS, cwd }, server.url, runs);
  expect(files).toEqual(local.files);
  expect(account).toEqual(local.account);
  expect(hand.asked.whole - before.whole).toBeLessThanOrEqual(2);
  const here = await reducedSuite({ ...OPTIONS, cwd }, undefined, runs);
  expect(here.files).toEqual(local.files);
  expect(here.result.counts).toMatchObject({ run: 0 });
});

test("a worker that leaves in the middle of a test gives it to another one", async () => {
  const local = await reducedSuite({ ...OPTIONS, cwd: place(5) });
  const leaving = await hands.hire(1);
  let left: Promise<void> | undefined;
  const { files } = await reducedSuite(
    {
      ...OPTIONS,
      cwd: place(5),
      onEvent: (event) => {
        if (event.type === "reduced") left ??= Promise.all([hands.hire(2), leaving.leave()]).then(() => undefined);
      },
    },
    server.url,
  );
  await left;
  expect(files).toEqual(local.files);
  expect(leaving.asked.whole).toBeGreaterThan(0);
});

test("work that does not fit into an answer is done from here instead", async () => {
  const local = await reducedSuite({ ...OPTIONS, cwd: place(3) });
  const tight =
    (opener: BenchOpener): BenchOpener =>
    (kit, where) =>
      opener({ ...kit, body: { ...(kit.body as object), mostReply: 10 } }, where);
  const hand = await hands.hire(1, tight);
  const { files, account } = await reducedSuite({ ...OPTIONS, cwd: place(3) }, server.url);
  expect(files).toEqual(local.files);
  expect(account).toEqual(local.account);
  expect(hand.asked.whole).toBe(2);
});
