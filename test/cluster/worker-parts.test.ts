/** The parts of a worker that need no server. */
import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { differences, environmentOf, machine } from "../../src/cluster/environment.ts";
import { deal, roomFor, type Taker } from "../../src/cluster/worker/dealing.ts";
import { Pace } from "../../src/cluster/coordinator/pace.ts";
import { deliveryOf } from "../../src/cluster/worker/pulls.ts";
import { rememberedBlobs } from "../../src/cluster/worker/remembered-blobs.ts";
import { openThrottle } from "../../src/cluster/worker/throttle.ts";
import { statusLines } from "../../src/cli/cluster/status-text.ts";
import { clusterOptions } from "../../src/cli/cluster/options.ts";

interface Pull {
  readonly taker: number;
  readonly waitMs: number | undefined;
}

const NOW = 1000;

/** Deals to runs that have so many slots and are dry or not; returns the requests. */
const dealt = (runs: readonly { readonly taken: number; readonly isDry: boolean }[], free: number): readonly Pull[] => {
  const pulls: Pull[] = [];
  const takers = runs.map(({ taken, isDry }, index) => {
    const taker = {
      taken,
      held: 0,
      usualMs: undefined,
      dryUntil: isDry ? NOW + 1 : NOW,
      servedAt: 0,
      pull: (waitMs?: number) => {
        pulls.push({ taker: index, waitMs });
        taker.taken += 1;
        taker.servedAt = pulls.length;
      },
    };
    return taker satisfies Taker;
  });
  deal(takers, free, NOW);
  return pulls;
};

describe("jobs ahead", () => {
  const taker = (held: number, usualMs: number | undefined): Taker => ({
    held,
    usualMs,
    taken: held,
    dryUntil: 0,
    servedAt: 0,
    pull: () => undefined,
  });

  test("are fetched where tests are short, when no slot is empty, for the only run", () => {
    expect(roomFor([taker(4, 20)], 4)).toBe(8);
    expect(roomFor([taker(3, 20)], 4)).toBe(4);
    expect(roomFor([taker(4, 2000)], 4)).toBe(4);
    expect(roomFor([taker(4, undefined)], 4)).toBe(4);
    expect(roomFor([taker(4, 20), taker(0, 20)], 4)).toBe(4);
    expect(roomFor([], 4)).toBe(4);
  });

  test("are as many as are on their way while the others are tested", () => {
    const asked = (jobMs: number, benchMs: number, slots: number): number => {
      const pace = new Pace();
      pace.note(jobMs, benchMs);
      return pace.capacity(slots);
    };
    expect(asked(30, 20, 8)).toBe(12);
    expect(asked(1002, 1000, 8)).toBe(8);
    expect(asked(1002, 1000, 1000)).toBe(1002);
    // No more than workers fetch, and never less than there are slots.
    expect(asked(200, 20, 8)).toBe(16);
    expect(asked(1, 0, 8)).toBe(16);
    expect(asked(19, 20, 8)).toBe(8);
    expect(new Pace().capacity(8)).toBe(8);
  });
});

describe("free slots", () => {
  const runs = fc.array(fc.record({ taken: fc.nat(8), isDry: fc.boolean() }), { maxLength: 5 });

  test("are all asked for, and no more", () => {
    fc.assert(
      fc.property(runs, fc.integer({ min: -3, max: 20 }), (some, free) => {
        expect(dealt(some, free)).toHaveLength(some.length === 0 ? 0 : Math.max(free, 0));
      }),
    );
  });

  test("go to runs whose queue is not empty, as evenly as can be", () => {
    fc.assert(
      fc.property(runs, fc.nat(20), (some, free) => {
        const pulls = dealt(some, free);
        if (some.length < 2 || pulls.length === 0) return;
        const areDry = some.every(({ isDry }) => isDry);
        const takers = some.map(({ taken, isDry }, index) => {
          const got = pulls.filter(({ taker }) => taker === index).length;
          if (isDry && !areDry) expect(got).toBe(0);
          return { got, all: taken + got, isIn: areDry || !isDry };
        });
        const served = takers.filter(({ isIn }) => isIn);
        const least = Math.min(...served.map(({ all }) => all));
        for (const { got, all } of served) if (got > 0) expect(all).toBeLessThanOrEqual(least + 1);
        for (const { waitMs } of pulls) expect(waitMs === undefined).toBe(!areDry);
      }),
    );
  });

  test("wait in the queue of the only run", () => {
    expect(dealt([{ taken: 0, isDry: false }], 2).every(({ waitMs = 0 }) => waitMs >= 1000)).toBe(true);
  });

  test("go to the run that was not served last, when both have the same", () => {
    expect(
      dealt(
        [
          { taken: 0, isDry: false },
          { taken: 0, isDry: false },
        ],
        4,
      ).map(({ taker }) => taker),
    ).toEqual([0, 1, 0, 1]);
  });
});

