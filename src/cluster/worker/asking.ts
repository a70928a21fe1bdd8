/** Questions of a worker to the coordinator of a run: repeated until there is an answer that verifies, or nobody to give one. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { errors } from "@nats-io/transport-node";
import type { Cluster } from "../cluster.ts";
import type { Answer, Claim, Grant, Receipt } from "../protocol.ts";
import { Refusal } from "../signing.ts";

interface Answers {
  readonly grant: Grant;
  readonly receipt: Receipt;
}

interface Question {
  readonly cluster: Pick<Cluster, "connection" | "signer">;
  readonly subject: string;
  readonly message: Claim | Answer;
  readonly payload?: Uint8Array | undefined;
  /** After an abort nobody wants to know any more. */
  readonly signal: AbortSignal;
  readonly refused: (reason: string) => void;
}

/** How long one attempt waits, and how long the next one is put off when the answer is not to be trusted, in milliseconds. */
const ATTEMPT_TIMEOUT_MS = 2000;
const DISTRUST_MS = 100;

export const nonce = (): string => randomUUID();

/** "nobody": no coordinator listens, or the question was called off. Throws a `Refusal` when it cannot be sealed. */
export const ask = async <T extends keyof Answers>(
  { cluster, subject, message, payload, signal, refused }: Question,
  type: T,
): Promise<Answers[T] | "nobody"> => {
  const { connection, signer } = cluster;
  while (!signal.aborted && !connection.isClosed()) {
    // Sealed anew each time: it is good for a while only.
    const bytes = signer.seal(message, payload === undefined ? {} : { payload });
    try {
      const response = await connection.request(subject, bytes, { timeout: ATTEMPT_TIMEOUT_MS });
      const answer = signer.open<"grant" | "receipt">(response.data, type).message;
      if (answer.nonce === message.nonce) return answer as unknown as Answers[T];
      refused("an answer to another question");
    } catch (error) {
      if (error instanceof Refusal) refused(error.message);
      else if (!(error instanceof errors.TimeoutError)) return "nobody";
      else continue;
    }
    await sleep(DISTRUST_MS);
  }
  return "nobody";
};
