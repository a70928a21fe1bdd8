/** A worker dies every two seconds: nothing is lost, and nothing that is known is run again. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClusterFigures } from "../../src/core/cluster-figures.ts";
import { digest } from "../../src/core/digest.ts";
import type { ReduceEvent } from "../../src/core/notes.ts";
import { stepsOfRun } from "../../src/run-report/steps-of-run.ts";
import { draws } from "../support/seeds.ts";
import { sampled } from "../support/whole.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import { endOf, openCrew, siteOf, startPare, type Crew } from "./support.ts";

const KILLS = sampled(8, 60);
const INTERVAL_MS = 2000;
const NEEDLES = Array.from({ length: 40 }, (_, number) => `needle${50 * number + 7}`);

let server: NatsServer;
let crew: Crew;
let log: string;

beforeAll(async () => {
  log = mkdtempSync(join(tmpdir(), "pare-log-"));
  mkdirSync(join(log, "seen"));
  server = await startNats();
  crew = openCrew(server.url);
});
afterAll(async () => {
  await crew?.stop();
  await server?.stop();
  rmSync(log, { recursive: true, force: true });
});

/** Every run that came to its end leaves a line, and what it was shown a file. */
const script = `
hash=$(sha256sum < "$1" | cut -c1-40)
cp -n "$1" 'LOG'/seen/$hash
sleep 0.3
test "$(grep -c 'needle' "$1")" -ge ${NEEDLES.length}
code=$?
echo "$hash $code" >> 'LOG'/ended
exit $code`;

test(`with a kill every two seconds, ${KILLS} times`, async () => {
  const hay = Array.from({ length: 2000 }, (_, line) => (line % 50 === 7 ? `needle${line}` : `hay ${line}`));
  const trouble = { name: "hay", files: { "hay.txt": `${hay.join("\n")}\n` }, test: script.replaceAll("LOG", log) };
  const site = siteOf({ ...trouble, typed: ["--format", "lines"] });
  const events = join(site.path, "events.jsonl");
  for (let n = 0; n < 3; n++) crew.hire();
  const run = startPare(site.path, [...site.typed, "--quiet", "--cluster", server.url, "--events", events]);
  const random = draws();
  let kills = 0;
  while (!run.isOver() && kills < KILLS) {
    crew.hire();
    await Promise.race([sleep(INTERVAL_MS), run.ended]);
    await crew.workers[random.below(crew.workers.length - 1)]?.kill();
    kills += 1;
  }
  for (let n = 0; n < 4; n++) crew.hire();
  await endOf(run);
  expect(Buffer.from(site.read()).toString()).toBe(`${NEEDLES.join("\n")}\n`);
  expect(kills).toBeGreaterThan(KILLS / 4);

  // Every step that was accepted is one that fails.
  const directory = readdirSync(join(site.path, ".pare")).find((name) => name.startsWith("hay")) ?? "";
  const steps = stepsOfRun(join(site.path, ".pare", directory));
  if (steps === undefined) throw new Error("no steps");
  expect(steps.last).toBeGreaterThan(5);
  for (let step = 0; step <= steps.last; step++) {
    const text = Buffer.from(steps.content(step) ?? []).toString();
    expect(NEEDLES.filter((needle) => !text.includes(`${needle}\n`))).toEqual([]);
  }

  const told = readFileSync(events, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as ReduceEvent);
  const committed = told.filter((event) => event.type === "test");
  const figures = told.findLast((event) => event.type === "cluster")?.figures as ClusterFigures;
  expect(figures.done).toBeGreaterThan(0);
  const again = runAgain(new Map(committed.map((event) => [event.key, event.verdict.outcome])));
  const { duplicated, redelivered, verified } = figures;
  const counts = `${kills} kills, ${committed.length} tests, ${JSON.stringify({ duplicated, redelivered, verified, again })}`;
  process.stdout.write(`${counts}\n`);
  // What was run a second time was given out a second time on purpose, to verify an answer or because it was late, or its worker died before it could say what came out.
  expect(again).toBeLessThanOrEqual(duplicated + redelivered + verified + kills);
  site.remove();
});

/** How often a candidate whose outcome is "pass" came to its end once more; failing ones are tested again to renew trust in them. */
const runAgain = (outcomes: ReadonlyMap<string, string>): number => {
  const keys = new Map(
    readdirSync(join(log, "seen")).map((name) => [name, digest(readFileSync(join(log, "seen", name)))]),
  );
  const ends = new Map<string, number>();
  for (const line of readFileSync(join(log, "ended"), "utf8").trim().split("\n")) {
    const key = keys.get(line.split(" ")[0] as string) ?? "";
    if (outcomes.get(key) === "pass") ends.set(key, (ends.get(key) ?? 0) + 1);
  }
  expect(ends.size).toBeGreaterThan(20);
  return [...ends.values()].reduce((sum, times) => sum + times - 1, 0);
};
