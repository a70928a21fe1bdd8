/** Workers that hold the secret and lie, among honest ones: the result is that of a run without them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, type TestContext } from "vitest";
import type { ReduceEvent } from "../../src/core/notes.ts";
import type { ReduceOptions } from "../../src/reduce/options.ts";
import { answerOf, isolated, linesWith, place } from "../cluster/isolate-support.ts";
import { liar, LIES, type Liar } from "../cluster/liar.ts";
import { startNats, type NatsServer } from "../cluster/nats-server.ts";
import { directoryWith, openHands, reduced, type Hands, type Told } from "../cluster/reduce-crew.ts";
import { tally } from "./tally.ts";

/** Lines that are needed, and some others, whichever. */
const LINES = Array.from({ length: 48 }, (_, line) => `${line % 9 === 4 ? "keep" : "line"} ${line}\n`).join("");
const SCRIPT = `#!/bin/sh
kept=0
all=0
while read -r word number; do
  all=$((all + 1))
  if test "$word" = keep && test -n "$number"; then kept=$((kept + 1)); fi
done < in.txt
test $kept -ge 5 && test $all -ge 7
`;

let server: NatsServer;
let hands: Hands;
let local: string;
const directories: string[] = [];

/** A test is another one for every story, unless told: what one has left on the cluster is not taken for another. */
const siteOf = (story: string, script: string = SCRIPT): string => {
  const path = directoryWith({ "in.txt": LINES, "test.sh": `${script}# ${story}\n` });
  directories.push(path);
  return path;
};

beforeAll(async () => {
  server = await startNats();
  local = (await reduced({ input: "in.txt", test: "./test.sh", cwd: siteOf("here") })).content;
});
afterEach(async () => {
  await hands?.stop();
});
afterAll(async () => {
  await server?.stop();
  for (const path of directories) rmSync(path, { recursive: true, force: true });
});

interface Story {
  readonly name: string;
  readonly liars?: readonly Liar[];
  readonly honest: number;
  readonly share?: number;
  readonly options?: Pick<ReduceOptions, "signal" | "onEvent">;
}

/** Liars come first, and have more room: nobody proves anything with one that was never asked. */
const hire = async ({ liars = [], honest }: Story): Promise<void> => {
  hands = openHands(server.url);
  for (const { around } of liars) await hands.hire(2, around);
  for (let hand = 0; hand < honest; hand++) await hands.hire(1);
};

const told = async (story: Story): Promise<Told> => {
  await hire(story);
  const options = { input: "in.txt", test: "./test.sh", cwd: siteOf(story.name), ...story.options };
  return await reduced(options, server.url, {
    ...(story.share !== undefined && { verifyWorkers: story.share }),
    verifySalt: "storm",
  });
};

const asideIn = (events: readonly { readonly type: string }[]): readonly string[] =>
  (events as readonly ReduceEvent[]).flatMap((event) =>
    event.type === "worker" && event.change === "set aside" ? [event.message] : [],
  );

const WRONG = /^worker w\d+ is set aside: it gave a wrong answer: it answered "\w+".* this machine answers "\w+"/;

const expectHeld = (context: TestContext, conditions: readonly (readonly [what: string, held: boolean])[]): void => {
  const broken = conditions.filter(([, held]) => !held).map(([what]) => what);
  tally(context, "workers", { tried: 1, held: broken.length === 0 ? 1 : 0 });
  expect(broken).toEqual([]);
};

/** A run of 200 tests shows rare lies only when much is verified. */
const shareFor = (name: string): number => (/everything|always/.test(name) ? 0.5 : 0.9);

for (const [name, lie] of Object.entries(LIES))
  test(`one of three lies: ${name}`, async (context) => {
    const one = liar(lie());
    const { content, events } = await told({ name, liars: [one], honest: 2, share: shareFor(name) });
    const aside = asideIn(events);
    expectHeld(context, [
      ["it has lied", one.lies > 0],
      ["the same bytes", content === local],
      ["it is set aside, with the reason", aside.length === 1 && WRONG.test(aside[0] ?? "")],
      ["and it alone", aside.every((message) => message.startsWith("worker w1 "))],
    ]);
  });

test("wins that are none are found with the usual share: every step is confirmed", async (context) => {
  const one = liar(LIES["fail to everything"]!());
  const { content, events } = await told({ name: "usual", liars: [one], honest: 2 });
  expectHeld(context, [
    ["it has lied", one.lies > 0],
    ["the same bytes", content === local],
    ["it is set aside", asideIn(events).length === 1],
  ]);
});

