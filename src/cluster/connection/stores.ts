/** The stream and the buckets of a cluster, made by whoever comes first. */
import { DiscardPolicy, JetStreamApiCodes, JetStreamApiError, RetentionPolicy, StorageType } from "@nats-io/jetstream";
import type { JetStreamClient, JetStreamManager } from "@nats-io/jetstream";
import { Kvm, type KV } from "@nats-io/kv";
import { Objm, type ObjectStore } from "@nats-io/obj";
import { nanos } from "@nats-io/transport-node";
import { UserError } from "../../core/errors.ts";
import { again, isAway } from "../retry.ts";
import { BLOBS_BUCKET, JOBS_STREAM, JOBS_SUBJECTS, OUTCOMES_BUCKET } from "../protocol.ts";

export interface Stores {
  readonly outcomes: KV;
  readonly blobs: ObjectStore;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export const openStores = async (jetstream: JetStreamClient, manager: JetStreamManager): Promise<Stores> => {
  const [outcomes, blobs] = await Promise.all([
    persistently(async () => new Kvm(jetstream).create(OUTCOMES_BUCKET, { history: 1, ttl: 30 * dayMs })),
    persistently(async () =>
      // Unlike those of outcomes, the life of objects is in nanoseconds.
      new Objm(jetstream).create(BLOBS_BUCKET, { ttl: nanos(7 * dayMs), storage: StorageType.File }),
    ),
    persistently(async () => ensureJobs(manager)),
  ]);
  return { outcomes, blobs };
};

export const ensureJobs = async (manager: JetStreamManager): Promise<void> => {
  const { config } = await manager.streams.info(JOBS_STREAM).catch(async (error: unknown) => {
    if (!(error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound)) throw error;
    return manager.streams.add({
      name: JOBS_STREAM,
      subjects: [JOBS_SUBJECTS],
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
      // Who publishes is told when an account is full; nothing that waits is dropped.
      discard: DiscardPolicy.New,
      max_age: nanos(60 * minuteMs),
      duplicate_window: nanos(2 * minuteMs),
    });
  });
  if (config.retention === RetentionPolicy.Workqueue && config.subjects.includes(JOBS_SUBJECTS)) return;
  throw new UserError("CLUSTER_STREAM", `The server has a stream ${JOBS_STREAM} that is not pare's.`, {
    advice: `Remove it (nats stream rm ${JOBS_STREAM}) or use another account.`,
  });
};

/** Two that make the same thing at once may trip over each other: the second look finds it made. */
const persistently = async <T>(make: () => Promise<T>): Promise<T> =>
  again(make, { tries: 5, pauseMs: 50, passes: (error) => error instanceof JetStreamApiError || isAway(error) });