describe("a delivery", () => {
  const said: [string, string][] = [];
  const connection = {
    isClosed: () => false,
    publish: (subject: string, words: string) => void said.push([subject, words]),
  } as unknown as NatsConnection;
  const from = (reply: string | undefined) =>
    deliveryOf(connection, { data: new Uint8Array(), ...(reply !== undefined && { reply }) } as Msg);

  test.each([
    ["$JS.ACK.PARE_JOBS.run.1.42.7.1794778930221.0", { sequence: 42, redelivered: false }],
    ["$JS.ACK._.hash.PARE_JOBS.run.3.42.7.1794778930221.0.random", { sequence: 42, redelivered: true }],
  ])("knows its number: %s", (reply, expected) => {
    expect(from(reply)).toMatchObject(expected);
  });

  test("comes from a work queue only", () => {
    fc.assert(
      fc.property(fc.string(), (reply) => {
        expect(from(reply)).toBeUndefined();
      }),
    );
    expect(from(undefined)).toBeUndefined();
    expect(from("$JS.ACK.too.short")).toBeUndefined();
  });

  test("has one end", () => {
    said.length = 0;
    const delivery = from("$JS.ACK.S.c.1.1.1.1.0");
    delivery?.working();
    delivery?.nak(1500);
    delivery?.ack();
    delivery?.working();
    expect(said.map(([, words]) => words)).toEqual(["+WPI", '-NAK {"delay":1500000000}']);
  });
});

describe("remembered blobs", () => {
  test("are fetched once while there is room, and the least recently used go", async () => {
    const fetched: string[] = [];
    const blob = rememberedBlobs(async (name) => (fetched.push(name), new Uint8Array(40)), 100);
    await Promise.all([blob("a"), blob("a")]);
    await blob("b");
    await blob("a");
    await blob("c");
    await blob("a");
    expect(fetched).toEqual(["a", "b", "c"]);
    await blob("b");
    expect(fetched).toEqual(["a", "b", "c", "b"]);
  });

  test("that fail are asked for again, and large ones are kept alone", async () => {
    let times = 0;
    const blob = rememberedBlobs(async () => {
      times += 1;
      if (times === 1) throw new Error("away");
      return new Uint8Array(1000);
    }, 100);
    await expect(blob("a")).rejects.toThrow("away");
    await blob("a");
    await blob("a");
    expect(times).toBe(2);
  });
});

test("what happens often is told once, then by number", () => {
  vi.useFakeTimers();
  try {
    const told: (readonly [string, number])[] = [];
    const throttle = openThrottle<string>((value, count) => void told.push([value, count]), 1000);
    for (let time = 0; time < 5; time++) throttle.note("k", "bad");
    throttle.note("other", "worse");
    expect(told).toEqual([
      ["bad", 1],
      ["worse", 1],
    ]);
    vi.advanceTimersByTime(1000);
    expect(told.at(-1)).toEqual(["bad", 4]);
    vi.advanceTimersByTime(2000);
    throttle.note("k", "bad");
    expect(told).toHaveLength(4);
    for (let kind = 0; kind < 1000; kind++) throttle.note(String(kind), "many");
    expect(told.length).toBeLessThan(200);
    expect(throttle.count).toBe(1007);
    throttle.close();
  } finally {
    vi.useRealTimers();
  }
});

describe("the environment", () => {
  test("tells versions of programs of the system, and what is missing", async () => {
    const { programs, os, node } = await environmentOf(["bash", "no-such-program", "/no/such/program"]);
    expect(programs["bash"]).toMatch(/^GNU bash/);
    expect(programs).toMatchObject({ "no-such-program": "missing", "/no/such/program": "missing" });
    expect(os).toContain(process.platform);
    expect(node).toBe(process.version);
  });

  test("does not run scripts of the user's to hear their version", async () => {
    const { programs } = await environmentOf([
      new URL("../../scripts/setup.mjs", import.meta.url).pathname,
      process.execPath,
    ]);
    expect(Object.values(programs)[0]).toMatch(/missing|bytes, sha256/);
  });

  test("differs in words", () => {
    const here = { ...machine(), programs: { gcc: "12.2.0", ld: "2.40" } };
    const there = { ...here, arch: "arm64", programs: { gcc: "11.4.0", ld: "2.40", as: "2.40" } };
    expect(differences(there, here)).toEqual([
      `processor: arm64 there, ${here.arch} here`,
      "gcc: 11.4.0 there, 12.2.0 here",
      "as: 2.40 there, missing here",
    ]);
    expect(differences(here, here)).toEqual([]);
  });
});

test("the status of a cluster cannot steer the terminal", () => {
  const [line] = statusLines(
    { workers: [], runs: [], queued: 1, queuedBytes: 2048, refused: { "evil\u001B[2J": 1 } },
    "nats://h",
  ).slice(-1);
  expect(line).toBe("1 message refused: evil␛[2J.");
});

describe("flags of a cluster", () => {
  test("are paths from the directory, and must be given together", () => {
    expect(clusterOptions({ secretFile: "s" }, "/d")).toBeUndefined();
    expect(clusterOptions({ cluster: "nats://h", secretFile: "s", tlsCa: "/ca" }, "/d")).toEqual({
      url: "nats://h",
      secretFile: "/d/s",
      tlsCa: "/ca",
    });
    expect(() => clusterOptions({ cluster: "nats://h", creds: "a", nkey: "b" }, "/d")).toThrow("--creds and --nkey");
    expect(() => clusterOptions({ cluster: "nats://h", tlsKey: "a" }, "/d")).toThrow("must be given together");
  });
});
