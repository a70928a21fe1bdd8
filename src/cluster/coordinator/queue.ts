/** The work queue of one run: its subject in the stream, and the consumer that workers pull from. */
import { setTimeout as sleep } from "node:timers/promises";
import { AckPolicy, DeliverPolicy, ReplayPolicy, type JetStreamManager } from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";
import { answerTo } from "../retry.ts";
import type { Cluster } from "../cluster.ts";
import { JOBS_STREAM, jobsOf } from "../protocol.ts";
import { ensureJobs } from "../connection/stores.ts";

export interface Queue {
  /**
   * Resolves with the number in the stream when the server has it; the same id counts once. Tries again and again while it is wanted;
   * -1 when it is not any more. Never rejects.
   */
  publish(id: string, bytes: Uint8Array, isWanted: () => boolean): Promise<number>;
  /**
   * Jobs wait, and nobody is given them. A server that has crashed can come back with a stream that is behind its consumer, which then
   * passes over what comes next: such a consumer is made anew.
   */
  repair(): void;
  /** Nothing of the run is left in the stream. */
  close(): Promise<void>;
}

export interface QueueOptions {
  readonly run: string;
  readonly ackWaitMs: number;
  /** Words for the user when the server has not taken jobs for a while. */
  readonly onTrouble: (words: string) => void;
}

const PUBLISH_MS = 3000;
/** Between two tries, at first and at most, in milliseconds. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2000;
/** Nobody is told of trouble that passes sooner, nor more often than this, in milliseconds. */
const TROUBLE_MS = 8000;
const TOLD_MS = 60_000;
/** A consumer that nobody pulls from is forgotten by the server after this long, and made again by us before. */
const IDLE_MS = 10 * 60_000;
const MAX_WAITING = 8192;

export const openQueue = async (cluster: Cluster, options: QueueOptions): Promise<Queue> => {
  const { manager, jetstream, url } = cluster;
  const { run, onTrouble } = options;
  const subject = jobsOf(run);
  const ensure = (): Promise<void> => ensureConsumer(manager, options);
  const renew = async (): Promise<void> => {
    const { num_pending: waiting, num_ack_pending: given } = await manager.consumers.info(JOBS_STREAM, run);
    if (waiting + given > 0) return;
    await manager.consumers.delete(JOBS_STREAM, run);
    await ensure();
  };
  /** A server that has come back with an empty store has neither. */
  const restore = async (): Promise<void> => {
    await ensureJobs(manager);
    await ensure();
  };
  let repairing: Promise<void> | undefined;
  const mend = (work: () => Promise<void>): void => {
    repairing ??= work()
      .catch(() => undefined)
      .finally(() => (repairing = undefined));
  };
  const tell = troubleTeller((why) =>
    onTrouble(`the NATS server at ${url} does not take jobs (${why}); pare keeps trying`),
  );
  let isClosed = false;
  await answerTo(ensure);
  // Also after the server has come back without it.
  const keeping = setInterval(() => void ensure().catch(() => undefined), IDLE_MS / 10);
  return {
    publish: async (id, bytes, isWanted) => {
      const startedAt = performance.now();
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
        try {
          return (await jetstream.publish(subject, bytes, { msgID: id, timeout: PUBLISH_MS })).seq;
        } catch (error) {
          if (isClosed) return -1;
          tell(error, startedAt);
          mend(restore);
        }
        await sleep(pause);
        if (isClosed || !isWanted()) return -1;
      }
    },
    repair: () => mend(renew),
    close: async () => {
      isClosed = true;
      clearInterval(keeping);
      await repairing;
      // The server may be away: then it forgets by itself.
      await Promise.allSettled([
        manager.consumers.delete(JOBS_STREAM, run),
        manager.streams.purge(JOBS_STREAM, { filter: subject }),
      ]);
    },
  };
};

const ensureConsumer = async (manager: JetStreamManager, { run, ackWaitMs }: QueueOptions): Promise<void> => {
  await manager.consumers.add(JOBS_STREAM, {
    durable_name: run,
    filter_subject: jobsOf(run),
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    replay_policy: ReplayPolicy.Instant,
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    max_ack_pending: MAX_WAITING,
    max_waiting: MAX_WAITING,
    inactive_threshold: nanos(IDLE_MS),
  });
};

/** Tells why something has failed since a time, if that was long ago, and not too often. */
const troubleTeller = (tell: (why: string) => void): ((error: unknown, since: number) => void) => {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (error, since) => {
    const now = performance.now();
    if (now - since < TROUBLE_MS || now - toldAt < TOLD_MS) return;
    toldAt = now;
    tell(error instanceof Error ? error.message : String(error));
  };
};
