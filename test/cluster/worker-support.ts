/** Workers and runs in this process, on a real server. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BenchOpener, Reply } from "../../src/cluster/bench.ts";
import { openBlobCache } from "../../src/cluster/cache/blob-cache.ts";
import type { Cluster } from "../../src/cluster/cluster.ts";
import { openCluster } from "../../src/cluster/connection/connect.ts";
import { openClusterRun } from "../../src/cluster/coordinator/coordinator.ts";
import type { Machine } from "../../src/cluster/protocol.ts";
import type { ClusterNote, ClusterReply, ClusterRun } from "../../src/cluster/run.ts";
import type { WorkerMessage } from "../../src/cluster/worker/report.ts";
import { startWorker, type Worker, type WorkerOptions } from "../../src/cluster/worker/worker.ts";
import type { NatsServer } from "./nats-server.ts";

export interface Hand {
  readonly worker: Worker;
  readonly notes: WorkerMessage[];
  readonly cluster: Cluster;
}

export interface TestRun {
  readonly run: ClusterRun;
  readonly notes: ClusterNote[];
  readonly cluster: Cluster;
  submit(text: string, signal?: AbortSignal): Promise<ClusterReply>;
  ready(slots: number): Promise<void>;
}

export interface Field {
  hire(openers: Readonly<Record<string, BenchOpener>>, options?: Partial<WorkerOptions>): Promise<Hand>;
  begin(options?: RunOptions): Promise<TestRun>;
  close(): Promise<void>;
}

interface RunOptions {
  readonly kind?: string;
  readonly body?: unknown;
  readonly pare?: string;
  readonly environment?: Machine;
  readonly shared?: boolean;
}

export const PARE = "1.2.3";
const NOWHERE: Machine = { os: "some system", arch: "some", node: "v0", programs: {} };
export const ORIGINAL = "the original, which is long enough for edits ".repeat(20);

export const openField = (server: NatsServer): Field => {
  const ends: (() => Promise<void> | void)[] = [];
  const connected = async (): Promise<Cluster> => {
    const cluster = await openCluster({ url: server.url }, { name: "test" });
    ends.push(() => cluster.close());
    return cluster;
  };
  return {
    hire: async (openers, options = {}) => {
      const cluster = await connected();
      const directory = mkdtempSync(join(tmpdir(), "pare-hand-"));
      ends.push(() => rmSync(directory, { recursive: true, force: true }));
      const cache = openBlobCache({ directory: join(directory, "cache"), mostBytes: 2 ** 30, blobs: cluster.blobs });
      ends.push(() => cache.close());
      const notes: WorkerMessage[] = [];
      const log = (note: WorkerMessage): void => void notes.push(note);
      const own = { cluster, openers, cache, slots: 1, directory: join(directory, "benches"), pare: PARE, log };
      const worker = startWorker({ ...own, ...options });
      ends.push(() => worker.stop());
      return { worker, notes, cluster };
    },
    begin: async ({ kind = "probe", body = {}, pare = PARE, environment = NOWHERE, shared = false } = {}) => {
      const cluster = await connected();
      const notes: ClusterNote[] = [];
      const run = await openClusterRun({
        cluster,
        kit: { kind, pare, body },
        original: { content: Buffer.from(ORIGINAL), terms: { original: true, ms: 0 } },
        title: "a test",
        environment,
        onNote: (note) => void notes.push(note),
      });
      ends.push(() => run.close());
      const submit = async (text: string, signal = new AbortController().signal): Promise<ClusterReply> =>
        await run.submit(
          { key: `key of ${text.slice(0, 100)}`, content: () => Buffer.from(text), terms: {}, shared },
          signal,
        );
      const ready = async (slots: number): Promise<void> => await until(() => run.figures().slots === slots);
      return { run, notes, cluster, submit, ready };
    },
    close: async () => {
      for (const end of ends.toReversed()) await end();
    },
  };
};

export const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await sleep(10);
};

/** What a probe is asked; how it answers is up to the test. */
export interface Asked {
  readonly text: string;
  readonly signal: AbortSignal;
  readonly isOriginal: boolean;
}

/** An opener whose benches do what the test says. Answers with the length unless told otherwise. */
export const probe =
  (
    answer: (asked: Asked) => unknown = ({ text }) => text.length,
    judge?: (reply: Reply) => string | undefined,
  ): BenchOpener =>
  async () => ({
    judge: (reply) => judge?.(reply),
    run: async (content, terms, signal) => {
      const isOriginal = (terms as { readonly original?: boolean }).original === true;
      const body = await answer({ text: Buffer.from(content).toString(), signal, isOriginal });
      return { body, lasting: true };
    },
    close: async () => undefined,
  });

/** Resolves when it is opened; and rejects with the reason of the signal. */
export const gate = (): { readonly open: () => void; wait(signal: AbortSignal): Promise<void> } => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return {
    open: () => open(),
    wait: async (signal) =>
      await Promise.race([
        opened,
        new Promise<never>((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
        }),
      ]),
  };
};
