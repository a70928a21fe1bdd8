/** Reductions of the library on workers of this process. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { OPENERS } from "../../src/cli/cluster/openers.ts";
import type { BenchOpener } from "../../src/cluster/bench.ts";
import { openBlobCache, type BlobCache } from "../../src/cluster/cache/blob-cache.ts";
import type { ClusterOptions } from "../../src/cluster/cluster.ts";
import { openCluster } from "../../src/cluster/connection/connect.ts";
import { startWorker, type Worker } from "../../src/cluster/worker/worker.ts";
import type { ReduceEvent } from "../../src/core/notes.ts";
import { clusterBackend } from "../../src/reduce/cluster/backend.ts";
import type { ReduceOptions } from "../../src/reduce/options.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import type { ReduceResult } from "../../src/reduce/result.ts";
import { PARE_VERSION } from "../../src/runs/version.ts";
import { contentOf } from "../../src/runs/steps/content.ts";

export interface Hand {
  readonly worker: Worker;
  readonly cache: BlobCache;
  leave(): Promise<void>;
}

export interface Hands {
  /** `around`: what lies between the worker and its benches. */
  hire(slots?: number, around?: (opener: BenchOpener) => BenchOpener): Promise<Hand>;
  stop(): Promise<void>;
}

/** Each with a connection and a cache of its own, as on a machine of its own. */
export const openHands = (url: string): Hands => {
  const directory = mkdtempSync(join(tmpdir(), "pare-hands-"));
  const hired: Hand[] = [];
  return {
    hire: async (slots = 2, around = (opener) => opener) => {
      const own = join(directory, String(hired.length));
      const cluster = await openCluster({ url }, { name: "test" });
      const cache = openBlobCache({ directory: join(own, "cache"), mostBytes: 2 ** 30, blobs: cluster.blobs });
      const name = `w${hired.length + 1}`;
      const worker = startWorker({
        cluster,
        openers: Object.fromEntries(Object.entries(OPENERS).map(([kind, opener]) => [kind, around(opener)])),
        cache,
        slots,
        directory: join(own, "benches"),
        pare: PARE_VERSION,
        name,
      });
      let left: Promise<void> | undefined;
      const leave = async (): Promise<void> => {
        await worker.stop();
        await cluster.close();
        await cache.close();
      };
      const hand: Hand = { worker, cache, leave: () => (left ??= leave()) };
      hired.push(hand);
      return hand;
    },
    stop: async () => {
      await Promise.all(hired.map((hand) => hand.leave()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

/** A fresh directory with these files; those that begin with #! are executable. */
export const directoryWith = (files: Readonly<Record<string, string | Uint8Array>>): string => {
  const path = mkdtempSync(join(tmpdir(), "pare-case-"));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
    if (typeof content === "string" && content.startsWith("#!")) chmodSync(join(path, name), 0o755);
  }
  return path;
};

export interface Told {
  readonly result: ReduceResult;
  /** The result as bytes, whatever it is made of. */
  readonly content: string;
  readonly events: readonly ReduceEvent[];
}

/** From the beginning; on the machine itself without a `url`. */
export const reduced = async (
  options: ReduceOptions,
  url?: string,
  verify: Pick<ClusterOptions, "verifyWorkers" | "verifySalt"> = {},
): Promise<Told> => {
  const events: ReduceEvent[] = [];
  const runsDirectory = mkdtempSync(join(tmpdir(), "pare-runs-"));
  try {
    const run = reduce(
      {
        ...options,
        runsDirectory,
        output: join(runsDirectory, "result"),
        jobs: 1,
        onEvent: (event) => {
          events.push(event);
          options.onEvent?.(event);
        },
      },
      url === undefined ? undefined : clusterBackend({ url, ...verify }),
    );
    const result = await run.result;
    return { result, content: Buffer.from(contentOf(result.case, { plain: false })).toString(), events };
  } finally {
    rmSync(runsDirectory, { recursive: true, force: true });
  }
};
