/** What new workers fetch for a large input and a large directory beside it, counted on the wire. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openBlobCache } from "../../src/cluster/cache/blob-cache.ts";
import type { Blobs } from "../../src/cluster/blobs.ts";
import { openCluster } from "../../src/cluster/connection/connect.ts";
import { startWorker } from "../../src/cluster/worker/worker.ts";
import { clusterBackend } from "../../src/reduce/cluster/backend.ts";
import { reduce } from "../../src/reduce/reduce.ts";
import { openTestBench } from "../../src/reduce/cluster/test-bench.ts";
import { PARE_VERSION } from "../../src/runs/version.ts";

export interface Fetched {
  readonly worker: string;
  /** Blobs that came, and how many of them had come before. */
  readonly blobs: number;
  readonly twice: number;
  readonly bytes: number;
  /** Everything the connection has received. */
  readonly received: number;
  readonly jobs: number;
}

export interface BlobsOptions {
  readonly url: string;
  readonly workers: number;
  readonly inputBytes: number;
  readonly files: number;
  readonly maxTests: number;
}

interface Hand {
  figures(): Fetched;
  leave(): Promise<void>;
}

const hire = async (url: string, directory: string, name: string): Promise<Hand> => {
  const cluster = await openCluster({ url }, { name });
  const names: string[] = [];
  let bytes = 0;
  const blobs: Pick<Blobs, "get"> = {
    get: async (wanted, most) => {
      const found = await cluster.blobs.get(wanted, most);
      names.push(wanted);
      bytes += found.length;
      return found;
    },
  };
  const cache = openBlobCache({ directory: join(directory, "cache"), mostBytes: 2 ** 31, blobs });
  const openers = { test: openTestBench };
  const own = { cluster, openers, cache, slots: 1, directory: join(directory, "benches"), pare: PARE_VERSION, name };
  const worker = startWorker(own);
  return {
    figures: () => ({
      worker: name,
      blobs: names.length,
      twice: names.length - new Set(names).size,
      bytes,
      received: cluster.connection.stats().inBytes,
      jobs: worker.figures().done,
    }),
    leave: async () => {
      await worker.stop();
      await cluster.close();
      await cache.close();
    },
  };
};

/** Lines of 100 bytes, each another. */
const inputOf = (bytes: number): string =>
  Array.from({ length: Math.round(bytes / 100) }, (_, line) => String(line).padEnd(99, ".")).join("\n");

const writeCase = (directory: string, { inputBytes, files }: BlobsOptions): void => {
  writeFileSync(join(directory, "input.txt"), inputOf(inputBytes));
  mkdirSync(join(directory, "beside"));
  for (let file = 0; file < files; file++)
    writeFileSync(join(directory, "beside", `${file}.txt`), `file ${file}\n`.repeat(20));
  const script = `#!/bin/sh\ntest -f beside/${files - 1}.txt && grep -q '^4321\\.' input.txt\n`;
  writeFileSync(join(directory, "interesting.sh"), script, { mode: 0o755 });
};

export interface BlobsFigures {
  /** After a first run, and after another one on the same workers. */
  readonly first: readonly Fetched[];
  readonly second: readonly Fetched[];
}

export const measureBlobs = async (given: BlobsOptions): Promise<BlobsFigures> => {
  const directory = mkdtempSync(join(tmpdir(), "pare-blobs-"));
  const hands: Hand[] = [];
  try {
    writeCase(directory, given);
    for (let i = 1; i <= given.workers; i++) hands.push(await hire(given.url, join(directory, `w${i}`), `w${i}`));
    const counted: (readonly Fetched[])[] = [];
    for (const strategy of ["gbs", "ddmin"]) {
      const { maxTests } = given;
      const options = {
        cwd: directory,
        input: "input.txt",
        test: "./interesting.sh",
        extraFiles: ["beside"],
        strategy,
      };
      await reduce({ ...options, format: "lines", fresh: true, maxTests }, clusterBackend({ url: given.url })).result;
      // Workers count a job when its run is over for them.
      await sleep(1000);
      counted.push(hands.map((hand) => hand.figures()));
    }
    return { first: counted[0] ?? [], second: counted[1] ?? [] };
  } finally {
    await Promise.all(hands.map((hand) => hand.leave()));
    rmSync(directory, { recursive: true, force: true });
  }
};
