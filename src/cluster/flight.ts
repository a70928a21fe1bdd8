/** A candidate that is being tested on a cluster: it may have been given out several times. */
import type { Packed } from "./contents.ts";
import type { ClusterJob, ClusterReply } from "./run.ts";

/** One message in the queue. */
export interface Attempt {
  readonly id: string;
  readonly flight: Flight;
  readonly givenAt: number;
  /** The worker that has it already, and is slow: somebody else is wanted. */
  readonly except: string | undefined;
  /** Its number in the stream, when the server has it. */
  readonly sequence: Promise<number>;
  claim: { readonly worker: string; readonly at: number } | undefined;
}

export interface Flight {
  readonly job: Omit<ClusterJob, "content">;
  readonly packed: Packed;
  readonly startedAt: number;
  readonly attempts: Attempt[];
  /** Workers on which it broke. */
  readonly broken: Set<string>;
  settled: boolean;
  readonly resolve: (reply: ClusterReply) => void;
  readonly reject: (error: unknown) => void;
}

/** All in milliseconds. */
const MIN_TIMEOUT = 1000;
const USUAL_FACTOR = 4;
/** Of a job that somebody is at work on. */
const MAX_ATTEMPTS = 3;
const MAX_DOUBLINGS = 6;

export interface Outlook {
  readonly now: number;
  /** How long jobs usually take. */
  readonly usualMs: number | undefined;
  /** Is somebody who is there still at work on it? */
  readonly isHeld: (claim: NonNullable<Attempt["claim"]>) => boolean;
}

/**
 * Is it time to give it out once more? When its worker has gone or has let go of it, at once; when it takes several times as long as is usual, and each
 * time longer; and when nobody has taken it, for the message may be lost.
 */
export const isLate = ({ attempts, job }: Flight, { now, usualMs = MIN_TIMEOUT, isHeld }: Outlook): boolean => {
  const last = attempts.at(-1);
  if (last === undefined) return false;
  if (last.claim !== undefined && !isHeld(last.claim)) return true;
  if (last.claim !== undefined && (job.long === true || attempts.length >= MAX_ATTEMPTS)) return false;
  const patience = Math.max(MIN_TIMEOUT, USUAL_FACTOR * usualMs) * 2 ** Math.min(attempts.length - 1, MAX_DOUBLINGS);
  return now - (last.claim?.at ?? last.givenAt) > patience;
};
