/** Whatever happens to workers, network, server and coordinator: the same bytes, and nothing lost. */
import { setTimeout as sleep } from "node:timers/promises";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openLink, type Link } from "./link.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import { openCrew, siteOf, startPare, type Crew, type Site, type Trouble } from "./support.ts";
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

const onCluster = (url: string = server.url): ReturnType<typeof startPare> =>
  startPare(site.path, [...site.typed, "--quiet", "--cluster", url]);

/** Does something again and again until the promise settles. */
const meanwhile = async <T>(running: Promise<T>, act: () => Promise<void>): Promise<T> => {
  let isOver = false;
  const ended = running.finally(() => (isOver = true));
  const acting = (async () => {
    while (!isOver) await act();
  })();
  const result = await ended;
  await acting;
  return result;
};

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(50);
};

beforeAll(async () => {
  server = await startNats();
  begin(0);
  const local = startPare(site.path, [...site.typed, "--quiet", "-j", "1"]);
  expect(await local.ended, local.said()).toBe(0);
  expected = site.read();
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

const finishes = async (run: ReturnType<typeof startPare>): Promise<void> => {
  expect(await run.ended, run.said()).toBe(0);
  expect(site.read()).toEqual(expected);
};

describe("the same bytes", () => {
  test("while workers are killed and others come", async () => {
    for (let n = 0; n < 3; n++) crew.hire();
    const run = onCluster();
    let kills = 0;
    await meanwhile(run.ended, async () => {
      const next = crew.hire();
      // There is always one that works; which one dies is up to chance.
      await Promise.race([run.ended, until(() => next.said().includes("ready"))]);
      await crew.workers[Math.floor(Math.random() * (crew.workers.length - 1))]?.kill();
      kills += 1;
    });
    expect(kills).toBeGreaterThan(1);
    await finishes(run);
  });

  test("while the links of workers and of the run are cut for seconds", async () => {
    const links: Link[] = await Promise.all([0, 1, 2].map(() => openLink(server.port)));
    const [first, second, own] = links as [Link, Link, Link];
    crew.hire({ url: first.url });
    crew.hire({ url: second.url });
    const run = onCluster(own.url);
    const cuts = [first, own, second];
    await meanwhile(run.ended, async () => {
      const link = cuts.shift() as Link;
      cuts.push(link);
      await sleep(800);
      await link.cut(1000 + 500 * cuts.length * Math.random());
    });
    await finishes(run);
    await Promise.all(links.map((link) => link.close()));
  });

  test("while connections break", async () => {
    const link = await openLink(server.port);
    for (let n = 0; n < 2; n++) crew.hire({ url: link.url });
    const run = onCluster(link.url);
    await meanwhile(run.ended, async () => {
      await sleep(500);
      link.reset();
    });
    await finishes(run);
    await link.close();
  });

  test("over a slow link", async () => {
    const link = await openLink(server.port, () => 20 * Math.random());
    for (let n = 0; n < 3; n++) crew.hire({ url: link.url });
    await finishes(onCluster(link.url));
    await link.close();
  });

  test("when the server crashes and comes back", async () => {
    for (let n = 0; n < 2; n++) crew.hire();
    const run = onCluster();
    let crashes = 0;
    await meanwhile(run.ended, async () => {
      await sleep(1500);
      if (crashes >= 2) return;
      crashes += 1;
      await server.kill();
      await sleep(500);
      await server.start();
    });
    expect(crashes).toBeGreaterThan(0);
    await finishes(run);
  });

  test("when the run is killed and begun again, again and again", async () => {
    for (let n = 0; n < 2; n++) crew.hire();
    for (let kills = 0; kills < 3; kills++) {
      const run = onCluster();
      await Promise.race([sleep(2500), run.ended]);
      run.child.kill("SIGKILL");
      await run.ended;
    }
    await finishes(onCluster());
  });

  test("when messages come twice, and late", async () => {
    for (let n = 0; n < 2; n++) crew.hire();
    const mischief = await connect({ servers: server.url });
    const repeated = mischievous(mischief);
    await finishes(onCluster());
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
