/** What there is on a cluster now: its workers by their own reports, its queue by the server's. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import { JOBS_STREAM, RUNS_SUBJECT, WORKERS_SUBJECT, type Announcement, type WorkerReport } from "./protocol.ts";
import { Refusal } from "./signing.ts";

export interface ClusterStatus {
  /** By name. */
  readonly workers: readonly WorkerReport[];
  readonly runs: readonly RunStatus[];
  /** Jobs that have not been done. */
  readonly queued: number;
  readonly queuedBytes: number;
  /** Reports and announcements that do not verify, by reason. */
  readonly refused: Readonly<Record<string, number>>;
}

/** A run that is announced, or has a queue. */
interface RunStatus {
  readonly run: string;
  /** Missing when no coordinator was heard. */
  readonly title?: string;
  /** Jobs that no worker has taken, and those that one has. */
  readonly pending: number;
  readonly running: number;
  /** How many of these were given out before. */
  readonly redelivered: number;
}

/** Everybody speaks every second. */
const LISTEN_MS = 1500;

export const clusterStatus = async (cluster: Cluster, listenMs: number = LISTEN_MS): Promise<ClusterStatus> => {
  const workers = new Map<string, WorkerReport>();
  const runs = new Map<string, Announcement>();
  const refused = new Map<string, number>();
  const listen = (subject: string, take: (data: Uint8Array) => void): (() => void) => {
    const subscription = cluster.connection.subscribe(subject, {
      callback: (error, { data }) => {
        if (error !== null) return;
        try {
          take(data);
        } catch (refusal) {
          const reason = refusal instanceof Refusal ? refusal.reason : String(refusal);
          refused.set(reason, (refused.get(reason) ?? 0) + 1);
        }
      },
    });
    return () => subscription.unsubscribe();
  };
  const ends = [
    listen(WORKERS_SUBJECT, (data) => {
      const {
        protocol: _protocol,
        at: _at,
        expires: _expires,
        ...report
      } = cluster.signer.open(data, "worker").message;
      workers.set(report.worker, report);
    }),
    listen(RUNS_SUBJECT, (data) => {
      const { message } = cluster.signer.open(data, "announcement");
      runs.set(message.run, message);
    }),
  ];
  try {
    await sleep(listenMs);
  } finally {
    for (const end of ends) end();
  }
  const { state } = await cluster.manager.streams.info(JOBS_STREAM);
  return {
    workers: [...workers.values()].map((worker) => judged(worker, runs)).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    runs: await runsOf(cluster, runs),
    queued: state.messages,
    queuedBytes: state.bytes,
    refused: Object.fromEntries(refused),
  };
};

/** What a worker says of itself does not count where the run says otherwise. */
const judged = (worker: WorkerReport, announced: ReadonlyMap<string, Announcement>): WorkerReport => ({
  ...worker,
  runs: worker.runs.map((part) => {
    const reason = announced.get(part.run)?.aside?.[worker.worker];
    return reason === undefined ? part : { ...part, state: "unfit", reason };
  }),
});

const runsOf = async (
  { manager }: Cluster,
  announced: ReadonlyMap<string, Announcement>,
): Promise<readonly RunStatus[]> => {
  const rest = new Map(announced);
  const found: RunStatus[] = [];
  for await (const consumer of manager.consumers.list(JOBS_STREAM)) {
    const { name, num_pending: pending, num_ack_pending: running, num_redelivered: redelivered } = consumer;
    const title = rest.get(name)?.title;
    rest.delete(name);
    found.push({ run: name, ...(title !== undefined && { title }), pending, running, redelivered });
  }
  for (const { run, title } of rest.values()) found.push({ run, title, pending: 0, running: 0, redelivered: 0 });
  return found;
};
