/** Suites that are reduced on workers of this process. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchOpener } from "../../src/cluster/bench.ts";
import { openBlobCache } from "../../src/cluster/cache/blob-cache.ts";
import { openCluster } from "../../src/cluster/connection/connect.ts";
import { startWorker } from "../../src/cluster/worker/worker.ts";
import { PARE_VERSION } from "../../src/runs/version.ts";
import { openSuiteBench } from "../../src/suite/cluster/bench.ts";
import { clusterBackend } from "../../src/suite/cluster/backend.ts";
import type { SuiteTerms } from "../../src/suite/cluster/terms.ts";
import type { ReduceSuiteOptions } from "../../src/suite/options.ts";
import { reduceSuite } from "../../src/suite/reduce/suite.ts";
import type { SuiteResult } from "../../src/suite/result.ts";
import { directoryWith } from "./reduce-crew.ts";

/** What a worker has been asked. */
export type Asked = Record<SuiteTerms["ask"], number>;

interface SuiteHand {
  readonly asked: Asked;
  leave(): Promise<void>;
}

export interface SuiteHands {
  /** `around`: what lies between the worker and its bench. */
  hire(slots?: number, around?: (opener: BenchOpener) => BenchOpener): Promise<SuiteHand>;
  stop(): Promise<void>;
}

/** Each with a connection and a cache of its own, as on a machine of its own. */
export const openSuiteHands = (url: string): SuiteHands => {
  const directory = mkdtempSync(join(tmpdir(), "pare-hands-"));
  const hired: SuiteHand[] = [];
  return {
    hire: async (slots = 1, around = (opener) => opener) => {
      const own = join(directory, String(hired.length));
      const cluster = await openCluster({ url }, { name: "test" });
      const cache = openBlobCache({ directory: join(own, "cache"), mostBytes: 2 ** 30, blobs: cluster.blobs });
      const asked: Asked = { fitness: 0, whole: 0, measure: 0 };
      const openers = { suite: around(counted(asked)) };
      const worker = startWorker({
        cluster,
        openers,
        cache,
        slots,
        directory: join(own, "benches"),
        pare: PARE_VERSION,
        name: `w${hired.length + 1}`,
      });
      let left: Promise<void> | undefined;
      const leave = async (): Promise<void> => {
        await worker.stop();
        await cluster.close();
        await cache.close();
      };
      const hand: SuiteHand = { asked, leave: () => (left ??= leave()) };
      hired.push(hand);
      return hand;
    },
    stop: async () => {
      await Promise.all(hired.map((hand) => hand.leave()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

const counted =
  (asked: Asked): BenchOpener =>
  async (kit, place) => {
    const bench = await openSuiteBench(kit, place);
    return {
      ...bench,
      run: (content, terms, signal) => {
        asked[(terms as SuiteTerms).ask]++;
        return bench.run(content, terms, signal);
      },
    };
  };

/** Its entities: the first words of lines, and an a before a b. A test with an x ends with 3. The second word makes it do otherwise. */
const PROGRAM = String.raw`#!/bin/sh
awk -v how="$2" '!(how == "less" && $1 == "a") { print "prog:" $1 } $1 == "b" && seen["a"] { print "function\tprog:pair" }
  { seen[$1] = 1 } END { if (how == "more") print "prog:q"; exit how == "fail" ? 9 : seen["x"] ? 3 : 0 }' "$1" > "$PARE_COVERAGE/covered"
`;
const WORDS = ["a", "b", "c", "d", "e", "f", "x"];

/** A fresh directory with a program and a suite for it. */
export const suiteIn = (tests: number): string =>
  directoryWith({
    "prog.sh": PROGRAM,
    ...Object.fromEntries(
      Array.from({ length: tests }, (_, test) => [
        `tests/${test % 2 === 0 ? "even/" : ""}t${test}.txt`,
        Array.from({ length: 4 + test }, (_line, at) => `${WORDS[(at * at + test) % WORDS.length]} ${at}\n`).join(""),
      ]),
    ),
  });

export const OPTIONS = {
  tests: ["tests"],
  cover: "file:covered",
  command: ["./prog.sh", "{}"],
  goal: "all",
  start: "seeded",
} as const;

type SuiteEvent = Parameters<NonNullable<ReduceSuiteOptions["onEvent"]>>[0];

export interface ReducedSuite {
  readonly result: SuiteResult;
  /** Everything that does not depend on time and on the machine. */
  readonly account: unknown;
  /** By name, the reduced tests. */
  readonly files: Readonly<Record<string, string>>;
  readonly events: readonly SuiteEvent[];
}

/** From the beginning unless `runs` is given; on the machine itself, one run at a time, without a `url`. */
export const reducedSuite = async (
  options: Omit<ReduceSuiteOptions, "output">,
  url?: string,
  runs?: string,
): Promise<ReducedSuite> => {
  const own = mkdtempSync(join(tmpdir(), "pare-suite-"));
  const output = join(runs ?? own, "small");
  const events: SuiteEvent[] = [];
  try {
    const result = await reduceSuite(
      {
        ...options,
        output,
        jobs: 1,
        runsDirectory: runs ?? own,
        onEvent: (event) => {
          events.push(event);
          options.onEvent?.(event);
        },
      },
      url === undefined ? undefined : clusterBackend({ url }),
    );
    return { result, account: accountOf(result), files: filesIn(output), events };
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
};

const accountOf = ({ status, tests, units, covered, lost, unsteady, volume, hints, seeded }: SuiteResult): unknown => ({
  tests: tests.map((test) => ({ ...test, ms: undefined })),
  status,
  units,
  covered,
  lost,
  unsteady,
  volume,
  hints,
  seeded,
});

const filesIn = (directory: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, encoding: "utf8" })
      .filter((name) => statSync(join(directory, name)).isFile())
      .toSorted()
      .map((name) => [name, readFileSync(join(directory, name), "latin1")]),
  );