for (const [name, honest] of [
  ["two of four", 2],
  ["two of three", 1],
] as const)
  test(`${name} lie, and agree`, async (context) => {
    const liars = [liar(LIES["always wrong"]!()), liar(LIES["always wrong"]!())];
    const { content, events } = await told({ name, liars, honest, share: 0.9 });
    expectHeld(context, [
      ["both have lied", liars.every(({ lies }) => lies > 0)],
      ["the same bytes", content === local],
      ["both are set aside", asideIn(events).filter((message) => WRONG.test(message)).length === 2],
    ]);
  });

test("nobody tells the truth: there is no result", async (context) => {
  const story = { name: "nobody", liars: [liar(LIES["fail to everything"]!())], honest: 0 };
  const error: unknown = await told(story).catch((thrown: unknown) => thrown);
  expectHeld(context, [["an error says so", (error as { readonly code?: string }).code === "WORKERS_DIFFER"]]);
});

test("lies that were left for other runs", async (context) => {
  const one = liar(LIES["wins are hidden"]!());
  const name = "left behind";
  // Nobody else is there, nobody looks, and the run is stopped before its end: they stay.
  const stop = new AbortController();
  const onEvent = ({ type }: ReduceEvent): void => {
    if (type === "test" && one.lies > 20) stop.abort();
  };
  await told({ name, liars: [one], honest: 0, share: 0, options: { signal: stop.signal, onEvent } });
  await hands.stop();
  const { content, events } = await told({ name, honest: 2, share: 0.9 });
  const again = events.some((event) => event.type === "worker" && event.change === "asked again");
  expectHeld(context, [
    ["it has lied", one.lies > 0],
    ["they were found", again],
    ["the same bytes", content === local],
    ["nobody else is blamed", asideIn(events).length === 0],
  ]);
});

test("a test that wavers makes no liars", async (context) => {
  await hire({ name: "wavers", honest: 3 });
  const directory = mkdtempSync(join(tmpdir(), "pare-wavering-"));
  directories.push(directory);
  const counter = join(directory, "counter");
  writeFileSync(counter, "");
  // Every second run says otherwise, of everything but the original.
  const script = `#!/bin/sh
test "$(wc -l < in.txt)" -ge 48 && exit 0
echo >> '${counter}'
test $(($(wc -l < '${counter}') % 2)) = 0
`;
  const events: ReduceEvent[] = [];
  const onEvent = (event: ReduceEvent): void => void events.push(event);
  const options = { input: "in.txt", test: "./test.sh", cwd: siteOf("wavers", script), onEvent };
  const error: unknown = await reduced(options, server.url, { verifyWorkers: 1 }).catch((thrown: unknown) => thrown);
  expectHeld(context, [
    ["nobody is blamed", asideIn(events).length === 0],
    ["the test is called flaky", (error as { readonly code?: string }).code === "FLAKY"],
    ["early", events.some((event) => event.type === "worker" && event.change === "flaky")],
  ]);
});

test("an isolation with a liar", async (context) => {
  const one = liar(LIES["always wrong"]!());
  await hire({ name: "isolation", liars: [one], honest: 2 });
  const changed = Object.fromEntries(Array.from({ length: 12 }, (_, line) => [line, `other ${line}`]));
  const cwd = place({
    "old/a.txt": linesWith({}),
    "old/b.txt": linesWith({}),
    "new/a.txt": linesWith(changed),
    "new/b.txt": linesWith({ ...changed, 7: "BROKEN" }),
    "check.sh": 'if grep -q BROKEN "$1/b.txt" && grep -q "other 5" "$1/a.txt"; then echo broken >&2; exit 3; fi\n',
  });
  const options = { cwd, ends: { paths: ["old", "new"] as const }, command: ["sh", "check.sh", "{}"] };
  const here = answerOf(await isolated(options));
  const there = await isolated(options, server.url, { verifyWorkers: 0.9, verifySalt: "storm" });
  expectHeld(context, [
    ["it has lied", one.lies > 0],
    ["the same answer", JSON.stringify(answerOf(there)) === JSON.stringify(here)],
    ["it is set aside", asideIn(there.events).length === 1],
  ]);
});
