/** Says and hears signed messages. */
import type { Msg } from "@nats-io/transport-node";
import type { Cluster } from "./cluster.ts";
import type { Message } from "./protocol.ts";
import { Refusal } from "./signing.ts";

type Connected = Pick<Cluster, "connection" | "signer">;

export const say = ({ connection, signer }: Connected, subject: string, message: Message): void => {
  if (!connection.isClosed()) connection.publish(subject, signer.seal(message));
};

export const respond = ({ connection, signer }: Connected, msg: Msg, message: Message): void => {
  if (!connection.isClosed()) msg.respond(signer.seal(message));
};

export interface Hearing {
  /** May throw the `Refusal` of a message that does not verify. */
  readonly take: (msg: Msg) => void;
  readonly refused: (reason: string) => void;
}

/** Returns what ends it. Messages that do not verify are told of, and nothing else is done about them. */
export const listen = ({ connection }: Connected, subject: string, { take, refused }: Hearing): (() => void) => {
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
