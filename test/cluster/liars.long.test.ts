/** Workers that lie: the answer is that of this machine, and what they said is forgotten for good. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { BenchOpener } from "../../src/cluster/bench.ts";
import type { ReduceEvent } from "../../src/core/notes.ts";
import { clusterBackend } from "../../src/reduce/cluster/backend.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import type { SuiteTerms } from "../../src/suite/cluster/terms.ts";
import { liar, LIES } from "./liar.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import { directoryWith, openHands, reduced, type Hands } from "./reduce-crew.ts";
import { openSuiteHands, OPTIONS, reducedSuite, suiteIn } from "./suite-crew.ts";

let server: NatsServer;
let hands: Hands | undefined;
const directories: string[] = [];

beforeAll(async () => {
  server = await startNats();
});
afterEach(async () => {
  await hands?.stop();
  hands = undefined;
});
afterAll(async () => {
  await server?.stop();
  for (const path of directories) rmSync(path, { recursive: true, force: true });
});

const LINES = Array.from({ length: 24 }, (_, line) => (line % 9 === 4 ? `keep ${line}` : `line ${line}`)).join("\n");
const KEEPS = "#!/bin/sh\ngrep -q 'keep 13' in.txt\n";

test("a run that is stopped with the lies in its journal forgets them when it goes on", async () => {
  const cwd = directoryWith({ "in.txt": LINES, "test.sh": KEEPS });
  const runsDirectory = mkdtempSync(join(tmpdir(), "pare-runs-"));
  directories.push(cwd, runsDirectory);
  const local = await reduced({ input: "in.txt", test: "./test.sh", cwd });
  let lie = LIES["wins are hidden"]!();
  const one = liar((truth, number) => lie(truth, number));
  hands = openHands(server.url);
  const begun = async (verifyWorkers: number, isEnough: () => boolean): Promise<readonly ReduceEvent[]> => {
    const events: ReduceEvent[] = [];
    const stop = new AbortController();
    const onEvent = (event: ReduceEvent): void => {
      events.push(event);
      if (event.type === "test" && isEnough()) stop.abort();
    };
    const output = join(runsDirectory, "result");
    const options = { input: "in.txt", test: "./test.sh", cwd, runsDirectory, output, onEvent, signal: stop.signal };
    await reduce(options, clusterBackend({ url: server.url, verifyWorkers, verifySalt: "a test" })).result;
    return events;
  };
  await hands.hire(2, one.around);
  // Nobody looks.
  await begun(0, () => one.lies > 3);
  lie = LIES["always wrong"]!();
  await hands.hire(2);
  const events = await begun(1, () => false);
  expect(readFileSync(join(runsDirectory, "result"), "utf8")).toBe(Buffer.from(local.result.best).toString());
  const again = events.find((event) => event.type === "worker" && event.change === "asked again");
  expect(again).toMatchObject({ message: expect.stringMatching(/^[1-9]\d* answers of worker w1 are forgotten/) });
  const journal = readdirSync(runsDirectory, { recursive: true, encoding: "utf8" }).find((name) =>
    name.endsWith("journal.jsonl"),
  );
  expect(readFileSync(join(runsDirectory, journal ?? ""), "utf8")).toContain('"kind":"distrust"');
});

test("an answer that is none sets its worker aside, and nothing breaks", async () => {
  const cwd = directoryWith({ "in.txt": LINES, "test.sh": `${KEEPS}# none\n` });
  directories.push(cwd);
  const local = await reduced({ input: "in.txt", test: "./test.sh", cwd });
  const silly = liar((truth, number) => (number % 2 === 0 ? (["what?"] as unknown as typeof truth) : truth));
  hands = openHands(server.url);
  await hands.hire(2, silly.around);
  await hands.hire(1);
  const { content, events } = await reduced({ input: "in.txt", test: "./test.sh", cwd }, server.url);
  expect(content).toBe(local.content);
  const aside = events.find((event) => event.type === "worker" && event.change === "set aside");
  expect(aside).toMatchObject({ name: "w1", message: expect.stringContaining('not a finding: ["what?"]') });
});

/** Does the work on another test than it was given. */
const mixedUp =
  (lies: { count: number }) =>
  (opener: BenchOpener): BenchOpener =>
  async (kit, place) => {
    const bench = await opener(kit, place);
    return {
      ...bench,
      run: async (content, terms, signal) => {
        if ((terms as SuiteTerms).ask !== "whole") return await bench.run(content, terms, signal);
        lies.count += 1;
        return await bench.run(Buffer.from("q 1\nq 2\n"), terms, signal);
      },
    };
  };

test("a suite: what comes back is measured here before it counts", async () => {
  const cwd = suiteIn(8);
  directories.push(cwd);
  const local = await reducedSuite({ ...OPTIONS, cwd });
  const crew = openSuiteHands(server.url);
  const lies = { count: 0 };
  await crew.hire(2, mixedUp(lies));
  await crew.hire(1);
  const { account, files, events } = await reducedSuite({ ...OPTIONS, cwd }, server.url);
  await crew.stop();
  expect(lies.count).toBeGreaterThan(0);
  expect(account).toEqual(local.account);
  expect(files).toEqual(local.files);
  expect(events).toContainEqual(
    expect.objectContaining({
      type: "note",
      text: expect.stringMatching(/^worker w1 is set aside: it gave a wrong answer: /) as string,
    }),
  );
});
