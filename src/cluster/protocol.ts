/** What coordinators and workers say to each other: subjects, streams, buckets and messages. */

/** Raised with every change of a message's shape: others are refused. */
export const PROTOCOL = 3;

/** The work queue: a subject for each run, a durable pull consumer of the same name for each run. */
export const JOBS_STREAM = "PARE_JOBS";
export const JOBS_SUBJECTS = "pare.jobs.*";
/** Outcomes by key, see `outcomeKey`. */
export const OUTCOMES_BUCKET = "pare-outcomes";
/** Objects named by the SHA-256 of their bytes. */
export const BLOBS_BUCKET = "pare-blobs";

/** Coordinators say here every second which runs there are: `Announcement`. */
export const RUNS_SUBJECT = "pare.runs";
/** Workers say here every second how they are: `WorkerReport`. */
export const WORKERS_SUBJECT = "pare.workers";
export const jobsOf = (run: string): string => `pare.jobs.${run}`;
/** Requests of workers, answered by the coordinator of the run. */
export const claimsOf = (run: string): string => `pare.run.${run}.claim`;
export const answersOf = (run: string): string => `pare.run.${run}.answer`;
/** `Cancel`, and `Farewell` when the run is over; no answer. */
export const ordersOf = (run: string): string => `pare.run.${run}.orders`;

/** How often workers and coordinators say that they are there. */
export const BEAT_MS = 1000;
/** A worker that has said nothing for so long is gone. */
export const SILENCE_MS = 5000;

/** What every message says of itself; `Signer` puts it there and checks it. */
export interface MessageStamp {
  readonly protocol: number;
  readonly type: Message["type"];
  /** When it was signed and when it is void, in milliseconds since 1970. */
  readonly at: number;
  readonly expires: number;
}

export type Message = Announcement | Farewell | WorkerReport | Job | JobClaim | Grant | Answer | Receipt | Cancel;

/** A run is there, and what a worker needs to take part in it. */
export interface Announcement {
  readonly type: "announcement";
  readonly run: string;
  /** What people are shown: "bug.c on host". */
  readonly title: string;
  /** The version of pare; workers of another one set themselves aside. */
  readonly pare: string;
  /** The blob of the `Kit`; its name is the fingerprint of the oracle. */
  readonly kit: string;
  /** The blob of the original, and the terms it is to be tested on before the worker takes jobs. */
  readonly original: string;
  readonly terms?: unknown;
  /** What the programs of the oracle say they are where the run was started. */
  readonly environment: Machine;
  /** How long a job may go without a sign of life before it is given to another worker, in milliseconds. */
  readonly ackWaitMs: number;
  /** Workers that it takes no answers from, and why. */
  readonly aside?: Readonly<Record<string, string>>;
}

/** The run is over. */
interface Farewell {
  readonly type: "farewell";
  readonly run: string;
}

/** A machine, and the versions of the programs an oracle calls. */
export interface Machine {
  readonly os: string;
  readonly arch: string;
  readonly node: string;
  readonly programs: Readonly<Record<string, string>>;
}

export interface WorkerReport {
  readonly type: "worker";
  /** Random, of this process. */
  readonly worker: string;
  /** What people are shown: the host and the process. */
  readonly name: string;
  readonly pare: string;
  /** How many jobs it runs at once. */
  readonly slots: number;
  readonly os: string;
  readonly arch: string;
  /** The load of the machine over the last minute. */
  readonly load: number;
  readonly cacheBytes: number;
  /** It takes no more jobs. */
  readonly draining: boolean;
  readonly runs: readonly Participation[];
}

/** How far a worker has come with a run. */
export interface Participation {
  readonly run: string;
  readonly state: "opening" | "ready" | "unfit";
  /** Why it is set aside, in words for the user who started the run. */
  readonly reason?: string;
  /** In which programs it differs from where the run was started, though the original fails there, too. */
  readonly differs?: string;
  /** Jobs under way. */
  readonly running: number;
  readonly done: number;
}

/** The payload: edits of the base (JSON of `Edit`), or the whole content where there is no base; none where `blob` is given. */
export interface Job {
  readonly type: "job";
  readonly id: string;
  readonly run: string;
  readonly kit: string;
  /** Names the candidate among the outcomes. */
  readonly key: string;
  readonly base?: string;
  /** The content lies in the store. */
  readonly blob?: string;
  /** The digest of the content, for nothing is run that arrived damaged. */
  readonly sha256: string;
  readonly bytes: number;
  readonly terms?: unknown;
  /** The outcome may be kept for others. */
  readonly shared: boolean;
}

/** A worker wants to run a job that it was given. */
export interface JobClaim {
  readonly type: "claim";
  readonly run: string;
  readonly job: string;
  readonly worker: string;
  /** The number of the message in the stream: the same job under another number is a replay. */
  readonly sequence: number;
  readonly nonce: string;
}

export interface Grant {
  readonly type: "grant";
  readonly nonce: string;
  readonly granted: boolean;
  /** "answered", "cancelled", "unknown", "replayed", "set aside", "same worker". */
  readonly reason?: string;
}

/** What came out. The payload is that of the bench's reply. */
export interface Answer {
  readonly type: "answer";
  readonly run: string;
  readonly job: string;
  readonly worker: string;
  readonly nonce: string;
  /** Missing when the worker's machinery broke; then `error` says how. */
  readonly reply?: unknown;
  readonly error?: { readonly code?: string; readonly message: string; readonly advice?: string };
  /** From taking the job to its end, and what of it was the bench's; how long it waited for a slot before that. */
  readonly ms: number;
  readonly benchMs: number;
  readonly waitMs: number;
}

/** The coordinator has the answer, or does not want it any more: the job can be acknowledged. */
export interface Receipt {
  readonly type: "receipt";
  readonly nonce: string;
}

interface Cancel {
  readonly type: "cancel";
  readonly run: string;
  readonly jobs: readonly string[];
}
