/** Asks the work queue of a run for jobs, one request for each: so that every request ends with one job or with one "nothing". */
import { createInbox, type Msg, type NatsConnection, type Subscription } from "@nats-io/transport-node";
import { JOBS_STREAM } from "../protocol.ts";

interface PullEvents {
  onJob(delivery: Delivery): void;
  /** A request has ended without a job. */
  onNothing(): void;
  /** Something came that is no job. */
  onStranger(): void;
}

export interface Pulls {
  /** Requests that have not ended. */
  readonly waiting: number;
  /** `waitMs`: how long the queue keeps the request when it is empty; it answers at once unless given. */
  pull(waitMs?: number): void;
  /** After a lost connection the server knows nothing of the requests any more. */
  restart(): void;
  /** Jobs that are under way to us still arrive. */
  close(): Promise<void>;
}

/** A request about which nothing was heard for so long after its time is lost, in milliseconds. */
const LOST_MS = 3000;
/** The queue is not there, or will not have it: it is not asked again for so long. */
const PAUSE_MS = 250;

class JobPulls implements Pulls {
  readonly #connection: NatsConnection;
  readonly #subject: string;
  readonly #events: PullEvents;
  readonly #sweep: NodeJS.Timeout;
  #subscription: Subscription;
  /** When each of them is lost; all wait about as long, so the first ends first. */
  #deadlines: number[] = [];
  #isClosed = false;
  #pausedUntil = 0;

  constructor(connection: NatsConnection, run: string, events: PullEvents) {
    this.#connection = connection;
    this.#subject = `$JS.API.CONSUMER.MSG.NEXT.${JOBS_STREAM}.${run}`;
    this.#events = events;
    this.#subscription = this.#subscribe();
    this.#sweep = setInterval(() => this.#giveUp(), LOST_MS / 3);
  }

  get waiting(): number {
    return this.#deadlines.length;
  }

  pull(waitMs?: number): void {
    const request = waitMs === undefined ? { batch: 1, no_wait: true } : { batch: 1, expires: waitMs * 1e6 };
    const now = performance.now();
    this.#deadlines.push(now + (waitMs ?? 0) + LOST_MS);
    const publish = (): void => {
      if (!this.#isClosed && !this.#connection.isClosed())
        this.#connection.publish(this.#subject, JSON.stringify(request), { reply: this.#subscription.getSubject() });
    };
    if (this.#pausedUntil > now) setTimeout(publish, this.#pausedUntil - now);
    else publish();
  }

  restart(): void {
    if (this.#isClosed) return;
    this.#deadlines = [];
    this.#pausedUntil = 0;
    const old = this.#subscription;
    this.#subscription = this.#subscribe();
    void old.drain().catch(() => undefined);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#sweep);
    this.#deadlines = [];
    // What the server has sent already is given to `onJob`, which gives it back.
    if (!this.#connection.isClosed()) await this.#subscription.drain().catch(() => undefined);
  }

  #subscribe(): Subscription {
    const own: Subscription = this.#connection.subscribe(createInbox(), {
      callback: (error, message) => {
        if (error === null) this.#take(message, own === this.#subscription);
      },
    });
    return own;
  }

  #take(message: Msg, isCurrent: boolean): void {
    const code = message.headers?.code ?? 0;
    if (code >= 400) {
      if (isCurrent) this.#endEmpty(code);
      return;
    }
    // Signs of life of the server.
    if (code > 0) return;
    const delivery = deliveryOf(this.#connection, message);
    if (delivery === undefined) return this.#events.onStranger();
    // Nobody has a slot for what was asked for on a connection that was lost.
    if (!isCurrent) return delivery.nak();
    this.#deadlines.shift();
    this.#events.onJob(delivery);
  }

  #endEmpty(code: number): void {
    this.#deadlines.shift();
    // Neither "no messages" nor "timeout": the consumer is gone, or has too many requests.
    if (code !== 404 && code !== 408) this.#pausedUntil = performance.now() + PAUSE_MS;
    if (!this.#isClosed) this.#events.onNothing();
  }

  #giveUp(): void {
    const now = performance.now();
    const left = this.#deadlines.filter((deadline) => deadline >= now);
    if (left.length === this.#deadlines.length) return;
    this.#deadlines = left;
    this.#events.onNothing();
  }
}

export const openPulls = (connection: NatsConnection, run: string, events: PullEvents): Pulls =>
  new JobPulls(connection, run, events);

export interface Delivery {
  readonly data: Uint8Array;
  /** The number of the message in the stream. */
  readonly sequence: number;
  /** It was handed out before: to a worker that died, or that gave it back. */
  readonly redelivered: boolean;
  /** Done with: it is never handed out again. */
  ack(): void;
  /** Somebody else may have it, after a while. */
  nak(delayMs?: number): void;
  /** Nobody should ever have it. */
  term(): void;
  /** It is still being worked on. */
  working(): void;
}

const ACK = "$JS.ACK.";
const OLD_TOKENS = 9;

/**
 * `undefined` for what does not come from a work queue. The subject to answer on is
 * $JS.ACK.<stream>.<consumer>.<deliveries>.<sequence>.…, with a domain and an account in front from newer servers.
 */
export const deliveryOf = (connection: NatsConnection, { data, reply }: Msg): Delivery | undefined => {
  if (reply === undefined || !reply.startsWith(ACK)) return undefined;
  const tokens = reply.split(".");
  const at = tokens.length === OLD_TOKENS ? 4 : 6;
  const [deliveries, sequence] = [Number(tokens[at]), Number(tokens[at + 1])];
  if (!Number.isSafeInteger(deliveries) || !Number.isSafeInteger(sequence)) return undefined;
  let isOver = false;
  const say = (words: string): void => {
    // A closed connection: the queue finds out by itself.
    if (!isOver && !connection.isClosed()) connection.publish(reply, words);
  };
  const last = (words: string): void => {
    say(words);
    isOver = true;
  };
  return {
    data,
    sequence,
    redelivered: deliveries > 1,
    ack: () => last("+ACK"),
    nak: (delayMs) => last(delayMs === undefined ? "-NAK" : `-NAK ${JSON.stringify({ delay: delayMs * 1e6 })}`),
    term: () => last("+TERM"),
    working: () => say("+WPI"),
  };
};
