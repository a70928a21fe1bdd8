/** The result of a cluster is that of one core, however many workers there are. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startNats, type NatsServer } from "./nats-server.ts";
import { endOf, openCrew, siteOf, startPare, type Crew, type Trouble } from "./support.ts";
import { TROUBLES } from "./troubles.ts";
import { sampleOf } from "../support/whole.ts";

let server: NatsServer;
let crew: Crew;
const alone = new Map<string, Uint8Array>();

/** A run that no outcome of another one helps. */
const resultOf = async (trouble: Trouble, typed: readonly string[]): Promise<Uint8Array> => {
  const site = siteOf(trouble);
  try {
    await endOf(startPare(site.path, [...site.typed, "--quiet", ...typed]));
    return site.read();
  } finally {
    site.remove();
  }
};

beforeAll(async () => {
  server = await startNats();
  crew = openCrew(server.url);
  await Promise.all(TROUBLES.map(async (trouble) => alone.set(trouble.name, await resultOf(trouble, ["-j", "1"]))));
});
afterAll(async () => {
  await crew?.stop();
  await server?.stop();
});

describe.each(sampleOf([1, 2, 5, 12], 2))("with %i workers", (workers) => {
  beforeAll(() => {
    while (crew.workers.length < workers) crew.hire();
  });

  // All at once: workers take part in several runs, too.
  test.concurrent.each(TROUBLES.map(({ name }, index) => [name, index] as const))("%s", async (name, index) => {
    const { files, test: own, ...rest } = TROUBLES[index] as Trouble;
    // Another script, so that nothing is known about it yet.
    const trouble = { ...rest, files, test: `# for ${workers} workers\n${own}` };
    expect(await resultOf(trouble, ["--cluster", server.url])).toEqual(alone.get(name));
  });
});
