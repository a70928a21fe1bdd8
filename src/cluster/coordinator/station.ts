/** What a coordinator says, hears and does again and again, until it is closed. */
import type { Msg } from "@nats-io/transport-node";
import type { Cluster } from "../cluster.ts";
import type { Message } from "../protocol.ts";
import { openThrottle, type Throttle } from "../worker/throttle.ts";
import { Refusal } from "../signing.ts";

export class Station {
  readonly #cluster: Cluster;
  readonly #ends: (() => void)[] = [];
  readonly #refusals: Throttle<string>;
  #refused = 0;
  #closed = false;

  /** Strangers may say as much as they like: neither the screen nor the disk is to be full of it. */
  constructor(cluster: Cluster, onRefused: (reason: string) => void) {
    this.#cluster = cluster;
    this.#refusals = openThrottle((reason, count) => onRefused(count === 1 ? reason : `${reason} (${count} times)`));
  }

  get refused(): number {
    return this.#refused;
  }

  say(subject: string, message: Message): void {
    say(this.#cluster, subject, message);
  }

  /** Who asks while the run ends gets no answer, and needs none. */
  respond(msg: Msg, message: Message): void {
    if (!this.#closed) respond(this.#cluster, msg, message);
  }

  listen(subject: string, take: (msg: Msg) => void): void {
    this.#ends.push(listen(this.#cluster, subject, { take, refused: (reason) => this.refuse(reason) }));
  }

  /** Now, and every so many milliseconds. */
  repeat(ms: number, action: () => void): void {
    const timer = setInterval(action, ms);
    this.#ends.push(() => clearInterval(timer));
    action();
  }

  refuse(reason: string): void {
    this.#refused += 1;
    this.#refusals.note(reason, reason);
  }

  close(): void {
    this.#closed = true;
    for (const end of this.#ends) end();
    this.#refusals.close();
  }
}

type Connected = Pick<Cluster, "connection" | "signer">;

export const say = ({ connection, signer }: Connected, subject: string, message: Message): void => {
  if (!connection.isClosed()) connection.publish(subject, signer.seal(message));
};

const respond = ({ connection, signer }: Connected, msg: Msg, message: Message): void => {
  if (!connection.isClosed()) msg.respond(signer.seal(message));
};

interface Listener {
  /** May throw the `Refusal` of a message that does not verify. */
  readonly take: (msg: Msg) => void;
  readonly refused: (reason: string) => void;
}

/** Returns what ends it. Messages that do not verify are told of, and nothing else is done about them. */
export const listen = ({ connection }: Connected, subject: string, { take, refused }: Listener): (() => void) => {
  const callback = (error: Error | null, msg: Msg): void => {
    if (error !== null) return;
    try {
      take(msg);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      refused(refusal.message);
    }
  };
  const subscription = connection.subscribe(subject, { callback });
  return () => subscription.unsubscribe();
};
