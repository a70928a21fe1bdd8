/** Whatever happens to workers, network, server and coordinator: the same bytes, and nothing lost. */
import { setTimeout as sleep } from "node:timers/promises";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openLink, type Link } from "./link.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import { endOf, openCrew, siteOf, startPare, type Crew, type Process, type Site, type Trouble } from "./support.ts";
import { TROUBLES } from "./troubles.ts";

let server: NatsServer;
let crew: Crew;
let site: Site;
let expected: Uint8Array;
let number = 0;

/** A test that takes a moment, so that there is time for things to happen; each time another one, so that nothing is known about it. */
const slow = (index: number): Trouble => {
  const { test: own, ...rest } = TROUBLES[index] as Trouble;
  number += 1;
  return { ...rest, test: `# ${number}\nsleep 0.05\n${own}` };
};

const begin = (index: number): void => {
  site?.remove();
  site = siteOf(slow(index));
};

const onCluster = (url: string = server.url): Process =>
  startPare(site.path, [...site.typed, "--quiet", "--cluster", url]);

/** Does something again and again until the run is over; the result. */
const meanwhile = async (run: Process, act: () => Promise<void>): Promise<Uint8Array> => {
  while (!run.isOver()) await act();
  return await resultOf(run);
};

const resultOf = async (run: Process): Promise<Uint8Array> => {
  await endOf(run);
  return site.read();
};

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(50);
};

beforeAll(async () => {
  server = await startNats();
  begin(0);
  expected = await resultOf(startPare(site.path, [...site.typed, "--quiet", "-j", "1"]));
});
afterAll(async () => {
  site?.remove();
  await server?.stop();
});
beforeEach(() => {
  begin(0);
  crew = openCrew(server.url);
});
afterEach(async () => {
  await crew.stop();
});

describe("the same bytes", () => {
  test("while workers are killed and others come", async () => {
    for (let n = 0; n < 3; n++) crew.hire();
    const run = onCluster();
    let kills = 0;
    const result = await meanwhile(run, async () => {
      const next = crew.hire();
      // There is always one that works; which one dies is up to chance.
      await Promise.race([run.ended, until(() => next.said().includes("ready"))]);
      await crew.workers[Math.floor(Math.random() * (crew.workers.length - 1))]?.kill();
      kills += 1;
    });
    expect(kills).toBeGreaterThan(1);
    expect(result).toEqual(expected);
  });

  test("while the links of workers and of the run are cut for seconds", async () => {
    const links: Link[] = await Promise.all([0, 1, 2].map(() => openLink(server.port)));
    const [first, second, own] = links as [Link, Link, Link];
    crew.hire({ url: first.url });
    crew.hire({ url: second.url });
    const run = onCluster(own.url);
    const cuts = [first, own, second];
    const result = await meanwhile(run, async () => {
      const link = cuts.shift() as Link;
      cuts.push(link);
      await sleep(800);
      await link.cut(1000 + 500 * cuts.length * Math.random());
    });
    expect(result).toEqual(expected);
    await Promise.all(links.map((link) => link.close()));
  });

  test("while connections break", async () => {
    const link = await openLink(server.port);
    for (let n = 0; n < 2; n++) crew.hire({ url: link.url });
    const run = onCluster(link.url);
    const result = await meanwhile(run, async () => {
      await sleep(500);
      link.reset();
    });
    expect(result).toEqual(expected);
    await link.close();
  });

  test("over a slow link", async () => {
    const link = await openLink(server.port, () => 20 * Math.random());
    for (let n = 0; n < 3; n++) crew.hire({ url: link.url });
    expect(await resultOf(onCluster(link.url))).toEqual(expected);
    await link.close();
  });

  test("when the server crashes and comes back", async () => {
    for (let n = 0; n < 2; n++) crew.hire();
    const run = onCluster();
    await Promise.race([until(() => crew.workers.some(({ said }) => said().includes("ready"))), run.ended]);
    let crashes = 0;
    const result = await meanwhile(run, async () => {
      await Promise.race([sleep(1500 * crashes), run.ended]);
      if (crashes >= 2 || run.isOver()) return;
      crashes += 1;
      await server.kill();
      await sleep(500);
      await server.start();
    });
    expect(crashes).toBeGreaterThan(0);
    expect(result).toEqual(expected);
  });

  test("when the run is killed and begun again, again and again", async () => {
    for (let n = 0; n < 2; n++) crew.hire();
    for (let kills = 0; kills < 3; kills++) {
      const ready = (): number => crew.workers.reduce((sum, { said }) => sum + said().split("ready").length - 1, 0);
      const before = ready();
      const run = onCluster();
      await Promise.race([until(() => ready() > before), run.ended]);
      await sleep(700);
      run.child.kill("SIGKILL");
      await run.ended;
    }
    expect(await resultOf(onCluster())).toEqual(expected);
  });

  test("when messages come twice, and late", async () => {
    for (let n = 0; n < 2; n++) crew.hire();
    const mischief = await connect({ servers: server.url });
    const repeated = mischievous(mischief);
    expect(await resultOf(onCluster())).toEqual(expected);
    await mischief.close();
    expect(repeated()).toBeGreaterThan(50);
  });
});

/** Says everything a second time, up to a second later: jobs, claims, answers, orders, reports. */
const mischievous = (connection: NatsConnection): (() => number) => {
  const sent = new Set<string>();
  let count = 0;
  connection.subscribe("pare.>", {
    callback: (error, { subject, data, reply }) => {
      const text = Buffer.from(data).toString("base64");
      if (error !== null || sent.delete(text)) return;
      const late = 1000 * Math.random();
      setTimeout(() => {
        if (connection.isClosed()) return;
        count += 1;
        sent.add(text);
        connection.publish(subject, data, reply === undefined ? {} : { reply });
      }, late);
    },
  });
  return () => count;
};
