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

export const openPulls = (connection: NatsConnection, run: string, events: PullEvents): Pulls => {
  const subject = `$JS.API.CONSUMER.MSG.NEXT.${JOBS_STREAM}.${run}`;
  /** When each of them is lost; all wait about as long, so the first ends first. */
  let deadlines: number[] = [];
  let isClosed = false;
  let pausedUntil = 0;

  const arrived = (message: Msg, isCurrent: boolean): void => {
    const code = message.headers?.code ?? 0;
    if (code >= 400) {
      if (!isCurrent) return;
      deadlines.shift();
      // Neither "no messages" nor "timeout": the consumer is gone, or has too many requests.
      if (code !== 404 && code !== 408) pausedUntil = performance.now() + PAUSE_MS;
      if (!isClosed) events.onNothing();
      return;
    }
    // Signs of life of the server.
    if (code > 0) return;
    const delivery = deliveryOf(connection, message);
    if (delivery === undefined) {
      events.onStranger();
      return;
    }
    // Nobody has a slot for what was asked for on a connection that was lost.
    if (!isCurrent) return delivery.nak();
    deadlines.shift();
    events.onJob(delivery);
  };

  const subscribed = (): Subscription => {
    const own: Subscription = connection.subscribe(createInbox(), {
      callback: (error, message) => {
        if (error === null) arrived(message, own === subscription);
      },
    });
    return own;
  };
  let subscription = subscribed();

  const sweep = setInterval(() => {
    const now = performance.now();
    const lost = deadlines.filter((deadline) => deadline < now).length;
    if (lost === 0) return;
    deadlines = deadlines.filter((deadline) => deadline >= now);
    events.onNothing();
  }, LOST_MS / 3);

  return {
    get waiting() {
      return deadlines.length;
    },
    pull: (waitMs) => {
      const request = waitMs === undefined ? { batch: 1, no_wait: true } : { batch: 1, expires: waitMs * 1e6 };
      const now = performance.now();
      deadlines.push(now + (waitMs ?? 0) + LOST_MS);
      const publish = (): void => {
        if (!isClosed && !connection.isClosed())
          connection.publish(subject, JSON.stringify(request), { reply: subscription.getSubject() });
      };
      if (pausedUntil > now) setTimeout(publish, pausedUntil - now);
      else publish();
    },
    restart: () => {
      if (isClosed) return;
      deadlines = [];
      pausedUntil = 0;
      const old = subscription;
      subscription = subscribed();
      void old.drain().catch(() => undefined);
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      clearInterval(sweep);
      deadlines = [];
      // What the server has sent already is given to `onJob`, which gives it back.
      if (!connection.isClosed()) await subscription.drain().catch(() => undefined);
    },
  };
};

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
