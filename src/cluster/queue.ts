/** The work queue of one run: its subject in the stream, and the consumer that workers pull from. */
import { AckPolicy, DeliverPolicy, ReplayPolicy } from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";
import type { Cluster } from "./cluster.ts";
import { JOBS_STREAM, jobsOf } from "./protocol.ts";

export interface Queue {
  /** Resolves with the number in the stream when the server has it; the same id counts once. */
  publish(id: string, bytes: Uint8Array): Promise<number>;
  /**
   * Jobs wait, and nobody is given them. A server that has crashed can come back with a stream that is behind its consumer, which then
   * passes over what comes next: such a consumer is made anew.
   */
  repair(): void;
  /** Nothing of the run is left in the stream. */
  close(): Promise<void>;
}

const PUBLISH_MS = 3000;
/** A consumer that nobody pulls from is forgotten by the server after this long, and made again by us before. */
const IDLE_MS = 10 * 60_000;
const MOST_WAITING = 8192;

export const openQueue = async (cluster: Cluster, run: string, ackWaitMs: number): Promise<Queue> => {
  const { manager, jetstream } = cluster;
  const subject = jobsOf(run);
  const ensure = async (): Promise<void> => {
    await manager.consumers.add(JOBS_STREAM, {
      durable_name: run,
      filter_subject: subject,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      replay_policy: ReplayPolicy.Instant,
      ack_wait: nanos(ackWaitMs),
      max_deliver: -1,
      max_ack_pending: MOST_WAITING,
      max_waiting: MOST_WAITING,
      inactive_threshold: nanos(IDLE_MS),
    });
  };
  const renew = async (): Promise<void> => {
    const { num_pending: waiting, num_ack_pending: given } = await manager.consumers.info(JOBS_STREAM, run);
    if (waiting + given > 0) return;
    await manager.consumers.delete(JOBS_STREAM, run);
    await ensure();
  };
  let repairing: Promise<void> | undefined;
  await ensure();
  // Also after the server has come back without it.
  const keeping = setInterval(() => void ensure().catch(() => undefined), IDLE_MS / 10);
  return {
    publish: async (id, bytes) => (await jetstream.publish(subject, bytes, { msgID: id, timeout: PUBLISH_MS })).seq,
    repair: () => {
      repairing ??= renew()
        .catch(() => undefined)
        .finally(() => (repairing = undefined));
    },
    close: async () => {
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
