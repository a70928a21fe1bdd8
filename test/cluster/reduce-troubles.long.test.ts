/** `reduce` on a cluster: workers that are not there or not fit, what is sent and how often, and what does not go. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClusterFigures } from "../../src/core/cluster-figures.ts";
import type { ReduceEvent } from "../../src/core/notes.ts";
import { clusterBackend } from "../../src/reduce/cluster/backend.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import { directoryWith, openHands, reduced, type Hands } from "./reduce-crew.ts";
import { drawBytes, nowAndThen } from "../support/seeds.ts";

let server: NatsServer;
let hands: Hands;
const directories: string[] = [];

beforeAll(async () => {
  server = await startNats();
  hands = openHands(server.url);
});
afterAll(async () => {
  await hands?.stop();
  await server?.stop();
  for (const path of directories) rmSync(path, { recursive: true, force: true });
});

const place = (files: Readonly<Record<string, string | Uint8Array>>): string => {
  const path = directoryWith(files);
  directories.push(path);
  return path;
};

const LINES = Array.from({ length: 24 }, (_, line) => (line % 9 === 4 ? `keep ${line}` : `line ${line}`)).join("\n");
const KEEPS = "#!/bin/sh\ngrep -q 'keep 13' in.txt\n";

const workersIn = (events: readonly ReduceEvent[]): readonly (ReduceEvent & { readonly type: "worker" })[] =>
  events.flatMap((event) => (event.type === "worker" ? [event] : []));

/** The last that was told of the cluster. */
const figuresIn = (events: readonly ReduceEvent[]): ClusterFigures | undefined =>
  events.flatMap((event) => (event.type === "cluster" ? [event.figures] : [])).at(-1);

test("a run waits for workers, and can be stopped while it does", async () => {
  const cwd = place({ "in.txt": LINES, "test.sh": KEEPS });
  const stop = new AbortController();
  const onEvent = (event: ReduceEvent): void => {
    if (event.type === "worker" && event.change === "waiting") setImmediate(() => stop.abort());
  };
  const { result, events } = await reduced(
    { input: "in.txt", test: "./test.sh", cwd, signal: stop.signal, onEvent },
    server.url,
  );
  expect(result).toMatchObject({ status: "stopped", reason: "signal", jobs: 0 });
  expect(workersIn(events)[0]?.message).toBe(
    `waiting for workers: start one with \`pare worker --cluster ${server.url}\``,
  );
});

test("a worker that lacks a file is set aside, with a reason", async () => {
  // Nobody can see from outside which file that is.
  const script = '#!/bin/sh\nname=rules\ngrep -q -f "$PARE_ORIGIN/$name" in.txt || test -e "$FOUND"\n';
  const cwd = place({ "in.txt": LINES, rules: "keep 13\n", "test.sh": script });
  const hand = await hands.hire();
  const stop = new AbortController();
  const onEvent = (event: ReduceEvent): void => {
    if (event.type === "worker" && event.change === "set aside") stop.abort();
  };
  const { events } = await reduced(
    { input: "in.txt", test: "./test.sh", cwd, signal: stop.signal, onEvent },
    server.url,
  );
  const aside = workersIn(events).find(({ change }) => change === "set aside");
  expect(aside?.message).toContain('the test answers "pass" (exit 1). Condition: ./test.sh exits with 0');
  expect(aside?.message).toMatch(/rules: No such file or directory/);
  expect(workersIn(events).some(({ change }) => change === "joined")).toBe(false);
  await hand.leave();
});

test("a worker on which everything fails does not have its way", async () => {
  // It lacks a file, and the test takes that for the failure.
  const script = '#!/bin/sh\nname=rules\ntest -e "$PARE_ORIGIN/$name" || exit 0\ngrep -q "keep 13" in.txt\n';
  const cwd = place({ "in.txt": LINES, rules: "", "test.sh": script });
  const hand = await hands.hire();
  await expect(reduced({ input: "in.txt", test: "./test.sh", cwd }, server.url)).rejects.toMatchObject({
    code: "WORKERS_DIFFER",
    message: expect.stringMatching(
      /^No worker is left\. The last one was set aside: it gave a wrong answer: it answered "fail" for a candidate of \d+ bytes, and this machine answers "pass" \(exit 1\)/,
    ),
  });
  await hand.leave();
});

