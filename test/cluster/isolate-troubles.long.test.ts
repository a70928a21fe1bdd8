/** `isolate` on a cluster: workers that die or are not fit, what is sent and how often, and what does not go. */
import { readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clusterBackend } from "../../src/isolate/cluster/backend.ts";
import type { IsolateEvent } from "../../src/isolate/events.ts";
import { isolate } from "../../src/isolate/isolate.ts";
import type { IsolateOptions } from "../../src/isolate/options.ts";
import { entry, layOut } from "../isolate/lock-support.ts";
import { makeRepository } from "../isolate/repository.ts";
import { answerOf, fresh, isolated, linesWith, place, workersIn } from "./isolate-support.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import { openHands, type Hands } from "./reduce-crew.ts";
import { openCrew, startPare } from "./support.ts";
import { drawBytes } from "../support/seeds.ts";

let server: NatsServer;
let hands: Hands;

beforeAll(async () => {
  server = await startNats();
  hands = openHands(server.url);
});
afterAll(async () => {
  await hands?.stop();
  await server?.stop();
});

const FILES = {
  "old/a.txt": linesWith({}),
  "new/a.txt": linesWith({ 1: "one", 4: "BROKEN", 6: "six", 8: "eight", 10: "ten" }),
  "check.sh": 'if grep -q BROKEN "$1/a.txt"; then echo broken; exit 1; fi\n',
};
const ENDS = { paths: ["old", "new"] } as const;
const COMMAND = ["sh", "check.sh", "{}"] as const;

const PASSWORD = "s3cret-w0rd";

/** Everything below a directory that names the password. */
const naming = (path: string): readonly string[] =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile() && readFileSync(file, "latin1").includes(PASSWORD));

test("a worker that dies costs nothing but time, as people type it; passwords are nowhere", async () => {
  const slow = {
    ...FILES,
    "new/a.txt": linesWith({ 0: "nil", 2: "BROKEN", 4: "four", 6: "six", 8: "NEEDED", 10: "ten" }),
    // Without what it needs nobody can tell.
    "check.sh": `sleep 0.3\nif grep -q BROKEN "$1/a.txt" && ! grep -q NEEDED "$1/a.txt"; then exit 9; fi\n${FILES["check.sh"]}`,
  };
  const local = await isolated({ cwd: place(slow), ends: ENDS, command: COMMAND });
  const cwd = place(slow);
  const locked = await startNats({ config: `authorization { user: pare, password: "${PASSWORD}" }` });
  const url = locked.url.replace("//", `//pare:${PASSWORD}@`);
  const crew = openCrew(url);
  try {
    const [first] = [crew.hire(), crew.hire()];
    const own = ["--cluster", url, "--json", "--events", "events.jsonl", "--report", "report.html"];
    const run = startPare(cwd, ["isolate", "old", "new", ...own, "--", ...COMMAND]);
    await expect.poll(() => run.said()).toMatch(/w1 has joined|2 workers have joined/);
    await first.kill();
    expect({ code: await run.ended, said: run.said() }).toMatchObject({ code: 0 });
    const json = JSON.parse(run.said().slice(run.said().lastIndexOf('\n{"') + 1)) as Record<string, unknown>;
    expect(json).toMatchObject({ searchTests: local.result.searchTests });
    const ids = (changes: unknown): unknown => (changes as { readonly id: string }[]).map(({ id }) => id);
    expect([ids(json["trigger"]), ids(json["patch"])]).toEqual([["a.txt:3"], ["a.txt:3", "a.txt:9"]]);
    expect([ids(local.result.trigger), ids(local.result.patch)]).toEqual([["a.txt:3"], ["a.txt:3", "a.txt:9"]]);
    expect(readFileSync(join(cwd, "report.html"), "utf8")).toContain(locked.url);
    expect(run.said()).not.toContain(PASSWORD);
    expect(naming(cwd)).toEqual([]);
  } finally {
    await crew.stop();
    await locked.stop();
  }
});

test("what is large reaches a worker once, and outcomes are shared by runs with the same test", async () => {
  const large = drawBytes(3 * 2 ** 20);
  const files = { ...FILES, "data/large": large, "old/large": large, "new/large": large };
  const hand = await hands.hire();
  const first = await isolated({ cwd: place(files), ends: ENDS, command: COMMAND }, server.url);
  const before = hand.cache.fetched;
  // Of another kit, and with something else that is small.
  const changed = { ...files, "small.txt": "small\n" };
  const second = await isolated({ cwd: place(changed), ends: ENDS, command: COMMAND }, server.url);
  expect(answerOf(second)).toEqual(answerOf(first));
  // The kit, what is small, and at most the bad end.
  expect(hand.cache.fetched - before).toBeLessThanOrEqual(3);
  const third = await isolated({ cwd: place(files), ends: ENDS, command: COMMAND }, server.url);
  const figures = third.events.flatMap((event) => (event.type === "cluster" ? [event.figures] : [])).at(-1);
  expect(answerOf(third)).toEqual(answerOf(first));
  expect(figures?.recalled).toBeGreaterThan(0);
  await hand.leave();
});

/** Tests that ask for a file of which nobody can see from outside that they need it. */
const hidden = (line: string): IsolateOptions => {
  const cwd = fresh();
  const { write } = makeRepository(cwd, [
    { message: "good", tag: "good", files: { "a.txt": linesWith({}), ".gitignore": "rules\n" } },
    { message: "bad", files: { "a.txt": linesWith({ 2: "two", 5: "BROKEN", 8: "eight" }) } },
  ]);
  write({ rules: "BROKEN\n" });
  return {
    cwd,
    ends: { git: { good: "good" } },
    command: ["sh", "-c", ["name=ru", "name=${name}les", line].join("; ")],
  };
};

