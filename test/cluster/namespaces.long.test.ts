/** Machines with a network of their own, whose cable is pulled: needs root, as namespaces do. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startNats, type NatsServer } from "./nats-server.ts";
import { endOf, openCrew, siteOf, startPare, type Crew } from "./support.ts";
import { TROUBLES } from "./troubles.ts";
import { drawBytes, draws } from "../support/seeds.ts";
import { lacks, without } from "../support/needs.ts";

const ip = (...words: readonly string[]): boolean =>
  spawnSync("ip", words, { env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` } }).status === 0;

/** Short, as names of network devices have to be, and nobody else's. */
const tag = process.pid.toString(36);
const subnet = `10.${200 + (process.pid % 50)}.${process.pid % 250}`;

interface Machine {
  readonly name: string;
  /** The cable on our side. */
  readonly cable: string;
}

/** A machine of its own, with a cable to a switch that stands here. */
const plugIn = (number: number): Machine => {
  const [name, cable, inside] = [`pare${tag}${number}`, `pc${tag}${number}`, `pi${tag}${number}`];
  const done =
    ip("netns", "add", name) &&
    ip("link", "add", cable, "type", "veth", "peer", "name", inside) &&
    ip("link", "set", inside, "netns", name) &&
    ip("link", "set", cable, "master", `pb${tag}`, "up") &&
    ip("-n", name, "addr", "add", `${subnet}.${number + 1}/24`, "dev", inside) &&
    ip("-n", name, "link", "set", inside, "up") &&
    ip("-n", name, "link", "set", "lo", "up");
  if (!done) throw new Error("no namespace");
  return { name, cable };
};

const canPlugIn = (): boolean => {
  const name = `pt${tag}`;
  const can = ip("netns", "add", name) && ip("link", "add", `px${tag}`, "type", "bridge");
  ip("link", "del", `px${tag}`);
  ip("netns", "del", name);
  return can;
};

let server: NatsServer;
let crew: Crew;
let machines: readonly Machine[] = [];
const directory = mkdtempSync(join(tmpdir(), "pare-net-"));
const secret = join(directory, "secret");
const isPossible = canPlugIn();

beforeAll(async () => {
  if (!isPossible) return;
  ip("link", "add", `pb${tag}`, "type", "bridge");
  ip("addr", "add", `${subnet}.1/24`, "dev", `pb${tag}`);
  ip("link", "set", `pb${tag}`, "up");
  machines = [1, 2].map(plugIn);
  server = await startNats({ host: `${subnet}.1` });
  crew = openCrew(server.url);
  writeFileSync(secret, drawBytes(32).toString("base64"), { mode: 0o600 });
});
afterAll(async () => {
  await crew?.stop();
  await server?.stop();
  for (const { name } of machines) ip("netns", "del", name);
  if (isPossible) ip("link", "del", `pb${tag}`);
  rmSync(directory, { recursive: true, force: true });
});

test.skipIf(lacks("ip") || without("network namespaces", isPossible))(
  "cables are pulled for one to three seconds: the same bytes",
  async () => {
    const [trouble] = TROUBLES;
    const slow = { ...(trouble as (typeof TROUBLES)[number]), test: `sleep 0.05\n${trouble?.test}` };
    const local = siteOf(slow);
    await endOf(startPare(local.path, [...local.typed, "--quiet", "-j", "1"]));
    for (const { name } of machines)
      crew.hire({ typed: ["--secret-file", secret], prefix: ["ip", "netns", "exec", name] });
    const site = siteOf(slow);
    const run = startPare(site.path, [...site.typed, "--quiet", "--cluster", server.url, "--secret-file", secret]);
    const random = draws();
    let cuts = 0;
    while (!run.isOver()) {
      await Promise.race([sleep(1200), run.ended]);
      const { cable } = machines[cuts % machines.length] as Machine;
      ip("link", "set", cable, "down");
      await sleep(1000 + 2000 * random.next());
      ip("link", "set", cable, "up");
      cuts += 1;
    }
    await endOf(run);
    expect(cuts).toBeGreaterThan(1);
    expect(site.read()).toEqual(local.read());
    site.remove();
    local.remove();
  },
);