test("what a program has said before it was built anew is not taken for what it says now", async () => {
  const tool = (word: string): string => `#!/bin/sh\ngrep -q "${word}" "$1"\n`;
  const cwd = place({ "in.txt": LINES, tool: tool("keep 13") });
  // Named by an absolute path elsewhere, it is not sent, as a compiler is not.
  const script = `#!/bin/sh\nexec ${join(cwd, "tool")} in.txt\n`;
  const elsewhere = place({ "in.txt": LINES, "test.sh": script });
  const hand = await hands.hire();
  const options = { input: "in.txt", test: "./test.sh", format: "lines", cwd: elsewhere } as const;
  expect(Buffer.from((await reduced(options, server.url)).result.best).toString()).toBe("keep 13\n");
  writeFileSync(join(cwd, "tool"), tool("keep 22"));
  const again = await reduced(options, server.url);
  expect(Buffer.from(again.result.best).toString()).toBe("keep 22\n");
  expect(figuresIn(again.events)).toMatchObject({ recalled: 0 });
  await hand.leave();
});

test("what is large reaches a worker once, and outcomes are shared by runs with the same test", async () => {
  const large = Buffer.concat([Buffer.from(drawBytes(15 * 2 ** 20).toString("base64")), Buffer.from("\nkeep 13\n")]);
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, file) => [`lib/${file % 50}/${file}`, `${file}`]));
  const files = { "in.txt": large, ...many, "test.sh": `${KEEPS.trimEnd()} && test "$(ls lib | wc -l)" = 50\n` };
  const cwd = place({ ...files, "second.sh": `${files["test.sh"].trimEnd()} && true\n` });
  const hand = await hands.hire(1);
  const options = { input: "in.txt", extraFiles: ["lib"], format: "lines", cwd } as const;
  const first = await reduced({ ...options, test: "./test.sh" }, server.url);
  expect(first.result).toMatchObject({ status: "complete", output: { bytes: 8 } });
  // The kit, the script, the directory and the input.
  expect(hand.cache.fetched).toBe(4);
  expect(figuresIn(first.events)).toMatchObject({ recalled: 0 });
  const again = await reduced({ ...options, test: "./test.sh" }, server.url);
  expect(again.content).toBe(first.content);
  expect(hand.cache.fetched).toBe(4);
  // Only bests are tested once more, for those are not believed to anybody; some on this machine.
  expect(figuresIn(again.events)?.done).toBeLessThanOrEqual(
    again.events.filter(({ type }) => type === "recheck").length,
  );
  expect(figuresIn(again.events)?.recalled).toBeGreaterThan(0);
  // Another test is another kit and another script; nothing else.
  await reduced({ ...options, test: "./second.sh" }, server.url);
  expect(hand.cache.fetched).toBe(6);
  await hand.leave();
});

test("a test that lies is measured on the workers", async () => {
  const script = `#!/bin/sh\ngrep -q "keep 13" in.txt && ${nowAndThen(join(place({}), "runs"), 170)}\n`;
  const cwd = place({ "in.txt": "a\nkeep 13\nb\n", "test.sh": script });
  const hand = await hands.hire();
  const options = { input: "in.txt", test: "./test.sh", format: "lines", flaky: true, cwd } as const;
  const { result, events } = await reduced(options, server.url);
  expect(Buffer.from(result.best).toString()).toBe("keep 13\n");
  expect(result.rate?.runs).toBe(100);
  expect(figuresIn(events)?.done).toBeGreaterThan(1);
  await hand.leave();
});

test("a test of this process cannot be sent; a cluster that is not there is told at once", async () => {
  const cwd = place({ "in.txt": LINES });
  const oracle = {
    description: "",
    identity: {},
    repeatLine: () => "",
    test: () => Promise.resolve({ outcome: "fail" as const, ms: 0 }),
    close: () => Promise.resolve(),
  };
  const options = { input: "in.txt", cwd };
  await expect(reduce({ ...options, oracle }, clusterBackend({ url: server.url })).result).rejects.toMatchObject({
    code: "NOT_ON_CLUSTER",
  });
  const nowhere = clusterBackend({ url: "nats://127.0.0.1:9" });
  const learning = reduce({ ...options, command: ["sh", "-c", "exit 7"] }, nowhere);
  await expect(learning.result).rejects.toMatchObject({ code: "NO_CLUSTER" });
});