/** The message about the worker, when it comes. */
const setAside = async (options: IsolateOptions): Promise<string | undefined> => {
  const hand = await hands.hire();
  const stop = new AbortController();
  const onEvent = (event: IsolateEvent): void => {
    if (event.type === "worker" && event.change === "set aside") stop.abort();
  };
  const { result, events } = await isolated({ ...options, signal: stop.signal, onEvent }, server.url);
  await hand.leave();
  expect(result.status).toBe("stopped");
  expect(workersIn(events).some(({ change }) => change === "joined")).toBe(false);
  return workersIn(events).find(({ change }) => change === "set aside")?.message;
};

test("a worker on which an end is not what it should be is set aside, with a reason", async () => {
  const bad = 'if grep -q -f "$PARE_ORIGIN/$name" a.txt; then echo broken; exit 3; fi';
  const good = 'if grep -q BROKEN a.txt; then echo broken; exit 3; fi; cat "$PARE_ORIGIN/$name" >&2 || exit 5';
  const [ofBad, ofGood] = await Promise.all([setAside(hidden(bad)), setAside(hidden(good))]);
  expect(ofBad).toMatch(
    /the bad end is not what it should be here: the test answers "\w+".*exits with 3[^]*rules: No such file/,
  );
  expect(ofGood).toMatch(/the good end is not what it should be here[^]*rules: No such file/);
});

test.each([
  [{ env: ["a", "b"] }, "--env runs its tests in your own directory"],
  [{ tests: "list", victim: "x" }, "--tests runs its tests in your own directory"],
] as const)("%o does not go on a cluster", async (ends, why) => {
  const { result } = isolate({ cwd: fresh(), ends, command: ["true"] }, clusterBackend({ url: server.url }));
  await expect(result).rejects.toMatchObject({
    code: "NOT_ON_CLUSTER",
    message: `This cannot be isolated on a cluster: ${why}.`,
    advice: "Leave --cluster out: then the tests run on this machine.",
  });
});

test("packages that lie elsewhere on this machine do not go either", async () => {
  const cwd = fresh();
  const packages = (version: string) => ({
    "": { name: "p", dependencies: { a: "*", w: "file:../w" } },
    "node_modules/a": entry(version),
    "node_modules/w": { resolved: "../w", link: true },
  });
  const files = { "package.json": '{"name":"p"}', "check.js": 'if (require("a") === "2.0.0") throw 1;\n' };
  for (const [end, version] of Object.entries({ good: "1.0.0", bad: "2.0.0" }))
    layOut(join(cwd, end), packages(version), files);
  const ends = { lock: ["good/package-lock.json", "bad/package-lock.json"] } as const;
  await expect(isolated({ cwd, ends, command: ["node", "check.js"] }, server.url)).rejects.toMatchObject({
    code: "NOT_ON_CLUSTER",
    message: expect.stringContaining("the link node_modules/w leads to") as string,
  });
});

test("a submodule that changes does not go either", async () => {
  const inner = makeRepository(fresh(), [{ message: "inner", files: { x: "1\n" }, tag: "one" }]);
  const outer = makeRepository(fresh(), [{ message: "outer", files: { "a.txt": "a\n" } }]);
  outer.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.path, "sub");
  outer.commit({ message: "with it", tag: "good" });
  inner.commit({ message: "other", files: { x: "2\n" } });
  outer.git("-C", "sub", "pull", "-q");
  outer.commit({ message: "another one" });
  const options = { cwd: outer.path, ends: { git: { good: "good" } }, command: ["sh", "-c", "! grep 2 sub/x"] };
  await expect(isolated(options, server.url)).rejects.toMatchObject({
    code: "NOT_ON_CLUSTER",
    message: expect.stringContaining("the submodule sub changes") as string,
  });
});

test("links that lead out of what is compared, and absolute paths, are the same elsewhere", async () => {
  const make = (): IsolateOptions => {
    const top = place({
      "work/old/a.txt": linesWith({}),
      "work/new/a.txt": linesWith({ 3: "BROKEN", 7: "seven" }),
      "shared/words": "BROKEN\n",
      "packages/node_modules/one/index.sh": '. "$1/node_modules/two/index.sh"\n',
      "packages/node_modules/two/index.sh": "status=6\n",
    });
    const cwd = join(top, "work");
    symlinkSync("../shared/words", join(cwd, "words"));
    symlinkSync(join(top, "packages/node_modules"), join(cwd, "node_modules"));
    symlinkSync(join(top, "shared/words"), join(cwd, "old/absolute"));
    symlinkSync(join(top, "shared/words"), join(cwd, "new/absolute"));
    const line = `. node_modules/one/index.sh; if grep -q -f words "$2/a.txt" && cmp words "$2/absolute"; then echo "${cwd}/words says so"; exit $status; fi`;
    return { cwd, ends: ENDS, command: ["sh", "-c", line, "sh", cwd, "{}"] };
  };
  const hand = await hands.hire();
  const local = await isolated(make());
  const there = await isolated(make(), server.url);
  expect(answerOf(there)).toEqual(answerOf(local));
  expect(there.result.trigger.map(({ id }) => id)).toEqual(["a.txt:4"]);
  await hand.leave();
});
