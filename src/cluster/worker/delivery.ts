/** A job as the work queue hands it out, and what can be said about it to the queue. */
import type { Msg, NatsConnection } from "@nats-io/transport-node";

export interface Delivery {
  readonly data: Uint8Array;
  /** Of the message in the stream. */
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
