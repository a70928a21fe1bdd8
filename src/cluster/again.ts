/** Asks a server once more that was away for a moment. */
import { setTimeout as sleep } from "node:timers/promises";
import { errors } from "@nats-io/transport-node";
import { UserError } from "../core/errors.ts";

const TRIES = 8;
/** In milliseconds; each pause is longer than the one before. */
const PAUSE_MS = 200;

/** Rejects as `ask` does for what will not pass, and with a `UserError` (NO_STORE) when the server stays away. */
export const again = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!isAway(error)) throw error;
      if (attempt === TRIES) throw staysAway(error);
      await sleep(PAUSE_MS * attempt);
    }
  }
};

/** Nothing was said against the question: nobody has answered it. */
export const isAway = (error: unknown): boolean => {
  for (let each = error; each instanceof Error; each = each.cause)
    if (AWAY.some((kind) => each instanceof kind)) return true;
  return false;
};

const AWAY = [errors.TimeoutError, errors.NoRespondersError, errors.ConnectionError, errors.RequestError] as const;

const staysAway = (cause: unknown): UserError =>
  new UserError(
    "NO_STORE",
    `The NATS server does not answer: ${cause instanceof Error ? cause.message : String(cause)}.`,
    {
      advice: "Is it overloaded, or the network cut? What is known is kept: run the same command again.",
      cause,
    },
  );
