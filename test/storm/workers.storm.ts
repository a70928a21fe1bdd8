/** Workers that hold the secret and lie, among honest ones: the result is that of a run without them. */
import { rmSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ReduceEvent } from "../../src/core/notes.ts";
import { liar, LIES, type Liar } from "../cluster/liar.ts";
import { startNats, type NatsServer } from "../cluster/nats-server.ts";
import { directoryWith, openHands, reduced, type Hands, type Told } from "../cluster/reduce-crew.ts";
import { tally } from "./tally.ts";

let server: NatsServer;
let hands: Hands;
let cwd: string;
let local: Told;

/** Lines that are needed, and some others, whichever. */
const LINES = Array.from({ length: 48 }, (_, line) => `${line % 9 === 4 ? "keep" : "line"} ${line}\n`);
const SCRIPT = `#!/bin/sh
kept=0
all=0
while read -r word number; do
  all=$((all + 1))
  if test "$word" = keep && test -n "$number"; then kept=$((kept + 1)); fi
done < in.txt
test $kept -ge 5 && test $all -ge 7
`;

beforeAll(async () => {
  server = await startNats();
  cwd = directoryWith({ "in.txt": LINES.join(""), "test.sh": SCRIPT });
  local = await reduced({ input: "in.txt", test: "./test.sh", cwd });
});
afterEach(async () => {
  await hands?.stop();
});
afterAll(async () => {
  await server?.stop();
  rmSync(cwd, { recursive: true, force: true });
});

const asideIn = (events: readonly ReduceEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === "worker" && event.change === "set aside" ? [event.message] : []));

interface Story {
  readonly liars: readonly Liar[];
  readonly honest: number;
  readonly share?: number;
}

/** Every story has a test of its own: what another one has left on the cluster is not taken for it. */
let stories = 0;

const told = async ({ liars, honest, share = 0.5 }: Story): Promise<Told> => {
  hands = openHands(server.url);
  // They come first, and have more room: nobody proves anything with a liar that was never asked.
  for (const { around } of liars) await hands.hire(2, around);
  for (let hand = 0; hand < honest; hand++) await hands.hire(1);
  const script = `${SCRIPT}# ${stories++}\n`;
  const own = directoryWith({ "in.txt": LINES.join(""), "test.sh": script });
  try {
    return await reduced({ input: "in.txt", test: "./test.sh", cwd: own }, server.url, {
      verifyWorkers: share,
      verifySalt: "storm",
    });
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
};

for (const [name, lie] of Object.entries(LIES))
  test(`a liar among honest workers: ${name}`, async (context) => {
    const one = liar(lie());
    const { result, content, events } = await told({ liars: [one], honest: 2 });
    const aside = asideIn(events);
    process.stdout.write(`${name}: ${one.lies} of ${one.answers}; ${result.tests.run} tests; ${aside.join("; ")}\n`);
    const held = content === local.content && aside.length === 1;
    tally(context, "workers", { tried: 1, held: held ? 1 : 0 });
    expect(content).toBe(local.content);
  });
