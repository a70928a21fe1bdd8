/** The candidates that are being tested on a cluster, how often each was given out, and which are given out once more. */
import type { PackedContent } from "./contents.ts";
import type { ClusterJob, ClusterReply } from "../run.ts";
import type { Roster } from "./roster.ts";

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
  readonly packed: PackedContent;
  readonly startedAt: number;
  readonly attempts: Attempt[];
  /** Workers on which it broke. */
  readonly broken: Set<string>;
  settled: boolean;
  readonly resolve: (reply: ClusterReply) => void;
  readonly reject: (error: unknown) => void;
}

const MIN_TIMEOUT_MS = 1000;
const USUAL_FACTOR = 4;
/** How often a job is given out while somebody is at work on it. */
const MAX_ATTEMPTS = 3;
const MAX_DOUBLINGS = 6;

interface Outlook {
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
export const isLate = ({ attempts, job }: Flight, { now, usualMs = MIN_TIMEOUT_MS, isHeld }: Outlook): boolean => {
  const last = attempts.at(-1);
  if (last === undefined) return false;
  if (last.claim !== undefined && !isHeld(last.claim)) return true;
  if (last.claim !== undefined && (job.long === true || attempts.length >= MAX_ATTEMPTS)) return false;
  const patience = Math.max(MIN_TIMEOUT_MS, USUAL_FACTOR * usualMs) * 2 ** Math.min(attempts.length - 1, MAX_DOUBLINGS);
  return now - (last.claim?.at ?? last.givenAt) > patience;
};

/** So many that have ended are remembered: more than there are in a queue at any time. */
const MAX_ENDED = 10_000;

/** All jobs of a run that were given out: those under way, and for a while those that have come to an end. */
export class Attempts {
  readonly #underWay = new Map<string, Attempt>();
  readonly #ended = new Map<string, Attempt["sequence"]>();

  get size(): number {
    return this.#underWay.size;
  }

  /** Nothing for one that has ended. */
  get(id: string): Attempt | undefined {
    return this.#underWay.get(id);
  }

  /** Who is at work on what. */
  claims(): readonly NonNullable<Attempt["claim"]>[] {
    return [...this.#underWay.values()].flatMap(({ claim }) => claim ?? []);
  }

  add(attempt: Attempt): void {
    this.#underWay.set(attempt.id, attempt);
  }

  /** Was it under way? */
  end({ id, sequence }: Attempt): boolean {
    if (!this.#underWay.delete(id)) return false;
    this.#ended.set(id, sequence);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > MAX_ENDED && oldest !== undefined) this.#ended.delete(oldest);
    return true;
  }

  /** What is said to who wants to run a job that is not under way: workers are given some late, and others by strangers. */
  async objection(id: string, sequence: number): Promise<"answered" | "replayed" | "unknown"> {
    const known = this.#ended.get(id);
    if (known === undefined) return "unknown";
    const own = await known;
    // Nobody has waited until the server had it.
    return own === sequence || own < 0 ? "answered" : "replayed";
  }
}

/** At most one slot in so many works on what another one is slow with. */
const DUPLICATED_SHARE = 8;

interface Straggler {
  readonly flight: Flight;
  /** Its worker has gone; else it is slow. */
  readonly isLost: boolean;
  /** Who has it; nobody has taken it where that is missing. */
  readonly worker: string | undefined;
}

type Claims = readonly NonNullable<Attempt["claim"]>[];

/** The oldest first: what the search waits for is among them. The next free worker gets what is given out once more. */
export const stragglers = (
  flights: ReadonlySet<Flight>,
  claims: Claims,
  roster: Roster,
  now: number,
): readonly Straggler[] => {
  const isHeld = ({ worker, at }: Claims[number]): boolean => roster.isAtWork(worker, at, now);
  const outlook = { now, usualMs: roster.latencyMs, isHeld };
  // As long as all are at work, it is no wonder that a job waits.
  const isFree = claims.filter(isHeld).length < roster.slots;
  const twice = [...flights].filter(({ attempts }) => attempts.length > 1).length;
  let spare = Math.ceil(roster.slots / DUPLICATED_SHARE) - twice;
  return [...flights].flatMap((flight) => {
    if (roster.slots === 0 || !isLate(flight, outlook)) return [];
    const claim = flight.attempts.at(-1)?.claim;
    const worker = claim?.worker;
    const isLost = claim !== undefined && !isHeld(claim);
    const somebody = worker === undefined ? isFree : roster.ready > 1;
    if (!isLost && (spare <= 0 || !somebody)) return [];
    spare -= 1;
    return [{ flight, isLost, worker }];
  });
};

/** More do not fit into the header of a message. */
const MAX_CANCELLED = 4000;

/** Calls jobs off that nobody wants any more: all of one instant go together. */
export const openCancellations = (tell: (jobs: readonly string[]) => void): ((job: string) => void) => {
  const waiting: string[] = [];
  const flush = (): void => {
    while (waiting.length > 0) tell(waiting.splice(0, MAX_CANCELLED));
  };
  return (job) => {
    if (waiting.push(job) === 1) setImmediate(flush);
  };
};
