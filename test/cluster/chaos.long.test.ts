/** Whatever happens to workers, network, server and coordinator: the same bytes, and nothing lost. */
import { setTimeout as sleep } from "node:timers/promises";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { draws } from "../support/seeds.ts";
import { isWhole } from "../support/whole.ts";
import { openLink, type Link } from "./link.ts";
import { startNats, type NatsServer } from "./nats-server.ts";
import { endOf, openCrew, siteOf, startPare, type Crew, type Process, type Site, type Trouble } from "./support.ts";
import { TROUBLES } from "./troubles.ts";

let server: NatsServer;
let crew: Crew;
let site: Site;
let number = 0;
/** What one core finds, by the name of the trouble. */
const alone = new Map<string, Uint8Array>();
const started = new Set<Process>();

/** A test that takes a moment, so that there is time for things to happen; each time another one, so that nothing is known about it. */
const slow = (index: number): Trouble => {
  const { test: own, ...rest } = TROUBLES[index] as Trouble;
  number += 1;
  return { ...rest, test: `# ${number}\nsleep 0.05\n${own}` };
};

const start = (...typed: readonly string[]): Process => {
  const run = startPare(site.path, [...site.typed, "--quiet", ...typed]);
  started.add(run);
  return run;
};

const onCluster = (url: string = server.url): Process => start("--cluster", url);

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

/** How many of whose words so far say that a run can begin there. */
const ready = (): number => crew.workers.reduce((sum, { said }) => sum + said().split("ready").length - 1, 0);

const hire = (count: number, url: string = server.url): void => {
  for (let n = 0; n < count; n++) crew.hire({ url });
};

/** What happens while a run goes on that so many workers take part in; returns its result. */
const STORIES: Readonly<Record<string, (workers: number) => Promise<Uint8Array>>> = {
  async "workers are killed and others come"(workers) {
    hire(workers);
    const run = onCluster();
    const random = draws();
    let kills = 0;
    const result = await meanwhile(run, async () => {
      const next = crew.hire();
      // There is always one that works; which one dies is drawn.
      await Promise.race([run.ended, until(() => next.said().includes("ready"))]);
      await crew.workers[random.below(crew.workers.length - 1)]?.kill();
      kills += 1;
    });
    expect(kills).toBeGreaterThan(0);
    return result;
  },

  async "the links of workers and of the run are cut for seconds"(workers) {
    const links: Link[] = await Promise.all(Array.from({ length: workers + 1 }, () => openLink(server.port)));
    const [own, ...others] = links as [Link, ...Link[]];
    for (const { url } of others) crew.hire({ url });
    const run = onCluster(own.url);
    await Promise.race([until(() => ready() > 0), run.ended]);
    const random = draws();
    let cuts = 0;
    const result = await meanwhile(run, async () => {
      await Promise.race([run.ended, sleep(800)]);
      await (links[cuts % links.length] as Link).cut(1000 + 2000 * random.next());
      cuts += 1;
    });
    expect(cuts).toBeGreaterThan(0);
    await Promise.all(links.map((link) => link.close()));
    return result;
  },

  async "connections break"(workers) {
    const link = await openLink(server.port);
    hire(workers, link.url);
    const run = onCluster(link.url);
    // A run that cannot even begin says so.
    await Promise.race([until(() => ready() > 0), run.ended]);
    const result = await meanwhile(run, async () => {
      await Promise.race([run.ended, sleep(700)]);
      link.reset();
    });
    await link.close();
    return result;
  },

  async "everything is slow"(workers) {
    const random = draws();
    const link = await openLink(server.port, () => 20 * random.next());
    hire(workers, link.url);
    const result = await resultOf(onCluster(link.url));
    await link.close();
    return result;
  },

  async "the server crashes and comes back"(workers) {
    hire(workers);
    const run = onCluster();
    await Promise.race([until(() => ready() > 0), run.ended]);
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
    return result;
  },

  async "the run is killed and begun again, again and again"(workers) {
    hire(workers);
    for (let kills = 0; kills < 3; kills++) {
      const before = ready();
      const run = onCluster();
      await Promise.race([until(() => ready() > before), run.ended]);
      await sleep(700);
      run.child.kill("SIGKILL");
      await run.ended;
    }
    return await resultOf(onCluster());
  },

  async "messages come twice, and late"(workers) {
    hire(workers);
    const mischief = await connect({ servers: server.url });
    const repeated = mischievous(mischief);
    const result = await resultOf(onCluster());
    await mischief.close();
    expect(repeated()).toBeGreaterThan(20);
    return result;
  },
};

interface Combination {
  readonly story: string;
  readonly trouble: string;
  readonly workers: number;
}

const WORKERS = [1, 2, 5, 12] as const;

/** Every story with one input and some workers; the whole: with all inputs and numbers of workers, which takes half an hour. */
const combinations = (): readonly Combination[] =>
  Object.keys(STORIES).flatMap((story, index) =>
    TROUBLES.flatMap(({ name: trouble }, place) =>
      WORKERS.map((workers, count) => ({ story, trouble, workers, place, count })).filter(
        (each) => isWhole || (each.place === index % TROUBLES.length && each.count === (index + 1) % WORKERS.length),
      ),
    ),
  );

beforeAll(async () => {
  server = await startNats();
});
afterEach(async () => {
  for (const { child } of started) child.kill("SIGKILL");
  started.clear();
  await crew.stop();
  site.remove();
});
afterAll(async () => {
  await server?.stop();
});

test.each(combinations())(
  "the same bytes: $story ($trouble, $workers workers)",
  async ({ story, trouble, workers }) => {
    crew = openCrew(server.url);
    const index = TROUBLES.findIndex(({ name }) => name === trouble);
    site = siteOf(TROUBLES[index] as Trouble);
    if (!alone.has(trouble)) alone.set(trouble, await resultOf(start("-j", "1")));
    site.remove();
    site = siteOf(slow(index));
    expect(await STORIES[story]?.(workers)).toEqual(alone.get(trouble));
  },
);

/** Says everything a second time, up to a second later: jobs, claims, answers, orders, reports. */
const mischievous = (connection: NatsConnection): (() => number) => {
  const random = draws();
  const sent = new Set<string>();
  let count = 0;
  connection.subscribe("pare.>", {
    callback: (error, { subject, data, reply }) => {
      const text = Buffer.from(data).toString("base64");
      if (error !== null || sent.delete(text)) return;
      const late = 1000 * random.next();
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
